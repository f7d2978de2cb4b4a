// Where the reading of one list stands: what came, which page is next, and what its end proves. It asks nothing itself.
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';

/** How a page is asked for: by parameters of the query, or by the whole address that the service gave. */
export type PageAsk = { query: Record<string, string> } | { address: string };

/** What a page says of the list. */
export interface PageSigns {
	/** What tells each row from the others. */
	keys: readonly string[];
	/** The number of all rows, where the page tells it. */
	total: number | null;
	next: { cursor: string } | { address: string } | 'other-origin' | null;
}

/** What was seen of a list in this connection. */
export interface SeenOfList {
	/** Rows of a page: as the profile asks, or as many as the service gives at most. */
	size: number;
	/** A page of so many rows came, so a shorter page is the last. */
	kept: boolean;
	/** Nothing came behind as many rows as the total told. */
	totalWasRight: boolean;
	/** Rows that it had when the service counted as many; null where it did not. */
	countedRows: number | null;
}

/** What was seen of the service in this connection, whatever list it was. */
export interface SeenOfService {
	/** It has named a next page, or said that there is none: where it names none, there is none. */
	namesNext: boolean;
	/** A total was that of a whole list of several pages, and not that of its page. */
	totalsAreWhole: boolean;
	/** Rows after which a list ended although the service counts more; null where none did. */
	cap: number | null;
}

export type Step =
	/** `ahead`: that page, and those behind it that may be asked for at the same time. */
	| { kind: 'next'; ask: PageAsk; ahead(most: number): PageAsk[] }
	/** `no-next`: whole where the service names next pages. `stated`: whole by the word of the profile. */
	| { kind: 'end'; incomplete: Incomplete | null | 'no-next' | 'stated' };

/** A list that goes on for longer is not read to its end: no business has rows on so many pages. */
const mostPages = 20_000;
/** Empty pages in a row that name a next page, as of a service that filters after it has cut the pages. */
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
	/** Where the next page is, in the unit of the parameter. */
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

	/** Nothing comes any more. */
	const last = (proof: null | 'no-next' | 'stated' = null): Step => {
		// Rows that move to another page while a list is read can be missed.
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
			// It gives as many as it was asked for, or as many as it ever gives, or there are no more: the next page tells. That
			// is asked for with the same number of rows, because else page 2 may not begin where page 1 ended.
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
		/** Rows so far, those that came twice among them. */
		came: () => came,
		distinct: () => keys.size,
		seen: () => seen,
		/**
		 * Whether the last rows were fewer than the service gives at a time. After a full page a list may also end because the
		 * service never gives more of it, and then its total may be the number of what it gives.
		 */
		endsShort: () => endsShort,
		incomplete,
		/**
		 * What it means that the service refuses this page; null where it says nothing of the list. Behind all rows that were
		 * told of there is no page. Where pages have numbers, one that is not found (404) is behind the last, as an empty one
		 * is; with 400 the service may also refuse to go on that far.
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
				// Some show the last page again behind the last; one that never goes on may tell the rows of its page.
				const isBehind = !named && isTold() && (keys.size > firstRows || service.totalsAreWhole);
				return isBehind ? last() : end('repeats');
			}
			if (fresh < rows) repeated = true;
			if (told !== null && page.total !== null && page.total !== told) totalChanged = true;
			told = page.total ?? told;
			// A total of fewer rows than came is wrong.
			if (told !== null && keys.size > told) told = null;
			// Where the service says itself where it goes on, that is how.
			if (page.next !== null && page.next !== 'other-origin') named = true;
			if (named) return afterNamed(page);
			return style === 'none' ? last('stated') : afterNumbered(rows);
		},
	};
}
