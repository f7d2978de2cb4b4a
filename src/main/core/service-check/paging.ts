// How a list is asked for page by page, found by asking for few rows and comparing them with the first ones.
import { ExactNumber, stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { openCount } from '../../../shared/service/envelope.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { rowsAt, type FoundList, type Row } from './forms.ts';
import { jsonOf, type RawService } from './raw.ts';

const sizeNames = [
	'pageSize',
	'size',
	'limit',
	'perPage',
	'per_page',
	'take',
	'top',
	'$top',
	'PageSize',
	'maxResultCount',
	'count',
	'rows',
];
const pageNames = ['pageNumber', 'page', 'pageIndex', 'PageNumber', 'currentPage', 'pageNo', 'p'];
const offsetNames = ['offset', 'skip', 'start', 'startIndex', 'skipCount', '$skip', 'from'];
const cursorNames = [
	'cursor',
	'pageToken',
	'page_token',
	'nextCursor',
	'next',
	'after',
	'continuationToken',
	'nextPageToken',
	'token',
];
const sizes = [500, 200, 100, 50, 25];

/** So small that pages 1, 2 and 3 and an offset of 2 all begin with another row. */
const few = 3;
const neededRows = 3 * few;

/** A list that paging is tried on, with its first rows as they came without any parameter. */
interface Tried {
	readonly operation: Operation;
	readonly first: readonly string[];
}

export async function findPaging(
	service: RawService,
	lists: readonly FoundList[],
	findings: Findings,
): Promise<void> {
	const asking = findings.ask('paging');
	const tried = listToTry(lists);
	if (tried === null) {
		asking.open('noRows');
		findings.ask('pageSize').open('noRows');
		return;
	}
	const ask = async (query: Record<string, string>) => {
		const json = jsonOf(await service.get(tried.operation, { query }));
		const rows = rowsAt(json, findings.profile().lists.rows ?? '')?.map(keyOf);
		return { json, rows: rows ?? null };
	};
	const { paging } = findings.profile();

	const sizeName = await firstOf(distinct(paging.sizeParameter, sizeNames), async (name) => {
		const { rows } = await ask({ [name]: String(few) });
		return rows?.length === few;
	});
	const size = sizeName === null ? tried.first.length : few;
	const sized: Record<string, string> = sizeName === null ? {} : { [sizeName]: String(few) };

	const found =
		(await findCursor(ask, sized, size, tried)) ??
		(await findNumber(ask, sized, size, tried, paging.parameter));
	if (found === null) {
		const total = sizeName === null ? await countOf(service, tried, findings) : null;
		if (total !== null && total === tried.first.length) {
			findings.learn(['paging', 'style'], 'none');
			asking.good('pageNone', { values: { rows: total } });
			findings.ask('pageSize').good('pageNone', { values: { rows: total } });
		} else {
			asking.open('pageUnknown');
			findings.ask('pageSize').open('pageUnknown');
		}
		return;
	}
	findings.learn(['paging', 'style'], found.style);
	findings.learn(['paging', 'parameter'], found.parameter);
	if (found.style === 'cursor') findings.learn(['paging', 'nextCursor'], found.path);
	else findings.learn(['paging', 'first'], found.first);
	switch (found.style) {
		case 'cursor':
			asking.good('pageByCursor', { values: { parameter: found.parameter, path: found.path } });
			break;
		case 'page':
			asking.good('pageByNumber', { values: { parameter: found.parameter, first: found.first } });
			break;
		case 'offset':
			asking.good('pageByOffset', { values: { parameter: found.parameter } });
	}
	await findSize(findings, sizeName, tried, ask);
}

type Ask = (
	query: Record<string, string>,
) => Promise<{ json: ExactJson | undefined; rows: string[] | null }>;

type FoundPaging =
	| { style: 'page' | 'offset'; parameter: string; first: number }
	| { style: 'cursor'; parameter: string; path: string };

/** Asks for number 2 and sees which row comes first. */
async function findNumber(
	ask: Ask,
	sized: Record<string, string>,
	size: number,
	{ first }: Tried,
	present: string,
): Promise<FoundPaging | null> {
	for (const parameter of distinct(present, [...pageNames, ...offsetNames])) {
		const head = (await ask({ ...sized, [parameter]: '2' })).rows?.[0];
		if (head === undefined || head === first[0]) continue;
		if (head === first[2]) return { style: 'offset', parameter, first: 0 };
		if (head === first[size]) return { style: 'page', parameter, first: 1 };
		if (head === first[2 * size]) return { style: 'page', parameter, first: 0 };
		// Beyond the rows that we know: the number that brings the first row is the first page.
		for (const number of [1, 0]) {
			const { rows } = await ask({ ...sized, [parameter]: String(number) });
			if (rows?.[0] === first[0]) return { style: 'page', parameter, first: number };
		}
	}
	return null;
}

/** Looks for a text or number beside the rows that brings the next ones. */
async function findCursor(
	ask: Ask,
	sized: Record<string, string>,
	size: number,
	{ first }: Tried,
): Promise<FoundPaging | null> {
	for (const [path, cursor] of cursorsIn((await ask(sized)).json)) {
		for (const parameter of cursorNames) {
			const head = (await ask({ ...sized, [parameter]: cursor })).rows?.[0];
			const isNext = first[size] === undefined ? !first.includes(head ?? '') : head === first[size];
			if (head !== undefined && isNext) return { style: 'cursor', parameter, path };
		}
	}
	return null;
}

/** Texts beside the rows whose names speak of what comes next, with their paths. */
function cursorsIn(json: ExactJson | undefined, path: readonly string[] = []): [string, string][] {
	if (!isJsonObject(json) || path.length > 2) return [];
	return Object.entries(json).flatMap(([name, value]): [string, string][] => {
		const here = [...path, name];
		if (isJsonObject(value)) return cursorsIn(value, here);
		const text = typeof value === 'string' ? value : value instanceof ExactNumber ? value.text : '';
		return text !== '' && /next|cursor|continu|token|after/i.test(name)
			? [[here.join('.'), text]]
			: [];
	});
}

/** How many rows a page may have: as many as the profile asks for, or as many as come. */
async function findSize(
	findings: Findings,
	sizeName: string | null,
	{ first }: Tried,
	ask: Ask,
): Promise<void> {
	const asking = findings.ask('pageSize');
	if (sizeName === null) {
		findings.learn(['paging', 'size'], first.length);
		asking.careful('sizeFixed', { values: { size: first.length } });
		return;
	}
	findings.learn(['paging', 'sizeParameter'], sizeName);
	const wanted = findings.profile().paging.size;
	for (const size of [wanted, ...sizes.filter((each) => each < wanted)]) {
		const { rows } = await ask({ [sizeName]: String(size) });
		if (rows === null) continue;
		const values = { parameter: sizeName, size, asked: wanted };
		if (rows.length >= size || !(await hasMore(findings, sizeName, rows.length, ask))) {
			findings.learn(['paging', 'size'], size);
			if (size === wanted) asking.good('sizeKept', { values });
			else asking.good('sizeCapped', { values });
			return;
		}
		// Fewer came than were asked for, and there are more: the service has a limit of its own.
		findings.learn(['paging', 'size'], rows.length);
		asking.good('sizeCapped', { values: { ...values, size: rows.length } });
		return;
	}
	asking.open('pageUnknown');
}

/** Whether anything comes after a page of so many rows. */
async function hasMore(
	findings: Findings,
	sizeName: string,
	rows: number,
	ask: Ask,
): Promise<boolean> {
	const { paging } = findings.profile();
	const sized = { [sizeName]: String(rows) };
	if (paging.style === 'cursor') {
		const { json } = await ask(sized);
		return cursorsIn(json).some(([path]) => path === paging.nextCursor);
	}
	const second = paging.style === 'page' ? paging.first + 1 : rows;
	const next = await ask({ ...sized, [paging.parameter]: String(second) });
	return (next.rows?.length ?? 0) > 0;
}

async function countOf(
	service: RawService,
	{ operation }: Tried,
	findings: Findings,
): Promise<number | null> {
	const [resource = ''] = operation.name.split('.');
	const count = findOperation(`${resource}.count`);
	if (count === undefined) return null;
	return openCount(jsonOf(await service.get(count)), findings.profile());
}

/** The items, or the list with the most rows. */
function listToTry(lists: readonly FoundList[]): Tried | null {
	const most = [...lists].sort((one, other) => other.rows.length - one.rows.length);
	const items = lists.find(({ name }) => name === 'inventoryItem.list');
	const list = [...(items ? [items] : []), ...most].find(({ rows }) => {
		// Rows that are alike cannot be told apart.
		return rows.length >= neededRows && new Set(rows.map(keyOf)).size === rows.length;
	});
	const operation = list && findOperation(list.name);
	return list && operation ? { operation, first: list.rows.map(keyOf) } : null;
}

const keyOf = (row: Row): string => stringifyExact(row);

const distinct = (first: string, others: readonly string[]): string[] => [
	...new Set([first, ...others]),
];

async function firstOf(
	names: readonly string[],
	fits: (name: string) => Promise<boolean>,
): Promise<string | null> {
	for (const name of names) if (await fits(name)) return name;
	return null;
}
