// The core: everything behind the bridge. Hosts call it; it knows nothing about windows or sockets.
import type { CallTarget, Caller } from '../../shared/bridge/contract.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { CorePorts } from './ports.ts';

export interface Core extends CallTarget {
	/** Checks name and input: returns `unknown-call`, or `invalid-input` with every problem by path. */
	callUnchecked(name: string, input: unknown, caller: Caller): Promise<Reply<unknown>>;
	onAny(listener: (name: string, payload: unknown) => void): () => void;
	/** Starts signing in, pinging and sending. Before this the core answers calls without using the network. */
	start(): Promise<void>;
	/** The PC goes to sleep: nothing new starts; requests in flight may still be answered. */
	suspend(): void;
	/** The PC is awake. Requests without an answer are verified like any lost answer. */
	resume(): void;
	/** Stops sending, waits for answers in flight (up to the write timeout), closes the files. */
	stop(): Promise<void>;
}

export type CreateCore = (options: { dataFolder: string; ports: CorePorts }) => Core;
