// A later step may name lines that the service has not numbered yet: `{ $line: n }` stands for the id of the n-th line
// until the document is read for the first time.
import Big from 'big.js';
import { z } from 'zod';
import type { Payload } from '../../../shared/service/operation.ts';

const placeholder = z.strictObject({ $line: z.number().int().min(0) });

const line = z.looseObject({ itemId: z.string(), uomId: z.number(), quantity: z.string() });
type Line = z.output<typeof line>;
const shownLine = line.extend({ id: z.string() });

const made = z.looseObject({ items: z.array(line) });
const shown = z.looseObject({ items: z.array(shownLine) });
const withItems = z.looseObject({ items: z.array(z.looseObject({})) });

const rowsIn = (body: Payload) => withItems.safeParse(body).data?.items ?? [];

/** Lines of the body without an id yet. */
const unnamed = (body: Payload): number[] =>
	rowsIn(body).flatMap((row) => Object.values(row).flatMap((value) => lineOf(value) ?? []));

const lineOf = (value: unknown): number | undefined => placeholder.safeParse(value).data?.$line;

export const hasUnnamedLines = (body: Payload): boolean => unnamed(body).length > 0;

/**
 * Fills in the line ids from the record. @param create the payload that made the document @returns null if lines cannot
 * be told apart
 */
export function withNamedLines(body: Payload, create: Payload, record: Payload): Payload | null {
	const lines = made.safeParse(create).data?.items ?? [];
	const there = shown.safeParse(record).data?.items ?? [];
	const ids = new Map(unnamed(body).map((at) => [at, idOfLine(at, lines, there)]));
	if ([...ids.values()].includes(null)) return null;
	const named = (value: unknown): unknown => ids.get(lineOf(value) ?? -1) ?? value;
	const items = rowsIn(body).map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, named(value)])),
	);
	return { ...body, items };
}

function idOfLine(
	at: number,
	lines: readonly Line[],
	there: readonly z.output<typeof shownLine>[],
): string | null {
	const wanted = lines[at];
	if (wanted === undefined) return null;
	const isAlike = ({ itemId, uomId }: Line) => itemId === wanted.itemId && uomId === wanted.uomId;
	const alike = there.filter(isAlike);
	// Fewer than were sent: lines were joined, or one is gone.
	if (alike.length < lines.filter(isAlike).length) return null;
	const fits =
		alike.length > 1
			? alike.filter(({ quantity }) => new Big(quantity).eq(wanted.quantity))
			: alike;
	return fits.length === 1 ? (fits[0]?.id ?? null) : null;
}
