import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { arrival, receivingAt } from '../../../../test/support/documents.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { documentId, orderOfTwo, receivingDesk } from '../../../../test/support/receiving-desk.ts';
import { enteredBodyOf } from './entered.ts';

const kitchen = eachKitchen({
	lists: { 'purchaseOrder.list': [orderOfTwo()], 'transferIn.list': [arrival()] },
});
let entries = 0;
const entryId = () => `entry-${String(++entries)}`;
const { enter, explain, settle, price, invoice } = receivingDesk(() => kitchen, entryId);
const get = () => kitchen.call('delivery.get', { documentId });
const all = () => kitchen.call('delivery.enterAllAsDue', { documentId, entryId: entryId() });
/** Cream, which nobody ordered. */
const add = (instead: string | null = null) =>
	kitchen.call('delivery.add', {
		documentId,
		entryId: entryId(),
		itemId: '3',
		unitId: null,
		instead: instead === null ? null : { lineId: instead, closes: true, reason: 'Substituted' },
	});
const extras = () => get().lines.filter(({ extra }) => extra !== null);
const remove = () =>
	kitchen.call('delivery.remove', {
		documentId,
		entryId: entryId(),
		lineId: extras()[0]!.lineId,
	});

/** The entry made last. */
const last = () => `entry-${String(entries)}`;
const turn = (entry: string, which: 'undo' | 'redo') =>
	kitchen.call('delivery.turn', { documentId, entryId: entry, which });
const undo = (entry = last()) => turn(entry, 'undo');
const redo = (entry = last()) => turn(entry, 'redo');

/** Boxes are in the order of their entry, and a line that comes back is the last. */
function content() {
	const { lines, invoice: billed, problems } = get();
	const sorted = lines.map(({ entry, ...line }) => ({
		...line,
		entry: { ...entry, boxes: entry!.boxes.toSorted((a, b) => a.unitId.localeCompare(b.unitId)) },
	}));
	sorted.sort((a, b) => a.lineId.localeCompare(b.lineId));
	return { lines: sorted, billed, problems: problems.map(({ path }) => path).sort() };
}

/** What a person does, in one of three ways. */
const doings: readonly ((lineId: string, way: 0 | 1 | 2) => unknown)[] = [
	(lineId, way) => enter(lineId, ['', '5', '24'][way]!),
	(_, way) => enter('l-1', ['', '1', '2'][way]!, '3'),
	(lineId, way) => price(lineId, ['', '7', '8'][way]!),
	(lineId, way) => explain(lineId, ['', 'Damaged', 'Late'][way]),
	(lineId, way) => settle(lineId, (['none', 'close-short', 'order-elsewhere'] as const)[way]),
	(_, way) => invoice(['', 'INV-1', 'INV-2'][way]!, { total: ['', '36', ''][way]! }),
	() => all(),
	() => kitchen.call('delivery.confirmBlanksAsZero', { documentId, entryId: entryId() }),
	(lineId, way) => add(way === 0 ? null : lineId),
	() => (extras().length === 0 ? entryId() : remove()),
];

test('any entries are undone to the beginning, and redone to the end', () => {
	const doing = fc.tuple(
		fc.constantFrom(...doings),
		fc.constantFrom('l-1', 'l-2'),
		fc.constantFrom(0, 1, 2),
	);
	fc.assert(
		fc.property(fc.array(doing, { maxLength: 12 }), (done) => {
			const states = [content()];
			const made = done.map(([enters, lineId, way]) => {
				enters(lineId, way);
				states.push(content());
				return last();
			});
			made.toReversed().forEach((entry, at) => {
				undo(entry);
				expect(content()).toEqual(states.at(-2 - at));
			});
			made.forEach((entry, at) => {
				redo(entry);
				expect(content()).toEqual(states[at + 1]);
			});
			made.toReversed().forEach((entry) => undo(entry));
		}),
		{ numRuns: 25 },
	);
});

