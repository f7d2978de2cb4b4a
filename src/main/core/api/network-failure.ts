// Telling failures in which the request never left this PC from those in which it may have arrived. Everything that is
// not surely unsent counts as possibly arrived.
import { isTimeoutError } from 'ky';

export interface NetworkFailure {
	/** True only when no byte of the request can have reached the service. */
	unsent: boolean;
	code: string;
	said: string;
}

/** Error codes of name look-up, connecting and the TLS handshake: they come before the first byte of a request. */
const beforeTheRequest = new Set([
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
	'EADDRNOTAVAIL',
	'UND_ERR_CONNECT_TIMEOUT',
	'EPROTO',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const ofTheCertificate = /^(CERT_|ERR_TLS_|ERR_SSL_)/;

/** undici says in words alone that a proxy did not open the way (its code is that of any broken-off request). */
const proxyRefused = 'Proxy response (';

/** Reads the error that `fetch` or ky threw; the code stands in the cause, in the forms that Node and undici use. */
export function networkFailure(error: unknown): NetworkFailure {
	if (isTimeoutError(error)) {
		return { unsent: false, code: 'timeout', said: 'No answer within the time allowed.' };
	}
	const refused = causes(error).find(({ message }) => message.startsWith(proxyRefused));
	if (refused !== undefined) {
		return { unsent: true, code: 'proxy-refused', said: refused.message };
	}
	const codes = causes(error).flatMap(codesOf);
	const code = codes[0] ?? 'network';
	return {
		// Of several addresses tried (an AggregateError), all must have failed before the request.
		unsent:
			codes.length > 0 &&
			codes.every((each) => beforeTheRequest.has(each) || ofTheCertificate.test(each)),
		code,
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

function codesOf(error: Error): string[] {
	if (error instanceof AggregateError) {
		return error.errors.flatMap((each: unknown) => (each instanceof Error ? codesOf(each) : []));
	}
	return 'code' in error && typeof error.code === 'string' ? [error.code] : [];
}
