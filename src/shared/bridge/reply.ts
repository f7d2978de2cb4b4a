// Replies of bridge calls. Expected failures are values with a code; only bugs throw.
import { z } from 'zod';

/** Why a call failed. Screens show the catalogue's `errors.<code>`. */
export const failureCode = z.enum([
	'unknown-call',
	'invalid-input',
	'not-connected',
	'secret-needed',
	'refused',
	/** Sent, but no answer came. */
	'unreachable',
	/** The service answered a read without showing what was asked. The message says why. */
	'not-shown',
	'not-this-service',
	'busy',
	'profile-invalid',
	'work-waiting',
	'not-found',
	'not-a-quantity',
	'incomplete',
	'already-submitted',
	'changed-meanwhile',
	'not-possible-now',
	/** Not sent, because the network is down. */
	'needs-network',
	'disk-full',
	'file-damaged',
	'unreadable',
	'not-a-rescue-file',
	'other-account',
	'newer-file',
	'practice-only',
	'practice-outdated',
	'internal',
]);
export type FailureCode = z.infer<typeof failureCode>;

export const problem = z.object({
	/** Field, line or path as the person knows it (`lines.3.quantity`). */
	path: z.string(),
	/** A catalogue code if there is one, else a sentence. */
	message: z.string(),
	/** The possible quantities of an ambiguous number. */
	readings: z.array(z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;

export interface Failure {
	ok: false;
	code: FailureCode;
	message: string;
	details?: Problem[] | undefined;
}

export type Reply<Value> = { ok: true; value: Value } | Failure;

export const succeed = <Value>(value: Value): Reply<Value> => ({ ok: true, value });

export function fail(code: FailureCode, message: string, details?: Problem[]): Failure {
	return details === undefined
		? { ok: false, code, message }
		: { ok: false, code, message, details };
}

/** The program did not say what became of a call. */
export const isUnanswered = (reply: Reply<unknown>): boolean =>
	!reply.ok && (reply.code === 'unreachable' || reply.code === 'internal');
