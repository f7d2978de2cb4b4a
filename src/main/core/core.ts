// The core: everything behind the bridge. The hosts call it; it knows nothing of windows or sockets to screens.
import type { CallTarget, Caller } from '../../shared/bridge/contract.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { CorePorts } from './ports.ts';

export interface Core extends CallTarget {
	/**
	 * A call as it comes off a wire: name and input are checked here, whatever the transport did before.
	 * Unknown names answer `unknown-call`, input that the schema refuses `invalid-input` with every problem by path.
	 */
	callUnchecked(name: string, input: unknown, caller: Caller): Promise<Reply<unknown>>;
	/** Every event with its payload, for a transport that forwards all of them. */
	onAny(listener: (name: string, payload: unknown) => void): () => void;
	/** Begins to sign in, probe and send. Before this the core answers calls but touches no network. */
	start(): Promise<void>;
	/** The PC goes to sleep: nothing new is begun. What is on its way may still be answered. */
	suspend(): void;
	/** It is awake again. What got no answer meanwhile is asked about, as after any lost answer. */
	resume(): void;
	/** Stops sending, waits for answers on their way (bounded by the write time-out), closes the files. */
	stop(): Promise<void>;
}

export type CreateCore = (options: { dataFolder: string; ports: CorePorts }) => Core;
