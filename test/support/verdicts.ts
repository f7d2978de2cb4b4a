// Scripted outcomes of requests.
import type { ReadFailure, WriteVerdict } from '../../src/main/core/api/verdict.ts';

/** No read is answered. */
export const unreachable: ReadFailure = {
	ok: false,
	kind: 'unreachable',
	status: null,
	said: 'No answer.',
	waitUntil: null,
};
/**
 * @param id of the document created, if any
 * @param value the document, if the answer showed it
 */
export function applied(id: string | null, value: unknown = null): WriteVerdict {
	return {
		kind: 'applied',
		status: 200,
		value,
		id,
		number: id === null ? '' : `WST-${id}`,
		serverDate: null,
	};
}
export const noReply: WriteVerdict & { kind: 'unknown' } = {
	kind: 'unknown',
	status: null,
	code: 'ECONNRESET',
	said: 'The connection was lost.',
	waitUntil: null,
	serverDate: null,
};
export const refused: WriteVerdict = {
	kind: 'rejected',
	status: 400,
	said: 'items: empty',
	serverDate: null,
};
export const notSent: WriteVerdict & { kind: 'not-sent' } = {
	kind: 'not-sent',
	code: 'ECONNREFUSED',
	said: 'Refused.',
	waitUntil: null,
};
