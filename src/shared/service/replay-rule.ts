// Replay rules shared by many operations. operation.ts defines them.
import type { Phase } from '../bridge/values.ts';
import { contentOfFields, type DocumentContent } from './likeness.ts';
import type { Payload, ReplayRule } from './operation.ts';

type RuleOf<Proof extends ReplayRule['proof']> = Extract<ReplayRule, { proof: Proof }>;

/** Unprovable, or possibly applied in part: sent only while someone waits for the answer. */
export const onlineOnly = (risk: 'draft' | 'transition' | 'stock'): RuleOf<'none'> => ({
	proof: 'none',
	risk,
	offline: 'never',
});

/** A full update: proved if the record read afterwards equals what we sent. */
export const sameContent = (read: string, from?: readonly Phase[]): RuleOf<'equality'> => ({
	proof: 'equality',
	risk: 'draft',
	offline: 'queue',
	read,
	...(from === undefined ? {} : { from }),
});

/** Phases that accept a full update. Not shown; we assume a decided document accepts none. */
export const stillOpen = ['draft', 'rejected'] as const satisfies readonly Phase[];

/** A lock or a named state: proved if the document shows it. */
export const sameFlag = (read: string): RuleOf<'equality'> => ({
	proof: 'equality',
	risk: 'transition',
	offline: 'queue',
	read,
});

/** A new catalogue or organisation record: proved by one more record with the same values in these fields. */
export const oneMoreWith = (list: string, ...fields: readonly string[]): RuleOf<'reference'> => ({
	proof: 'reference',
	risk: 'draft',
	offline: 'queue',
	list,
	window: () => ({}),
	content: (record) => contentOfFields(fields.map((field) => record[field])),
});

/** A new document of a location: proved by our reference, or by one more with the same content. */
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

/** A step of our own work: queued in the outbox. */
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

/** An approval or rejection: it judges what the person saw, so it is queued only by choice. */
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
