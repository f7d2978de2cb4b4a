import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { arrival, receivingAt } from '../../../../test/support/documents.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { documentId, orderOfTwo, receivingDesk } from '../../../../test/support/receiving-desk.ts';
import type { Delivery } from '../../../shared/bridge/delivery.ts';
import type { EntryChange } from '../../../shared/bridge/receiving.ts';
import { draftTable } from '../store/drafts.ts';
import { enteredBodyOf } from './entered.ts';

const kitchen = eachKitchen({
	lists: { 'purchaseOrder.list': [orderOfTwo()], 'transferIn.list': [arrival()] },
});
const { enter, explain, settle, price, invoice } = receivingDesk(() => kitchen);
const get = () => kitchen.call('delivery.get', { documentId });
const all = () => kitchen.call('delivery.enterAllAsDue', { documentId });
/** Cream, which nobody ordered. */
const add = (instead: string | null = null) =>
	kitchen.call('delivery.add', {
		documentId,
		itemId: '3',
		unitId: null,
		instead: instead === null ? null : { lineId: instead, closes: true, reason: 'Substituted' },
	});
const extras = () => get().lines.filter(({ extra }) => extra !== null);
const remove = () => kitchen.call('delivery.remove', { documentId, lineId: extras()[0]!.lineId });

const change = (changes: EntryChange[]) => kitchen.call('delivery.change', { documentId, changes });
const undo = ({ changed = [] }: Pick<Delivery, 'changed'>) =>
	change(changed.map(({ was, to, ...of }) => ({ ...of, was: to, to: was })));
const redo = ({ changed = [] }: Pick<Delivery, 'changed'>) => change(changed);

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
const doings: readonly ((lineId: string, way: 0 | 1 | 2) => Delivery)[] = [
	(lineId, way) => enter(lineId, ['', '5', '24'][way]!),
	(_, way) => enter('l-1', ['', '1', '2'][way]!, '3'),
	(lineId, way) => price(lineId, ['', '7', '8'][way]!),
	(lineId, way) => explain(lineId, ['', 'Damaged', 'Late'][way]),
	(lineId, way) => settle(lineId, (['none', 'close-short', 'order-elsewhere'] as const)[way]),
	(_, way) => invoice(['', 'INV-1', 'INV-2'][way]!, { total: ['', '36', ''][way]! }),
	() => all(),
	() => kitchen.call('delivery.confirmBlanksAsZero', { documentId }),
	(lineId, way) => add(way === 0 ? null : lineId),
	() => (extras().length === 0 ? get() : remove()),
];

test('any entries are undone to the beginning, and redone to the end', () => {
	const done = fc.tuple(
		fc.constantFrom(...doings),
		fc.constantFrom('l-1', 'l-2'),
		fc.constantFrom(0, 1, 2),
	);
	fc.assert(
		fc.property(fc.array(done, { maxLength: 12 }), (entries) => {
			const states = [content()];
			const made = entries.map(([enters, lineId, way]) => {
				const answer = enters(lineId, way);
				states.push(content());
				return answer;
			});
			made.toReversed().forEach((entry, at) => {
				undo(entry);
				expect(content()).toEqual(states.at(-2 - at));
			});
			made.forEach((entry, at) => {
				redo(entry);
				expect(content()).toEqual(states[at + 1]);
			});
			made.toReversed().forEach(undo);
		}),
		{ numRuns: 25 },
	);
});

