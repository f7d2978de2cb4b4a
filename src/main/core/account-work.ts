// Background work for the account in use: pinging, sending and fetching.
import type { AccountConnection } from './account-connection.ts';
import type { Events } from './events.ts';
import type { ImportRuns } from './import/runs.ts';
import type { OutboxEngine } from './outbox/engine.ts';
import type { Sync } from './sync/sync.ts';

interface WorkParts {
	connection: AccountConnection;
	outbox: OutboxEngine;
	sync: Sync;
	runs: ImportRuns;
	stopCheck(): void;
	events: Events;
}

export class AccountWork {
	readonly #parts: () => WorkParts;
	/** Nothing starts before `begin` or after `end`. */
	#mayRun = false;

	constructor(parts: () => WorkParts) {
		this.#parts = parts;
	}

	begin(): void {
		this.#mayRun = true;
		this.start();
	}

	async end(): Promise<void> {
		this.#mayRun = false;
		await this.stop();
	}

	start(): void {
		const { connection, outbox, sync, runs } = this.#parts();
		if (!this.#mayRun || !connection.start()) return;
		outbox.start();
		sync.start();
		runs.start();
	}

	async stop(): Promise<void> {
		const { connection, outbox, sync, runs, stopCheck } = this.#parts();
		stopCheck();
		connection.stop();
		await runs.stop();
		const stopping = [sync.stop(), outbox.stop()];
		// Both know that they stop, so a read that fails now means nothing to them.
		connection.endReads();
		await Promise.all(stopping);
		connection.end();
	}

	/** Changes all work at once, while nothing is in flight. */
	async betweenSends<Result>(change: () => Result): Promise<Result> {
		const { outbox, events } = this.#parts();
		await outbox.stop();
		try {
			return change();
		} finally {
			if (this.#mayRun) outbox.start();
			events.allChanged();
		}
	}
}
