// The registry of screens: add yours with its path, its area and a lazy import. A literal path stands before a named
// one that would also fit (`/stocktake/new` before `/stocktake/:id`). The rail lists the areas that appear here.
import type { Screen } from '../shell/route.svelte.ts';

export const screens: readonly Screen[] = [
	{ path: '/outbox', area: 'outbox', load: () => import('./outbox/Outbox.svelte') },
	{ path: '/outbox/:id', area: 'outbox', load: () => import('./outbox/Outbox.svelte') },
];

/** Where `#/` leads. */
export const home = '/stocktake';
