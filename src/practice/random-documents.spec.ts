// The ledger under ten thousand random documents: receipts, returns, waste, transfers, counts, sales and productions, each
// taken some steps along its way, allowed or not.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay } from '../../test/support/practice.ts';
import {
	add,
	compare,
	divide,
	isZero,
	multiply,
	negate,
	roundTo,
	subtract,
	sum,
} from '../shared/domain/decimal.ts';
import { operationNamed, type OperationName } from '../shared/service/index.ts';
import { defaultProfile } from '../shared/service/profile.ts';
import { fillWithDemo } from './demo/fill.ts';
import type { Practice } from './operations/handler.ts';
import { handle } from './serve-operation.ts';
import { openLedger, type Movement } from './store/ledger.ts';
import { rebuild } from './store/open.ts';
import { openRecords, wholeList, type RecordOf } from './store/records.ts';
import { openTokens } from './store/tokens.ts';

const kinds = ['wastage', 'transfer', 'request', 'count', 'order', 'sale', 'production'] as const;
/** A document: of what, and how far it gets. Small numbers are simple documents, for shrinking. */
const plan = fc.record({
	kind: fc.constantFrom(...kinds),
	from: fc.nat(1),
	lines: fc.array(
		fc.record({ item: fc.nat(59), thousandths: fc.integer({ min: 1, max: 40_000 }) }),
		{
			minLength: 1,
			maxLength: 3,
		},
	),
	steps: fc.nat(6),
	/** Of what was sent or ordered, what comes: nothing, some, all, a little more, too much. */
	share: fc.constantFrom('1', '0.5', '0', '1.05', '1.2'),
	/** Does the last step twice, or takes it back. */
	again: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

const DOCUMENTS = 10_000;
const RUNS = 24;
/** Each run makes from one document to so many over the same data, so that a failure can be made smaller. */
const history = fc.noBias(fc.array(plan, { minLength: 1, maxLength: 900, size: 'max' }));
/** Documents between two looks at the ledger. */
const BATCH = 100;

const snapshot = (() => {
	const db = new Database(':memory:');
	rebuild(db, () => fillWithDemo(db, { seed: 1, dataSet: 'small', now: firstDay }));
	const bytes = db.serialize();
	db.close();
	return bytes;
})();

/** The data as it was filled, as one that answers requests. */
function open() {
	const db = new Database(snapshot);
	const records = openRecords(db);
	let last = 0;
	const practice: Practice = {
		records,
		ledger: openLedger(db),
		tokens: openTokens(db, 0),
		credentials: { clientId: '', clientSecret: '' },
		profile: defaultProfile,
		now: () => firstDay,
		newId: () => `new-${(last += 1)}`,
	};
	return { db, practice };
}

test(
	'stock is the sum of its movements, transfers lose nothing, and costs are averages, after 10,000 documents',
	{ timeout: 300_000 },
	() => {
		let made = 0;
		let accepted = 0;
		const outcomes = new Map<string, number>();
		fc.assert(
			fc.property(history, (plans) => {
				const { db, practice } = open();
				const begun = beginning(practice);
				const known = catalogueOf(practice);
				const ask = (name: OperationName, request: { id?: string; body?: unknown }) => {
					const answer = handle({ db, practice }, operationNamed(name), {
						path: request.id === undefined ? {} : { id: request.id },
						query: {},
						body: request.body,
						page: wholeList,
					});
					if (answer.ok) accepted += 1;
					const outcome = `${name} ${answer.ok ? 'done' : answer.status}`;
					outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
					return answer.ok ? answer.value : null;
				};
				for (const [index, each] of plans.entries()) {
					make(each, known, practice, ask);
					made += 1;
					if ((index + 1) % BATCH === 0) expectSound(practice, begun);
				}
				expectSound(practice, begun);
				db.close();
			}),
			// A failure is made smaller for a while, not for as long as it takes.
			{ numRuns: RUNS, seed: 20_260_302, interruptAfterTimeLimit: 150_000 },
		);
		expect(made).toBeGreaterThanOrEqual(DOCUMENTS);
		expect(accepted).toBeGreaterThan(2 * DOCUMENTS);
		for (const [name, least] of [
			['purchaseOrder.receive done', 500],
			['purchaseOrder.receive 422', 20],
			['returnOrder.approve done', 50],
			['wastage.approve done', 300],
			['wastage.approve 409', 100],
			['wastage.reject done', 50],
			['transferIn.receive done', 300],
			['transferIn.receive 422', 20],
			['transferIn.reject done', 50],
			['inventoryItem.rollBack done', 100],
			['sale.update done', 50],
			['production.approve done', 100],
		] as const) {
			expect(outcomes.get(name) ?? 0, name).toBeGreaterThan(least);
		}
	},
);

// Making a document

type Ask = (name: OperationName, request: { id?: string; body?: unknown }) => unknown;

const date = '2026-03-02T09:00:00Z';

const idOf = (made: unknown): string =>
	typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : 'nobody';

/** What no document changes. */
const catalogueOf = ({ records }: Practice) => ({
	places: records.all('location').map(({ id }) => id),
	items: records.all('item'),
});

function make(
	plan: Plan,
	{ places, items }: ReturnType<typeof catalogueOf>,
	practice: Practice,
	ask: Ask,
): void {
	const [here = '', there = ''] = plan.from === 0 ? places : places.toReversed();
	const lines = plan.lines.flatMap(({ item: no, thousandths }) => {
		const item = items[no % items.length];
		const quantity = roundTo(divide(String(thousandths), '1000', 3), 3);
		return item === undefined ? [] : [{ itemId: item.id, uomId: item.baseUomId, quantity }];
	});
	makers[plan.kind]({ ...plan, here, there, items: lines }, practice, ask);
}

interface Document extends Omit<Plan, 'lines'> {
	here: string;
	there: string;
	items: { itemId: string; uomId: number; quantity: string }[];
}

const makers: Record<
	(typeof kinds)[number],
	(document: Document, practice: Practice, ask: Ask) => void
> = {
	wastage({ here, items, steps, again }, _practice, ask) {
		const id = idOf(ask('wastage.create', { body: { locationId: here, date, items } }));
		const lock = (isLocked: boolean) => ask('wastage.lock', { body: { id, isLocked } });
		if (steps > 0) ask('wastage.submit', { id });
		if (steps === 2) ask('wastage.reject', { id });
		if (steps === 3) lock(true);
		if (steps > 1) ask('wastage.approve', { id });
		if (steps === 3 && again) {
			lock(false);
			ask('wastage.approve', { id });
		}
		if (steps > 3 && again) ask('wastage.approve', { id });
	},

	transfer({ here, there, items, steps, share, again }, { records }, ask) {
		const id = idOf(ask('transferOut.create', { body: transferOf(here, there, items) }));
		for (const verb of ['submit', 'approve', 'finalize'] as const)
			ask(`transferOut.${verb}`, { id });
		if (steps === 0) return;
		const fulfil = (part: string) => ask('transferOut.fulfill', movedOf('transferOut', id, part));
		const movedOf = (end: 'transferOut' | 'transferIn', transferId: string, part: string) => ({
			body: {
				transferId,
				date,
				items: (records.get(end, transferId)?.items ?? []).map((line) => ({
					transferItemId: line.id,
					itemId: line.itemId,
					quantities: [],
					quantity: roundTo(multiply(line.quantity, part), 3),
				})),
			},
		});
		if (steps === 1) fulfil('0.5');
		else fulfil('1');
		const arrivalId = records.get('transferOut', id)?.counterpartId ?? 'nobody';
		if (steps === 2) ask('transferIn.reject', { id: arrivalId });
		if (steps > 2) ask('transferIn.receive', movedOf('transferIn', arrivalId, share));
		if (steps === 1 && again) fulfil('0.5');
		if (steps > 3 && again) ask('transferIn.receive', movedOf('transferIn', arrivalId, '0.5'));
		if (steps === 6) ask('transferIn.reject', { id: arrivalId });
	},

	request({ here, there, items, steps }, { records }, ask) {
		const id = idOf(ask('transferIn.create', { body: transferOf(here, there, items) }));
		for (const verb of ['submit', 'approve', 'finalize'] as const)
			ask(`transferIn.${verb}`, { id });
		const lines = (records.get('transferIn', id)?.items ?? []).map((line) => ({
			transferItemId: line.id,
			itemId: line.itemId,
			quantities: [],
			quantity: steps > 3 ? line.quantity : roundTo(multiply(line.quantity, '0.5'), 3),
		}));
		if (steps > 0) ask('transferIn.receive', { body: { transferId: id, date, items: lines } });
	},

	count({ here, items, steps, again }, { records }, ask) {
		const areas = records.list('storageArea', { locationId: here }, wholeList, 'oldest-first').rows;
		const storageAreaId = areas[steps % areas.length]?.id;
		const changed = items.map((line, index) => ({
			itemId: line.itemId,
			storageAreaId,
			quantity: index % 2 === 0 ? line.quantity : negate(line.quantity),
		}));
		ask('inventoryItem.changeStock', { body: { locationId: here, date, items: changed } });
		const place = { itemId: items[0]?.itemId, locationId: here, storageAreaId };
		if (again) ask('inventoryItem.rollBack', { body: place });
		if (again && steps > 4) ask('inventoryItem.rollBack', { body: place });
	},

	order({ here, items, steps, share, again }, { records }, ask) {
		const [supplier] = records.all('supplier');
		const priced = items.map((line, index) => ({ ...line, price: `${index + 2}.35`, taxId: 1 }));
		const made = ask('purchaseOrder.create', {
			body: { locationId: here, supplierId: supplier?.id, date, isDraft: false, items: priced },
		});
		const id = idOf(made);
		if (steps > 0) ask('purchaseOrder.approve', { id });
		const receive = (part: string) =>
			ask('purchaseOrder.receive', {
				body: {
					purchaseOrderId: id,
					date,
					items: (records.get('purchaseOrder', id)?.items ?? []).map((line) => ({
						purchaseOrderItemId: line.id,
						itemId: line.itemId,
						uomId: line.uomId,
						quantity: roundTo(multiply(line.quantity, part), 3),
					})),
				},
			});
		if (steps > 1) receive(share);
		if (steps > 2 && again) receive('0.5');
		if (steps < 5) return;
		const back = items.slice(0, 1).map((line) => ({
			itemId: line.itemId,
			uomId: line.uomId,
			returnQuantity: line.quantity,
		}));
		const returned = ask('returnOrder.create', {
			body: { returnDate: date, locationId: here, supplierId: supplier?.id, items: back },
		});
		ask('returnOrder.submit', { id: idOf(returned) });
		ask(again ? 'returnOrder.reject' : 'returnOrder.approve', { id: idOf(returned) });
	},

	sale({ here, items, steps, again }, { records }, ask) {
		const dishes = records.all('menuItem');
		const sold = (times: string) => ({
			locationId: here,
			date,
			transactionType: { id: steps === 6 ? 2 : 1 },
			items: items.map(({ quantity }, index) => ({
				menuItemId: dishes[(steps + index) % dishes.length]?.id,
				quantity: roundTo(multiply(quantity, times), 3),
			})),
		});
		const id = idOf(ask('sale.create', { body: sold('1') }));
		if (again) ask('sale.update', { id, body: sold('2') });
	},

	production({ here, items, steps, again }, { records }, ask) {
		const prepItems = records.all('prepItem');
		const cooked = items.map(({ quantity }, index) => {
			const prepItem = prepItems[(steps + index) % prepItems.length];
			return { itemId: prepItem?.id, uomId: prepItem?.baseUomId, quantity };
		});
		const id = idOf(ask('production.create', { body: { locationId: here, date, items: cooked } }));
		ask('production.submit', { id });
		ask(steps === 0 ? 'production.reject' : 'production.approve', { id });
		if (again) ask('production.approve', { id });
	},
};

const transferOf = (here: string, there: string, items: Document['items']) => ({
	fromLocationId: here,
	toLocationId: there,
	date,
	items: items.map(({ itemId, uomId, quantity }) => ({
		itemId,
		quantities: [{ uomId, quantity }],
	})),
});

// What must hold

/** Stock and average cost of each item at each location, by both identifiers. */
interface Standing {
	onHand: string;
	average: string | undefined;
}

const keyOf = ({ locationId, itemId }: { locationId: string; itemId: string }) =>
	`${locationId} ${itemId}`;

function beginning({ ledger }: Practice): { movements: number; standings: Map<string, Standing> } {
	const standings = new Map<string, Standing>();
	for (const row of ledger.list({}, wholeList).rows) {
		const before = standings.get(keyOf(row));
		const average = ledger.averageCost(row.locationId, row.itemId);
		standings.set(keyOf(row), { onHand: add(before?.onHand ?? '0', row.quantity), average });
	}
	return { movements: ledger.movements({}).length, standings };
}

function expectSound(practice: Practice, begun: ReturnType<typeof beginning>): void {
	const { ledger } = practice;
	expect(ledger.check()).toEqual([]);
	const movements = ledger.movements({});
	expectNothingLostOnTheWay(movements, practice);
	const since = movements.slice(begun.movements);
	for (const [key, { average }] of averaged(since, begun.standings)) {
		const [locationId = '', itemId = ''] = key.split(' ');
		expect(ledger.averageCost(locationId, itemId), key).toBe(average);
	}
}

/** What left the senders and has not come back is at the receivers or on its way. */
function expectNothingLostOnTheWay(movements: readonly Movement[], { records }: Practice): void {
	const moved = new Map<string, string>();
	const addTo = (itemId: string, quantity: string) =>
		moved.set(itemId, add(moved.get(itemId) ?? '0', quantity));
	for (const { kind, itemId, quantity } of movements) {
		if (kind.startsWith('transfer-')) addTo(itemId, quantity);
	}
	const isUnderWay = (arrival: RecordOf<'transferIn'>) =>
		arrival.counterpartId !== undefined && arrival.status !== 'rejected';
	for (const arrival of records.all('transferIn').filter(isUnderWay)) {
		for (const line of arrival.items ?? []) {
			addTo(line.itemId, subtract(line.quantity, line.quantityReceived ?? '0'));
		}
	}
	expect([...moved].filter(([, left]) => !isZero(left))).toEqual([]);
}

/** What comes in by these at a cost of its own is averaged with what is there; all else goes at the average. */
const isAveraged = ({ kind, quantity }: Movement) =>
	(kind === 'purchase' || kind === 'transfer-in' || kind === 'production') &&
	compare(quantity, '0') > 0;

function averaged(
	movements: readonly Movement[],
	standings: ReadonlyMap<string, Standing>,
): Map<string, Standing> {
	const now = new Map(standings);
	for (const movement of movements) {
		const { onHand, average } = now.get(keyOf(movement)) ?? { onHand: '0', average: undefined };
		const { quantity, unitCost } = movement;
		const after = add(onHand, quantity);
		const value = sum([multiply(onHand, average ?? '0'), multiply(quantity, unitCost)]);
		now.set(keyOf(movement), {
			onHand: after,
			average: !isAveraged(movement)
				? average
				: average === undefined || compare(onHand, '0') <= 0
					? unitCost
					: divide(value, after, 4),
		});
	}
	return now;
}
