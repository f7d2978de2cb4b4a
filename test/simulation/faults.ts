// What can go wrong with one request on its way: what the service does with it, and what comes back.
import type { Answer, Call } from './service.ts';

/** What comes back: the service's answer, or an answer in its place, or none. */
type Back =
	| 'its-answer'
	/** The connection breaks, or the system says that there is no way to the service, on a socket that is open. */
	| 'lost'
	| 'unreachable'
	/** Nothing comes before the time is up, or the answer stands still in the middle. */
	| 'silence'
	| 'stalls'
	| ((answer: Answer, by: Surroundings) => Answer);

export interface Surroundings {
	random: () => number;
	call: Call;
	/** The document that the write made. */
	documentId: string | null;
	/** A document of the same kind that somebody else made. */
	stranger: { id: string } | null;
	/** The answer to a read of that one. */
	strangers: Answer | null;
}

export interface Fate {
	/**
	 * When the service does it. `late`: some time after we gave up. `hours-late`: up to a day later. `twice`: a proxy sends
	 * it once more at once. `again-later`: the same, hours later.
	 */
	does: 'now' | 'never' | 'late' | 'hours-late' | 'twice' | 'again-later';
	back: Back;
	/** Our token is not good any more. */
	signsOut?: true;
	/** Of a read: what is answered is not what stands there. */
	shows?: 'old' | 'cached' | 'stranger';
}

const page: Answer = { status: 200, body: '<html>Sign in</html>', contentType: 'text/html' };
const problem = (status: number, title: string): Answer => ({
	...{ status, contentType: 'application/problem+json' },
	body: JSON.stringify({ type: 'about:blank', title, status, detail: `${title}.` }),
});
const html = (status: number): Answer => ({ ...page, status, body: '<html>Blocked</html>' });

/** What stands between us and the service, and speaks in its place. */
const gateway: readonly Answer[] = [
	{ status: 404, body: '<html>404 Not Found</html>', contentType: 'text/html' },
	{ status: 404, body: '404 page not found', contentType: 'text/plain' },
	{ status: 404, body: '{"statusCode":404,"message":"Resource not found"}' },
	{ status: 403, body: '{"message":"Forbidden"}' },
	{ status: 499, body: '{"message":"Client closed request"}' },
	html(403),
	{ status: 499, body: '<html>499 Client Closed Request</html>', contentType: 'text/html' },
];

/** Answers with a good status, of something that was not done. */
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

/** What was done is answered with the id alone or nothing at all; a refusal stays one. */
const withoutRecord =
	(idOf: (by: Surroundings) => string | null): ((answer: Answer, by: Surroundings) => Answer) =>
	(answer, by) => {
		if (answer.status >= 300) return answer;
		const id = idOf(by);
		return { status: 200, body: id === null ? '' : JSON.stringify(id) };
	};

export const fates = {
	/** No connection was made. */
	refused: { does: 'never', back: 'lost' },
	'lost-before': { does: 'never', back: 'lost' },
	'lost-after': { does: 'now', back: 'lost' },
	'error-before': { does: 'never', back: () => problem(500, 'Error') },
	'error-after': { does: 'now', back: () => problem(500, 'Error') },
	/** A web page, in place of the service or of its answer. */
	'page-before': { does: 'never', back: () => page },
	'page-after': { does: 'now', back: () => page },
	/** 401 until the token was renewed, before or after it was done, by the service or by a page. */
	'signed-out': { does: 'never', back: () => problem(401, 'Unauthorized'), signsOut: true },
	'signed-out-after': { does: 'now', back: () => problem(401, 'Unauthorized'), signsOut: true },
	'sign-in-page': { does: 'never', back: () => html(401), signsOut: true },
	'sign-in-page-after': { does: 'now', back: () => html(401), signsOut: true },
	/** 429 that did nothing, 503 that did it where the service is like that. */
	wait: {
		does: 'never',
		back: () => ({ ...problem(429, 'Wait'), headers: { 'retry-after': '30' } }),
	},
	busy: {
		does: 'now',
		back: () => ({ ...problem(503, 'Busy'), headers: { 'retry-after': '20' } }),
	},
	/** No answer in time, or a broken connection; it is done afterwards. */
	late: { does: 'late', back: 'silence' },
	'late-after-loss': { does: 'late', back: 'lost' },
	'hours-late': { does: 'hours-late', back: 'lost' },
	/** It is done at once and answered too late, or the answer stands still in the middle. */
	slow: { does: 'now', back: 'silence' },
	'stands-still': { does: 'now', back: 'stalls' },
	refuses: {
		does: 'never',
		back: () => ({
			...{ status: 400, contentType: 'application/problem+json' },
			body: '{"type":"about:blank","title":"Refused","status":400,"detail":"No.","items":"empty"}',
		}),
	},
	'says-failed': {
		does: 'never',
		back: () => ({ status: 200, body: '{"isFailed":true,"message":"No."}' }),
	},
	/** It is done, and the answer carries nothing, or the id alone. */
	'no-id': { does: 'now', back: withoutRecord(() => null) },
	'bare-id': { does: 'now', back: withoutRecord(({ documentId }) => documentId) },
	/** It is done, and the answer names the document of somebody else. */
	'names-another': {
		does: 'now',
		back: (answer, by) =>
			by.random() < 0.5 && by.strangers !== null
				? by.strangers
				: withoutRecord(({ stranger, documentId }) => stranger?.id ?? documentId)(answer, by),
	},
	/** The system loses its network while the socket is open. */
	'unreachable-before': { does: 'never', back: 'unreachable' },
	'unreachable-after': { does: 'now', back: 'unreachable' },
	/** A gateway or a filter refuses in place of the service, which did it, did not, or does it hours later. */
	'gateway-before': { does: 'never', back: oneOf(gateway) },
	'gateway-after': { does: 'now', back: oneOf(gateway) },
	'gateway-late': { does: 'hours-late', back: oneOf(gateway) },
	/** A good status, and nothing was done. */
	'not-done': { does: 'never', back: oneOf(notDone) },
	'says-failed-after': { does: 'now', back: oneOf(notDone.slice(0, 4)) },
	accepted: { does: 'late', back: () => ({ status: 202, body: '' }) },
	/** A proxy sends it twice. */
	'sent-twice': { does: 'twice', back: 'its-answer' },
	'sent-again-later': { does: 'again-later', back: 'its-answer' },
	/** What stood there before, as somebody's cache kept it: with its date, or with a new one where it may give it out. */
	'old-answer': { does: 'now', back: 'its-answer', shows: 'old' },
	'cached-answer': { does: 'now', back: 'its-answer', shows: 'cached' },
	/** Another document of the same kind. */
	'foreign-answer': { does: 'now', back: 'its-answer', shows: 'stranger' },
} satisfies Record<string, Fate>;

export type Fault = keyof typeof fates;
/** What goes wrong with a request that nothing goes wrong with. */
export const noFate: Fate = { does: 'now', back: 'its-answer' };

/** Only of a document does a second one show that it was sent twice. */
export const ofCreatesAlone: readonly Fault[] = ['sent-twice', 'sent-again-later', 'names-another'];
