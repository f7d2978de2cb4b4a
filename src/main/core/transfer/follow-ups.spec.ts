import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	caller,
	failureOf,
	openKitchen,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import type { Settlement } from '../../../shared/bridge/transfer.ts';
import { wasteFilter } from '../../../shared/bridge/wastage.ts';

let kitchen: Kitchen;
const documentId = 'service:T-1';

/** In transit from the Garden Room: eighteen milk, three butter. */
const arrival = (status = 'InTransit', milkCame?: string, butterCame?: string) => ({
	...{ id: 'T-1', number: 'TRI-7', fromLocationId: 'L-2', toLocationId: 'L-1', status },
	...{ date: '2026-11-19T10:00:00Z', sentDate: '2026-11-19T11:00:00Z' },
	items: [
		{ id: 'l-1', itemId: '1', quantity: '18', unitCost: '0.50', quantityReceived: milkCame },
		{ id: 'l-2', itemId: '2', quantity: '3', unitCost: '2', quantityReceived: butterCame },
	],
});
const shows = async (...at: Parameters<typeof arrival>): Promise<void> => {
	kitchen.service.lists['transferIn.list'] = [arrival(...at)];
	await kitchen.pull();
};

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	await shows();
});
afterEach(() => kitchen.end());

const get = (id = documentId) => valueOf(kitchen.calls['transfer.get']({ documentId: id }, caller));
const waste = (id: string) => valueOf(kitchen.calls['wastage.get']({ documentId: id }, caller));
const line = (lineId: string) => get().lines.find((each) => each.lineId === lineId)!;
const enter = (lineId: string, typed: string, locale = 'en-GB') =>
	valueOf(
		kitchen.calls['transfer.enter']({ documentId, lineId, unitId: '1', typed, locale }, caller),
	);
const settle = (lineId: string, settlement: Settlement) =>
	valueOf(kitchen.calls['transfer.settle']({ documentId, lineId, settlement }, caller));

/** Enters how many of the eighteen milk are good. All of the butter came. */
function receive(typed: string, settlement: Settlement = 'waste'): void {
	enter('l-1', typed);
	if (typed !== '18') {
		const reason = 'Damaged';
		valueOf(kitchen.calls['transfer.explain']({ documentId, lineId: 'l-1', reason }, caller));
		settle('l-1', settlement);
	}
	enter('l-2', '3');
	valueOf(kitchen.calls['transfer.receive']({ documentId, intentId: 'intent-0001' }, caller));
}
const head = (kind: 'transfer-in' | 'wastage', id: string) =>
	kitchen.outbox.stepsOf(kind, id).findLast(({ state }) => state !== 'cancelled')!;
const undoReceipt = (): void => {
	const { actionId, revision } = head('transfer-in', documentId);
	valueOf(kitchen.outbox.cancel({ actionId, revision }, 'Noor'));
};
const draftId = (): string => line('l-1').settled[0]!.documentId!;
const wasteDrafts = () =>
	valueOf(
		kitchen.calls['wastage.list'](
			{ locationId: 'L-1', filter: wasteFilter.parse({}), from: 0, limit: 10 },
			caller,
		),
	).documents;
const saveWaste = (id: string, lines: { lineId: string; itemId: string; typed: string }[]) => {
	const { revision, locationId, description } = waste(id);
	const typed = lines.map(({ typed: quantity, ...each }) => ({
		...{ ...each, boxes: [{ unitId: '1', typed: quantity }] },
		...{ note: '', reasonId: 'R-1', label: '' },
	}));
	return valueOf(
		kitchen.calls['wastage.save'](
			{
				...{ documentId: id, revision, locationId, description, lines: typed, locale: 'en-GB' },
				intentId: 'intent-0003',
			},
			caller,
		),
	);
};
const submitWaste = (id: string) =>
	kitchen.calls['wastage.submit']({ documentId: id, intentId: 'intent-0002' }, caller);
const sent = () => kitchen.service.writes.map(({ name }) => name);

