import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';

const kitchen = eachKitchen();

const line = (more: Partial<ReturnType<typeof wasteLine>> = {}) =>
	wasteLine({ boxes: [{ unitId: '1', typed: '12' }], ...more });
const save = (...lines: ReturnType<typeof wasteLine>[]) =>
	kitchen.call('wastage.save', wasteToSave(lines));
const duplicates = (documentId: string) =>
	kitchen.call('waste.duplicates', { documentId }).duplicates;
const template = (templateId: string | null, name: string, typed = '') =>
	kitchen.call('waste.saveTemplate', {
		templateId,
		locationId: 'L-1',
		name,
		lines: [{ itemId: '2', boxes: [{ unitId: '1', typed }], reasonId: 'R-1', label: '', note: '' }],
	});

test('templates belong to their location, can be changed and removed, and survive a restart', async () => {
	const [made] = template(null, 'Breakfast').templates;
	expect(made!.lines[0]!.item!.name).toBe('Butter');
	expect(failureOf(() => template(null, 'breakfast'))).toMatchObject({
		code: 'invalid-input',
		details: [{ path: 'name', message: 'taken' }],
	});
	template(made!.templateId, 'Early breakfast', '3');
	template(null, 'Bar');
	await kitchen.restart();
	const list = (locationId: string) => kitchen.call('waste.templates', { locationId }).templates;
	expect(list('L-1').map(({ name, lines }) => [name, lines[0]!.boxes[0]!.typed])).toEqual([
		['Bar', ''],
		['Early breakfast', '3'],
	]);
	expect(list('L-2')).toEqual([]);
	kitchen.call('waste.removeTemplate', { templateId: made!.templateId });
	expect(list('L-1')).toHaveLength(1);
	expect(
		failureOf(() => kitchen.call('waste.removeTemplate', { templateId: made!.templateId })).code,
	).toBe('not-found');
});

test('reason labels keep their order and are sent before the note', async () => {
	const labels = [
		{ words: 'Fell on the floor', reasonId: 'R-1' },
		{ words: 'Burnt', reasonId: 'R-1' },
	];
	kitchen.call('waste.saveLabels', { locationId: 'L-1', labels });
	expect(kitchen.call('waste.labels', { locationId: 'L-1' }).labels).toEqual(labels);
	const { documentId } = save(
		line({ label: 'Burnt', note: 'again' }),
		line({ lineId: 'line-2', label: 'Burnt' }),
		line({ lineId: 'line-3' }),
	);
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-0001' });
	await kitchen.send();
	const [created] = kitchen.service.writes;
	expect(created!.body['items']).toMatchObject([
		{ wasteReasonId: 'R-1', description: 'Burnt: again' },
		{ description: 'Burnt' },
		{ wasteReasonId: 'R-1' },
	]);
	expect((created!.body['items'] as object[])[2]).not.toHaveProperty('description');
});

test('duplicates of the same day are found in drafts, in the outbox and at the service, in any unit', async () => {
	const first = save(line());
	const second = save(
		line({ boxes: [{ unitId: '3', typed: '1' }] }),
		line({ lineId: 'line-2', boxes: [{ unitId: '1', typed: '11' }] }),
	);
	expect(duplicates(second.documentId)).toMatchObject([
		{ lineId: 'line-1', documentId: first.documentId, standing: 'draft' },
	]);
	kitchen.call('wastage.submit', { documentId: first.documentId, intentId: 'intent-0001' });
	expect(duplicates(second.documentId)).toMatchObject([{ standing: 'waiting' }]);
	await kitchen.send();
	await kitchen.pull();
	expect(duplicates(second.documentId)).toMatchObject([{ number: 'NO-1', standing: 'service' }]);
	kitchen.service.lists['wastage.list'] = kitchen.service.lists['wastage.list']!.map((each) => ({
		...(each as object),
		status: 'Rejected',
	}));
	await kitchen.pull();
	expect(duplicates(second.documentId)).toEqual([]);
});
