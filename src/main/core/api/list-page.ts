// Reads a page of a list apart from its rows: the next page, the total, and the identity of each row.
import { stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';

/** `told`: the header names other pages, so a missing next page means the last page. */
interface NextLink {
	next: { address: string } | 'other-origin' | null;
	told: boolean;
}

/** One link of a Link header (RFC 8288): the address in angle brackets, then parameters. */
const link = /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g;
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]*))/i;
const places: readonly string[] = ['next', 'prev', 'previous', 'first', 'last'];

/** The next page by a Link header; an address of another origin is ignored, so that it never gets the token. */
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

export const addressOf = (address: string, base: string): { address: string } | 'other-origin' => {
	const url = URL.parse(address, base);
	return url !== null && url.origin === URL.parse(base)?.origin && url.username === ''
		? { address: url.href }
		: 'other-origin';
};

const usualHeaders = ['x-total-count', 'x-total', 'total-count', 'x-total-records'];

export function toldInHeader(headers: Pick<Headers, 'get'>, named: string | null): number | null {
	for (const name of named === null ? usualHeaders : [named]) {
		const text = headers.get(name)?.trim();
		if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
	}
	return null;
}

/** The id of a row, or the whole row if it has none (stock). */
export const keyOfRow = (row: unknown, json: ExactJson): string =>
	typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
		? row.id
		: stringifyExact(json);
