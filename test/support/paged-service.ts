// A service with configurable paging of one list: page limit, understood parameters, and what it states beside the
// rows.
import { ExactNumber, type ExactJson } from '../../src/shared/exact-json.ts';
import type { PageAsk } from '../../src/main/core/api/list-progress.ts';

export interface PagedService {
	rows: readonly string[];
	cap: number;
	/** Its paging parameter. `all`: it always gives the first page. */
	by: 'page' | 'offset' | 'cursor' | 'link' | 'next-url' | 'all';
	takesSize: boolean;
	/** Whether page 2 starts after the requested size although fewer rows came. */
	countsByAskedSize: boolean;
	behind: 'empty' | 'refuse' | 'last-again';
	/** How it refuses such a page; default 404. */
	refusal?: number;
	/** The total it states; null for none. */
	told: number | null;
	toldIn: 'body' | 'header';
	origin: string;
}

export interface PageAnswer {
	status: number;
	json: ExactJson;
	headers: Record<string, string>;
}

export const origin = 'http://service.test';

/** @param ask with the parameters `pageSize`, and `pageNumber` or, if the service names its next page, `after` */
export function pageOf(service: PagedService, ask: PageAsk): PageAnswer {
	const query =
		'address' in ask ? Object.fromEntries(new URL(ask.address).searchParams) : ask.query;
	const asked = service.takesSize ? Number(query['pageSize'] ?? service.cap) : service.cap;
	const size = Math.min(asked, service.cap);
	const named = service.by === 'cursor' || service.by === 'link' || service.by === 'next-url';
	const at = query[named ? 'after' : 'pageNumber'];
	const length = service.rows.length;
	let from = 0;
	if (service.by === 'page') from = (Number(at) - 1) * (service.countsByAskedSize ? asked : size);
	else if (service.by !== 'all') from = Number(at ?? 0);
	if (from >= length && from > 0) {
		if (service.behind === 'refuse')
			return { status: service.refusal ?? 404, json: [], headers: {} };
		if (service.behind === 'last-again') from = Math.floor((length - 1) / size) * size;
	}
	const rows = service.rows.slice(from, from + size);
	const next = from + size < length ? String(from + size) : null;
	const nextAddress =
		next === null
			? null
			: `${service.origin}/api/v1/Suppliers?after=${next}&pageSize=${String(size)}`;
	const headers: Record<string, string> = {};
	if (service.by === 'link' && nextAddress !== null)
		headers['link'] = `<${nextAddress}>; rel="next"`;
	if (service.told !== null && service.toldIn === 'header') {
		headers['x-total-count'] = String(service.told);
	}
	const json = {
		items: rows.map((id) => ({ id, name: `Supplier ${id}` })),
		...(service.told !== null && service.toldIn === 'body'
			? { totalCount: new ExactNumber(String(service.told)) }
			: {}),
		...(service.by === 'cursor' ? { nextCursor: next } : {}),
		...(service.by === 'next-url' && nextAddress !== null ? { next: nextAddress } : {}),
	};
	return { status: 200, json, headers };
}

export const rowIds = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `S${String(index + 1)}`);
