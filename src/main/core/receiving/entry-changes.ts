// What an entry changed, field by field, so that it can be undone and redone.
import type { EntryChange } from '../../../shared/bridge/receiving.ts';
import {
	blankInvoice,
	blankLine,
	enteredInvoice,
	enteredLine,
	isAdded,
	type EnteredBody,
	type EnteredLine,
	type Expected,
	type ExpectedLine,
} from './entered.ts';

/** What a person enters. */
export type Entries = Pick<EnteredBody, 'lines' | 'invoice'>;

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

/** The entries with these changes, but for lines, or the invoice, that were changed elsewhere since. */
export function withChanges(
	{ lines: expected, entered }: Pick<Expected, 'lines' | 'entered'>,
	changes: readonly EntryChange[],
): Required<Entries> & { readonly changed: EntryChange[] } {
	const before: Entries = entered?.body ?? { lines: {} };
	const there = new Map(expected.map((line) => [line.record.id, line]));
	const lines = new Map(Object.entries(before.lines));
	let { invoice } = before;
	const changed: EntryChange[] = [];
	for (const [part, ofPart] of Map.groupBy(changes, (each) => each.part)) {
		const now = fieldsOf(before, part);
		const isAsEither = ({ field, was, to }: EntryChange) =>
			isSame(now[field], was) || isSame(now[field], to);
		if (!ofPart.every(isAsEither)) continue;
		const fields = { ...now, ...Object.fromEntries(ofPart.map(({ field, to }) => [field, to])) };
		if (part === 'invoice') {
			const { data } = enteredInvoice.safeParse(fields);
			if (data === undefined) continue;
			invoice = data;
		} else {
			const line = lineOf(fields);
			if (line === undefined || !isPossible(line, there.get(part), expected)) continue;
			lines.set(part, line);
			if (there.get(part)?.extra && line.extra === null) lines.delete(part);
		}
		changed.push(...ofPart);
	}
	return { lines: Object.fromEntries(lines), invoice, changed };
}

function fieldsOf({ lines, invoice }: Entries, part: string): Fields {
	if (part === 'invoice') return invoice ?? blankInvoice;
	const { boxes, ...others } = lines[part] ?? blankLine;
	return {
		...others,
		...Object.fromEntries(boxes.map((box) => [`boxes/${box.unitId}`, box])),
	};
}

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
	return there.extra === undefined ? extra === null : extra !== null || isSame(line, blankLine);
}

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
