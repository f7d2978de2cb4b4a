// Reading what came back: is it an answer of the service at all, is it an error, what does it say.
import type { ResponsePromise } from 'ky';
import { parseExact, type ExactJson } from '../../../shared/exact-json.ts';
import { at } from '../../../shared/service/envelope.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Clock } from '../ports.ts';

export interface Answer {
	status: number;
	/** undefined: the body was empty. */
	json: ExactJson | undefined;
	/** `json` also for an empty body; `html` and `unparsable` are never an answer of the service. */
	form: 'json' | 'html' | 'unparsable';
	serverDate: number | null;
	/** ms to wait, of a Retry-After header. */
	retryAfterMs: number | null;
}

/** ky's options for a request that may take so many ms, from the first byte of it to the last of its answer. */
export const within = (ms: number) => ({ timeout: ms, totalTimeout: ms });

/**
 * Waits for the answer and reads its whole body, which ky times only when it is asked for the text itself.
 * Throws what the network throws when it breaks off in the middle, and ky's TimeoutError when it stands still there.
 */
export async function readAnswer(
	answered: ResponsePromise,
	clock: Pick<Clock, 'now'>,
): Promise<Answer> {
	const response = await answered;
	const now = clock.now();
	const text = await answered.text();
	return {
		status: response.status,
		...readBody(text, response.headers.get('content-type') ?? ''),
		serverDate: readDate(response.headers.get('date')),
		retryAfterMs: readRetryAfter(response.headers.get('retry-after'), now),
	};
}

function readBody(text: string, contentType: string): Pick<Answer, 'json' | 'form'> {
	if (text.trim() === '') return { json: undefined, form: 'json' };
	if (contentType.includes('html')) return { json: undefined, form: 'html' };
	try {
		return { json: parseExact(text), form: 'json' };
	} catch {
		return { json: undefined, form: 'unparsable' };
	}
}

function readDate(header: string | null): number | null {
	const at = Date.parse(header ?? '');
	return Number.isNaN(at) ? null : at;
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function readRetryAfter(header: string | null, now: number): number | null {
	if (header === null) return null;
	if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
	const at = readDate(header);
	return at === null ? null : Math.max(0, at - now);
}

/** True where a 2xx answer says in its body that it failed, as the dining option's answer is shown to do. */
export function saysFailed(json: ExactJson | undefined): boolean {
	if (!isJsonObject(json)) return false;
	return (
		['isFailed', 'IsFailed'].some((name) => json[name] === true) ||
		['isSuccess', 'IsSuccess'].some((name) => json[name] === false)
	);
}

/** Room for a sentence about each of some fifty lines, which a person then puts right at once. */
const maximumSaid = 4_000;

/**
 * What the service said, for the person: of a problem record its detail or title and the fields it names, of another
 * record its message, else the status.
 */
export function whatWasSaid(
	answer: Answer,
	{ problems }: Pick<ServiceProfile, 'problems'>,
): string {
	const { json } = answer;
	const fallback = `HTTP ${String(answer.status)}`;
	if (typeof json === 'string') return json.slice(0, maximumSaid) || fallback;
	if (!isJsonObject(json)) return fallback;
	const byName = new Map(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]));
	const textOf = (value: ExactJson | undefined) =>
		typeof value === 'string' && value !== '' ? [value] : [];
	const [sentence = fallback] =
		problems.sentence === null
			? ['detail', 'message', 'title', 'error_description', 'error'].flatMap((name) =>
					textOf(byName.get(name)),
				)
			: textOf(at(json, problems.sentence));
	const named = problems.fields === null ? json : at(json, problems.fields);
	const fields = Object.entries(isJsonObject(named) ? named : {}).flatMap(([name, value]) =>
		problems.fields === null && standard.has(name.toLowerCase())
			? []
			: (Array.isArray(value) ? value : [value]).flatMap((each: ExactJson | undefined) =>
					textOf(each).map((text) => `${name}: ${text}`),
				),
	);
	return [sentence, ...fields].join(' · ').slice(0, maximumSaid);
}

/** The properties of a problem record that name no field of the request (RFC 9457, and what servers commonly add). */
const standard = new Set(['type', 'title', 'status', 'detail', 'instance', 'message', 'traceid']);
