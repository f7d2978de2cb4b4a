// The current place: the URL's hash (`#/counts/42`), matched with the screen registry, and the way back.
import { untrack, type Component } from 'svelte';
import { takeTyped } from '../ui/keep-focus.ts';
import type { ListPlace } from '../ui/list/list.svelte.ts';
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

type WindowHistory = Pick<History, 'state' | 'replaceState' | 'go'>;

const noHistory: WindowHistory = {
	state: null,
	replaceState: () => undefined,
	go: () => undefined,
};

/** What this window knows of an entry of the history; a reload forgets it. */
interface Entry {
	readonly path: string;
	list: ListPlace | null;
}

export class Route {
	readonly #history: WindowHistory;
	readonly #entries: Entry[] = [];
	/** Position of the current entry, which the browser keeps in its state. */
	#at: number;
	#path = $state('/');
	/** The path in the URL: another than `path` after `rename`. */
	#address: string;
	#query = $state.raw<Query>({});
	#visit = $state(0);
	#focusWanted = false;
	#cameBack = false;
	readonly match: Match | null;

	constructor(screens: readonly Screen[], hash = '', history = noHistory) {
		this.#history = history;
		this.#path = pathOfHash(hash);
		this.#address = this.#path;
		this.#query = queryOfHash(hash);
		this.#at = positionIn(history) ?? 0;
		this.#write(hash);
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

	/** A list finds its current row here when it opens, and leaves it here. */
	get entry(): Pick<Entry, 'list'> {
		// A reload forgot the others.
		return (this.#entries[this.#at] ??= { path: this.#address, list: null });
	}

	/** The URL changed: to a new entry of the history, or to a known one by Back and Forward. */
	follow(hash: string): void {
		const known = positionIn(this.#history);
		this.#cameBack = known !== null && known < this.#at;
		this.#at = known ?? this.#at + 1;
		if (known === null) {
			this.#entries.length = Math.min(this.#entries.length, this.#at);
			this.#write(hash);
		}
		this.#show(hash);
	}

	/** Puts the screen's filters into the URL for Back, reload and copied links. */
	keepQuery(query: Query): void {
		if (
			sameQuery(
				query,
				untrack(() => this.#query),
			)
		)
			return;
		this.#query = query;
		this.#write(hrefTo(this.#address, query));
	}

	/** The screen stays, but reloading and links find it at this path: a draft after its first save. */
	rename(path: string): void {
		this.#address = path;
		this.#write(`#${path}`);
	}

	/**
	 * Navigates; adds to the browser's history unless `replace` is set.
	 * @param options.from the place of the request: a person who left it before the answer stays where they are
	 */
	go(path: string, options: { replace?: boolean; from?: string } = {}): void {
		if (options.from !== undefined && options.from !== this.#path) return;
		if (options.replace === true) {
			this.#write(`#${path}`);
			this.#show(`#${path}`);
		} else {
			window.location.hash = path;
		}
	}

	/** Another view of this place, with the same filters. */
	show(path: string): void {
		this.go(hrefTo(path, this.#query).slice(1), { replace: true });
	}

	/** Back or Forward. Leaving an open box saves it. */
	goBy(steps: -1 | 1): void {
		takeTyped();
		this.#history.go(steps);
	}

	/** For a page that only leads on to another: Back from there passes it. */
	redirect(path: string): void {
		if (this.#cameBack && this.#at > 0 && this.#entries[this.#at + 1]?.path === path)
			this.#history.go(-1);
		else this.go(path, { replace: true });
	}

	/**
	 * Leaves a page that has come to its end, for the list of its area: the one it was opened from, at the same row.
	 * @param from as for `go`
	 */
	leave(area: Area, from = this.#path): void {
		if (from !== this.#path) return;
		const path = `/${area}`;
		let at = this.#at - 1;
		while (this.#entries[at]?.path.startsWith(`${path}/`) === true) at -= 1;
		if (this.#entries[at]?.path === path) this.#history.go(at - this.#at);
		else this.go(path, { replace: true });
	}

	/** true once after each navigation: the page heading asks, and takes the focus. */
	takeFocus(): boolean {
		const wanted = this.#focusWanted;
		this.#focusWanted = false;
		return wanted;
	}

	#write(hash: string): void {
		this.#history.replaceState(this.#at, '', hash === '' ? undefined : hash);
		const path = pathOfHash(hash);
		if (this.#entries[this.#at]?.path !== path) this.#entries[this.#at] = { path, list: null };
	}

	#show(hash: string): void {
		const path = pathOfHash(hash);
		const query = queryOfHash(hash);
		const isShown = path === this.#path && path === this.#address;
		if (isShown && sameQuery(query, this.#query)) return;
		this.#path = path;
		this.#address = path;
		this.#query = query;
		this.#visit += 1;
		this.#focusWanted = true;
	}
}

const positionIn = ({ state }: WindowHistory): number | null =>
	typeof state === 'number' ? state : null;

const hrefTo = (path: string, query: Query): string => {
	const text = new URLSearchParams(query).toString();
	return `#${path}${text === '' ? '' : `?${text}`}`;
};

/** A path with encoded parts: `pathOf('counts', id)` is `/counts/42`. */
export const pathOf = (area: Area, ...parts: readonly string[]): string =>
	`/${[area, ...parts].map(encodeURIComponent).join('/')}`;

/** The same as an `href`. */
export const hrefOf = (...of: Parameters<typeof pathOf>): string => `#${pathOf(...of)}`;

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
