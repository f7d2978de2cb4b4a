// The screen registry: add yours with its path and lazy import. The first word of a path is its area, which the rail
// lists. A literal path comes before a parameter that also matches (`/stocktake/new` before `/stocktake/:id`).
import type { Area, Screen } from '../shell/route.svelte.ts';

const newStocktake = () => import('./stocktake/NewStocktake.svelte');
const sheet = () => import('./stocktake/Sheet.svelte');
const wastage = () => import('./wastage/WastageList.svelte');
const waste = () => import('./wastage/Waste.svelte');
const newTransfer = () => import('./transfer/NewTransfer.svelte');
const outbox = () => import('./outbox/Outbox.svelte');

const loads = {
	'/stocktake': () => import('./stocktake/StocktakeList.svelte'),
	'/stocktake/new': newStocktake,
	'/stocktake/new/template/:template': newStocktake,
	'/stocktake/new/due/:due': newStocktake,
	'/stocktake/history': () => import('./stocktake/PastCounts.svelte'),
	'/stocktake/item/:item': () => import('./stocktake/ItemTrend.svelte'),
	'/stocktake/:id/compare/:other': () => import('./stocktake/CompareCounts.svelte'),
	'/stocktake/:id': sheet,
	'/stocktake/:id/line/:line': sheet,
	'/stocktake/:id/paper': () => import('./stocktake/TypeIn.svelte'),
	'/stocktake/:id/review': () => import('./stocktake/Review.svelte'),
	'/wastage': wastage,
	'/wastage/totals': wastage,
	'/wastage/new': waste,
	'/wastage/:id': waste,
	'/transfers': () => import('./transfer/Transfers.svelte'),
	'/transfers/new': newTransfer,
	'/transfers/new/:kind': newTransfer,
	'/transfers/report': () => import('./transfer/TransferReport.svelte'),
	'/transfers/:id': () => import('./transfer/Transfer.svelte'),
	'/outbox': outbox,
	'/outbox/:id': outbox,
	'/settings': () => import('./settings/Settings.svelte'),
	'/settings/service-check': () => import('./service-check/ServiceCheck.svelte'),
	'/settings/rescue': () => import('./rescue/Rescue.svelte'),
	'/connect': () => import('./connect/Connect.svelte'),
	'/connect/fetching': () => import('./connect/Fetching.svelte'),
} satisfies Partial<Record<`/${Area}` | `/${Area}/${string}`, Screen['load']>>;

const areas: readonly Area[] = [
	'stocktake',
	'wastage',
	'transfers',
	'outbox',
	'settings',
	'connect',
];

export const screens: readonly Screen[] = Object.entries(loads).flatMap(([path, load]) =>
	areas
		.filter((area) => path.split('/')[1] === area)
		.map((area) => {
			return { path, area, load };
		}),
);

/** Target of `#/`. */
export const home = '/stocktake';
