// A service that pages one list in whatever way is asked of it: how many rows it gives at most, what it understands of a
// request, and what it tells beside the rows.
import { ExactNumber, type ExactJson } from '../../src/shared/exact-json.ts';
import type { PageAsk } from '../../src/main/core/api/list-progress.ts';

export interface PagedService {
	rows: readonly string[];
	/** Rows of a page at most. */
	cap: number;
	/** What it goes by. `all`: it gives the first page whatever it is asked. */
	by: 'page' | 'offset' | 'cursor' | 'link' | 'next-url' | 'all';
	/** Whether it gives fewer rows when it is asked for fewer. */
	takesSize: boolean;
	/** Whether page 2 begins behind as many rows as were asked for, although fewer came. */
	countsByAskedSize: boolean;
	/** What it does behind the last page. */
	behind: 'empty' | 'refuse' | 'last-again';
	/** How it refuses such a page; left out: 404. */
	refusal?: number;
	/** The number of all rows that it tells; null for none. */
	told: number | null;
	toldIn: 'body' | 'header';
	/** Where the addresses of its next pages lead. */
	origin: string;
}

export interface PageAnswer {
	status: number;
	json: ExactJson;
	headers: Record<string, string>;
}

export const origin = 'http://service.test';

/** @param ask with the parameters `pageSize`, and `pageNumber` or, where the service names its next page, `after` */
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