describe('a draft created from a receipt', () => {
	beforeEach(() => {
		kitchen.service.there = false;
	});

	test('follows the receipt, and disappears with the difference', () => {
		receive('12');
		const made = draftId();
		expect(waste(made).lines).toMatchObject([{ total: '6' }]);
		undoReceipt();
		receive('15');
		expect(draftId()).toBe(made);
		expect(waste(made).lines).toMatchObject([{ total: '3' }]);
		undoReceipt();
		receive('18');
		expect(wasteDrafts()).toEqual([]);
		expect(line('l-1').settled).toEqual([]);
	});

	test('keeps lines that a person added', () => {
		receive('12');
		const made = draftId();
		const [milk] = waste(made).lines;
		saveWaste(made, [
			{ lineId: milk!.lineId, itemId: '1', typed: '6' },
			{ lineId: 'own', itemId: '2', typed: '1' },
		]);
		undoReceipt();
		receive('15');
		expect(waste(made).lines).toMatchObject([
			{ lineId: 'own', total: '1' },
			{ item: { itemId: '1' }, total: '3' },
		]);
		undoReceipt();
		receive('18');
		expect(waste(made).lines).toMatchObject([{ lineId: 'own', total: '1' }]);
	});

	test('moves to the other kind of draft when the choice changes', () => {
		receive('12');
		undoReceipt();
		receive('12', 'return');
		expect(wasteDrafts()).toEqual([]);
		expect(get(draftId())).toMatchObject({ direction: 'out', lines: [{ requested: '6' }] });
	});

	test('is sent after its receipt, and shows what it waits for until then', async () => {
		receive('12');
		const made = draftId();
		saveWaste(made, [{ lineId: waste(made).lines[0]!.lineId, itemId: '1', typed: '6' }]);
		valueOf(submitWaste(made));
		const { lane } = valueOf(kitchen.calls['outbox.lane']({ id: made }, caller));
		expect(lane?.steps[0]).toMatchObject({
			state: 'waiting',
			waitsFor: { verb: 'receive', name: 'TRI-7' },
		});
		kitchen.service.there = true;
		await kitchen.send();
		await kitchen.send();
		expect(sent()).toEqual(['transferIn.receive', 'wastage.create', 'wastage.submit']);
	});

	test('is not sent while its receipt is refused', async () => {
		receive('12');
		const made = draftId();
		saveWaste(made, [{ lineId: waste(made).lines[0]!.lineId, itemId: '1', typed: '6' }]);
		valueOf(submitWaste(made));
		kitchen.service.there = true;
		kitchen.service.next = [refused];
		await kitchen.send();
		await kitchen.send();
		expect(sent()).toEqual(['transferIn.receive']);

		const { actionId, revision } = head('transfer-in', documentId);
		valueOf(kitchen.outbox.sendAgain({ actionId, revision }, 'Noor'));
		await kitchen.send();
		expect(sent().slice(1)).toEqual(['transferIn.receive', 'wastage.create', 'wastage.submit']);
	});

	test('reopens when its receipt is undone, and cannot be submitted before it is received again', () => {
		receive('12');
		const made = draftId();
		saveWaste(made, [{ lineId: waste(made).lines[0]!.lineId, itemId: '1', typed: '6' }]);
		valueOf(submitWaste(made));
		undoReceipt();
		expect(waste(made)).toMatchObject({
			standing: 'draft',
			problems: [{ path: 'receipt', message: 'not-received' }],
		});
		expect(failureOf(submitWaste(made)).details).toMatchObject([{ message: 'not-received' }]);
		receive('15');
		expect(waste(made)).toMatchObject({ problems: [], lines: [{ total: '3' }] });
	});

	test('needs attention when its receipt is discarded, and is sent only if a person says so', async () => {
		receive('12');
		const made = draftId();
		saveWaste(made, [{ lineId: waste(made).lines[0]!.lineId, itemId: '1', typed: '6' }]);
		valueOf(submitWaste(made));
		kitchen.service.there = true;
		kitchen.service.next = [refused];
		await kitchen.send();
		const { actionId, revision } = head('transfer-in', documentId);
		valueOf(kitchen.outbox.discard({ actionId, revision, reason: 'Wrong transfer' }, 'Noor'));
		await kitchen.send();
		expect(kitchen.outbox.stepsOf('wastage', made)[0]).toMatchObject({
			state: 'attention',
			attention: 'earlier-step-discarded',
		});
		expect(sent()).toEqual(['transferIn.receive']);

		const create = kitchen.outbox.stepsOf('wastage', made)[0]!;
		valueOf(kitchen.outbox.sendAgain(create, 'Noor'));
		await kitchen.send();
		expect(sent().slice(1)).toEqual(['wastage.create', 'wastage.submit']);
	});
});

describe('received stock without a draft', () => {
	test('is offered again when a damage draft is discarded', async () => {
		receive('12');
		await kitchen.send();
		valueOf(kitchen.calls['wastage.discard']({ documentId: draftId() }, caller));
		await shows('Received', '18', '3');
		expect(line('l-1')).toMatchObject({
			excess: '6',
			settled: [{ how: 'waste', quantity: '6', documentId: null }],
		});
		valueOf(
			kitchen.calls['transfer.settleExcess'](
				{ documentId, lineId: 'l-1', how: 'waste', reason: 'Damaged' },
				caller,
			),
		);
		expect(line('l-1')).toMatchObject({ excess: '0' });
		expect(wasteDrafts()).toMatchObject([{ description: 'TRI-7 · Garden Room' }]);
	});

	test('is offered again when its line is removed from the draft or reduced', async () => {
		await shows('Received', '20', '4');
		for (const lineId of ['l-1', 'l-2']) {
			const said = { documentId, lineId, how: 'return' as const, reason: 'Not ordered' };
			valueOf(kitchen.calls['transfer.settleExcess'](said, caller));
		}
		expect(get().lines.map(({ excess }) => excess)).toEqual(['0', '0']);
		const made = get(draftId());
		const [milk] = made.lines;
		const { revision, description } = made;
		valueOf(
			kitchen.calls['transfer.save'](
				{
					...{ documentId: made.documentId, revision, description, direction: 'out' as const },
					...{ locationId: 'L-1', otherLocationId: 'L-2', locale: 'en-GB' },
					intentId: 'intent-0004',
					lines: [
						{
							...{ lineId: milk!.lineId, itemId: '1', note: '' },
							boxes: [{ unitId: '1', typed: '1' }],
						},
					],
				},
				caller,
			),
		);
		expect(get().lines.map(({ excess }) => excess)).toEqual(['1', '1']);
		expect(line('l-2').settled).toMatchObject([{ how: 'return', documentId: null }]);
	});
});
