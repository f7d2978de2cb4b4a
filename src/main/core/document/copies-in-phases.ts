// Copies of a location's documents in the given phases, without reading the others.
import type { Phase } from '../../../shared/bridge/values.ts';
import { phaseOf, type DocumentKind } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { CachedRecord, CacheRecords, RecordKind } from '../store/cache-records.ts';

export const copiesInPhases = (
	records: CacheRecords,
	{ accountId, profile }: ActiveAccount,
	kind: Extract<DocumentKind, RecordKind>,
	locationId: string,
	phases: readonly Phase[],
): CachedRecord[] =>
	records.inStates(accountId, kind, locationId, (state) =>
		phases.includes(phaseOf(profile, kind, state)),
	);
