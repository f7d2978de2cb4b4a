// The shape of a stranger's answers: envelopes, pages, counts, problems.
import { ExactNumber, type ExactJson } from '../../src/shared/exact-json.ts';
import { inCase, type Composition, type Paging } from './composition.ts';

export interface Answered {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly json: ExactJson | undefined;
}

type Envelope = Record<string, ExactJson | undefined>;

const number = (value: number): ExactNumber => new ExactNumber(String(value));

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

const at = (path: string, value: ExactJson): ExactJson =>
	path === '' ? value : put({}, path, value);

export const recordAnswer = ({ lists }: Composition, json: ExactJson): ExactJson =>
	at(lists.record, json);

export const countAnswer = ({ lists }: Composition, count: number): ExactJson =>
	at(lists.count, number(count));

/** A page of rows, as queried. */
export function listAnswer(
	{ lists, paging, broken }: Composition,
	all: readonly ExactJson[],
	url: URL,
): Answered | { refused: string } {
	const page = pageOf(paging, url.searchParams);
	if ('refused' in page) return page;
	const { size } = page;
	const from = broken === 'page-ignored' ? 0 : page.from;
	const rows = broken === 'cut-short' ? all.slice(0, paging.most) : all;
	const told = broken === 'wrong-total' ? rows.length + 7 : rows.length;
	if (paging.beyond === 'missing' && from > 0 && from >= rows.length) {
		return { status: 404, headers: {}, json: { message: 'There is no such page.' } };
	}
	const shown = rows.slice(from, from + size);
	const next = from + size < rows.length ? from + size : null;
	const headers: Record<string, string> = {};
	const total = lists.total;
	if (total?.startsWith('header:') === true) {
		headers[total.slice('header:'.length).toLowerCase()] = String(told);
	}
	if (paging.style === 'link') {
		const links = [`<${nextAddress(paging, url, 0, size)}>; rel="first"`];
		if (next !== null) links.push(`<${nextAddress(paging, url, next, size)}>; rel="next"`);
		headers['link'] = links.join(', ');
	}
	if (lists.rows === '') return { status: 200, headers, json: shown };
	const json: Envelope = put({}, lists.rows, shown);
	if (total !== null && !total.startsWith('header:')) put(json, total, number(told));
	if (paging.style === 'cursor') {
		put(json, paging.next, next === null ? null : cursorAt(next));
	} else if (paging.style === 'next-url') {
		put(json, paging.next, next === null ? null : nextAddress(paging, url, next, size));
	}
	return { status: 200, headers, json };
}

function pageOf(
	paging: Paging,
	query: URLSearchParams,
): { from: number; size: number } | { refused: string } {
	if (paging.style === 'none') return { from: 0, size: Number.MAX_SAFE_INTEGER };
	const wanted = paging.sizeParameter === null ? null : wholeNumber(query, paging.sizeParameter);
	if (wanted !== null && (wanted < 1 || (wanted > paging.most && paging.over === 'refuse'))) {
		return { refused: `From 1 to ${String(paging.most)} rows are given at once.` };
	}
	const size = Math.min(wanted ?? paging.usual, paging.most);
	const said = query.get(paging.parameter);
	if (said === null) return { from: 0, size };
	switch (countingOf(paging)) {
		case 'cursor': {
			const from = /^from:(\d+)$/.exec(Buffer.from(said, 'base64url').toString())?.[1];
			return from === undefined
				? { refused: 'No list gave this cursor.' }
				: { from: Number(from), size };
		}
		case 'offset':
			return { from: wholeNumber(query, paging.parameter) ?? 0, size };
		case 'page': {
			const page = wholeNumber(query, paging.parameter);
			if (page === null || page < paging.first) return { refused: 'There is no such page.' };
			return { from: (page - paging.first) * size, size };
		}
	}
}

/** Position parameter: a next-page URL may use any of them. */
function countingOf({ style, parameter }: Paging): 'page' | 'offset' | 'cursor' {
	if (style === 'page' || style === 'offset' || style === 'cursor') return style;
	return /page/i.test(parameter) ? 'page' : /offset|skip/i.test(parameter) ? 'offset' : 'cursor';
}

const cursorAt = (from: number): string =>
	Buffer.from(`from:${String(from)}`).toString('base64url');

function nextAddress(paging: Paging, url: URL, from: number, size: number): string {
	const next = new URL(url);
	const values = {
		page: String(from / size + paging.first),
		offset: String(from),
		cursor: cursorAt(from),
	};
	next.searchParams.set(paging.parameter, values[countingOf(paging)]);
	return paging.address === 'absolute' ? next.href : next.pathname + next.search;
}

function wholeNumber(query: URLSearchParams, name: string): number | null {
	const said = query.get(name);
	return said !== null && /^\d{1,9}$/.test(said) ? Number(said) : null;
}

/** A stranger's refusal. */
export function problemAnswer(
	{ problems, fieldCase }: Composition,
	status: number,
	sentence: string,
	fields: Readonly<Record<string, string>> = {},
): Answered {
	const name = (text: string) => inCase(text, fieldCase);
	const named = Object.entries(fields);
	const byField = Object.fromEntries(named.map(([path, said]) => [path, [said]]));
	const list = named.map(([path, said]) => ({ [name('field')]: path, [name('message')]: said }));
	const json: ExactJson = {
		rfc9457: {
			...fields,
			type: 'about:blank',
			title: 'Problem',
			status: number(status),
			detail: sentence,
		},
		message: { [name('message')]: sentence, [name('code')]: 'E100' },
		error: { [name('error')]: sentence },
		'error-object': {
			[name('error')]: { [name('message')]: sentence, [name('fields')]: { ...fields } },
		},
		'errors-by-field': { title: sentence, status: number(status), [name('errors')]: byField },
		'errors-list': { [name('message')]: sentence, [name('errors')]: list },
	}[problems];
	return { status, headers: {}, json };
}
