// Why a step of the outbox moved on, as codes that every language has its own words for: outboxHistory.json.
import { z } from 'zod';

/** Every code, with the names of what stands in its words. The words are the same list in messages/<language>. */
export const historyCodes = {
	// Taken in and folded.
	queued: [],
	'queued-with-note': ['note'],
	'discarded-unsent': [],
	'discarded-with-it': [],
	'later-change': [],
	'changed-before-sent': [],
	// Sent.
	'waited-long': [],
	'awaited-ended': [],
	merged: ['count'],
	sent: ['number'],
	answered: ['status'],
	'done-without-id': [],
	refused: [],
	'refused-after-unknown': [],
	'not-sent': [],
	'sign-in-wanted': [],
	'token-refused': [],
	'not-confirmed': [],
	'answer-in-doubt': [],
	'another-document': [],
	'not-finished': [],
	// Asked about.
	asking: [],
	'could-not-ask': [],
	'older-than-request': [],
	'another-record': [],
	'settings-changed': [],
	'answers-not-usable': [],
	'look-refused': [],
	'already-shows': ['state'],
	'already-there': [],
	'alike-there': ['number'],
	'sent-as-other': ['number'],
	'moved-since-entered': [],
	shows: ['state'],
	'still-shows': ['state'],
	'document-is': ['state'],
	'changed-since-seen': [],
	'same-lines-changed': [],
	'nothing-proves': [],
	'not-shown': [],
	'has-what-was-sent': [],
	'still-as-before': [],
	'neither-sent-nor-before': [],
	'quantities-after': [],
	'quantities-before': [],
	'quantities-neither': [],
	'quantities-not-recorded': [],
	'same-lines-moved': [],
	'reference-found': ['reference'],
	'same-content-found': [],
	'several-fit': ['count'],
	'none-is-ours': ['count'],
	'documents-not-recorded': [],
	'made-by-another': [],
	// Set aside, and found again.
	'newer-version': [],
	'not-readable': [],
	'readable-again': [],
	'closed-in-the-middle': [],
	// Decided by a person.
	'looked-at': [],
	'sent-again': [],
	'lines-chosen': ['count'],
	'decided-anew': [],
	'taken-back': [],
	'taken-back-to-edit': [],
	'taken-back-with-it': [],
	'said-to-be-done': [],
	'given-up': ['reason'],
	'lines-changed': ['reason'],
	'earlier-given-up': [],
	// Found twice.
	'possible-twin': ['number'],
	'twins-are-two': ['number', 'reason'],
	'twins-are-one': ['number', 'reason'],
	// Seen to be otherwise than it was relied on.
	'reference-lost': [],
	'list-left-out': [],
	'relied-on-no-longer': [],
	'other-document': ['number'],
	// Rescued.
	'moved-away': ['file'],
	'moved-here': ['name'],
	'copied-here': ['name'],
	restored: [],
	'taken-over': ['name'],
} as const satisfies Record<string, readonly string[]>;

export type HistoryCode = keyof typeof historyCodes;

/** A code with what stands in its words, and what the service or the network said, word for word. */
export type Why = {
	[Code in HistoryCode]: ((typeof historyCodes)[Code] extends readonly []
		? { code: Code; args?: undefined }
		: { code: Code; args: Record<(typeof historyCodes)[Code][number], string | number> }) & {
		said?: string;
	};
}[HistoryCode];

/** As it crosses the bridge: a file of a newer Stillroom may have brought a code that is not known here. */
export const told = z.object({
	code: z.string(),
	args: z.record(z.string(), z.union([z.string(), z.number()])),
	said: z.string(),
});
export type Told = z.infer<typeof told>;
