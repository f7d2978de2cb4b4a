// Reading what came back, as far as it is allowed to be long, slow and deep: is it an answer of a service at all, and what
// stands in it. What an answer proves is proof.ts, in which words it is told is said.ts.
import type { ResponsePromise } from 'ky';
import { parseExactInPieces, type ExactJson } from '../../../shared/exact-json.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Clock } from '../ports.ts';
import { inTurns } from '../turns.ts';
import { AnswerTooSlow } from './network-failure.ts';

export interface Answer {
	status: number;
	/** undefined: the body was empty. */
	json: ExactJson | undefined;
	/** `json` also for an empty body; no other form is ever an answer of the service. */
	form: 'json' | 'html' | 'unparsable' | 'too-large';
	/** It calls itself a problem record (RFC 9457), whatever its status. */
	isProblem: boolean;
	serverDate: number | null;
	headers: Pick<Headers, 'get'>;
	/** ms to wait, of a Retry-After header; no longer than `pauses.waitMostMs`. */
	retryAfterMs: number | null;
	/** Where a new document is, as the header says it. */
	location: string | null;
}

/** ky's options for a request that may take so many ms until its answer begins; `readAnswer` goes on to count. */
export const within = (ms: number) => ({ timeout: ms, totalTimeout: ms });

/**
 * Waits for the answer and reads its whole body.
 * Throws what the network throws when it breaks off in the middle, ky's TimeoutError where no answer begins in time, and
 * AnswerTooSlow where it does not come to its end, or stands still.
 *
 * @param mostMs from now to the last byte
 */
export async function readAnswer(
	answered: ResponsePromise,
	clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
	{ limits, pauses }: Pick<ServiceProfile, 'limits' | 'pauses'>,
	mostMs: number,
): Promise<Answer> {
	const until = clock.monotonic() + mostMs;
	const response = await answered;
	const { headers, status } = response;
	const serverDate = readDate(headers.get('date'));
	const now = serverDate ?? clock.now();
	const text = await readText(response, clock, limits, until);
	const contentType = headers.get('content-type')?.toLowerCase() ?? '';
	return {
		status,
		...(await readBody(text, contentType, limits.depth, clock)),
		isProblem: contentType.startsWith('application/problem+json'),
		serverDate,
		headers,
		retryAfterMs: readRetryAfter(headers.get('retry-after'), now, pauses.waitMostMs),
		location: headers.get('location'),
	};
}

/** @returns null where it is longer than allowed; then the rest is not fetched */
async function readText(
	response: Response,
	clock: Pick<Clock, 'monotonic' | 'after'>,
	{ responseBytes, idleMs }: ServiceProfile['limits'],
	until: number,
): Promise<string | null> {
	if (response.body === null) return '';
	// What comes out here is unpacked: a small answer can hold very many bytes.
	const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	try {
		for (;;) {
			const left = until - clock.monotonic();
			const part = await inTime(reader.read(), clock, Math.min(idleMs, left));
			if (part === 'late') throw new AnswerTooSlow();
			if (part.done) return text + decoder.decode();
			size += part.value.byteLength;
			if (size > responseBytes) return null;
			text += decoder.decode(part.value, { stream: true });
		}
	} finally {
		// Hangs up where something is left. What comes of that is nobody's business.
		reader.cancel().catch(() => undefined);
	}
}

async function inTime<Value>(
	coming: Promise<Value>,
	clock: Pick<Clock, 'after'>,
	ms: number,
): Promise<Value | 'late'> {
	const { promise, resolve } = Promise.withResolvers<'late'>();
	const cancel = clock.after(Math.max(0, ms), () => {
		resolve('late');
	});
	try {
		return await Promise.race([coming, promise]);
	} finally {
		cancel();
	}
}

async function readBody(
	text: string | null,
	contentType: string,
	depth: number,
	clock: Pick<Clock, 'monotonic' | 'after'>,
): Promise<Pick<Answer, 'json' | 'form'>> {
	if (text === null) return { json: undefined, form: 'too-large' };
	if (contentType.includes('html')) return { json: undefined, form: 'html' };
	if (text.trim() === '') return { json: undefined, form: 'json' };
	try {
		const json = await inTurns(parseExactInPieces(text, depth), clock);
		return { json, form: 'json' };
	} catch {
		return { json: undefined, form: 'unparsable' };
	}
}

function readDate(header: string | null): number | null {
	const at = Date.parse(header ?? '');
	return Number.isNaN(at) ? null : at;
}

/** RFC 9110, 10.2.3: seconds, or a date, which is one of the clock that dated the answer. */
function readRetryAfter(header: string | null, now: number, mostMs: number): number | null {
	if (header === null) return null;
	const seconds = /^\d+$/.test(header.trim());
	const at = seconds ? null : readDate(header);
	if (!seconds && at === null) return null;
	const ms = at === null ? Number(header) * 1000 : at - now;
	return Math.min(Math.max(0, ms), mostMs);
}
