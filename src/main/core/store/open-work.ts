// How much work stands open in each area, for the numbers in the rail.
import type { AppState } from '../../../shared/bridge/app.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { Store } from './open.ts';

export function openWork(store: Store) {
	const stocktakes = store.durable
		.prepare<[string, string], number>(
			`SELECT count(*) FROM stocktake WHERE account_id = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const drafts = store.durable
		.prepare<[string, string], number>(
			`SELECT count(*) FROM draft WHERE account_id = ? AND document = 'wastage' AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const arrivals = store.cache
		.prepare<[string, string], string | null>(
			`SELECT json ->> '$.status' FROM record WHERE account_id = ? AND kind = 'transferIn' AND location_id = ?`,
		)
		.pluck();

	return {
		/** Of one location: counts not submitted, waste not submitted, transfers on their way to it. */
		counts(account: ActiveAccount | null, locationId: string | null): AppState['open'] {
			if (!account || locationId === null) return { stocktake: 0, wastage: 0, transfer: 0 };
			const { accountId, profile } = account;
			return {
				stocktake: stocktakes.get(accountId, locationId) ?? 0,
				wastage: drafts.get(accountId, locationId) ?? 0,
				transfer: arrivals.all(accountId, locationId).filter((status) => {
					const phase = phaseOf(profile, 'transferIn', status ?? '');
					return phase === 'in-transit' || phase === 'partly-received' || phase === 'finalized';
				}).length,
			};
		},
	};
}
