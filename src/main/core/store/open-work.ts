// Open work by area, for the numbers in the navigation rail.
import type { AppState, WaitingElsewhere } from '../../../shared/bridge/app.ts';
import { kindNames, kinds } from '../../../shared/document/kinds.ts';
import { areaOf, byArea, type Area, type LaneDocument } from '../../../shared/document/stored.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { Store } from './open.ts';

const nothing = (): Record<Area, number> => byArea(() => 0);
export const nothingNeedsYou = nothing();

export function openWork(store: Store) {
	const stocktakes = store.durable
		.prepare<[string, string], number>(
			`SELECT count(*) FROM stocktake WHERE account_id = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const drafts = store.durable
		.prepare<[string, string, string], number>(
			`SELECT count(*) FROM draft WHERE account_id = ? AND document = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const { records } = store;

	/** Most PCs have one account, and a start has time for this check only. */
	const others = store.durable
		.prepare<[string], 0 | 1>('SELECT EXISTS (SELECT 1 FROM account WHERE account_id <> ?)')
		.pluck();
	const elsewhere = store.durable.prepare<
		[string],
		Omit<WaitingElsewhere, 'practice'> & { practice: number }
	>(
		`SELECT * FROM (
			SELECT account_id AS accountId, name, service_url AS serviceUrl, client_id AS clientId, practice,
				(SELECT coalesce(sum(lanes), 0) FROM lane_count
				 WHERE account_id = account.account_id AND standing <> 'done') AS documents,
				(SELECT count(*) FROM draft WHERE account_id = account.account_id AND state = 'open') AS drafts,
				(SELECT count(*) FROM stocktake WHERE account_id = account.account_id AND state = 'open') AS counts
			FROM account WHERE account_id <> ?
		 ) WHERE documents > 0 OR (practice = 0 AND drafts + counts > 0) ORDER BY name`,
	);

	const needYou = store.durable.prepare<
		{ account: string },
		{ document: LaneDocument; needs: number }
	>(
		`SELECT document, sum(needs) AS needs FROM (
			SELECT document, count(*) AS needs FROM lane INDEXED BY lane_standing
			WHERE account_id = @account AND standing = 'needs-you' GROUP BY document
			UNION ALL
			SELECT lane.document, count(*) FROM possible_twin JOIN action USING (action_id) JOIN lane USING (lane_id)
			WHERE possible_twin.account_id = @account
				AND NOT EXISTS (SELECT 1 FROM twin_decision WHERE twin_id = possible_twin.twin_id)
			GROUP BY lane.document
		 ) GROUP BY document`,
	);

	const locationIdsOf = store.durable
		.prepare<[{ account: string }], string>(
			`SELECT location_id FROM draft WHERE account_id = @account AND state = 'open' AND location_id <> ''
			 UNION SELECT location_id FROM stocktake WHERE account_id = @account AND state = 'open'`,
		)
		.pluck();

	return {
		locationIdsOf: (accountId: string): string[] => locationIdsOf.all({ account: accountId }),
		needYou(account: ActiveAccount | null): AppState['needYou'] {
			const found = { ...nothingNeedsYou };
			if (account === null) return found;
			for (const { document, needs } of needYou.all({ account: account.accountId })) {
				found[areaOf(document)] += needs;
			}
			return found;
		},
		/** Unsent work of other accounts. Drafts in practice accounts do not count. */
		elsewhere(account: ActiveAccount | null): AppState['elsewhere'] {
			const accountId = account?.accountId ?? '';
			if (others.get(accountId) !== 1) return [];
			return elsewhere.all(accountId).map((each) => ({ ...each, practice: each.practice === 1 }));
		},
		/** At one location: unsubmitted counts, and documents as their kind declares (`open`). */
		counts(account: ActiveAccount | null, locationId: string | null): AppState['open'] {
			const found = nothing();
			if (!account || locationId === null) return found;
			const { accountId, profile } = account;
			found.stocktake = stocktakes.get(accountId, locationId) ?? 0;
			for (const name of kindNames) {
				const { area, open } = kinds[name];
				if (open === 'drafts') found[area] += drafts.get(accountId, name, locationId) ?? 0;
				else if (open.length > 0) {
					found[area] += records.countInStates(accountId, name, locationId, (state) =>
						open.includes(phaseOf(profile, name, state)),
					);
				}
			}
			return found;
		},
	};
}
