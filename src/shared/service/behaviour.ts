// How the service behaves: a person states it in the profile, or the service check finds it out. The outbox uses the
// behaviour in force, and takes the careful path if it is unknown.
import { lengthOf, type TextLength } from '../domain/shown-text.ts';
import type { Operation } from './operation.ts';
import { documentKinds, type DocumentKind, type ServiceProfile } from './profile.ts';

export const learnableFlags = [
	'keepsReferences',
	'listsAreCurrent',
	'refusesRepeatedTransition',
] as const;
export type LearnableFlag = (typeof learnableFlags)[number];

export type LearnedBehaviour = {
	readonly [Flag in LearnableFlag]?: Readonly<Partial<Record<DocumentKind, boolean>>>;
};

export const nothingLearned: LearnedBehaviour = {};

export type RevocableFlag = Extract<LearnableFlag, 'keepsReferences' | 'listsAreCurrent'>;

export interface Observed {
	/** The longest text that a list returned with our reference. */
	readonly kept: TextLength;
	/** UTF-16 units left of a longer text; null if none was cut. */
	readonly cutTo: number | null;
	/** The longest time until a list showed a confirmed write, ms. */
	readonly listDelayMs: number;
	/** Flags disproved by a document. */
	readonly revoked: readonly RevocableFlag[];
}

export const nothingObserved: Observed = {
	kept: { units: 0, bytes: 0 },
	cutTo: null,
	listDelayMs: 0,
	revoked: [],
};

export interface BehaviourInForce {
	/** null if unknown: we write our reference but do not rely on it. */
	readonly keepsReferences: boolean | null;
	/** Lists show our own writes at once, or within an observed `listDelayMs`. */
	readonly listsAreCurrent: boolean;
	readonly listsCatchUp: boolean;
	readonly listDelayMs: number;
	readonly refusesRepeatedTransition: boolean;
}

/** The profile's statement wins, then what was learned. */
export const known = (stated: boolean | null, learned: boolean | undefined): boolean | null =>
	stated ?? learned ?? null;

/**
 * Even a stated flag ends when one document disproves it. @param text as sent: its absence proves something only if an
 * equally long text is known to come back
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

function cameBack(text: string, limit: number | null, { kept }: Observed): boolean {
	const { units, bytes } = lengthOf(text);
	return limit === null ? units <= kept.units && bytes <= kept.bytes : units <= limit;
}

/** UTF-16 units that fit into the reference's field; null if unknown. */
export function textLimit(
	{ textLimits }: Pick<ServiceProfile, 'textLimits'>,
	kind: DocumentKind,
	{ cutTo }: Observed,
): number | null {
	const stated = textLimits[kind];
	return stated === null || cutTo === null ? (stated ?? cutTo) : Math.min(stated, cutTo);
}

/** The profile's document kind of an operation: `wastage` for `wastage.create`. */
export function documentKindOf(operation: Operation): DocumentKind | null {
	const [kind = ''] = operation.name.split('.');
	return documentKinds.find((each) => each === kind) ?? null;
}