describe('undoing an entry', () => {
	test('is saved once, and done together', async () => {
		const filled = all();
		const { revision } = get();
		kitchen.service.there = false;
		expect(undo(filled).revision).toBe(revision + 1);
		await kitchen.restart();
		expect(get().lines.map(({ entry }) => entry?.boxes)).toEqual([[], []]);
	});

	test('succeeds if another window has undone it already', () => {
		const entered = enter('l-1', '5');
		undo(entered);
		expect(undo(entered).changed).toHaveLength(1);
	});

	test('leaves nothing of an added line', () => {
		undo(add());
		const row = draftTable(kitchen.store.durable).get('account-1', get().draftId!);
		expect(enteredBodyOf(row!).lines).toEqual({});
	});

	test('keeps an added line on which something was entered elsewhere', () => {
		const added = add();
		const [cream] = extras();
		enter(cream!.lineId, '4');
		expect(undo(added).changed).toEqual([]);
		expect(extras()[0]?.entry?.total).toBe('4');
	});

	test('brings an item back once', () => {
		add();
		const removed = remove();
		add();
		expect(undo(removed).changed).toEqual([]);
		expect(extras()).toHaveLength(1);
	});

	test('leaves a line that was removed elsewhere', () => {
		add();
		const [cream] = extras();
		const entered = enter(cream!.lineId, '4');
		remove();
		expect(undo(entered).changed).toEqual([]);
		expect(extras()).toEqual([]);
	});

	test('keeps a quantity if another window has settled its surplus', () => {
		const entered = enter('l-1', '30');
		explain('l-1', 'Free');
		settle('l-1', 'keep-free');
		expect(undo(entered).changed).toEqual([]);
		expect(get().lines[0]?.entry).toMatchObject({ total: '30', settlement: 'keep-free' });
	});

	test('keeps the item of an added line', () => {
		const { changed = [] } = add();
		const to = { itemId: '2', uomId: 1, instead: null };
		expect(change(changed.map((each) => ({ ...each, was: each.to, to }))).changed).toEqual([]);
		expect(extras()[0]?.item.name).toBe('Cream');
	});

	test('ignores changes that are not entries', () => {
		enter('l-1', '5');
		const before = content();
		const draftId = get().draftId!;
		const blanks = new Map(Object.entries({ number: '', reason: '', settlement: 'none' }));
		for (const [part, field, to] of [
			['l-1', 'boxes/3', 'three'],
			['l-1', 'extra', { itemId: '3', uomId: 3, instead: null }],
			['l-9', 'boxes/3', null],
			['invoice', 'number', 7],
			['invoice', 'totalValue', 'a lot'],
			['l-2', 'boxes/1', { unitId: '1', typed: '5', locale: 'en-GB', quantity: 'five' }],
			['l-2', 'boxes/1', { unitId: '1', typed: '5', locale: 'nowhere at all', quantity: '5' }],
			['l-2', 'boxes/1', { unitId: '3', typed: '5', locale: 'en-GB', quantity: '5' }],
			['l-2', 'boxes/1', { unitId: '1', typed: '-5', locale: 'en-GB', quantity: '-5' }],
			['l-2', 'drafted', { draftId: 'D', lineId: 'L', quantity: '5' }],
			['l-2', 'price', { typed: '5', value: 'five' }],
			['l-2', 'settlement', 'waste'],
			['l-2', 'colour', 'red'],
			['l-2', '__proto__', 'Late'],
			['__proto__', 'reason', 'Late'],
			['constructor', 'settlement', 'close-short'],
		] as const) {
			const was = blanks.get(field) ?? null;
			expect(change([{ draftId, part, field, was, to }]).changed).toEqual([]);
		}
		expect(content()).toEqual(before);
	});

	test('is refused once the receipt waits in the outbox', () => {
		const filled = all();
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
	const { changed = [] } = desk.settle('l-1', 'waste');
	const { settled } = desk.receive().lines[0]!;
	kitchen.undo('transferIn', about.documentId);
	draftTable(kitchen.store.durable).close(settled[0]!.documentId!, 'submitted', 0);
	expect(failureOf(() => desk.settle('l-1', 'none')).code).toBe('not-possible-now');
	const redone = () => kitchen.call('transferIn.change', { ...about, changes: changed });
	expect(failureOf(redone).code).toBe('not-possible-now');
});

test('nothing of a receipt that was sent is undone or redone in the next one', () => {
	const entered = enter('l-1', '12');
	explain('l-1');
	enter('l-2', '10');
	invoice('INV-1');
	kitchen.call('delivery.receive', { documentId, intentId: 'intent-0001' });
	for (const turn of [redo, undo]) {
		expect(turn(entered)).toMatchObject({ changed: [], draftId: null });
	}
	price('l-1', '7');
	expect(redo(entered).changed).toEqual([]);
	expect(get().lines[0]?.entry).toMatchObject({ total: null, price: '7' });
});
