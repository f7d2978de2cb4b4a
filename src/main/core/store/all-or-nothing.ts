// A transaction that stands only where what was wanted of it came about: a draft is closed together with the steps that
// were made of it, or neither.
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

/** @returns what the work answered; where that is a failure, nothing of the work stands. */
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
