// Keeping the copies fresh, as the rest of the core sees it.
import type { SyncState } from '../../../shared/bridge/app.ts';

export interface Sync {
	state(): SyncState;
	/** Fetches everything afresh, in the background; one pull at a time. */
	pull(): void;
	/** Fetches one document again, after a write of ours was confirmed. Resolves when it was tried. */
	refreshDocument(kind: 'wastage' | 'transferOut' | 'transferIn', serverId: string): Promise<void>;
	/** Fetches stock of a location again, after stock moved. */
	refreshStock(locationId: string): Promise<void>;
	stop(): Promise<void>;
}
