// Tells failures before the request left this PC from later ones. When in doubt it may have arrived.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import { isTimeoutError } from 'ky';

export interface NetworkFailure {
	/** True only if no byte of the request can have reached the service. */
	unsent: boolean;
	code: string;
	said: string;
}

/** The answer began, but stalled or did not end in time. */
export class AnswerTooSlow extends Error {}

/** System calls before the first byte of a request. The same error codes on an open connection prove nothing. */
const beforeTheRequest = new Set(['connect', 'getaddrinfo']);

/** Error codes without a system call from before the first byte: connect timeout, no TLS, bad certificate. */
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

/** undici reports this only in the message; the code is that of any aborted request. */
const proxyRefused = 'Proxy response (';

/** Reads an error of `fetch` or ky; Node and undici put the code into the cause. */
export function networkFailure(error: unknown): NetworkFailure {
	if (isTimeoutError(error) || error instanceof AnswerTooSlow) {
		return { unsent: false, code: 'timeout', said: inOwnWords('timeout') };
	}
	const refused = causes(error).find(({ message }) => message.startsWith(proxyRefused));
	if (refused !== undefined) {
		return {
			unsent: true,
			code: 'proxy-refused',
			said: inOwnWords('proxyRefused', refused.message),
		};
	}
	const failed = causes(error).flatMap(failedIn);
	return {
		// If several addresses were tried (AggregateError), all must have failed before the request.
		unsent: failed.length > 0 && failed.every(isBeforeTheRequest),
		code: failed[0]?.code ?? 'network',
		said: inOwnWords('noConnection', causes(error).at(-1)?.message ?? String(error)),
	};
}

function causes(error: unknown): Error[] {
	const chain: Error[] = [];
	for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) {
		chain.push(each);
	}
	return chain;
}

interface Failed {
	code: string;
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
