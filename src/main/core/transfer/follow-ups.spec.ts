import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	failureOf,
	openKitchen,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { arrival, handoverAt, wasteAt, written } from '../../../../test/support/documents.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import type { Settlement } from '../../../shared/bridge/transfer.ts';

let kitchen: Kitchen;
const documentId = 'service:T-1';

const arrivalAs = (status = 'InTransit', milkCame?: string, butterCame?: string) => {
	const [milk, butter] = arrival().items;
	const items = [
		{ ...milk, quantityReceived: milkCame },
		{ ...butter, quantityReceived: butterCame },
	];
	return arrival({ status, items });
};
const shows = async (...at: Parameters<typeof arrivalAs>): Promise<void> => {
	kitchen.service.lists['transferIn.list'] = [arrivalAs(...at)];
	await kitchen.pull();
};

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	await shows();
});
afterEach(() => kitchen.end());

const desk = handoverAt(() => kitchen);
const get = (id = documentId) => desk.get(id);
const waste = (id: string) => kitchen.call('wastage.get', { documentId: id });
const line = (lineId: string) => get().lines.find((each) => each.lineId === lineId)!;
const enter = (lineId: string, typed: string, locale = 'en-GB') =>
	desk.enter(lineId, typed, '1', locale);
const settle = (lineId: string, settlement: Settlement) => desk.settle(lineId, settlement);

/** Enters how many of the eighteen milk are good. All of the butter came. */
function receive(typed: string, settlement: Settlement = 'waste'): void {
	enter('l-1', typed);
	if (typed !== '18') {
		desk.explain('l-1', 'Damaged');
		settle('l-1', settlement);
	}
	enter('l-2', '3');
	desk.receive();
}
const head = (kind: 'transfer-in' | 'wastage', id: string) =>
	kitchen.outbox.stepsOf(kind, id).findLast(({ state }) => state !== 'cancelled')!;
const undoReceipt = (): void => {
	const { actionId, revision } = head('transfer-in', documentId);
	valueOf(kitchen.outbox.cancel({ actionId, revision }, 'Noor'));
};
const draftId = (): string => line('l-1').settled[0]!.documentId!;
const wasteDrafts = () => wasteAt(kitchen);
const saveWaste = (id: string, lines: { lineId: string; itemId: string; typed: string }[]) => {
	const { revision, locationId, description } = waste(id);
	const typed = lines.map(({ typed: quantity, ...each }) => ({
		...{ ...each, boxes: [{ unitId: '1', typed: quantity }] },
		...{ note: '', reasonId: 'R-1', label: '' },
	}));
	return kitchen.call('wastage.save', {
		...{ documentId: id, revision, locationId, description, lines: typed, locale: 'en-GB' },
		intentId: 'intent-0003',
	});
};
const submitWaste = (id: string) =>
	kitchen.call('wastage.submit', { documentId: id, intentId: 'intent-0002' });
const sent = () => written(kitchen);

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
		submitWaste(made);
		const { lane } = kitchen.call('outbox.lane', { id: made });
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
		submitWaste(made);
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
		submitWaste(made);
		undoReceipt();
		expect(waste(made)).toMatchObject({
			standing: 'draft',
			problems: [{ path: 'receipt', message: 'not-received' }],
		});
		expect(failureOf(() => submitWaste(made)).details).toMatchObject([{ message: 'not-received' }]);
		receive('15');
		expect(waste(made)).toMatchObject({ problems: [], lines: [{ total: '3' }] });
	});

	test('needs attention when its receipt is discarded, and is sent only if a person says so', async () => {
		receive('12');
		const made = draftId();
		saveWaste(made, [{ lineId: waste(made).lines[0]!.lineId, itemId: '1', typed: '6' }]);
		submitWaste(made);
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
		kitchen.call('wastage.discard', { documentId: draftId() });
		await shows('Received', '18', '3');
		expect(line('l-1')).toMatchObject({
			excess: '6',
			settled: [{ how: 'waste', quantity: '6', documentId: null }],
		});
		kitchen.call('transfer.settleExcess', {
			documentId,
			lineId: 'l-1',
			how: 'waste',
			reason: 'Damaged',
		});
		expect(line('l-1')).toMatchObject({ excess: '0' });
		expect(wasteDrafts()).toMatchObject([{ description: 'TRI-7 · Garden Room' }]);
	});

	test('is offered again when its line is removed from the draft or reduced', async () => {
		await shows('Received', '20', '4');
		for (const lineId of ['l-1', 'l-2']) {
			const said = { documentId, lineId, how: 'return' as const, reason: 'Not ordered' };
			kitchen.call('transfer.settleExcess', said);
		}
		expect(get().lines.map(({ excess }) => excess)).toEqual(['0', '0']);
		const made = get(draftId());
		const [milk] = made.lines;
		const { revision, description } = made;
		kitchen.call('transfer.save', {
			...{ documentId: made.documentId, revision, description, direction: 'out' as const },
			...{ locationId: 'L-1', otherLocationId: 'L-2', locale: 'en-GB' },
			intentId: 'intent-0004',
			lines: [
				{
					...{ lineId: milk!.lineId, itemId: '1', note: '' },
					boxes: [{ unitId: '1', typed: '1' }],
				},
			],
		});
		expect(get().lines.map(({ excess }) => excess)).toEqual(['1', '1']);
		expect(line('l-2').settled).toMatchObject([{ how: 'return', documentId: null }]);
	});
});
