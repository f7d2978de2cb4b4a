// The verdict on an answer to a write. Rules: docs/outbox.md, "Verdicts".
import { addressOf } from '../../../shared/service/address.ts';
import { openRecord } from '../../../shared/service/envelope.ts';
import { id as idField } from '../../../shared/service/field.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import type { ActiveAccount } from '../context.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';
import { bareId, idAt } from './made.ts';
import { doubtIn, isOwnRefusal, saysFailed } from './proof.ts';
import { urlOf } from './token.ts';
import type { WriteVerdict } from './verdict.ts';

/** @returns judges an answer; `said` is only called if the verdict needs the text */
export function judgeOf(
	account: Pick<ActiveAccount, 'serviceUrl' | 'profile'>,
	clock: Pick<Clock, 'now'>,
): (operation: Operation, answer: Answer, said: () => string) => WriteVerdict {
	const { profile } = account;

	/** Whether an answer without a body proves success: a person said so, or the service's document shows it. */
	const mayBeEmpty = ({ answer, evidence }: Operation): boolean =>
		profile.behaviour.emptyAnswersMeanDone === true ||
		(answer.kind === 'empty' && evidence.response === 'shown');

	const createdBy = (operation: Operation, { json, location }: Answer) => {
		if (operation.answer.kind !== 'created') return { value: null, id: null, number: '' };
		const bare = bareId(json);
		if (bare !== null) return { value: null, id: bare, number: '' };
		const address = urlOf(account, addressOf(operation, profile).path);
		const placed = location === null ? null : idAt(location, address);
		const codec = codecOf(operation.answer.schema, profile);
		const value = codec.read(openRecord(json, profile), '$', []);
		if (typeof value !== 'object' || value === null) return { value: null, id: placed, number: '' };
		const id = idField.safeParse('id' in value ? value.id : undefined);
		const number = 'number' in value && typeof value.number === 'string' ? value.number : '';
		return { value, id: id.success ? id.data : placed, number };
	};

	return (operation, answer, said) => {
		const { status, serverDate } = answer;
		const waitUntil = answer.retryAfterMs === null ? null : clock.now() + answer.retryAfterMs;
		const unknown = (code: string): WriteVerdict & { kind: 'unknown' } => ({
			kind: 'unknown',
			status,
			code,
			said: said(),
			waitUntil,
			serverDate,
		});
		const isDone = status >= 200 && status < 300;
		if (answer.form !== 'json') {
			return { ...unknown(answer.form), ...(isDone && { askAtOnce: true }) };
		}
		if (isDone) {
			if (saysFailed(answer.json)) return { kind: 'rejected', status, said: said(), serverDate };
			const doubt = doubtIn(answer, profile);
			if (doubt !== null) return { ...unknown(doubt), askAtOnce: true };
			const made = createdBy(operation, answer);
			const isEmpty = answer.json === undefined || answer.json === null;
			if (isEmpty && made.id === null && !mayBeEmpty(operation)) {
				return { ...unknown('empty'), askAtOnce: true };
			}
			return { kind: 'applied', status, serverDate, ...made };
		}
		// Only a token check answers 401, whatever the body says.
		if (status === 401) return { kind: 'unauthorized', status, said: said(), serverDate };
		if (status === 407) return { kind: 'not-sent', code: 'proxy', said: said(), waitUntil };
		if (status === 429 || status === 503) {
			return profile.behaviour.refusalsDoNothing === true
				? { kind: 'not-sent', code: 'wait', said: said(), waitUntil }
				: unknown('wait');
		}
		if (isOwnRefusal(answer, profile))
			return { kind: 'rejected', status, said: said(), serverDate };
		return unknown(`http-${String(status)}`);
	};
}
