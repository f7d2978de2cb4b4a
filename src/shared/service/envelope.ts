// Unwraps answers from the service's envelope, as the profile says or by their shape.
import { ExactNumber, type ExactJson } from '../exact-json.ts';
import type { ServiceProfile } from './profile.ts';
import { isJsonObject } from './wire.ts';

interface ListAnswer {
	rows: readonly ExactJson[];
	total: number | null;
	next: string | null;
	/** The next-page field is present, even if empty: empty means this page is the last. */
	tellsNext: boolean;
}

export function openList(json: ExactJson | undefined, profile: ServiceProfile): ListAnswer | null {
	const rows = profile.lists.rows === null ? rowsByShape(json) : at(json, profile.lists.rows);
	if (!Array.isArray(rows)) return null;
	const next = nextIn(json, profile);
	return {
		rows: rows as readonly ExactJson[],
		total:
			profile.lists.total === null
				? totalByName(json, rows.length)
				: wholeNumber(at(json, profile.lists.total)),
		next:
			typeof next === 'string' && next !== ''
				? next
				: next instanceof ExactNumber
					? next.text
					: null,
		tellsNext: next !== undefined,
	};
}

const nextAddresses = [
	['next'],
	['nextLink'],
	['nextUrl'],
	['nextPageUrl'],
	['next_page_url'],
	['@odata.nextLink'],
	['links', 'next'],
	['links', 'next', 'href'],
	['_links', 'next'],
	['_links', 'next', 'href'],
	['paging', 'next'],
	['pagination', 'next'],
	['meta', 'next'],
] as const;

function nextIn(
	json: ExactJson | undefined,
	{ paging }: Pick<ServiceProfile, 'paging'>,
): ExactJson | undefined {
	if (paging.style === 'cursor') return at(json, paging.nextCursor);
	if (paging.style !== 'next-url') return undefined;
	if (paging.nextUrl !== null) return at(json, paging.nextUrl);
	return nextAddresses
		.map((path) => inside(json, path))
		.find((value) => typeof value === 'string' || value === null);
}

/** The number in a Count answer; null if there is none. The shape of these answers is not shown. */
export function openCount(json: ExactJson | undefined, profile: ServiceProfile): number | null {
	if (profile.lists.count !== null) return wholeNumber(at(json, profile.lists.count));
	if (!isJsonObject(json)) return wholeNumber(json);
	const numbers = Object.values(json).filter((value) => wholeNumber(value) !== null);
	return totalByName(json, -1) ?? (numbers.length === 1 ? wholeNumber(numbers[0]) : null);
}

export function openRecord(
	json: ExactJson | undefined,
	profile: ServiceProfile,
): ExactJson | undefined {
	if (!isJsonObject(json)) return json;
	if (profile.lists.record !== null) return at(json, profile.lists.record);
	for (const name of ['data', 'Data', 'result', 'Result']) {
		const inner = json[name];
		if (isJsonObject(inner)) return inner;
	}
	return json;
}

function rowsByShape(json: ExactJson | undefined): ExactJson | undefined {
	if (Array.isArray(json)) return json as readonly ExactJson[];
	if (!isJsonObject(json)) return undefined;
	const lists = Object.values(json).filter((value) => Array.isArray(value));
	if (lists.length === 1) return lists[0];
	const inner = Object.values(json).filter(isJsonObject);
	return lists.length === 0 && inner.length === 1 ? rowsByShape(inner[0]) : undefined;
}

const totalNames = ['total', 'totalcount', 'totalrecords', 'totalitems'];

/** @param rows on this page: some services name this number `count`, others the total. */
function totalByName(json: ExactJson | undefined, rows: number): number | null {
	if (!isJsonObject(json)) return null;
	for (const [name, value] of Object.entries(json)) {
		if (totalNames.includes(name.toLowerCase())) return wholeNumber(value);
	}
	const [count] = Object.entries(json).filter(([name]) => name.toLowerCase() === 'count');
	const told = wholeNumber(count?.[1]);
	return told === rows ? null : told;
}

function wholeNumber(json: ExactJson | undefined): number | null {
	const digits = json instanceof ExactNumber ? json.text : json;
	const number = typeof digits === 'string' && /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
	return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export const at = (json: ExactJson | undefined, path: string): ExactJson | undefined =>
	inside(json, path.split('.'));

function inside(json: ExactJson | undefined, path: readonly string[]): ExactJson | undefined {
	let here = json;
	for (const part of path) {
		if (!isJsonObject(here)) return undefined;
		here = here[part];
	}
	return here;
}
