// Pages of lists, as the profile says they are asked for, and the envelope they come in.
import type { ExactJson } from '../shared/exact-json.ts';
import { ExactNumber } from '../shared/exact-json.ts';
import type { ServiceProfile } from '../shared/service/profile.ts';
import type { Fields } from './operations/handler.ts';
import type { Page } from './store/records.ts';

/** Rows of a page at most. */
export const MOST_ROWS = 1_000;
const USUAL_ROWS = 50;

/** The page that a query asks for; what is wrong with it is added to `fields`. */
export function pageOf(
	query: Readonly<Record<string, unknown>>,
	{ paging }: ServiceProfile,
	fields: Fields,
): Page {
	const limit = wholeNumber(query[paging.sizeParameter], USUAL_ROWS);
	const number = wholeNumber(query[paging.parameter], paging.first);
	if (limit === undefined || limit < 1 || limit > MOST_ROWS) {
		fields[paging.sizeParameter] = `A whole number from 1 to ${MOST_ROWS} is needed.`;
	}
	if (number === undefined || number < paging.first) {
		fields[paging.parameter] = `A whole number from ${paging.first} is needed.`;
	}
	const rows = limit ?? USUAL_ROWS;
	return { offset: ((number ?? paging.first) - paging.first) * rows, limit: rows };
}

/** `{ items, totalCount, pageNumber, pageSize }` */
export const envelope = (
	items: readonly ExactJson[],
	total: number,
	page: Page,
	{ paging }: ServiceProfile,
): ExactJson => ({
	items,
	totalCount: number(total),
	pageNumber: number(page.offset / page.limit + paging.first),
	pageSize: number(page.limit),
});

const number = (value: number): ExactNumber => new ExactNumber(String(value));

function wholeNumber(value: unknown, standard: number): number | undefined {
	if (value === undefined) return standard;
	return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
