// The current place: the URL's hash (`#/counts/42`), matched with the screen registry.
import type { Component } from 'svelte';
import type { Area } from './areas.ts';

/** Decoded path parameters: `{ id: '42' }` for `/counts/:id`. */
export interface Screen {
	/** `/counts/:id`: literals and parameters. */
	readonly path: string;
	readonly area: Area;
	readonly load: () => Promise<{ default: ScreenComponent }>;
}

/** A screen without path parameters need not accept any. */
type ScreenComponent = Component<{ params: Params }> | Component<Record<string, never>>;

export type Params = Readonly<Record<string, string>>;

/** A screen's query: `{ show: 'done' }` for `#/outbox?show=done`. */
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

	/** The path without `#`: `/counts/42`. */
	get path(): string {
		return this.#path;
	}

	/** Read by a screen when it opens. */
	get query(): Query {
		return this.#query;
	}

	/** Increases with each navigation: each recreates the screen. */
	get visit(): number {
		return this.#visit;
	}

	/** The URL changed: the new screen's heading takes the focus once rendered. */
	follow(hash: string): void {
		const path = pathOfHash(hash);
		const query = queryOfHash(hash);
		if (path === this.#path && sameQuery(query, this.#query)) return;
		this.#path = path;
		this.#query = query;
		this.#visit += 1;
		this.#focusWanted = true;
	}

	/** Puts the screen's filters into the URL for Back, reload and copied links. */
	keepQuery(query: Query): void {
		if (sameQuery(query, this.#query)) return;
		this.#query = query;
		const text = new URLSearchParams(query).toString();
		window.history.replaceState(null, '', `#${this.#path}${text === '' ? '' : `?${text}`}`);
	}

	/**
	 * Navigates; adds to the browser's history unless `replace` is set.
	 * @param options.from the place of the request: a person who left it before the answer stays where they are
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

	/** true once after each navigation: the page heading asks, and takes the focus. */
	takeFocus(): boolean {
		const wanted = this.#focusWanted;
		this.#focusWanted = false;
		return wanted;
	}
}

/** An `href` with encoded parts: `hrefOf('counts', id)` is `#/counts/42`. */
export const hrefOf = (area: Area, ...parts: readonly string[]): string =>
	`#/${[area, ...parts].map(encodeURIComponent).join('/')}`;

/** The first matching screen; the registry lists literal paths before parameters. */
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

/** null for a malformed URL: `%E0%A4%A`. */
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
