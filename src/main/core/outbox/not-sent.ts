// Why a step is not sent after a look at the service.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ReadFailure } from '../api/verdict.ts';
import type { BeforeSending } from './probe.ts';

export const maybeThere = (why: Why): BeforeSending => ({
	kind: 'conflict',
	attention: 'maybe-elsewhere',
	why,
});

export const stillUndecided = (why: Why): BeforeSending => ({
	kind: 'conflict',
	attention: 'not-confirmed-undecided',
	why,
});

/** Waiting does not bring back a document that is gone or refused. */
export const onFailure = (failure: ReadFailure): BeforeSending =>
	failure.kind === 'not-found' || failure.kind === 'refused'
		? {
				kind: 'conflict',
				attention: 'cannot-be-asked',
				why: { code: 'look-refused', said: failure.said },
			}
		: { kind: 'unanswered', failure };
