import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openKitchen, stockUp } from '../../../../test/support/kitchen.ts';
import { transferToSave, written } from '../../../../test/support/documents.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

const [here, other] = ['L-1', 'L-2'];
const twoUnits = {
	id: 't-1',
	itemId: '1',
	quantities: [
		{ uomId: 3, quantity: '1' },
		{ uomId: 1, quantity: '2' },
	],
	quantity: '14',
	quantityFulfilled: '0',
	unitCost: '0.50',
};
const butter = {
	id: 't-2',
	itemId: '2',
	quantities: [{ uomId: 3, quantity: '2' }],
	quantity: '24',
};

const ends = [
	{ name: 'service:transferOut:T-9', kind: 'transferOut' },
	{ name: 'service:transferIn:T-9', kind: 'transferIn' },
] as const;

/** The transfer `T-9` at one end, and the calls about it. */
function endOf({ name, kind }: (typeof ends)[number]) {
	const record = (status: string, more: object = {}) => ({
		id: 'T-9',
		number: 'TR-9',
		fromLocationId: kind === 'transferOut' ? here : other,
		toLocationId: kind === 'transferOut' ? other : here,
		date: '2026-11-10T10:00:00Z',
		description: 'For Friday [SR-0123456789]',
		status,
		items: [twoUnits, butter],
		...more,
	});
	const show = (status: string, more: object = {}) => {
		kitchen.service.lists[`${kind}.list`] = [record(status, more)];
		return kitchen.pull();
	};
	const get = (documentId: string = name) => kitchen.call('transfer.get', { documentId });
	const begin = () => kitchen.call(`${kind}.edit`, { documentId: name });
	const save = (draft: TransferDocument, typed: string) => {
		const { documentId, revision, description } = draft;
		const lines = draft.lines.map(({ lineId, item: { itemId }, boxes, note }) => ({
			lineId,
			itemId,
			note,
			boxes: boxes.map((box) => (itemId === '2' ? { ...box, typed } : box)),
		}));
		const edited = { documentId, revision, description };
		return kitchen.call(`${kind}.save`, transferToSave(lines, edited));
	};
	const list = () => kitchen.call('transfer.list', { locationId: here }).documents;
	return { show, get, begin, save, list };
}

describe.each(ends)('editing a transfer of the service, $kind', (end) => {
	const { name, kind } = end;
	const { show, get, begin, save, list } = endOf(end);

	test('a rejected transfer can be edited and resubmitted, and an untouched line in two units stays unchanged', async () => {
		await show('Rejected');
		expect(get()).toMatchObject({ edit: 'begin', move: 'ours' });
		const draft = begin();
		expect(draft).toMatchObject({
			standing: 'draft',
			edits: name,
			number: 'TR-9',
			phase: 'rejected',
			lines: [
				{
					boxes: [
						{ unitId: '3', typed: '1' },
						{ unitId: '1', typed: '2' },
					],
					requested: '14',
				},
				{ boxes: [{ unitId: '3', typed: '2' }] },
			],
		});
		expect(list()).toMatchObject([{ documentId: draft.documentId, edits: name, move: 'ours' }]);
		const saved = save(draft, '3');
		kitchen.service.there = false;
		const sent = { documentId: saved.documentId, intentId: 'intent-send' };
		expect(kitchen.call(`${kind}.submit`, sent)).toMatchObject({
			documentId: name,
			standing: 'waiting',
			move: 'network',
			edit: null,
			lines: [{ requested: '14' }, { requested: '36', boxes: [{ unitId: '3', quantity: '3' }] }],
		});
		expect(list()).toMatchObject([{ documentId: name, standing: 'waiting', move: 'network' }]);
		kitchen.service.there = true;
		await kitchen.send();
		expect(written(kitchen)).toEqual([`${kind}.update`, `${kind}.submit`]);
		expect(kitchen.service.writes[0]!.body).toEqual({
			id: 'T-9',
			fromLocationId: kind === 'transferOut' ? here : other,
			toLocationId: kind === 'transferOut' ? other : here,
			date: '2026-11-10T10:00:00Z',
			description: 'For Friday [SR-0123456789]',
			items: [
				{ itemId: '1', quantities: twoUnits.quantities },
				{ itemId: '2', quantities: [{ uomId: 3, quantity: '3' }] },
			],
		});
		expect(get()).toMatchObject({ phase: 'submitted', lines: [{}, { requested: '36' }] });
	});

	test('discarding an edit shows the transfer of the service again', async () => {
		await show('Draft');
		const draft = begin();
		save(draft, '3');
		kitchen.call(`${kind}.discard`, { documentId: draft.documentId });
		expect(list()).toMatchObject([{ documentId: name, edits: null, standing: 'service' }]);
		expect(get().lines[1]!.requested).toBe('24');
	});

	test('a transfer that was sent can be edited only by its sender', async () => {
		await show('Rejected', { sentDate: '2026-11-11T10:00:00Z' });
		expect(get().edit).toBe(kind === 'transferOut' ? 'begin' : null);
	});
});
