// A transaction that is rolled back if its work fails: a draft is closed only together with enqueueing its steps.
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';
import type { Sqlite } from './open.ts';

class Refused extends Error {
	override readonly name = 'Refused';
	readonly failure: Failure;
	constructor(failure: Failure) {
		super(failure.message);
		this.failure = failure;
	}
}

/** @returns the work's reply; a failure rolls everything back */
export function allOrNothing<Value>(db: Sqlite, work: () => Reply<Value>): Reply<Value> {
	try {
		return db
			.transaction(() => {
				const reply = work();
				if (!reply.ok) throw new Refused(reply);
				return reply;
			})
			.immediate();
	} catch (error) {
		if (error instanceof Refused) return error.failure;
		throw error;
	}
}
