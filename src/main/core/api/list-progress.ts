// The state of reading one list: rows so far, the next page, and what its end proves. Makes no requests.
import type { Incomplete } from '../../../shared/bridge/app.ts';
import { firstOf, type ServiceProfile } from '../../../shared/service/profile.ts';

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

export class ListProgress {
	readonly #paging: ServiceProfile['paging'];
	readonly #before: SeenOfList;
	readonly #service: SeenOfService;
	readonly #seen: SeenOfList;
	readonly #keys = new Set<string>();
	readonly #asked = new Set<string>();
	#size: number;
	#kept: boolean;
	#named: boolean;
	#pages = 0;
	#endsShort = false;
	#firstRows = 0;
	#empty = 0;
	#came = 0;
	#position: number;
	#told: number | null = null;
	#totalChanged = false;
	#repeated = false;

	constructor(paging: ServiceProfile['paging'], before: SeenOfList, service: SeenOfService) {
		const { style } = paging;
		this.#paging = paging;
		this.#before = before;
		this.#service = service;
		this.#seen = { ...before };
		this.#size = before.size;
		this.#kept = before.kept;
		this.#named = style === 'cursor' || style === 'link' || style === 'next-url';
		this.#position = firstOf({ paging });
	}

	first(): PageAsk {
		const { style } = this.#paging;
		return style === 'page' || style === 'offset'
			? this.#numbered(this.#position)
			: { query: this.#sized() };
	}

	/** Rows so far; `distinct` counts none twice. */
	came(): number {
		return this.#came;
	}

	distinct(): number {
		return this.#keys.size;
	}

	seen(): SeenOfList {
		return this.#seen;
	}

	/** The last page was short. A list that ends with a full page may have hit a cap, and its total may too. */
	endsShort(): boolean {
		return this.#endsShort;
	}

	incomplete(code: Incomplete['code']): Incomplete {
		return { code, page: this.#pages, came: this.#keys.size, told: this.#told };
	}

	/**
	 * Interprets a refused page; null if it says nothing about the list. A 404 means past the end if pages have
	 * numbers; a 400 may also mean that the service refuses to page that far.
	 */
	refused(status: number | null): Step | null {
		const isTold = this.#isTold();
		if (!isTold && (this.#named || this.#pages === 0 || (status !== 404 && status !== 400)))
			return null;
		return isTold || status === 404 ? this.#afterNumbered(0) : this.#end('not-proved');
	}

	took(page: PageSigns): Step {
		const rows = page.keys.length;
		const fresh = this.#count(page);
		if (rows > 0 && fresh === 0) {
			// Some services repeat the last page; one that ignores paging reports its page as total.
			const isBehind =
				!this.#named &&
				this.#isTold() &&
				(this.#keys.size > this.#firstRows || this.#service.totalsAreWhole);
			return isBehind ? this.#last() : this.#end('repeats');
		}
		if (fresh < rows) this.#repeated = true;
		if (this.#told !== null && page.total !== null && page.total !== this.#told) {
			this.#totalChanged = true;
		}
		this.#told = page.total ?? this.#told;
		// A total below the number of rows is wrong.
		if (this.#told !== null && this.#keys.size > this.#told) this.#told = null;
		// A next page named by the service takes precedence.
		if (page.next !== null && page.next !== 'other-origin') this.#named = true;
		if (this.#named) return this.#afterNamed(page);
		return this.#paging.style === 'none' ? this.#last('stated') : this.#afterNumbered(rows);
	}

	/** @returns how many rows of the page were not on an earlier one */
	#count({ keys }: PageSigns): number {
		const rows = keys.length;
		const { kept, size } = this.#before;
		this.#pages += 1;
		if (this.#pages === 1) this.#firstRows = rows;
		else if (rows > 0) this.#endsShort = rows < this.#firstRows;
		if (rows > 0 && kept && rows < size) this.#endsShort = true;
		if (rows === size) this.#seen.kept = true;
		this.#came += rows;
		this.#empty = rows === 0 ? this.#empty + 1 : 0;
		const known = this.#keys.size;
		for (const key of keys) this.#keys.add(key);
		return this.#keys.size - known;
	}

	#isTold(): boolean {
		return this.#told !== null && this.#keys.size === this.#told;
	}

	#sized(): Record<string, string> {
		const { style, sizeParameter } = this.#paging;
		return style === 'none' ? {} : { [sizeParameter]: String(this.#size) };
	}

	#numbered(at: number): PageAsk {
		return { query: { ...this.#sized(), [this.#paging.parameter]: String(at) } };
	}

	#end(code: Incomplete['code']): Step {
		return { kind: 'end', incomplete: this.incomplete(code) };
	}

	#last(proof: null | 'no-next' | 'stated' = null): Step {
		// Rows that move between pages during the read can be missed.
		if (this.#totalChanged || (this.#repeated && this.#told === null)) return this.#end('changed');
		if (this.#told !== null && this.#keys.size < this.#told) return this.#end('fewer-than-told');
		if (this.#isTold() && this.#keys.size > this.#firstRows) this.#service.totalsAreWhole = true;
		return { kind: 'end', incomplete: this.#isTold() ? null : proof };
	}

	#next(ask: PageAsk, ahead: (most: number) => PageAsk[] = () => [ask]): Step {
		const name = JSON.stringify(ask);
		if (this.#asked.has(name)) return this.#end('repeats');
		if (this.#pages >= mostPages || this.#empty > mostEmptyPages) return this.#end('endless');
		this.#asked.add(name);
		return { kind: 'next', ask, ahead };
	}

	#afterNumbered(rows: number): Step {
		if (rows === 0) {
			if (this.#isTold()) this.#seen.totalWasRight = true;
			return this.#last();
		}
		const isShort = this.#kept && rows < this.#size;
		if (this.#isTold() && (isShort || this.#seen.totalWasRight)) return this.#last();
		if (isShort && this.#told === null) return this.#last();
		if (this.#pages === 1) {
			// Full, maximum or last page: the next one tells. With another size, page 2 would start elsewhere.
			if (rows === this.#size) this.#seen.kept = true;
			this.#size = rows;
			this.#kept = true;
		} else {
			Object.assign(this.#seen, { size: this.#size, kept: true });
		}
		const isPage = this.#paging.style === 'page';
		const step = isPage ? 1 : this.#size;
		this.#position += isPage ? 1 : rows;
		const from = this.#position;
		return this.#next(this.#numbered(from), (most) => {
			const left = this.#told === null ? 1 : Math.ceil((this.#told - this.#came) / this.#size);
			const length = Math.min(most, Math.max(1, left));
			return Array.from({ length }, (_, at) => this.#numbered(from + at * step));
		});
	}

	#afterNamed({ next: page }: PageSigns): Step {
		if (page === 'other-origin') return this.#end('other-address');
		if (page === null) return this.#came === 0 ? this.#last() : this.#last('no-next');
		if ('address' in page) return this.#next(page);
		return this.#next({ query: { ...this.#sized(), [this.#paging.parameter]: page.cursor } });
	}
}
