// What is known of how the service behaves: a person states it in the profile, the service check finds it out by trying.
// The outbox goes by what is in force, and takes the careful path where nothing is known.
import { lengthOf, type TextLength } from '../domain/shown-text.ts';
import type { Operation } from './operation.ts';
import { documentKinds, type DocumentKind, type ServiceProfile } from './profile.ts';

/** What trying can find out, per document; the names are those of the profile's `behaviour`. */
export const learnableFlags = [
	'keepsReferences',
	'listsAreCurrent',
	'refusesRepeatedTransition',
] as const;
export type LearnableFlag = (typeof learnableFlags)[number];

/** What the service check found out for an account. What is missing was not answered. */
export type LearnedBehaviour = {
	readonly [Flag in LearnableFlag]?: Readonly<Partial<Record<DocumentKind, boolean>>>;
};

export const nothingLearned: LearnedBehaviour = {};

/** What of it one document can show to be otherwise. */
export type RevocableFlag = Extract<LearnableFlag, 'keepsReferences' | 'listsAreCurrent'>;

/** What Stillroom saw itself of one kind of document. */
export interface Observed {
	/** The longest text that a list showed with our reference. */
	readonly kept: TextLength;
	/** UTF-16 units that were left of a longer text; null where none was cut. */
	readonly cutTo: number | null;
	/** The longest that a list took to show what was confirmed, ms. */
	readonly listDelayMs: number;
	/** What a document was seen to contradict. */
	readonly revoked: readonly RevocableFlag[];
}

export const nothingObserved: Observed = {
	kept: { units: 0, bytes: 0 },
	cutTo: null,
	listDelayMs: 0,
	revoked: [],
};

/** What holds for one kind of document. */
export interface BehaviourInForce {
	/** Null where nobody knows: our reference is written all the same, and not relied upon. */
	readonly keepsReferences: boolean | null;
	/** Lists show one's own writes at once, or at most `listDelayMs` later where that was seen. */
	readonly listsAreCurrent: boolean;
	/** Lists show what was written longer ago than `listDelayMs`. */
	readonly listsCatchUp: boolean;
	readonly listDelayMs: number;
	readonly refusesRepeatedTransition: boolean;
}

/** What the profile states stands; else what was learned; else nothing is known. */
export const known = (stated: boolean | null, learned: boolean | undefined): boolean | null =>
	stated ?? learned ?? null;

/**
 * What the outbox goes by for a document. A record that is no document of the profile has no learned answers. What the
 * profile states is a claim as well: one document that shows otherwise ends it.
 * @param text with our reference, as it was sent: an absence of it proves something only where a text as long came back.
 */
export function behaviourInForce(
	profile: Pick<ServiceProfile, 'behaviour' | 'reference' | 'textLimits'>,
	learned: LearnedBehaviour,
	kind: DocumentKind | null,
	observed: Observed = nothingObserved,
	text?: string,
): BehaviourInForce {
	const of = (flag: LearnableFlag) =>
		known(profile.behaviour[flag], kind === null ? undefined : learned[flag]?.[kind]);
	const keepsReference = (): boolean | null => {
		if (kind === null || profile.reference[kind] === null) return false;
		if (observed.revoked.includes('keepsReferences')) return false;
		const claimed = of('keepsReferences');
		if (claimed !== true || text === undefined) return claimed;
		return cameBack(text, profile.textLimits[kind], observed) ? true : null;
	};
	const { listDelayMs } = profile.behaviour;
	const isRevoked = observed.revoked.includes('listsAreCurrent');
	const listsAreCurrent = (of('listsAreCurrent') ?? false) && !isRevoked;
	return {
		keepsReferences: keepsReference(),
		listsAreCurrent,
		listsCatchUp: listsAreCurrent || (listDelayMs !== null && !isRevoked),
		listDelayMs: Math.max(observed.listDelayMs, listDelayMs ?? 0),
		refusesRepeatedTransition: of('refusesRepeatedTransition') ?? false,
	};
}

/** Whether texts as long as this one are known to come back with their end. */
function cameBack(text: string, limit: number | null, { kept }: Observed): boolean {
	const { units, bytes } = lengthOf(text);
	return limit === null ? units <= kept.units && bytes <= kept.bytes : units <= limit;
}

/** UTF-16 units that the field of the reference has room for; null where that is not known. */
export function textLimit(
	{ textLimits }: Pick<ServiceProfile, 'textLimits'>,
	kind: DocumentKind,
	{ cutTo }: Observed,
): number | null {
	const stated = textLimits[kind];
	return stated === null || cutTo === null ? (stated ?? cutTo) : Math.min(stated, cutTo);
}

/** `wastage` of `wastage.create`: which of the profile's documents the operation is about. */
export function documentKindOf(operation: Operation): DocumentKind | null {
	const [kind = ''] = operation.name.split('.');
	return documentKinds.find((each) => each === kind) ?? null;
}
