// Paging and answer envelopes, as the profile defines them.
import type { ExactJson } from '../shared/exact-json.ts';
import { ExactNumber } from '../shared/exact-json.ts';
import { firstOf, type ServiceProfile } from '../shared/service/profile.ts';
import type { Fields } from './operations/handler.ts';
import type { Page } from './store/records.ts';

const MOST_ROWS = 1_000;
const USUAL_ROWS = 50;

/** The requested page; adds problems to `fields`. */
export function pageOf(
	query: Readonly<Record<string, unknown>>,
	{ paging }: ServiceProfile,
	fields: Fields,
): Page {
	if (paging.style === 'none') return { offset: 0, limit: -1 };
	const limit = wholeNumber(query[paging.sizeParameter], USUAL_ROWS);
	if (limit === undefined || limit < 1 || limit > MOST_ROWS) {
		fields[paging.sizeParameter] = `A whole number from 1 to ${MOST_ROWS} is needed.`;
	}
	const rows = limit ?? USUAL_ROWS;
	if (paging.style === 'cursor') {
		const offset = readCursor(query[paging.parameter]);
		if (offset === undefined) fields[paging.parameter] = 'This cursor was not given by a list.';
		return { offset: offset ?? 0, limit: rows };
	}
	const first = firstOf({ paging });
	const number = wholeNumber(query[paging.parameter], first);
	if (number === undefined || number < first) {
		fields[paging.parameter] = `A whole number from ${first} is needed.`;
	}
	const from = (number ?? first) - first;
	return { offset: paging.style === 'page' ? from * rows : from, limit: rows };
}

/** A list in the profile's form: bare rows, or rows at their path with the other fields. */
export function envelope(
	items: readonly ExactJson[],
	total: number,
	page: Page,
	{ paging, lists }: ServiceProfile,
): ExactJson {
	if (lists.rows === null) return items;
	const answer: Envelope = {};
	put(answer, lists.rows, items);
	if (lists.total !== null) put(answer, lists.total, number(total));
	if (paging.style === 'cursor') {
		const next = page.offset + items.length;
		put(answer, paging.nextCursor, next < total ? cursorAt(next) : null);
	}
	if (paging.style === 'page' && page.limit > 0) {
		answer['pageNumber'] = number(page.offset / page.limit + firstOf({ paging }));
		answer['pageSize'] = number(page.limit);
	}
	return answer;
}

export const countAnswer = (count: number, { lists }: ServiceProfile): ExactJson =>
	lists.count === null ? number(count) : put({}, lists.count, number(count));

export const recordAnswer = (
	record: ExactJson | undefined,
	{ lists }: ServiceProfile,
): ExactJson | undefined =>
	lists.record === null || record === undefined ? record : put({}, lists.record, record);

interface Envelope {
	[name: string]: ExactJson | undefined;
}

function put(envelope: Envelope, path: string, value: ExactJson): Envelope {
	const names = path.split('.');
	const last = names.pop() ?? path;
	let here = envelope;
	for (const name of names) {
		const inner: Envelope = { ...(here[name] as Envelope | undefined) };
		here[name] = inner;
		here = inner;
	}
	here[last] = value;
	return envelope;
}

/** An opaque cursor, as it should be: the encoded offset of the next page. */
const cursorAt = (offset: number): string =>
	Buffer.from(`practice cursor ${offset}`).toString('base64url');

function readCursor(value: unknown): number | undefined {
	if (value === undefined) return 0;
	if (typeof value !== 'string') return undefined;
	const read = /^practice cursor (\d{1,9})$/.exec(Buffer.from(value, 'base64url').toString('utf8'));
	return read?.[1] === undefined ? undefined : Number(read[1]);
}

const number = (value: number): ExactNumber => new ExactNumber(String(value));

function wholeNumber(value: unknown, standard: number): number | undefined {
	if (value === undefined) return standard;
	return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
