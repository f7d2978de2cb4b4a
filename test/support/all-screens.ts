// The program with something to open on every screen, and the paths of all its screens.
import { recordTypeNames } from '../../src/shared/record/records.ts';
import { screens } from '../../src/renderer/screens/index.ts';
import { claimingAt } from './claims.ts';
import { arrival, wasteLine, wasteToSave } from './documents.ts';
import { openStockedKitchen } from './kitchen.ts';
import { receivedLists } from './returns.ts';
import { openScreen, type Answers } from './screen.ts';

/** A kitchen with something to open, and the paths of all its screens but those of most records. */
export async function openAll() {
	const kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
			'transferIn.list': [arrival()],
			'wasteReason.list': [{ id: 'R-1', name: 'Spoiled' }],
			'report.list': [{ id: 'R-1', name: 'Actual cost', isFavorite: false }],
			...receivedLists,
		},
	});
	const waste = kitchen.call('wastage.save', wasteToSave([wasteLine()])).documentId;
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
		[`/waste/${waste}`]: '/waste/:id',
		'/transfers/service:transferIn:T-1': '/transfers/:id',
		'/orders/service:purchaseOrder:O-1': '/orders/:id',
		'/deliveries/service:purchaseOrder:O-1': '/deliveries/:id',
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
		'rescue.state': {
			copies: [{ name: 'copy-12', number: 12, at: 0, bytes: 12_345_678 }],
			copyProblem: null,
			dataFolder: '',
			records: [],
		},
	};
	const screen = await openScreen('/nowhere', { kitchen, answers });
	return { screen, stocktakeId, named: Object.entries(named) };
}
