// What an entry changed, field by field, so that it can be undone and redone.
import type { EntryChange } from '../../../shared/bridge/receiving.ts';
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

/** What a person enters. */
export type Entries = Pick<EnteredBody, 'lines' | 'invoice'>;

type Fields = Readonly<Record<string, unknown>>;

export function changesOf(draftId: string, before: Entries, after: Entries): EntryChange[] {
	const lineIds = Object.keys({ ...before.lines, ...after.lines });
	const parts = lineIds.filter((lineId) => before.lines[lineId] !== after.lines[lineId]);
	return [...parts, 'invoice'].flatMap((part) => {
		const [was, to] = [fieldsOf(before, part), fieldsOf(after, part)];
		return Object.keys({ ...was, ...to })
			.filter((field) => !isSame(was[field], to[field]))
			.map((field) => ({ draftId, part, field, was: was[field] ?? null, to: to[field] ?? null }));
	});
}

/**
 * The entries with these changes. A line, or the invoice, that was changed elsewhere in the meantime stays as it is, and
 * changes that are not entries are ignored.
 */
export function withChanges(
	expected: Pick<Expected, 'name' | 'lines' | 'entered'>,
	changes: readonly EntryChange[],
): Required<Entries> & { readonly changed: EntryChange[] } {
	const before: Entries = expected.entered?.body ?? { lines: {} };
	const there = new Map(expected.lines.map((line) => [line.record.id, line]));
	const lines = new Map(Object.entries(before.lines));
	let { invoice } = before;
	const changed = new Set<string>();
	for (const [part, ofPart] of Map.groupBy(changes, (each) => each.part)) {
		const now = fieldsOf(before, part);
		const isAsEither = ({ draftId, field, was, to }: EntryChange) =>
			draftId === expected.entered?.row.draft_id &&
			(isSame(now[field], was) || isSame(now[field], to));
		if (!ofPart.every(isAsEither)) continue;
		const fields = { ...now, ...Object.fromEntries(ofPart.map(({ field, to }) => [field, to])) };
		const areTaken = (taken: Fields) => ofPart.every(({ field, to }) => isSame(taken[field], to));
		if (part === 'invoice') {
			const { data } = enteredInvoice.safeParse(fields);
			if (data === undefined || !areTaken(data)) continue;
			invoice = data;
		} else {
			const line = lineOf(fields);
			const of = there.get(part);
			if (line === undefined || !areTaken(fieldsOfLine(line))) continue;
			if (!isPossible(line, of, expected.lines)) continue;
			if (of !== undefined && !isSettled(expected.name, of, lineIn(before, part), line)) continue;
			lines.set(part, line);
			if (of?.extra && line.extra === null) lines.delete(part);
		}
		changed.add(part);
	}
	return {
		lines: Object.fromEntries(lines),
		invoice,
		changed: changes.filter(({ part }) => changed.has(part)),
	};
}

const fieldsOf = (entries: Entries, part: string): Fields =>
	part === 'invoice' ? (entries.invoice ?? blankInvoice) : fieldsOfLine(lineIn(entries, part));

const lineIn = ({ lines }: Entries, part: string): EnteredLine =>
	(Object.hasOwn(lines, part) ? lines[part] : undefined) ?? blankLine;

const fieldsOfLine = ({ boxes, ...others }: EnteredLine): Fields => ({
	...others,
	...Object.fromEntries(boxes.map((box) => [`boxes/${box.unitId}`, box])),
});

/** undefined if these are no fields of a line */
function lineOf(fields: Fields): EnteredLine | undefined {
	const boxes = Object.entries(fields).flatMap(([field, box]) =>
		field.startsWith('boxes/') && box !== null ? [box] : [],
	);
	return enteredLine.safeParse({ ...fields, boxes }).data;
}

/** An item that nobody ordered comes back once, and goes while nothing else was entered on its line. */
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

/** A next step must be one that the draft offers, and stays with the difference it was chosen for. */
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
