// Where the person is: the hash of the address, `#/stocktake/42`, matched against the registry of screens.
import type { Component } from 'svelte';

/** The areas of the rail; `connect` is the first run and has no place in it. */
export type Area = 'stocktake' | 'wastage' | 'transfers' | 'outbox' | 'settings' | 'connect';

/** A screen takes the named parts of its path, decoded, such as `{ id: '42' }` for `/stocktake/:id`. */
export interface Screen {
	/** `/stocktake/:id`: literal parts and named parts. */
	readonly path: string;
	readonly area: Area;
	readonly load: () => Promise<{ default: ScreenComponent }>;
}

/** A screen whose path has no named parts need not take any. */
type ScreenComponent = Component<{ params: Params }> | Component<Record<string, never>>;

export type Params = Readonly<Record<string, string>>;

/** What a screen keeps in the address behind its path, such as `{ show: 'done' }` for `#/outbox?show=done`. */
export type Query = Readonly<Record<string, string>>;

interface Match {
	readonly screen: Screen;
	readonly params: Params;
}

export class Route {
	#path = $state('/');
	#query = $state.raw<Query>({});
	#visit = $state(0);
	#focusWanted = false;
	readonly match: Match | null;

	constructor(screens: readonly Screen[], hash = '') {
		this.#path = pathOfHash(hash);
		this.#query = queryOfHash(hash);
		this.match = $derived(matchPath(screens, this.#path));
	}

	/** The path without its `#`, such as `/stocktake/42`. */
	get path(): string {
		return this.#path;
	}

	/** A screen reads it when it opens. */
	get query(): Query {
		return this.#query;
	}

	/** Rises with each navigation: a screen is drawn afresh for each. */
	get visit(): number {
		return this.#visit;
	}

	/** The address changed: the new screen's heading takes the focus once it is there. */
	follow(hash: string): void {
		const path = pathOfHash(hash);
		const query = queryOfHash(hash);
		if (path === this.#path && sameQuery(query, this.#query)) return;
		this.#path = path;
		this.#query = query;
		this.#visit += 1;
		this.#focusWanted = true;
	}

	/** Puts the filters of the open screen into the address, where Back, a reload and a copied link find them. */
	keepQuery(query: Query): void {
		if (sameQuery(query, this.#query)) return;
		this.#query = query;
		const text = new URLSearchParams(query).toString();
		window.history.replaceState(null, '', `#${this.#path}${text === '' ? '' : `?${text}`}`);
	}

	/**
	 * Goes to a path; the browser's history remembers where we were unless `replace` is set.
	 * @param options.from where one was when it was asked for: who went elsewhere before the answer came stays there
	 */
	go(path: string, options: { replace?: boolean; from?: string } = {}): void {
		if (options.from !== undefined && options.from !== this.#path) return;
		if (options.replace === true) {
			window.history.replaceState(null, '', `#${path}`);
			this.follow(`#${path}`);
		} else {
			window.location.hash = path;
		}
	}

	/** True once after each navigation: whoever draws the page's heading asks, and focuses it. */
	takeFocus(): boolean {
		const wanted = this.#focusWanted;
		this.#focusWanted = false;
		return wanted;
	}
}

/** The address of a screen for an `href`: parts are encoded. `hrefOf('stocktake', id)` is `#/stocktake/42`. */
export const hrefOf = (...parts: readonly string[]): string =>
	`#/${parts.map(encodeURIComponent).join('/')}`;

/** The first screen whose path fits; literal parts are listed before named ones by whoever writes the list. */
export function matchPath(screens: readonly Screen[], path: string): Match | null {
	const parts = path.split('/').slice(1);
	for (const screen of screens) {
		const params = fit(screen.path.split('/').slice(1), parts);
		if (params !== null) return { screen, params };
	}
	return null;
}

function fit(pattern: readonly string[], parts: readonly string[]): Params | null {
	if (pattern.length !== parts.length) return null;
	const params: Record<string, string> = {};
	for (const [at, expected] of pattern.entries()) {
		const part = parts[at] ?? '';
		if (expected.startsWith(':')) {
			const value = decoded(part);
			if (value === null || value === '') return null;
			params[expected.slice(1)] = value;
		} else if (expected !== part) {
			return null;
		}
	}
	return params;
}

/** Null for an address that was mangled on its way here, such as `%E0%A4%A`. */
function decoded(part: string): string | null {
	try {
		return decodeURIComponent(part);
	} catch {
		return null;
	}
}

function pathOfHash(hash: string): string {
	const path = hash.replace(/^#/, '').replace(/\?.*$/, '').replace(/\/+$/, '');
	return path.startsWith('/') ? path : '/';
}

const queryOfHash = (hash: string): Query =>
	Object.fromEntries(new URLSearchParams(/\?(.*)$/.exec(hash)?.[1] ?? ''));

const sameQuery = (one: Query, other: Query): boolean =>
	new URLSearchParams(one).toString() === new URLSearchParams(other).toString();
