// The state of reading one list: rows so far, the next page, and what its end proves. Makes no requests.
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';

export type PageAsk = { query: Record<string, string> } | { address: string };

export interface PageSigns {
	keys: readonly string[];
	total: number | null;
	next: { cursor: string } | { address: string } | 'other-origin' | null;
}

export interface SeenOfList {
	/** Page size: the profile's, or the service's maximum. */
	size: number;
	/** A full page of this size was seen, so a shorter page is the last. */
	kept: boolean;
	totalWasRight: boolean;
	/** Row count when the service's own count agreed; null if it did not. */
	countedRows: number | null;
}

export interface SeenOfService {
	/** It has told whether there is a next page, so a page that names none is the last. */
	namesNext: boolean;
	totalsAreWhole: boolean;
	/** Rows after which a list ended although the service counts more; null if unknown. */
	cap: number | null;
}

export type Step =
	/** `ahead`: this page and those that may be requested along with it. */
	| { kind: 'next'; ask: PageAsk; ahead(most: number): PageAsk[] }
	/** `no-next`: complete if the service names next pages. `stated`: complete according to the profile. */
	| { kind: 'end'; incomplete: Incomplete | null | 'no-next' | 'stated' };

/** Stops endless lists: no business has this many pages. */
const mostPages = 20_000;
/** Consecutive empty pages with a next page, from services that filter after paging. */
const mostEmptyPages = 20;

export function listProgress(
	paging: ServiceProfile['paging'],
	before: SeenOfList,
	service: SeenOfService,
) {
	const { style } = paging;
	const seen = { ...before };
	const keys = new Set<string>();
	const asked = new Set<string>();
	let { size, kept } = before;
	let named = style === 'cursor' || style === 'link' || style === 'next-url';
	let pages = 0;
	let endsShort = false;
	let firstRows = 0;
	let empty = 0;
	let came = 0;
	let position = paging.first;
	let told: number | null = null;
	let totalChanged = false;
	let repeated = false;

	const sized = (): Record<string, string> =>
		style === 'none' ? {} : { [paging.sizeParameter]: String(size) };
	const numbered = (at: number): PageAsk => ({
		query: { ...sized(), [paging.parameter]: String(at) },
	});

	const incomplete = (code: Incomplete['code']): Incomplete => ({
		code,
		page: pages,
		came: keys.size,
		told,
	});
	const end = (code: Incomplete['code']): Step => ({ kind: 'end', incomplete: incomplete(code) });
	const isTold = (): boolean => told !== null && keys.size === told;

	const last = (proof: null | 'no-next' | 'stated' = null): Step => {
		// Rows that move between pages during the read can be missed.
		if (totalChanged || (repeated && told === null)) return end('changed');
		if (told !== null && keys.size < told) return end('fewer-than-told');
		if (isTold() && keys.size > firstRows) service.totalsAreWhole = true;
		return { kind: 'end', incomplete: isTold() ? null : proof };
	};

	const next = (ask: PageAsk, ahead: (most: number) => PageAsk[] = () => [ask]): Step => {
		const name = JSON.stringify(ask);
		if (asked.has(name)) return end('repeats');
		if (pages >= mostPages || empty > mostEmptyPages) return end('endless');
		asked.add(name);
		return { kind: 'next', ask, ahead };
	};

	const afterNumbered = (rows: number): Step => {
		if (rows === 0) {
			if (isTold()) seen.totalWasRight = true;
			return last();
		}
		const isShort = kept && rows < size;
		if (isTold() && (isShort || seen.totalWasRight)) return last();
		if (isShort && told === null) return last();
		if (pages === 1) {
			// Full, maximum or last page: the next one tells. With another size, page 2 would start elsewhere.
			if (rows === size) seen.kept = true;
			size = rows;
			kept = true;
		} else {
			Object.assign(seen, { size, kept: true });
		}
		const step = style === 'page' ? 1 : size;
		position += style === 'page' ? 1 : rows;
		const from = position;
		return next(numbered(from), (most) => {
			const left = told === null ? 1 : Math.ceil((told - came) / size);
			const length = Math.min(most, Math.max(1, left));
			return Array.from({ length }, (_, at) => numbered(from + at * step));
		});
	};

	const afterNamed = ({ next: page }: PageSigns): Step => {
		if (page === 'other-origin') return end('other-address');
		if (page === null) return came === 0 ? last() : last('no-next');
		if ('address' in page) return next(page);
		return next({ query: { ...sized(), [paging.parameter]: page.cursor } });
	};

	return {
		first: (): PageAsk =>
			style === 'page' || style === 'offset' ? numbered(position) : { query: sized() },
		came: () => came,
		distinct: () => keys.size,
		seen: () => seen,
		/** The last page was short. A list that ends with a full page may have hit a cap, and its total may too. */
		endsShort: () => endsShort,
		incomplete,
		/**
		 * Interprets a refused page; null if it says nothing about the list. A 404 means past the end if pages have
		 * numbers; a 400 may also mean that the service refuses to page that far.
		 */
		refused(status: number | null): Step | null {
			if (!isTold() && (named || pages === 0 || (status !== 404 && status !== 400))) return null;
			return isTold() || status === 404 ? afterNumbered(0) : end('not-proved');
		},
		took(page: PageSigns): Step {
			pages += 1;
			const rows = page.keys.length;
			if (pages === 1) firstRows = rows;
			else if (rows > 0) endsShort = rows < firstRows;
			if (rows > 0 && before.kept && rows < before.size) endsShort = true;
			if (rows === before.size) seen.kept = true;
			came += rows;
			empty = rows === 0 ? empty + 1 : 0;
			const known = keys.size;
			for (const key of page.keys) keys.add(key);
			const fresh = keys.size - known;
			if (rows > 0 && fresh === 0) {
				// Some services repeat the last page; one that ignores paging reports its page as total.
				const isBehind = !named && isTold() && (keys.size > firstRows || service.totalsAreWhole);
				return isBehind ? last() : end('repeats');
			}
			if (fresh < rows) repeated = true;
			if (told !== null && page.total !== null && page.total !== told) totalChanged = true;
			told = page.total ?? told;
			// A total below the number of rows is wrong.
			if (told !== null && keys.size > told) told = null;
			// A next page named by the service takes precedence.
			if (page.next !== null && page.next !== 'other-origin') named = true;
			if (named) return afterNamed(page);
			return style === 'none' ? last('stated') : afterNumbered(rows);
		},
	};
}
