import { beforeEach, describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, openKitchen, stockUp, valueOf } from '../../../../test/support/kitchen.ts';
import {
	arrival,
	receivingAt,
	written,
	type TransferSettlement,
} from '../../../../test/support/documents.ts';
import { refused } from '../../../../test/support/verdicts.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));
const documentId = 'service:transferIn:T-1';

const arrivalAs = (status = 'InTransit', milkCame?: string, butterCame?: string) => {
	const [milk, butter] = arrival().items;
	const items = [
		{ ...milk, quantityReceived: milkCame },
		{ ...butter, quantityReceived: butterCame },
	];
	return arrival({ status, items });
};
const shows = async (...at: Parameters<typeof arrivalAs>): Promise<void> => {
	await kitchen.shows({ 'transferIn.list': [arrivalAs(...at)] });
};

beforeEach(async () => {
	await shows();
});

const desk = receivingAt(() => kitchen);
const get = (id = documentId) => desk.get(id);
const waste = (id: string) => kitchen.call('wastage.get', { documentId: id });
const line = (lineId: string) => get().lines.find((each) => each.lineId === lineId)!;
const enter = (lineId: string, typed: string, locale = 'en-GB') =>
	desk.enter(lineId, typed, '1', locale);
const settle = (lineId: string, settlement: TransferSettlement) => desk.settle(lineId, settlement);

/** Enters how many of the eighteen milk are good. All of the butter came. */
function receive(typed: string, settlement: TransferSettlement = 'waste'): void {
	enter('l-1', typed);
	if (typed !== '18') {
		desk.explain('l-1', 'Damaged');
		settle('l-1', settlement);
	}
	enter('l-2', '3');
	desk.receive();
}
const head = (kind: 'transferIn' | 'wastage', id: string) =>
	kitchen.outbox.stepsOf(kind, id).findLast(({ state }) => state !== 'cancelled')!;
const undoReceipt = () => kitchen.undo('transferIn', documentId);
const draftId = (): string => line('l-1').settled[0]!.documentId!;
const saveWaste = (id: string, lines: { lineId: string; itemId: string; typed: string }[]) => {
	const { revision, locationId, description } = waste(id);
	const typed = lines.map(({ typed: quantity, ...each }) => ({
		...each,
		boxes: [{ unitId: '1', typed: quantity }],
		note: '',
		reasonId: 'R-1',
		label: '',
	}));
	return kitchen.call('wastage.save', {
		documentId: id,
		revision,
		locationId,
		description,
		lines: typed,
		locale: 'en-GB',
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
		const { actionId, revision } = head('transferIn', documentId);
		expect(get().receiving).toBeNull();
		valueOf(kitchen.outbox.discard({ actionId, revision, reason: 'Wrong transfer' }, 'Noor'));
		expect(get().receiving, 'it can be received again').toBe('receipt');
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
