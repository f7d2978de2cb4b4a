// The replay rules that many operations share. What a rule is stands in operation.ts.
import type { Phase } from '../bridge/values.ts';
import { contentOfFields, type DocumentContent } from './likeness.ts';
import type { Payload, ReplayRule } from './operation.ts';

type RuleOf<Proof extends ReplayRule['proof']> = Extract<ReplayRule, { proof: Proof }>;

/** Nothing at the service can prove it, or a part of it may have happened: only while someone waits for the answer. */
export const onlineOnly = (risk: 'draft' | 'transition' | 'stock'): RuleOf<'none'> => ({
	proof: 'none',
	risk,
	offline: 'never',
});

/** A full update: proved when the record that is read afterwards has what was sent. */
export const sameContent = (read: string, from?: readonly Phase[]): RuleOf<'equality'> => ({
	proof: 'equality',
	risk: 'draft',
	offline: 'queue',
	read,
	...(from === undefined ? {} : { from }),
});

/** What was never handed in, or was turned down, takes a full update. Not shown; a document that is decided takes none. */
export const stillOpen = ['draft', 'rejected'] as const satisfies readonly Phase[];

/** A lock or a state that is set by its name: proved when the document shows it. */
export const sameFlag = (read: string): RuleOf<'equality'> => ({
	proof: 'equality',
	risk: 'transition',
	offline: 'queue',
	read,
});

/** A new record of the catalogue or the organisation: proved by one more that has the same values in these fields. */
export const oneMoreWith = (list: string, ...fields: readonly string[]): RuleOf<'reference'> => ({
	proof: 'reference',
	risk: 'draft',
	offline: 'queue',
	list,
	window: () => ({}),
	content: (record) => contentOfFields(fields.map((field) => record[field])),
});

/** A new document of a location: proved by our reference, or by one more of the same content. */
export const newDocument = (
	list: string,
	window: (payload: Payload) => Record<string, string>,
	content: (document: Payload) => DocumentContent,
): RuleOf<'reference'> => ({
	proof: 'reference',
	risk: 'draft',
	offline: 'queue',
	list,
	window,
	content,
});

/** A step that one's own work goes through: it waits in the outbox. */
export const movesOn = (
	read: string,
	from: readonly Phase[],
	reached: readonly Phase[],
): RuleOf<'state'> => ({
	proof: 'state',
	risk: 'transition',
	offline: 'queue',
	read,
	from,
	reached,
	judgement: false,
});

/** An approval or a rejection: it judges what the person saw, so it waits only by choice. */
export const judges = (
	read: string,
	from: readonly Phase[],
	reached: readonly Phase[],
): RuleOf<'state'> => ({
	proof: 'state',
	risk: 'transition',
	offline: 'by-choice',
	read,
	from,
	reached,
	judgement: true,
});
