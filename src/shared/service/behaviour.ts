// What is known of how the service behaves: a person states it in the profile, the service check finds it out by trying.
// The outbox goes by what is in force, and takes the careful path where nothing is known.
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

/** What holds for one kind of document. */
export interface BehaviourInForce {
	/** Null where nobody knows: our reference is written all the same, and not relied upon. */
	readonly keepsReferences: boolean | null;
	readonly listsAreCurrent: boolean;
	readonly refusesRepeatedTransition: boolean;
}

/** What the profile states stands; else what was learned; else nothing is known. */
export const known = (stated: boolean | null, learned: boolean | undefined): boolean | null =>
	stated ?? learned ?? null;

/** What the outbox goes by for a document. A record that is no document of the profile has no learned answers. */
export function behaviourInForce(
	{ behaviour, reference }: Pick<ServiceProfile, 'behaviour' | 'reference'>,
	learned: LearnedBehaviour,
	kind: DocumentKind | null,
): BehaviourInForce {
	const of = (flag: LearnableFlag) =>
		known(behaviour[flag], kind === null ? undefined : learned[flag]?.[kind]);
	return {
		keepsReferences: kind === null || reference[kind] === null ? false : of('keepsReferences'),
		listsAreCurrent: of('listsAreCurrent') ?? false,
		refusesRepeatedTransition: of('refusesRepeatedTransition') ?? false,
	};
}

/** `wastage` of `wastage.create`: which of the profile's documents the operation is about. */
export function documentKindOf(operation: Operation): DocumentKind | null {
	const [kind = ''] = operation.name.split('.');
	return documentKinds.find((each) => each === kind) ?? null;
}
