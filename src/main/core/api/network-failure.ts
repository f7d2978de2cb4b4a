// Telling failures in which the request never left this PC from those in which it may have arrived. Everything that is
// not surely unsent counts as possibly arrived.
import { isTimeoutError } from 'ky';

export interface NetworkFailure {
	/** True only when no byte of the request can have reached the service. */
	unsent: boolean;
	code: string;
	said: string;
}

/** An answer that began did not come to its end in time, or stood still. */
export class AnswerTooSlow extends Error {}

/** System calls that come before the first byte of a request. The same codes on an open connection prove nothing. */
const beforeTheRequest = new Set(['connect', 'getaddrinfo']);

/**
 * Codes of errors that name no system call and come before the first byte of a request: no connection in time, another
 * side that speaks no TLS, a certificate that is not accepted.
 */
const beforeTheConnection = new Set([
	'UND_ERR_CONNECT_TIMEOUT',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_UNSUPPORTED_PROTOCOL',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const ofTheCertificate = /^(CERT_|ERR_TLS_CERT_)/;

/** undici says in words alone that a proxy did not open the way (its code is that of any broken-off request). */
const proxyRefused = 'Proxy response (';

/** Reads the error that `fetch` or ky threw; the code stands in the cause, in the forms that Node and undici use. */
export function networkFailure(error: unknown): NetworkFailure {
	if (isTimeoutError(error) || error instanceof AnswerTooSlow) {
		return { unsent: false, code: 'timeout', said: 'No answer within the time allowed.' };
	}
	const refused = causes(error).find(({ message }) => message.startsWith(proxyRefused));
	if (refused !== undefined) {
		return { unsent: true, code: 'proxy-refused', said: refused.message };
	}
	const failed = causes(error).flatMap(failedIn);
	return {
		// Of several addresses tried (an AggregateError), all must have failed before the request.
		unsent: failed.length > 0 && failed.every(isBeforeTheRequest),
		code: failed[0]?.code ?? 'network',
		said: causes(error).at(-1)?.message ?? String(error),
	};
}

/** The error and its chain of causes, at most five deep. */
function causes(error: unknown): Error[] {
	const chain: Error[] = [];
	for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) {
		chain.push(each);
	}
	return chain;
}

interface Failed {
	code: string;
	/** Null where the error names none. */
	syscall: string | null;
}

function failedIn(error: Error): Failed[] {
	if (error instanceof AggregateError) {
		return error.errors.flatMap((each: unknown) => (each instanceof Error ? failedIn(each) : []));
	}
	if (!('code' in error) || typeof error.code !== 'string') return [];
	const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : null;
	return [{ code: error.code, syscall }];
}

const isBeforeTheRequest = ({ code, syscall }: Failed): boolean =>
	syscall === null
		? beforeTheConnection.has(code) || ofTheCertificate.test(code)
		: beforeTheRequest.has(syscall);
