// Finds out how a list is paged: requests a few rows and compares them with the first ones.
import { ExactNumber, stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { openCount } from '../../../shared/service/envelope.ts';
import { countOf, findOperation } from '../../../shared/service/index.ts';
import { inLetterCase, letterCase } from '../../../shared/service/letter-case.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { defaultProfile, firstOf } from '../../../shared/service/profile.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { documentLists, operationOf, rowsAt, type FoundList, type Row } from './forms.ts';
import type { RawService } from './raw.ts';
import type { Page } from './totals.ts';

const isUsual = ({ style, first }: { style: 'page' | 'offset'; first: number }): boolean =>
	first === firstOf({ paging: { ...defaultProfile.paging, style, first: null } });

const sizeNames = [
	'pageSize',
	'size',
	'limit',
	'perPage',
	'take',
	'top',
	'$top',
	'maxResultCount',
	'maxResults',
	'rowsPerPage',
	'itemsPerPage',
	'pageLimit',
	'count',
	'rows',
];
const pageNames = ['pageNumber', 'page', 'pageIndex', 'currentPage', 'pageNo', 'pageNum', 'p'];
const offsetNames = ['offset', 'skip', 'start', 'startIndex', 'skipCount', '$skip', 'from'];
const cursorNames = [
	'cursor',
	'pageToken',
	'nextCursor',
	'next',
	'after',
	'continuationToken',
	'nextPageToken',
	'continuation',
	'startAfter',
	'marker',
	'token',
];
const sizes = [500, 200, 100, 50, 25, 20, 10];

/** Small enough that pages 1, 2 and 3 and offset 2 all start with different rows. */
const few = 3;
const neededRows = 3 * few;

interface Tried {
	readonly operation: Operation;
	readonly first: readonly string[];
}

interface Came {
	readonly json: ExactJson | undefined;
	readonly headers: Pick<Headers, 'get'> | null;
	readonly rows: string[] | null;
}
type Ask = (query: Record<string, string>) => Promise<Came>;

type FoundPaging =
	| { style: 'page' | 'offset'; parameter: string; first: number }
	| { style: 'cursor'; parameter: string; path: string }
	| { style: 'link' }
	| { style: 'next-url'; path: string };

/** @returns pages with part of a list, to learn about totals */
export async function findPaging(
	service: RawService,
	lists: readonly FoundList[],
	counted: readonly Page[],
	findings: Findings,
): Promise<Page[]> {
	const asking = findings.ask('paging');
	const tried = listToTry(lists);
	if (tried === null) {
		asking.open('noRows');
		findings.ask('pageSize').open('noRows');
		return [];
	}
	const askOf =
		(operation: Operation): Ask =>
		async (query) => {
			const asked = await service.get(operation, { query });
			if (!asked.ok) return { json: undefined, headers: null, rows: null };
			const { json, headers } = asked.answer;
			const rows = rowsAt(json, findings.profile().lists.rows ?? '')?.map(keyOf);
			return { json, headers, rows: rows ?? null };
		};
	const ask = askOf(tried.operation);
	const cases = casesOf(findings);
	const sizeName = await findSizeName(
		ask,
		cases([findings.profile().paging.sizeParameter, ...sizeNames]),
	);
	const size = sizeName === null ? tried.first.length : few;
	const sized: Record<string, string> = sizeName === null ? {} : { [sizeName]: String(few) };
	const page = await ask(sized);
	const found = await findStyle(ask, sized, size, tried, page, cases, findings);
	if (found === null) {
		if (sizeName === null && counted.length > 0 && counted.every(({ isPart }) => !isPart)) {
			findings.set('paging', 'none', 'tried');
			findings.found('pageSize', 'tried');
			const values = { rows: tried.first.length };
			asking.good('pageNone', values);
			findings.ask('pageSize').good('pageNone', values);
		} else {
			asking.open('pageUnknown');
			findings.ask('pageSize').open('pageUnknown');
		}
		return [];
	}
	learnStyle(found, findings, asking);
	await findSize(findings, sizeName, tried.first.length, askOf(longestOf(lists, tried)));
	const total = await askCount(service, tried, findings);
	const isPart = total === null ? sizeName !== null : total > (page.rows?.length ?? 0);
	return page.json === undefined || page.headers === null
		? []
		: [{ json: page.json, headers: page.headers, counted: total, isPart }];
}

function learnStyle(
	found: FoundPaging,
	findings: Findings,
	asking: ReturnType<Findings['ask']>,
): void {
	findings.set('paging', found.style, found.style === 'link' ? 'headers' : 'tried');
	switch (found.style) {
		case 'link':
			asking.good('pageByLink');
			break;
		case 'next-url':
			findings.learn('paging.nextUrl', found.path);
			asking.good('pageByAddress', { path: found.path });
			break;
		case 'cursor':
			findings.learn('paging.parameter', found.parameter);
			findings.learn('paging.nextCursor', found.path);
			asking.good('pageByCursor', { parameter: found.parameter, path: found.path });
			break;
		case 'page':
		case 'offset':
			findings.learn('paging.parameter', found.parameter);
			findings.learn('paging.first', isUsual(found) ? null : found.first);
			asking.good(found.style === 'page' ? 'pageByNumber' : 'pageByOffset', {
				parameter: found.parameter,
				first: found.first,
			});
	}
}

const casesOf =
	(findings: Findings) =>
	(names: readonly string[]): string[] => {
		const { fieldCase, queryCase } = findings.profile();
		const likely = new Set([fieldCase, 'as-declared', queryCase, ...letterCase.options] as const);
		const inOrder = [...likely].filter((each) => each !== 'kebab' && each !== 'lower');
		return [...new Set(inOrder.flatMap((each) => names.map((name) => inLetterCase(name, each))))];
	};

/** Finds the name that shortens a page by bisection, or one by one if unknown names are rejected. */
async function findSizeName(ask: Ask, names: readonly string[]): Promise<string | null> {
	const rowsWith = async (some: readonly string[]) =>
		(await ask(Object.fromEntries(some.map((name) => [name, String(few)])))).rows?.length ?? null;
	const all = await rowsWith(names);
	if (all === null) {
		for (const name of names) if ((await rowsWith([name])) === few) return name;
		return null;
	}
	if (all !== few) return null;
	let left = names;
	while (left.length > 1) {
		const half = left.slice(0, Math.ceil(left.length / 2));
		left = (await rowsWith(half)) === few ? half : left.slice(half.length);
	}
	const [name] = left;
	return name !== undefined && (await rowsWith([name])) === few ? name : null;
}

async function findStyle(
	ask: Ask,
	sized: Record<string, string>,
	size: number,
	tried: Tried,
	page: Came,
	cases: (names: readonly string[]) => string[],
	findings: Findings,
): Promise<FoundPaging | null> {
	if (/;\s*rel="?next\b/i.test(page.headers?.get('link') ?? '')) return { style: 'link' };
	const [address] = textsIn(page.json).filter(([, text]) => isAddress(text));
	if (address !== undefined) return { style: 'next-url', path: address[0] };
	return (
		(await findCursor(ask, sized, size, tried, page, cases(cursorNames))) ??
		(await findNumber(ask, sized, size, tried, [
			...new Set([findings.profile().paging.parameter, ...cases([...pageNames, ...offsetNames])]),
		]))
	);
}

async function findNumber(
	ask: Ask,
	sized: Record<string, string>,
	size: number,
	{ first }: Tried,
	names: readonly string[],
): Promise<FoundPaging | null> {
	for (const parameter of names) {
		const { rows: second } = await ask({ ...sized, [parameter]: '2' });
		const head = second?.[0];
		if (head === undefined) {
			const one = (await ask({ ...sized, [parameter]: '1' })).rows?.[0];
			if (one === first[0]) return { style: 'page', parameter, first: 1 };
			if (one !== undefined && !first.includes(one)) return { style: 'page', parameter, first: 0 };
			continue;
		}
		if (head === first[0]) continue;
		if (head === first[2]) return { style: 'offset', parameter, first: 0 };
		if (head === first[size]) return { style: 'page', parameter, first: 1 };
		if (head === first[2 * size]) return { style: 'page', parameter, first: 0 };
		// Past the known rows: the number that returns the first row is the first page.
		for (const number of [1, 0]) {
			const { rows } = await ask({ ...sized, [parameter]: String(number) });
			if (rows?.[0] === first[0]) return { style: 'page', parameter, first: number };
		}
	}
	return null;
}

async function findCursor(
	ask: Ask,
	sized: Record<string, string>,
	size: number,
	{ first }: Tried,
	page: Came,
	names: readonly string[],
): Promise<FoundPaging | null> {
	for (const [path, cursor] of textsIn(page.json)) {
		for (const parameter of names) {
			const head = (await ask({ ...sized, [parameter]: cursor })).rows?.[0];
			const isNext = first[size] === undefined ? !first.includes(head ?? '') : head === first[size];
			if (head !== undefined && isNext) return { style: 'cursor', parameter, path };
		}
	}
	return null;
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/.test(text);

function textsIn(json: ExactJson | undefined, path: readonly string[] = []): [string, string][] {
	if (!isJsonObject(json) || path.length > 3) return [];
	return Object.entries(json).flatMap(([name, value]): [string, string][] => {
		const here = [...path, name];
		if (isJsonObject(value)) return textsIn(value, here);
		const text = typeof value === 'string' ? value : value instanceof ExactNumber ? value.text : '';
		return text !== '' && /next|cursor|continu|token|after/i.test(here.join('.'))
			? [[here.join('.'), text]]
			: [];
	});
}

/** Finds the page size: as requested by the profile, or the maximum seen. */
async function findSize(
	findings: Findings,
	sizeName: string | null,
	usual: number,
	ask: Ask,
): Promise<void> {
	const asking = findings.ask('pageSize');
	if (sizeName === null) {
		findings.set('pageSize', usual, 'tried');
		asking.careful('sizeFixed', { size: usual });
		return;
	}
	findings.learn('paging.sizeParameter', sizeName);
	const wanted = findings.profile().paging.size;
	for (const size of [wanted, ...sizes.filter((each) => each < wanted)]) {
		const came = await ask({ [sizeName]: String(size) });
		const { rows } = came;
		if (rows === null) continue;
		const isFull = rows.length >= size;
		const isCut = !isFull && (await hasMore(findings, sizeName, came, ask));
		// Fewer rows than requested: a limit of the service, or simply no more rows.
		const seen = sizes.find((each) => each <= rows.length) ?? few;
		const most = isFull ? size : isCut ? rows.length : Math.min(seen, size);
		findings.set('pageSize', most, 'tried');
		const values = { parameter: sizeName, size: most, asked: wanted };
		if (most === wanted) asking.good('sizeKept', values);
		else asking.good(isFull || isCut ? 'sizeCapped' : 'sizeSeen', values);
		return;
	}
	asking.open('pageUnknown');
}

async function hasMore(
	findings: Findings,
	sizeName: string,
	{ rows, json, headers }: Came,
	ask: Ask,
): Promise<boolean> {
	const { paging } = findings.profile();
	const came = rows?.length ?? 0;
	switch (paging.style) {
		case 'none':
			return false;
		case 'link':
			return /;\s*rel="?next\b/i.test(headers?.get('link') ?? '');
		case 'cursor':
		case 'next-url': {
			const next = paging.style === 'cursor' ? paging.nextCursor : paging.nextUrl;
			return textsIn(json).some(([path]) => path === next);
		}
		case 'page':
		case 'offset': {
			const second = paging.style === 'page' ? firstOf({ paging }) + 1 : came;
			const next = await ask({ [sizeName]: String(came), [paging.parameter]: String(second) });
			return (next.rows?.length ?? 0) > 0;
		}
	}
}

async function askCount(
	service: RawService,
	{ operation }: Tried,
	findings: Findings,
): Promise<number | null> {
	const count = countOf(operation.name);
	if (count === undefined) return null;
	const asked = await service.get(count);
	return asked.ok ? openCount(asked.answer.json, findings.profile()) : null;
}

/** Lists that grow. Short ones, such as time zones, may come in one piece. */
const growing = [
	'inventoryItem.list',
	'inventoryItem.currentStock',
	'supplier.list',
	...documentLists,
];

/** The list with the most rows at once; of equals the items, because they have a count. */
function listToTry(lists: readonly FoundList[]): Tried | null {
	const [list] = lists
		.filter(({ name, rows }) => {
			const isTelling = rows.length >= neededRows && new Set(rows.map(keyOf)).size === rows.length;
			return growing.includes(name) && isTelling;
		})
		.sort(
			(one, other) =>
				other.rows.length - one.rows.length ||
				growing.indexOf(one.name) - growing.indexOf(other.name),
		);
	const operation = list && findOperation(list.name);
	return list && operation ? { operation, first: list.rows.map(keyOf) } : null;
}

/** Only a long list shows a page limit, and stock usually has more rows than items. */
function longestOf(lists: readonly FoundList[], { operation, first }: Tried): Operation {
	const stock = lists.find(({ name }) => name === 'inventoryItem.currentStock');
	return stock !== undefined && stock.rows.length >= first.length
		? operationOf(stock.name)
		: operation;
}

const keyOf = (row: Row): string => stringifyExact(row);