describe('undoing an entry', () => {
	test('is saved once, and done together', async () => {
		all();
		const { revision } = get();
		kitchen.service.there = false;
		expect(undo().revision).toBe(revision + 1);
		await kitchen.restart();
		expect(get().lines.map(({ entry }) => entry?.boxes)).toEqual([[], []]);
	});

	test('succeeds if it was undone already', () => {
		enter('l-1', '5');
		undo();
		expect(undo().changed).toHaveLength(1);
	});

	test('leaves nothing of an added line', () => {
		add();
		undo();
		const row = kitchen.store.drafts.get('account-1', get().draftId!);
		expect(enteredBodyOf(row!).lines).toEqual({});
	});

	test('keeps an added line on which something was entered elsewhere', () => {
		add();
		const added = last();
		const [cream] = extras();
		enter(cream!.lineId, '4');
		expect(undo(added)).toMatchObject({ changed: [], left: [cream!.lineId] });
		expect(extras()[0]?.entry?.total).toBe('4');
	});

	test('brings an item back once', () => {
		add();
		remove();
		const removed = last();
		add();
		expect(undo(removed).changed).toEqual([]);
		expect(extras()).toHaveLength(1);
	});

	test('leaves a line that was removed elsewhere', () => {
		add();
		const [cream] = extras();
		enter(cream!.lineId, '4');
		const entered = last();
		remove();
		expect(undo(entered).changed).toEqual([]);
		expect(extras()).toEqual([]);
	});

	test('keeps a quantity if another window has settled its surplus', () => {
		enter('l-1', '30');
		const entered = last();
		explain('l-1', 'Free');
		settle('l-1', 'keep-free');
		expect(undo(entered).changed).toEqual([]);
		expect(get().lines[0]?.entry).toMatchObject({ total: '30', settlement: 'keep-free' });
	});

	test('changes and leaves nothing if the entry never arrived', () => {
		enter('l-1', '5');
		const before = get();
		expect(undo('never')).toEqual({ ...before, changed: [], left: [] });
	});

	test('is refused once the receipt waits in the outbox', () => {
		all();
		const filled = last();
		invoice('INV-1');
		kitchen.service.there = false;
		kitchen.call('delivery.receive', { documentId, intentId: 'intent-0001' });
		expect(failureOf(() => undo(filled)).code).toBe('not-possible-now');
	});
});

test('a next step stays once the draft made from it was sent', () => {
	const desk = receivingAt(() => kitchen);
	const about = { documentId: 'service:transferIn:T-1' };
	kitchen.service.there = false;
	desk.enter('l-1', '12');
	desk.enter('l-2', '3');
	desk.explain('l-1', 'Damaged');
	const settling = { ...about, entryId: 'settling' };
	kitchen.call('transferIn.settle', { ...settling, lineId: 'l-1', settlement: 'waste' });
	const { settled } = desk.receive().lines[0]!;
	kitchen.undo('transferIn', about.documentId);
	kitchen.store.drafts.close(settled[0]!.documentId!, 'submitted', 0);
	expect(failureOf(() => desk.settle('l-1', 'none')).code).toBe('not-possible-now');
	// It cleared the next step.
	kitchen.call('transferIn.enter', {
		...about,
		entryId: 'cleared',
		lineId: 'l-1',
		unitId: '1',
		typed: '18',
		locale: 'en-GB',
	});
	const undone = () =>
		kitchen.call('transferIn.turn', { ...about, entryId: 'cleared', which: 'undo' });
	expect(failureOf(undone).code).toBe('not-possible-now');
});

test('nothing of a receipt that was sent is undone or redone in the next one', () => {
	enter('l-1', '12');
	const entered = last();
	explain('l-1');
	enter('l-2', '10');
	invoice('INV-1');
	kitchen.call('delivery.receive', { documentId, intentId: 'intent-0001' });
	for (const turned of [redo, undo]) {
		expect(turned(entered)).toMatchObject({ changed: [], left: [], draftId: null });
	}
	price('l-1', '7');
	expect(redo(entered).changed).toEqual([]);
	expect(get().lines[0]?.entry).toMatchObject({ total: null, price: '7' });
});
