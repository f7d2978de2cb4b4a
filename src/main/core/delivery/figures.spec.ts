// Random receipts of an order, beside figures that are kept here with whole pieces and share no code with the program.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { openOrderDesk } from '../../../../test/support/orders.ts';
import { refused } from '../../../../test/support/verdicts.ts';

const documentId = 'service:purchaseOrder:O-1';
const pieces = { 'l-1': 12, 'l-2': 1 } as const;
type LineId = keyof typeof pieces;
const lineIds = ['l-1', 'l-2'] as const;
const ordered = { 'l-1': 36, 'l-2': 30 } as const;

/** What a receipt has on each line, in pieces. */
type Came = Record<LineId, { came: number; given: number }>;

interface Entered {
	/** Of what is due, in quarters. */
	readonly quarters: number;
	readonly rest: 'none' | 'close-short' | 'order-elsewhere';
	/** Another item came instead of all of it. */
	readonly replaced: boolean;
}
type Act =
	| { readonly does: 'receive'; readonly lines: readonly [Entered, Entered] }
	| { readonly does: 'undo' | 'send' | 'discard' };

const entered = fc.record<Entered>({
	quarters: fc.integer({ min: 0, max: 4 }),
	rest: fc.constantFrom('none', 'close-short', 'order-elsewhere'),
	replaced: fc.boolean(),
});
const receives: fc.Arbitrary<Act> = fc.record({
	does: fc.constant('receive' as const),
	lines: fc.tuple(entered, entered),
});
const others: fc.Arbitrary<Act> = fc.record({
	does: fc.constantFrom('undo' as const, 'send' as const, 'discard' as const),
});
const act = fc.oneof({ weight: 3, arbitrary: receives }, { weight: 2, arbitrary: others });

class History {
	readonly #kitchen: Kitchen;
	/** Sent receipts that the service has, and those that wait. */
	readonly there: Came[] = [];
	waiting: Came[] = [];
	#count = 0;

	constructor(kitchen: Kitchen) {
		this.#kitchen = kitchen;
	}

	sum(line: LineId, of: 'came' | 'given'): number {
		return [...this.there, ...this.waiting].reduce((all, receipt) => all + receipt[line][of], 0);
	}

	due(line: LineId): number {
		return Math.max(0, ordered[line] - this.sum(line, 'came') - this.sum(line, 'given'));
	}

