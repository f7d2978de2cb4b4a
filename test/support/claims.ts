// Claims against the suppliers of a kitchen, at 9:00 on 20 November 2026.
import type { CallInput } from '../../src/shared/bridge/contract.ts';
import type { CreditState } from '../../src/shared/credit/credit.ts';
import { openStockedKitchen, type Kitchen } from './kitchen.ts';

export async function openClaims(
	lists: NonNullable<Parameters<typeof openStockedKitchen>[0]>['lists'] = {},
): Promise<Kitchen> {
	const kitchen = await openStockedKitchen({ lists });
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	return kitchen;
}

export function claimingAt(kitchen: () => Kitchen) {
	const add = (creditId: string, more: Partial<CallInput<'credit.add'>>) =>
		kitchen().call('credit.add', {
			creditId,
			locationId: 'L-1',
			supplierId: 'P-1',
			kind: 'shortage',
			documentId: null,
			documentNumber: '',
			businessDate: '2026-11-17',
			lines: [{ itemId: '1', unitId: '3', quantity: '2', amount: '1.20' }],
			note: '',
			...more,
		});
	return {
		add,
		/** A step by somebody else, as on the phone. */
		change: (creditId: string, version: number, state: CreditState, amount: string) =>
			kitchen().call('credit.change', {
				creditId,
				version,
				state,
				amount,
				note: 'Siobhan',
				businessDate: '2026-11-19',
			}),
		/** 9.60 + 8 + 0.45 are 18.05. */
		addOfOrder: () =>
			add('claim-of-order', {
				documentId: 'service:purchaseOrder:O-1',
				documentNumber: 'PO-7',
				lines: [
					{ itemId: '1', unitId: '3', quantity: '1.5', amount: '9.60' },
					{ itemId: '2', unitId: '1', quantity: '4', amount: '8' },
					{ itemId: '', unitId: '', quantity: null, amount: '0.45' },
				],
				note: 'Two boxes were missing',
			}),
		/** Of return 9. */
		addOfReturn: () =>
			add('claim-of-return', {
				kind: 'return',
				documentId: 'service:returnOrder:9',
				documentNumber: 'RTO-9',
				lines: [{ itemId: '3', unitId: '1', quantity: '3', amount: '7.05' }],
			}),
	};
}
