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

/** Why nothing could be read, if waiting does not help; null if it may. */
export function unreadable({ kind, said }: ReadFailure): Why | null {
	if (kind === 'not-found') return { code: 'look-not-found', said };
	return kind === 'refused' ? { code: 'look-refused', said } : null;
}

export function onFailure(failure: ReadFailure): BeforeSending {
	const why = unreadable(failure);
	return why === null
		? { kind: 'unanswered', failure }
		: { kind: 'conflict', attention: 'cannot-be-asked', why };
}
