import { expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
const save = (documentId: string | null, revision: number, typed: string) =>
	kitchen.call('wastage.save', {
		...wasteToSave([wasteLine({ boxes: [{ unitId: '1', typed }] })]),
		documentId,
		revision,
	});
const saved = (documentId: string) => {
	const { revision, lines } = kitchen.call('wastage.get', { documentId });
	return [revision, lines[0]?.boxes[0]?.typed];
};

test('a save can be repeated after its answer was lost, even if the items have changed since', () => {
	const { documentId } = save(null, 0, '1');
	save(documentId, 1, '2');
	kitchen.store.cache.prepare('DELETE FROM item').run();
	expect(save(documentId, 1, '2').revision).toBe(2);
	expect(save(documentId, 2, '3').revision).toBe(3);
	expect(saved(documentId)).toEqual([3, '3']);
});

test('another save with an old revision is refused', () => {
	const { documentId } = save(null, 0, '1');
	save(documentId, 1, '2');
	expect(failureOf(() => save(documentId, 1, '3')).code).toBe('changed-meanwhile');
	expect(saved(documentId)).toEqual([2, '2']);
});
