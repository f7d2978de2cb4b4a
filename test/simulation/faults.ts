// What can go wrong with one request: its effect at the service, and the answer.
import type { Answer, Call } from './service.ts';

type Back =
	| 'its-answer'
	/** The connection breaks, or the system reports no route, on an open socket. */
	| 'lost'
	| 'unreachable'
	/** Nothing before the timeout, or the answer stalls. */
	| 'silence'
	| 'stalls'
	| ((answer: Answer, by: Surroundings) => Answer);

export interface Surroundings {
	random: () => number;
	call: Call;
	documentId: string | null;
	/** Someone else's document of the same kind. */
	stranger: { id: string } | null;
	strangers: Answer | null;
}

export interface Fate {
	/**
	 * When the service applies it. `late`: some time after we gave up. `hours-late`: up to a day later. `twice`: a
	 * proxy repeats it at once. `again-later`: the same, hours later.
	 */
	does: 'now' | 'never' | 'late' | 'hours-late' | 'twice' | 'again-later';
	back: Back;
	/** Our token is invalid. */
	signsOut?: true;
	/** For a read: the answer is not the current state. */
	shows?: 'old' | 'cached' | 'stranger';
}

const page: Answer = { status: 200, body: '<html>Sign in</html>', contentType: 'text/html' };
const problem = (status: number, title: string): Answer => ({
	status,
	contentType: 'application/problem+json',
	body: JSON.stringify({ type: 'about:blank', title, status, detail: `${title}.` }),
});
const html = (status: number): Answer => ({ ...page, status, body: '<html>Blocked</html>' });

const gateway: readonly Answer[] = [
	{ status: 404, body: '<html>404 Not Found</html>', contentType: 'text/html' },
	{ status: 404, body: '404 page not found', contentType: 'text/plain' },
	{ status: 404, body: '{"statusCode":404,"message":"Resource not found"}' },
	{ status: 403, body: '{"message":"Forbidden"}' },
	{ status: 499, body: '{"message":"Client closed request"}' },
	html(403),
	{ status: 499, body: '<html>499 Client Closed Request</html>', contentType: 'text/html' },
];

const notDone: readonly Answer[] = [
	{ status: 200, body: '{"success":false,"message":"Try later."}' },
	{ status: 200, body: '{"error":{"code":"busy","message":"Try later."}}' },
	{ ...problem(500, 'Try later'), status: 200 },
	{ status: 202, body: '' },
	{ status: 204, body: '' },
	{ status: 200, body: '', contentType: 'text/html' },
];

const oneOf =
	(answers: readonly Answer[]): Back =>
	(_, { random }) =>
		answers[Math.floor(random() * answers.length)] ?? page;

/** Applied, but the answer has only the id or nothing; a refusal stays a refusal. */
const withoutRecord =
	(idOf: (by: Surroundings) => string | null): ((answer: Answer, by: Surroundings) => Answer) =>
	(answer, by) => {
		if (answer.status >= 300) return answer;
		const id = idOf(by);
		return { status: 200, body: id === null ? '' : JSON.stringify(id) };
	};

export const fates = {
	refused: { does: 'never', back: 'lost' },
	'lost-before': { does: 'never', back: 'lost' },
	'lost-after': { does: 'now', back: 'lost' },
	'error-before': { does: 'never', back: () => problem(500, 'Error') },
	'error-after': { does: 'now', back: () => problem(500, 'Error') },
	'page-before': { does: 'never', back: () => page },
	'page-after': { does: 'now', back: () => page },
	/** 401 until the token is renewed, before or after applying, from the service or a page. */
	'signed-out': { does: 'never', back: () => problem(401, 'Unauthorized'), signsOut: true },
	'signed-out-after': { does: 'now', back: () => problem(401, 'Unauthorized'), signsOut: true },
	'sign-in-page': { does: 'never', back: () => html(401), signsOut: true },
	'sign-in-page-after': { does: 'now', back: () => html(401), signsOut: true },
	/** 429 without effect, 503 with effect if the service is like that. */
	wait: {
		does: 'never',
		back: () => ({ ...problem(429, 'Wait'), headers: { 'retry-after': '30' } }),
	},
	busy: {
		does: 'now',
		back: () => ({ ...problem(503, 'Busy'), headers: { 'retry-after': '20' } }),
	},
	/** No answer in time, or a broken connection; applied afterwards. */
	late: { does: 'late', back: 'silence' },
	'late-after-loss': { does: 'late', back: 'lost' },
	'hours-late': { does: 'hours-late', back: 'lost' },
	/** Applied at once and answered too late, or the answer stalls. */
	slow: { does: 'now', back: 'silence' },
	'stands-still': { does: 'now', back: 'stalls' },
	refuses: {
		does: 'never',
		back: () => ({
			status: 400,
			contentType: 'application/problem+json',
			body: '{"type":"about:blank","title":"Refused","status":400,"detail":"No.","items":"empty"}',
		}),
	},
	'says-failed': {
		does: 'never',
		back: () => ({ status: 200, body: '{"isFailed":true,"message":"No."}' }),
	},
	/** Applied, with an empty answer or the id only. */
	'no-id': { does: 'now', back: withoutRecord(() => null) },
	'bare-id': { does: 'now', back: withoutRecord(({ documentId }) => documentId) },
	/** Applied, and the answer names someone else's document. */
	'names-another': {
		does: 'now',
		back: (answer, by) =>
			by.random() < 0.5 && by.strangers !== null
				? by.strangers
				: withoutRecord(({ stranger, documentId }) => stranger?.id ?? documentId)(answer, by),
	},
	/** The system loses its network on an open socket. */
	'unreachable-before': { does: 'never', back: 'unreachable' },
	'unreachable-after': { does: 'now', back: 'unreachable' },
	/** A gateway refuses; the service applied it, did not, or applies it hours later. */
	'gateway-before': { does: 'never', back: oneOf(gateway) },
	'gateway-after': { does: 'now', back: oneOf(gateway) },
	'gateway-late': { does: 'hours-late', back: oneOf(gateway) },
	'not-done': { does: 'never', back: oneOf(notDone) },
	'says-failed-after': { does: 'now', back: oneOf(notDone.slice(0, 4)) },
	accepted: { does: 'late', back: () => ({ status: 202, body: '' }) },
	'sent-twice': { does: 'twice', back: 'its-answer' },
	'sent-again-later': { does: 'again-later', back: 'its-answer' },
	/** An old state from a cache: with its date, or a new one where a cache may. */
	'old-answer': { does: 'now', back: 'its-answer', shows: 'old' },
	'cached-answer': { does: 'now', back: 'its-answer', shows: 'cached' },
	'foreign-answer': { does: 'now', back: 'its-answer', shows: 'stranger' },
} satisfies Record<string, Fate>;

export type Fault = keyof typeof fates;
export const noFate: Fate = { does: 'now', back: 'its-answer' };

/** Only a created document reveals a repeated request. */
export const ofCreatesAlone: readonly Fault[] = ['sent-twice', 'sent-again-later', 'names-another'];
