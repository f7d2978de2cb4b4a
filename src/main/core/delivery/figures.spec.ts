// Random receipts of an order, beside figures that are kept here with whole pieces and share no code with the program.
import { expect, test } from 'vitest';
import { seededRandom } from '../../../practice/demo/random.ts';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';

const documentId = 'service:purchaseOrder:O-1';
const pieces = { 'l-1': 12, 'l-2': 1 } as const;
type LineId = keyof typeof pieces;
const lineIds = ['l-1', 'l-2'] as const;

/** What a receipt has on each line, in pieces. */
type Came = Record<LineId, { came: number; given: number }>;

class Books {
	readonly ordered = { 'l-1': 36, 'l-2': 30 };
	/** Sent receipts that the service has, and those that wait. */
	readonly there: Came[] = [];
	waiting: Came[] = [];

	sum(line: LineId, of: 'came' | 'given'): number {
		return [...this.there, ...this.waiting].reduce((all, receipt) => all + receipt[line][of], 0);
	}

	due(line: LineId): number {
		return Math.max(0, this.ordered[line] - this.sum(line, 'came') - this.sum(line, 'given'));
	}

	/** As the service shows it, in the unit of each line. */
	record(): object {
		const came = (line: LineId) =>
			this.there.reduce((all, receipt) => all + receipt[line].came, 0) / pieces[line];
		return {
			id: 'O-1',
			number: 'PO-7',
			locationId: 'L-1',
			supplierId: 'P-1',
			date: '2026-11-18T10:00:00Z',
			status: this.there.length === 0 ? 'approved' : 'partly-received',
			items: [
				{ id: 'l-1', itemId: '1', uomId: 3, quantity: '3', quantityReceived: String(came('l-1')) },
				{ id: 'l-2', itemId: '2', uomId: 1, quantity: '30', quantityReceived: String(came('l-2')) },
			],
		};
	}
}

async function history(kitchen: Kitchen, seed: number): Promise<void> {
	const chance = seededRandom(seed);
	const upTo = (most: number): number => Math.floor(chance() * (most + 1));
	const books = new Books();
	await kitchen.shows({ 'purchaseOrder.list': [books.record()] });
	kitchen.service.there = false;
	const get = () => kitchen.call('delivery.get', { documentId });

	/** Enters whole cases of milk and pieces of butter, and closes a rest short now and then. */
	const receive = (number: string): void => {
		const receipt: Came = { 'l-1': { came: 0, given: 0 }, 'l-2': { came: 0, given: 0 } };
		for (const lineId of lineIds) {
			const due = books.due(lineId);
			if (due === 0) continue;
			const came = upTo(due / pieces[lineId]) * pieces[lineId];
			receipt[lineId].came = came;
			const typed = { unitId: '1', typed: String(came), locale: 'en-GB' };
			kitchen.call('delivery.enter', { documentId, lineId, ...typed });
			if (came === due) continue;
			kitchen.call('delivery.explain', { documentId, lineId, reason: 'Short' });
			const settlement = (['none', 'close-short', 'order-elsewhere'] as const)[upTo(2)]!;
			kitchen.call('delivery.settle', { documentId, lineId, settlement });
			if (settlement !== 'none') receipt[lineId].given = due - came;
		}
		const invoice = { number, day: null, total: '', differenceIs: '', isAnother: false } as const;
		kitchen.call('delivery.invoice', { documentId, locale: 'en-GB', invoice });
		if (lineIds.every((lineId) => receipt[lineId].came === 0)) {
			// Nothing to send: what was typed is received in the next round.
			return;
		}
		kitchen.call('delivery.receive', { documentId, intentId: `intent-${number}` });
		books.waiting.push(receipt);
	};

	for (let step = 0; step < 8; step += 1) {
		const doing = upTo(4);
		if (doing === 0 && books.waiting.length > 0) {
			kitchen.undo('purchaseOrder', documentId);
			books.waiting.shift();
		} else if (doing === 1 && books.waiting.length > 0) {
			kitchen.service.there = true;
			for (let left = books.waiting.length; left > 0; left -= 1) await kitchen.send();
			books.there.push(...books.waiting);
			books.waiting = [];
			await kitchen.shows({ 'purchaseOrder.list': [books.record()] });
			kitchen.service.there = false;
		} else if (get().isOpen) receive(`INV-${String(seed)}-${String(step)}`);

		const shown = get();
		for (const lineId of lineIds) {
			const line = shown.lines.find((each) => each.lineId === lineId)!;
			const of = { history: seed, step, lineId };
			expect({ ...of, closedShort: Number(line.closedShort) }).toEqual({
				...of,
				closedShort: books.sum(lineId, 'given'),
			});
			if (line.entry === null) continue;
			expect({ ...of, before: line.entry.before, due: line.entry.due }).toEqual({
				...of,
				before: String(books.sum(lineId, 'came')),
				due: String(books.due(lineId)),
			});
		}
	}
	const sent = kitchen.service.writes.flatMap(
		({ body }) => body['items'] as { purchaseOrderItemId: LineId; quantity: string }[],
	);
	for (const lineId of lineIds) {
		const moved = sent
			.filter(({ purchaseOrderItemId }) => purchaseOrderItemId === lineId)
			.reduce((all, { quantity }) => all + Math.round(Number(quantity) * pieces[lineId]), 0);
		const came = books.there.reduce((all, receipt) => all + receipt[lineId].came, 0);
		expect({ history: seed, lineId, moved }).toEqual({ history: seed, lineId, moved: came });
	}
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'ordered is received, due and closed short at any point (history %i)',
	async (seed) => {
		const kitchen = await openStockedKitchen({ lists: {} });
		kitchen.store.durable.pragma('synchronous = OFF');
		try {
			await history(kitchen, seed);
		} finally {
			await kitchen.end();
		}
	},
);
