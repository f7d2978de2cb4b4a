// What goes on for the account in use while the program runs: asking whether its service is there, sending, fetching.
import type { AccountConnection } from './account-connection.ts';
import type { Events } from './events.ts';
import type { OutboxEngine } from './outbox/engine.ts';
import type { Sync } from './sync/sync.ts';

interface WorkParts {
	connection: AccountConnection;
	outbox: OutboxEngine;
	sync: Sync;
	/** Ends a check of the service that runs. */
	stopCheck(): void;
	events: Events;
}

export class AccountWork {
	readonly #parts: () => WorkParts;
	/** Before the program is started, and after it ended, nothing is begun. */
	#mayRun = false;

	constructor(parts: () => WorkParts) {
		this.#parts = parts;
	}

	/** The program is started. */
	begin(): void {
		this.#mayRun = true;
		this.start();
	}

	/** The program ends. */
	async end(): Promise<void> {
		this.#mayRun = false;
		await this.stop();
	}

	/** Where an account is in use. */
	start(): void {
		const { connection, outbox, sync } = this.#parts();
		if (!this.#mayRun || !connection.start()) return;
		outbox.start();
		sync.start();
	}

	/** Begins nothing new, and waits for what is on its way. */
	async stop(): Promise<void> {
		const { connection, outbox, sync, stopCheck } = this.#parts();
		stopCheck();
		connection.stop();
		await sync.stop();
		await outbox.stop();
		connection.end();
	}

	/** Work comes or goes as a whole only while nothing of it is on its way. */
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
