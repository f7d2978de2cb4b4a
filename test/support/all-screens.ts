// The program with something to open on every screen, and the paths of all its screens.
import { recordTypeNames } from '../../src/shared/record/records.ts';
import { screens } from '../../src/renderer/screens/index.ts';
import { approvalRules } from './approvals.ts';
import { claimingAt } from './claims.ts';
import { enterBox, openCount } from './counting.ts';
import { arrival, wasteLine, wasteToSave } from './documents.ts';
import { openStockedKitchen } from './kitchen.ts';
import { market, places, tower } from './online-answers.ts';
import { orderOfTwo } from './receiving-desk.ts';
import { receivedLists, returnRecord } from './returns.ts';
import { openScreen, type Answers } from './screen.ts';

/** A kitchen with something to open, and the paths of all its screens but those of most records. */
export async function openAll(opening: Omit<Parameters<typeof openScreen>[1], 'kitchen'> = {}) {
	const kitchen = await openStockedKitchen();
	const past = ['40', '38'].map((typed) => {
		const counted = openCount(kitchen);
		enterBox(kitchen, counted, 1, typed);
		const intentId = crypto.randomUUID();
		kitchen.call('stocktake.submit', { stocktakeId: counted, intentId });
		return counted;
	});
	await kitchen.send();
	await kitchen.shows({
		'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
		'transferIn.list': [arrival()],
		'wasteReason.list': [{ id: 'R-1', name: 'Spoiled' }],
		'report.list': [{ id: 'R-1', name: 'Actual cost', isFavorite: false }],
		'purchaseRequest.list': [
			{
				id: 'Q-1',
				number: 'PRQ-1',
				locationId: 'L-1',
				date: '2026-11-18T10:00:00Z',
				status: 'submitted',
				items: [{ id: 'q-1', itemId: '1', uomId: 3, quantity: '2' }],
			},
		],
		'returnOrder.list': [returnRecord('1', 'submitted', [{ quantity: '1' }])],
		...receivedLists,
		'purchaseOrder.list': [
			...receivedLists['purchaseOrder.list'],
			orderOfTwo({ id: 'O-2', number: 'PO-8' }),
		],
	});
	const waste = kitchen.call('wastage.save', wasteToSave([wasteLine()])).documentId;
	kitchen.call('scan.keep', { documentId: waste, code: '96385074' });
	const { stocktakeId } = kitchen.call('stocktake.open', {
		locationId: 'L-1',
		name: 'Count',
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	claimingAt(() => kitchen).addOfOrder();
	const named: Record<string, string> = {
		[`/counts/${stocktakeId}`]: '/counts/:id',
		[`/counts/${stocktakeId}/paper`]: '/counts/:id/paper',
		[`/counts/${stocktakeId}/review`]: '/counts/:id/review',
		[`/counts/${past.join('/compare/')}`]: '/counts/:id/compare/:other',
		'/counts/item/1': '/counts/item/:item',
		[`/waste/${waste}`]: '/waste/:id',
		'/transfers/service:transferIn:T-1': '/transfers/:id',
		'/orders/service:purchaseOrder:O-1': '/orders/:id',
		'/ordering/P-1': '/ordering/:id',
		'/ordering/tables/par': '/ordering/tables/:table',
		'/requests/service:purchaseRequest:Q-1': '/requests/:id',
		'/returns/service:returnOrder:1': '/returns/:id',
		'/returns/new/service:purchaseOrder:O-1': '/returns/new/:order',
		'/deliveries/service:purchaseOrder:O-2': '/deliveries/:id',
		'/credits/claim-of-order': '/credits/:id',
		'/credits/letter/P-1': '/credits/letter/:supplier',
		'/prices/1': '/prices/:id',
		'/supplier': '/supplier',
		'/supplier/P-1': '/supplier/:id',
	};
	const ofRecords = new Set(recordTypeNames.flatMap((name) => [`/${name}`, `/${name}/new`]));
	ofRecords.delete('/report');
	for (const { path } of screens)
		if (!path.includes(':') && !ofRecords.has(path)) named[path] = path;
	const answers: Answers = {
		'access.read': approvalRules,
		'lookup.hierarchy': { places, asOf: 0 },
		'marketplace.search': market,
		'report.tower': tower,
		'report.widgets': {
			widgets: ['stock-value', 'wastage'].map((widgetType, at) => {
				return { widgetType, sequence: at + 1, days: 7, isVisible: true, unknown: {} };
			}),
		},
		'rescue.state': {
			copies: [{ name: 'copy-12', number: 12, at: 0, bytes: 12_345_678 }],
			copyProblem: null,
			dataFolder: '',
			records: [],
		},
		...opening.answers,
	};
	const screen = await openScreen('/nowhere', { kitchen, ...opening, answers });
	return { screen, stocktakeId, named: Object.entries(named) };
}
