// Reads an answer within limits of size, time and depth. proof.ts decides what it proves, said.ts words it.
import type { ResponsePromise } from 'ky';
import { parseExactInPieces, type ExactJson } from '../../../shared/exact-json.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Clock } from '../ports.ts';
import { inTurns } from '../turns.ts';
import { AnswerTooSlow } from './network-failure.ts';

export interface Answer {
	status: number;
	json: ExactJson | undefined;
	/** `json` includes an empty body. A service never answers in another form. */
	form: 'json' | 'html' | 'unparsable' | 'too-large';
	/** The content type is a problem record (RFC 9457). */
	isProblem: boolean;
	serverDate: number | null;
	headers: Pick<Headers, 'get'>;
	/** ms, from Retry-After, at most `pauses.waitMostMs`. */
	retryAfterMs: number | null;
	location: string | null;
}

/** ky's options for ms until the answer begins; `readAnswer` times the body. */
export const within = (ms: number) => ({ timeout: ms, totalTimeout: ms });

/** @param mostMs from now to the last byte. @throws network errors, TimeoutError, AnswerTooSlow (it stalls) */
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

/** @returns null if it is too long; the rest is not fetched */
async function readText(
	response: Response,
	clock: Pick<Clock, 'monotonic' | 'after'>,
	{ responseBytes, idleMs }: ServiceProfile['limits'],
	until: number,
): Promise<string | null> {
	if (response.body === null) return '';
	// These bytes are decompressed: a small answer can hold very many.
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

/** RFC 9110, 10.2.3: seconds, or a date by the clock that dated the answer. */
function readRetryAfter(header: string | null, now: number, mostMs: number): number | null {
	if (header === null) return null;
	const seconds = /^\d+$/.test(header.trim());
	const at = seconds ? null : readDate(header);
	if (!seconds && at === null) return null;
	const ms = at === null ? Number(header) * 1000 : at - now;
	return Math.min(Math.max(0, ms), mostMs);
}
