// What an entry changed, field by field, so that it can be undone and redone.
import type { ChangedField } from '../../../shared/bridge/receiving.ts';
import {
	outcomesOf,
	restOf,
	restsOf,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import {
	blankInvoice,
	blankLine,
	enteredInvoice,
	enteredLine,
	entryOf,
	isAdded,
	type EnteredBody,
	type EnteredLine,
	type Expected,
	type ExpectedLine,
} from './entered.ts';

export type Entries = Pick<EnteredBody, 'lines' | 'invoice'>;

/** A field that an entry changed, with its value before and after; null for no value. */
export interface EntryChange extends ChangedField {
	readonly was: unknown;
	readonly to: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

export function changesOf(before: Entries, after: Entries): EntryChange[] {
	const lineIds = Object.keys({ ...before.lines, ...after.lines });
	const parts = lineIds.filter((lineId) => before.lines[lineId] !== after.lines[lineId]);
	return [...parts, 'invoice'].flatMap((part) => {
		const [was, to] = [fieldsOf(before, part), fieldsOf(after, part)];
		return Object.keys({ ...was, ...to })
			.filter((field) => !isSame(was[field], to[field]))
			.map((field) => ({ part, field, was: was[field] ?? null, to: to[field] ?? null }));
	});
}

/** Applies the changes. Lines, or the invoice, that were changed elsewhere in the meantime are `left` alone. */
export function withChanges(
	expected: Pick<Expected, 'name' | 'lines' | 'entered'>,
	changes: readonly EntryChange[],
): Required<Entries> & { readonly changed: EntryChange[]; readonly left: string[] } {
	const before: Entries = expected.entered?.body ?? { lines: {} };
	const there = new Map(expected.lines.map((line) => [line.record.id, line]));
	const lines = new Map(Object.entries(before.lines));
	let { invoice } = before;
	const left = new Set<string>();
	for (const [part, ofPart] of Map.groupBy(changes, (each) => each.part)) {
		const now = fieldsOf(before, part);
		const isAsEither = ({ field, was, to }: EntryChange) =>
			isSame(now[field], was) || isSame(now[field], to);
		const fields = { ...now, ...Object.fromEntries(ofPart.map(({ field, to }) => [field, to])) };
		if (!ofPart.every(isAsEither)) left.add(part);
		else if (part === 'invoice') invoice = enteredInvoice.parse(fields);
		else {
			const line = lineOf(fields);
			const of = there.get(part);
			const isPossibleNow =
				isPossible(line, of, expected.lines) &&
				(of === undefined || isSettled(expected.name, of, lineIn(before, part), line));
			if (!isPossibleNow) left.add(part);
			else if (of?.extra && line.extra === null) lines.delete(part);
			else lines.set(part, line);
		}
	}
	return {
		lines: Object.fromEntries(lines),
		invoice,
		changed: changes.filter(({ part }) => !left.has(part)),
		left: [...left],
	};
}

export const inverse = (changes: readonly EntryChange[]): readonly EntryChange[] =>
	changes.map(({ was, to, ...of }) => ({ ...of, was: to, to: was }));

const fieldsOf = (entries: Entries, part: string): Fields =>
	part === 'invoice' ? (entries.invoice ?? blankInvoice) : fieldsOfLine(lineIn(entries, part));

const lineIn = ({ lines }: Entries, part: string): EnteredLine =>
	(Object.hasOwn(lines, part) ? lines[part] : undefined) ?? blankLine;

const fieldsOfLine = ({ boxes, ...others }: EnteredLine): Fields => ({
	...others,
	...Object.fromEntries(boxes.map((box) => [`boxes/${box.unitId}`, box])),
});

function lineOf(fields: Fields): EnteredLine {
	const boxes = Object.entries(fields).flatMap(([field, box]) =>
		field.startsWith('boxes/') && box !== null ? [box] : [],
	);
	return enteredLine.parse({ ...fields, boxes });
}

/** An item that nobody ordered is added back only once, and removed only while its line has no other entry. */
function isPossible(
	line: EnteredLine,
	there: ExpectedLine | undefined,
	expected: readonly ExpectedLine[],
): boolean {
	const { extra } = line;
	if (there === undefined) return extra !== null && !isAdded(expected, extra);
	if (there.extra === undefined) return extra === null;
	return extra === null ? isSame(line, blankLine) : isSame(extra, there.extra);
}

/** A next step must be offered by the draft, and fit the difference that it was chosen for. */
function isSettled(
	name: ReceivingDraft,
	of: ExpectedLine,
	before: EnteredLine,
	after: EnteredLine,
): boolean {
	const fits = (line: EnteredLine): boolean => {
		const isOver = compare(entryOf(name, of, line).difference ?? '0', '0') > 0;
		return isStep([...outcomesOf(name), ...restsOf(name, isOver, line.cause)], line);
	};
	if (!isSame(before.drafted, after.drafted)) return false;
	return before.settlement === after.settlement
		? fits(after) || !fits(before)
		: isStep([...outcomesOf(name), ...restOf(name)], after);
}

const isStep = (steps: readonly string[], { settlement }: EnteredLine): boolean =>
	settlement === 'none' || steps.includes(settlement);

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
