// One action on several documents, each through its own call and the outbox, one at a time. We do not use the
// service's bulk operations: they are all-or-nothing, and cannot be proved for a part.
import type { AnyKind } from '../../shared/document/kit.ts';
import { fail, type Failure, type Reply } from '../../shared/bridge/reply.ts';
import type { KindCalls, ShownDocument, ShownRow } from './kind-calls.ts';

const severalVerbs = ['submit', 'approve', 'reject', 'lock', 'unlock'] as const;
export type SeveralVerb = (typeof severalVerbs)[number];

/** The actions that the kind has. */
export const verbsOf = ({ steps }: AnyKind): readonly SeveralVerb[] =>
	severalVerbs.filter((verb) => verb === 'submit' || (verb === 'unlock' ? 'lock' : verb) in steps);

/** Why it failed; null if queued in the outbox. */
export interface Outcome {
	readonly document: ShownRow;
	readonly refused: Failure | null;
}

/** Whether the action suits a listed document. */
export function suits(
	verb: SeveralVerb,
	{ standing, phase, locked }: Pick<ShownRow, 'standing' | 'phase' | 'locked'>,
): boolean {
	if (verb === 'submit') return standing === 'draft';
	if (standing !== 'service') return false;
	switch (verb) {
		case 'approve':
		case 'reject':
			return phase === 'submitted' && !locked;
		case 'lock':
			return !locked && phase !== 'draft' && phase !== 'unknown';
		case 'unlock':
			return locked;
	}
}

/** Whether the document is unchanged since it was selected. */
const isAsSeen = (seen: ShownRow, now: ShownDocument): boolean =>
	seen.changedAt === now.changedAt &&
	seen.phase === now.phase &&
	seen.cost === now.cost &&
	seen.lines === now.lines.length;

/** Documents that stay chosen were refused. */
export const doneIn = (
	outcomes: readonly { document: { documentId: string }; refused: unknown }[],
): string[] =>
	outcomes.flatMap(({ document, refused }) => (refused === null ? [document.documentId] : []));

export class SeveralDocuments {
	/** Results once all were tried; null until then. */
	outcomes = $state.raw<readonly Outcome[] | null>(null);
	readonly #calls: KindCalls;

	constructor(calls: KindCalls) {
		this.#calls = calls;
	}

	/** @param more reason of a rejection, or who approves: the same for all. */
	async act(
		verb: SeveralVerb,
		documents: readonly ShownRow[],
		more: { readonly reason: string; readonly by: string },
	): Promise<void> {
		const outcomes: Outcome[] = [];
		for (const document of documents) {
			const reply = await this.#one(verb, document, more);
			outcomes.push({ document, refused: reply.ok ? null : reply });
		}
		this.outcomes = outcomes;
	}

	async #one(
		verb: SeveralVerb,
		seen: ShownRow,
		{ reason, by }: Parameters<SeveralDocuments['act']>[2],
	): Promise<Reply<ShownDocument>> {
		const { documentId } = seen;
		const calls = this.#calls;
		const intentId = crypto.randomUUID();
		if (verb === 'submit') return calls.submit({ documentId, intentId });
		const now = await calls.get(documentId);
		if (!now.ok) return now;
		if (!isAsSeen(seen, now.value))
			return fail('changed-meanwhile', 'It was changed since it was chosen.');
		const decision = { documentId, version: now.value.version, intentId };
		switch (verb) {
			case 'approve':
				return calls.step(verb, { ...decision, by });
			case 'reject':
				return calls.step(verb, { ...decision, reason });
			case 'lock':
			case 'unlock':
				return calls.step('lock', { ...decision, locked: verb === 'lock' });
		}
	}
}
