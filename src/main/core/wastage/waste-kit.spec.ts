import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	caller,
	failureOf,
	openKitchen,
	openStockedKitchen,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';

let kitchen: Kitchen;

beforeEach(async () => {
	kitchen = await openStockedKitchen();
});
afterEach(() => kitchen.end());

const line = (more: Partial<ReturnType<typeof wasteLine>> = {}) =>
	wasteLine({ boxes: [{ unitId: '1', typed: '12' }], ...more });
const save = (...lines: ReturnType<typeof wasteLine>[]) =>
	valueOf(kitchen.calls['wastage.save'](wasteToSave(lines), caller));
const duplicates = (documentId: string) =>
	valueOf(kitchen.calls['wastage.duplicates']({ documentId }, caller)).duplicates;
const template = (templateId: string | null, name: string, typed = '') =>
	kitchen.calls['wastage.saveTemplate'](
		{
			templateId,
			locationId: 'L-1',
			name,
			lines: [
				{ itemId: '2', boxes: [{ unitId: '1', typed }], reasonId: 'R-1', label: '', note: '' },
			],
		},
		caller,
	);

test('templates belong to their location, can be changed and removed, and survive a restart', async () => {
	const [made] = valueOf(template(null, 'Breakfast')).templates;
	expect(made!.lines[0]!.item!.name).toBe('Butter');
	expect(failureOf(template(null, 'breakfast'))).toMatchObject({
		code: 'invalid-input',
		details: [{ path: 'name', message: 'taken' }],
	});
	valueOf(template(made!.templateId, 'Early breakfast', '3'));
	valueOf(template(null, 'Bar'));
	await kitchen.close();
	kitchen = openKitchen({ folder: kitchen.folder });
	const list = (locationId: string) =>
		valueOf(kitchen.calls['wastage.templates']({ locationId }, caller)).templates;
	expect(list('L-1').map(({ name, lines }) => [name, lines[0]!.boxes[0]!.typed])).toEqual([
		['Bar', ''],
		['Early breakfast', '3'],
	]);
	expect(list('L-2')).toEqual([]);
	valueOf(kitchen.calls['wastage.removeTemplate']({ templateId: made!.templateId }, caller));
	expect(list('L-1')).toHaveLength(1);
	expect(
		failureOf(kitchen.calls['wastage.removeTemplate']({ templateId: made!.templateId }, caller))
			.code,
	).toBe('not-found');
});

test('reason labels keep their order and are sent before the note', async () => {
	const labels = [
		{ words: 'Fell on the floor', reasonId: 'R-1' },
		{ words: 'Burnt', reasonId: 'R-1' },
	];
	valueOf(kitchen.calls['wastage.saveLabels']({ locationId: 'L-1', labels }, caller));
	expect(valueOf(kitchen.calls['wastage.labels']({ locationId: 'L-1' }, caller)).labels).toEqual(
		labels,
	);
	const { documentId } = save(
		line({ label: 'Burnt', note: 'again' }),
		line({ lineId: 'line-2', label: 'Burnt' }),
		line({ lineId: 'line-3' }),
	);
	valueOf(kitchen.calls['wastage.submit']({ documentId, intentId: 'intent-0001' }, caller));
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
		{ lineId: 'line-1', documentId: first.documentId, standing: 'draft', enteredBy: 'Noor' },
	]);
	valueOf(
		kitchen.calls['wastage.submit'](
			{ documentId: first.documentId, intentId: 'intent-0001' },
			caller,
		),
	);
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