	async take(doing: Act): Promise<void> {
		const { service } = this.#kitchen;
		if (doing.does === 'receive') {
			if (this.#get().isOpen) this.#receive(doing.lines);
		} else if (this.waiting.length > 0) {
			if (doing.does === 'undo') {
				this.#kitchen.undo('purchaseOrder', documentId);
				this.waiting.shift();
			} else if (doing.does === 'discard') await this.#discardFirst();
			else {
				service.there = true;
				await this.#kitchen.clock.pass(60_000);
				this.there.push(...this.waiting);
				this.waiting = [];
				await this.#kitchen.shows({});
				service.there = false;
			}
		}
		this.check(doing);
	}

	/** Whole cases of milk and pieces of butter. What came is received even if a receipt was begun before. */
	#receive(lines: readonly [Entered, Entered]): void {
		const receipt: Came = { 'l-1': { came: 0, given: 0 }, 'l-2': { came: 0, given: 0 } };
		let extras = 0;
		for (const [at, lineId] of lineIds.entries()) {
			const due = this.due(lineId);
			const { quarters, rest, replaced } = lines[at]!;
			const of = { documentId, lineId };
			this.#kitchen.call('delivery.enter', { ...of, ...this.#typed('') });
			if (due === 0) continue;
			if (replaced) {
				extras += 1;
				const instead = { lineId, closes: true, reason: 'Substituted' };
				const { lines: shown } = this.#kitchen.call('delivery.add', {
					documentId,
					itemId: '3',
					unitId: '1',
					instead,
				});
				const extra = shown.find((each) => each.extra?.instead === lineId)!;
				this.#kitchen.call('delivery.enter', {
					documentId,
					lineId: extra.lineId,
					...this.#typed('5'),
				});
				this.#kitchen.call('delivery.price', {
					documentId,
					lineId: extra.lineId,
					typed: '1',
					locale: 'en-GB',
				});
				this.#kitchen.call('delivery.settle', { ...of, settlement: 'close-short' });
				this.#kitchen.call('delivery.explain', {
					...of,
					reason: 'Substituted',
					cause: 'substituted',
				});
				receipt[lineId].given = due;
				continue;
			}
			const came = Math.floor((due / pieces[lineId]) * (quarters / 4)) * pieces[lineId];
			receipt[lineId].came = came;
			this.#kitchen.call('delivery.enter', { ...of, ...this.#typed(String(came)) });
			if (came === due) continue;
			this.#kitchen.call('delivery.explain', { ...of, reason: 'Short', cause: 'missing' });
			this.#kitchen.call('delivery.settle', { ...of, settlement: rest });
			if (rest !== 'none') receipt[lineId].given = due - came;
		}
		this.#count += 1;
		const number = `INV-${String(this.#count)}`;
		const invoice = { number, day: null, total: '', differenceIs: '', isAnother: false } as const;
		this.#kitchen.call('delivery.invoice', { documentId, locale: 'en-GB', invoice });
		const nothing = lineIds.every((lineId) => receipt[lineId].came === 0);
		if (nothing && extras === 0 && this.#get().lines.every(({ extra }) => extra === null)) return;
		this.#kitchen.call('delivery.receive', { documentId, intentId: `intent-${number}` });
		// A receipt of substitutes only has nothing to send for the order: it stands at once.
		if (nothing) this.there.push(receipt);
		else this.waiting.push(receipt);
	}

	/** The service refuses the first receipt, and a person discards it. */
	async #discardFirst(): Promise<void> {
		const { service, clock, outbox } = this.#kitchen;
		// Only the order's own receipts are refused.
		const serve = service.onWrite;
		service.onWrite = async (name) => {
			const { body } = service.writes.at(-1)!;
			if (name === 'purchaseOrder.receive' && body['purchaseOrderId'] === 'O-1') {
				service.writes.pop();
				service.next = [refused];
			} else await serve(name);
		};
		service.there = true;
		await clock.pass(60_000);
		service.there = false;
		service.onWrite = serve;
		const step = outbox
			.stepsOf('purchaseOrder', documentId)
			.find(({ state }) => state === 'attention')!;
		outbox.discard({ actionId: step.actionId, revision: step.revision, reason: 'No' }, 'Kit');
		this.waiting.shift();
	}

	check(doing: Act): void {
		const shown = this.#get();
		for (const lineId of lineIds) {
			const line = shown.lines.find((each) => each.lineId === lineId)!;
			const { closedShort, entry } = line;
			const [came, given] = [this.sum(lineId, 'came'), this.sum(lineId, 'given')];
			expect({ doing, lineId, closedShort }).toEqual({ doing, lineId, closedShort: String(given) });
			if (entry === null) continue;
			const figures = { before: Number(entry.before), due: Number(entry.due) };
			expect({ doing, lineId, ...figures }).toEqual({
				doing,
				lineId,
				before: came,
				due: this.due(lineId),
			});
			expect(Number(entry.before) + Number(entry.due) + Number(closedShort)).toBe(ordered[lineId]);
		}
	}

	#get() {
		return this.#kitchen.call('delivery.get', { documentId });
	}

	#typed(typed: string) {
		return { unitId: '1', typed, locale: 'en-GB' };
	}
}

const order = {
	id: 'O-1',
	number: 'PO-7',
	locationId: 'L-1',
	supplierId: 'P-1',
	date: '2026-11-18T10:00:00Z',
	status: 'approved',
	items: [
		{ id: 'l-1', itemId: '1', uomId: 3, quantity: '3', price: '6', quantityReceived: '0' },
		{ id: 'l-2', itemId: '2', uomId: 1, quantity: '30', price: '2', quantityReceived: '0' },
	],
};

test('ordered is received, due and closed short at any point', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
			const kitchen = await openStockedKitchen({ lists: { 'purchaseOrder.list': [order] } });
			kitchen.store.durable.pragma('synchronous = OFF');
			openOrderDesk(kitchen);
			kitchen.service.there = false;
			try {
				const history = new History(kitchen);
				for (const each of acts) await history.take(each);
				const sent = kitchen.service.writes
					.filter(({ body }) => body['purchaseOrderId'] === 'O-1')
					.flatMap(
						({ body }) => body['items'] as { purchaseOrderItemId: LineId; quantity: string }[],
					);
				for (const lineId of lineIds) {
					const moved = sent
						.filter(({ purchaseOrderItemId }) => purchaseOrderItemId === lineId)
						.reduce((all, { quantity }) => all + Math.round(Number(quantity) * pieces[lineId]), 0);
					const came = history.there.reduce((all, receipt) => all + receipt[lineId].came, 0);
					expect({ lineId, moved }).toEqual({ lineId, moved: came });
				}
			} finally {
				await kitchen.end();
			}
		}),
		{ numRuns: 4, endOnFailure: true },
	);
}, 120_000);
