// The screen registry: add yours with its path and lazy import. The first word of a path is its area
// (`shell/areas.ts`). A literal path comes before a parameter that also matches (`/counts/new` before `/counts/:id`).
import { listedKinds } from '../../shared/document/kinds.ts';
import { recordTypeNames } from '../../shared/record/records.ts';
import { areaNames, areas, type Area } from '../shell/areas.ts';
import type { Screen } from '../shell/route.svelte.ts';

const newStocktake = () => import('./stocktake/NewStocktake.svelte');
const sheet = () => import('./stocktake/Sheet.svelte');
const wasteList = () => import('./waste/WasteList.svelte');
const waste = () => import('./waste/Waste.svelte');
const newTransfer = () => import('./transfer/NewTransfer.svelte');
const credits = () => import('./credit/Credits.svelte');
const outbox = () => import('./outbox/Outbox.svelte');

const record = () => import('../record/RecordScreen.svelte');
const documents = () => import('../document/KindScreen.svelte');
const newReturn = () => import('./return/NewReturn.svelte');
const order = () => import('./purchasing/Order.svelte');
const request = () => import('./purchasing/Request.svelte');

const loads = {
	'/counts': () => import('./stocktake/StocktakeList.svelte'),
	'/counts/new': newStocktake,
	'/counts/new/template/:template': newStocktake,
	'/counts/new/due/:due': newStocktake,
	'/counts/history': () => import('./stocktake/PastCounts.svelte'),
	'/counts/item/:item': () => import('./stocktake/ItemTrend.svelte'),
	'/counts/:id/compare/:other': () => import('./stocktake/CompareCounts.svelte'),
	'/counts/:id': sheet,
	'/counts/:id/line/:line': sheet,
	'/counts/:id/paper': () => import('./stocktake/TypeIn.svelte'),
	'/counts/:id/review': () => import('./stocktake/Review.svelte'),
	'/waste': wasteList,
	'/waste/totals': wasteList,
	'/waste/new': waste,
	'/waste/:id': waste,
	'/transfers': () => import('./transfer/Transfers.svelte'),
	'/transfers/new': newTransfer,
	'/transfers/new/:kind': newTransfer,
	'/transfers/report': () => import('./transfer/TransferReport.svelte'),
	'/transfers/:id': () => import('./transfer/Transfer.svelte'),
	'/imports': () => import('./import/Imports.svelte'),
	'/imports/new': () => import('./import/NewImport.svelte'),
	'/imports/upload': () => import('./import/UploadItems.svelte'),
	'/imports/preview/:id': () => import('./import/PreviewPage.svelte'),
	'/imports/run/:id': () => import('./import/ImportRun.svelte'),
	'/report': () => import('./report/Reports.svelte'),
	'/report/tower': () => import('./report/ControlTower.svelte'),
	'/report/dashboard': () => import('./report/DashboardSettings.svelte'),
	'/duplicates': () => import('./duplicates/Duplicates.svelte'),
	'/organisation': () => import('./organisation/BusinessTree.svelte'),
	'/marketplace': () => import('./marketplace/Marketplace.svelte'),
	'/access': () => import('./access/Access.svelte'),
	'/ordering': () => import('./ordering/Board.svelte'),
	'/ordering/tables/:table': () => import('./ordering/OrderingTables.svelte'),
	'/ordering/:id': () => import('./ordering/SuggestedOrder.svelte'),
	'/prices': () => import('./price/Prices.svelte'),
	'/prices/:id': () => import('./price/PriceHistory.svelte'),
	'/orders': documents,
	'/orders/totals': documents,
	'/orders/new': order,
	'/orders/:id': order,
	'/requests': documents,
	'/requests/totals': documents,
	'/requests/new': request,
	'/requests/:id': request,
	'/deliveries': () => import('./delivery/Deliveries.svelte'),
	'/deliveries/new': () => import('./delivery/NewFreeReceipt.svelte'),
	'/deliveries/:id': () => import('./delivery/Delivery.svelte'),
	'/returns': documents,
	'/returns/totals': documents,
	'/returns/new': newReturn,
	'/returns/new/:order': newReturn,
	'/returns/:id': () => import('./return/Return.svelte'),
	'/credits': credits,
	'/credits/totals': credits,
	'/credits/new': () => import('./credit/NewClaim.svelte'),
	'/credits/letter/:supplier': () => import('./credit/CreditLetter.svelte'),
	'/credits/:id': () => import('./credit/Claim.svelte'),
	'/follow-ups': () => import('./follow-up/FollowUps.svelte'),
	'/outbox': outbox,
	'/outbox/:id': outbox,
	'/settings': () => import('./settings/Settings.svelte'),
	'/settings/service-check': () => import('./service-check/ServiceCheck.svelte'),
	'/settings/rescue': () => import('./rescue/Rescue.svelte'),
	'/connect': () => import('./connect/Connect.svelte'),
	'/connect/fetching': () => import('./connect/Fetching.svelte'),
} satisfies Partial<Record<`/${Area}` | `/${Area}/${string}`, Screen['load']>>;

const recordPaths = recordTypeNames.flatMap((name) =>
	['', '/new', '/new/:id', '/:id'].map((path) => [`/${name}${path}`, record] as const),
);

/** Kinds of documents without screens of their own. */
const documentPaths = areaNames
	.filter((area) => listedKinds.some((kind) => kind === areas[area].work) && !(`/${area}` in loads))
	.flatMap((area) =>
		['', '/totals', '/new', '/:id'].map((path) => [`/${area}${path}`, documents] as const),
	);

export const screens: readonly Screen[] = [
	...Object.entries(loads),
	...recordPaths,
	...documentPaths,
].flatMap(([path, load]) =>
	areaNames
		.filter((area) => path.split('/')[1] === area)
		.map((area) => {
			return { path, area, load };
		}),
);

/** Target of `#/`. */
export const home = '/counts';
