// The names of the service's waste reasons.
import { wasteReasonRecord } from '../../../shared/service/wastage.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';

/** @returns names by id */
export function wasteReasons(store: Store): (accountId: string) => ReadonlyMap<string, string> {
	const records = cacheRecords(store.cache);
	return (accountId) =>
		new Map(
			readable(records.all(accountId, 'wasteReason'), ({ json }) => {
				const { id, name } = keptAs(wasteReasonRecord, json);
				return [id, name] as const;
			}),
		);
}
