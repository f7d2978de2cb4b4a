// The screen registry: add yours with path, area and lazy import. A literal path comes before a parameter that also
// matches (`/stocktake/new` before `/stocktake/:id`). The rail lists these areas.
import type { Screen } from '../shell/route.svelte.ts';

export const screens: readonly Screen[] = [
	{
		path: '/stocktake',
		area: 'stocktake',
		load: () => import('./stocktake/StocktakeList.svelte'),
	},
	{
		path: '/stocktake/new',
		area: 'stocktake',
		load: () => import('./stocktake/NewStocktake.svelte'),
	},
	{
		path: '/stocktake/new/template/:template',
		area: 'stocktake',
		load: () => import('./stocktake/NewStocktake.svelte'),
	},
	{
		path: '/stocktake/new/due/:due',
		area: 'stocktake',
		load: () => import('./stocktake/NewStocktake.svelte'),
	},
	{
		path: '/stocktake/history',
		area: 'stocktake',
		load: () => import('./stocktake/PastCounts.svelte'),
	},
	{
		path: '/stocktake/item/:item',
		area: 'stocktake',
		load: () => import('./stocktake/ItemTrend.svelte'),
	},
	{
		path: '/stocktake/:id/compare/:other',
		area: 'stocktake',
		load: () => import('./stocktake/CompareCounts.svelte'),
	},
	{ path: '/stocktake/:id', area: 'stocktake', load: () => import('./stocktake/Sheet.svelte') },
	{
		path: '/stocktake/:id/line/:line',
		area: 'stocktake',
		load: () => import('./stocktake/Sheet.svelte'),
	},
	{
		path: '/stocktake/:id/paper',
		area: 'stocktake',
		load: () => import('./stocktake/TypeIn.svelte'),
	},
	{
		path: '/stocktake/:id/review',
		area: 'stocktake',
		load: () => import('./stocktake/Review.svelte'),
	},
	{ path: '/wastage', area: 'wastage', load: () => import('./wastage/WastageList.svelte') },
	{ path: '/wastage/totals', area: 'wastage', load: () => import('./wastage/WastageList.svelte') },
	{ path: '/wastage/new', area: 'wastage', load: () => import('./wastage/NewWaste.svelte') },
	{ path: '/wastage/:id', area: 'wastage', load: () => import('./wastage/Waste.svelte') },
	{ path: '/transfers', area: 'transfers', load: () => import('./transfer/Transfers.svelte') },
	{
		path: '/transfers/new',
		area: 'transfers',
		load: () => import('./transfer/NewTransfer.svelte'),
	},
	{
		path: '/transfers/new/:kind',
		area: 'transfers',
		load: () => import('./transfer/NewTransfer.svelte'),
	},
	{
		path: '/transfers/report',
		area: 'transfers',
		load: () => import('./transfer/TransferReport.svelte'),
	},
	{ path: '/transfers/:id', area: 'transfers', load: () => import('./transfer/Transfer.svelte') },
	{ path: '/outbox', area: 'outbox', load: () => import('./outbox/Outbox.svelte') },
	{ path: '/outbox/:id', area: 'outbox', load: () => import('./outbox/Outbox.svelte') },
	{ path: '/settings', area: 'settings', load: () => import('./settings/Settings.svelte') },
	{
		path: '/settings/service-check',
		area: 'settings',
		load: () => import('./service-check/ServiceCheck.svelte'),
	},
	{ path: '/settings/rescue', area: 'settings', load: () => import('./rescue/Rescue.svelte') },
	{ path: '/connect', area: 'connect', load: () => import('./connect/Connect.svelte') },
	{ path: '/connect/fetching', area: 'connect', load: () => import('./connect/Fetching.svelte') },
];

/** Target of `#/`. */
export const home = '/stocktake';
