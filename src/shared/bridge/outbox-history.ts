// Codes for why an outbox step changed state. Each language translates them in outboxHistory.json.
import { z } from 'zod';

/** Every code with its message parameters. messages/<language> has the same list, without ids: the program uses those. */
export const historyCodes = {
	queued: [],
	'queued-with-note': ['note'],
	'later-change': [],
	'changed-before-sent': [],
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
	asking: [],
	'could-not-ask': [],
	'older-than-request': [],
	'another-record': [],
	'settings-changed': [],
	'answers-not-usable': [],
	'look-refused': [],
	'look-not-found': [],
	'already-shows': ['state'],
	'already-there': [],
	'alike-there': ['number'],
	'sent-as-other': ['number'],
	'moved-since-entered': [],
	'entered-before': ['number'],
	'same-invoice': ['number', 'id'],
	'not-taken-yet': ['state'],
	'lines-named': [],
	'lines-alike': [],
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
	'quantities-changed': [],
	'quantities-neither': [],
	'quantities-not-recorded': [],
	'same-lines-moved': [],
	'reference-found': ['reference'],
	'same-content-found': [],
	'several-fit': ['count'],
	'none-is-ours': ['count'],
	'documents-not-recorded': [],
	'made-by-another': [],
	'newer-version': [],
	'not-readable': [],
	'readable-again': [],
	'closed-in-the-middle': [],
	'looked-at': [],
	'sent-again': [],
	'lines-chosen': ['count'],
	'decided-anew': [],
	undone: [],
	'undone-to-edit': [],
	'undone-with-it': [],
	'said-to-be-done': [],
	'given-up': ['reason'],
	'lines-changed': ['reason'],
	'earlier-given-up': [],
	'possible-twin': ['number'],
	'twins-are-two': ['number', 'reason'],
	'twins-are-one': ['number', 'reason'],
	'reference-lost': [],
	'list-left-out': [],
	'relied-on-no-longer': [],
	'other-document': ['number'],
	'moved-away': ['file'],
	'moved-here': ['name'],
	'copied-here': ['name'],
	restored: [],
	'taken-over': ['name'],
} as const satisfies Record<string, readonly string[]>;

export type HistoryCode = keyof typeof historyCodes;

/** A code with its parameters and the literal message of the service or network. */
export type Why = {
	[Code in HistoryCode]: ((typeof historyCodes)[Code] extends readonly []
		? { code: Code; args?: undefined }
		: { code: Code; args: Record<(typeof historyCodes)[Code][number], string | number> }) & {
		said?: string;
	};
}[HistoryCode];

/** The bridge form: a newer Stillroom may have written codes unknown here. */
export const told = z.object({
	code: z.string(),
	args: z.record(z.string(), z.union([z.string(), z.number()])),
	said: z.string(),
});
export type Told = z.infer<typeof told>;
