// What an answer with a page of a list tells besides its rows: the address of the next page, the number of all rows,
// and what tells one row from another.
import { stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';

/** `told`: the header names other pages of the list, so that one without a next page is the last. */
interface NextLink {
	next: { address: string } | 'other-origin' | null;
	told: boolean;
}

/** One link of a Link header (RFC 8288): the address in angle brackets, and its parameters. */
const link = /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g;
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]*))/i;
const places: readonly string[] = ['next', 'prev', 'previous', 'first', 'last'];

/**
 * The next page by a Link header. A token is never sent to another origin, so an address there is not used.
 * @param base what relative addresses are relative to
 */
export function nextLink(header: string | null, base: string): NextLink {
	let next: NextLink['next'] = null;
	let told = false;
	for (const [, address = '', parameters = ''] of (header ?? '').matchAll(link)) {
		const found = relation.exec(parameters);
		const names = (found?.[1] ?? found?.[2] ?? '').toLowerCase().split(/\s+/);
		told ||= names.some((name) => places.includes(name));
		if (names.includes('next')) next ??= addressOf(address, base);
	}
	return { next, told };
}

/** The next page by an address in the body. */
export const addressOf = (address: string, base: string): { address: string } | 'other-origin' => {
	const url = URL.parse(address, base);
	return url !== null && url.origin === URL.parse(base)?.origin && url.username === ''
		? { address: url.href }
		: 'other-origin';
};

const usualHeaders = ['x-total-count', 'x-total', 'total-count', 'x-total-records'];

/** @param named in the profile; null: one of the usual headers */
export function toldInHeader(headers: Pick<Headers, 'get'>, named: string | null): number | null {
	for (const name of named === null ? usualHeaders : [named]) {
		const text = headers.get(name)?.trim();
		if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
	}
	return null;
}

/** The identifier of a row, or the whole row where it has none, as stock has none. */
export const keyOfRow = (row: unknown, json: ExactJson): string =>
	typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
		? row.id
		: stringifyExact(json);
