// One action on several waste documents, each through its own call and the outbox, one at a time. We do not use the
// service's bulk operations: they are all-or-nothing, and cannot be proved for a part.
import type { App } from '../../app.svelte.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';
import type { WasteDocument, WasteSummary } from '../../../shared/bridge/wastage.ts';

export const severalVerbs = ['submit', 'approve', 'reject', 'lock', 'unlock'] as const;
export type SeveralVerb = (typeof severalVerbs)[number];

/** Why it failed; null if queued in the outbox. */
export interface Outcome {
	readonly document: WasteSummary;
	readonly refused: Failure | null;
}

type SeveralCalls = Pick<App, 'call'>;

/** Whether the action suits a listed document. */
export function suits(
	verb: SeveralVerb,
	{ standing, phase, locked }: Pick<WasteSummary, 'standing' | 'phase' | 'locked'>,
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
const isAsSeen = (seen: WasteSummary, now: WasteDocument): boolean =>
	seen.changedAt === now.changedAt &&
	seen.phase === now.phase &&
	seen.cost === now.cost &&
	seen.lines === now.lines.length;

export class SeveralWaste {
	/** Results once all were tried; null until then. */
	outcomes = $state.raw<readonly Outcome[] | null>(null);
	/** Progress of the current run. */
	tried = $state(0);
	readonly #app: SeveralCalls;

	constructor(app: SeveralCalls) {
		this.#app = app;
	}

	/** @param more reason of a rejection, or who approves: the same for all. */
	async act(
		verb: SeveralVerb,
		documents: readonly WasteSummary[],
		more: { readonly reason: string; readonly by: string },
	): Promise<void> {
		const outcomes: Outcome[] = [];
		this.tried = 0;
		for (const document of documents) {
			const reply = await this.#one(verb, document, more);
			outcomes.push({ document, refused: reply.ok ? null : reply });
			this.tried = outcomes.length;
		}
		this.outcomes = outcomes;
	}

	async #one(
		verb: SeveralVerb,
		seen: WasteSummary,
		{ reason, by }: Parameters<SeveralWaste['act']>[2],
	): Promise<Reply<WasteDocument>> {
		const { documentId } = seen;
		const { call } = this.#app;
		const intentId = crypto.randomUUID();
		if (verb === 'submit') return call('wastage.submit', { documentId, intentId });
		const now = await call('wastage.get', { documentId });
		if (!now.ok) return now;
		if (!isAsSeen(seen, now.value)) {
			return {
				ok: false,
				code: 'changed-meanwhile',
				message: 'It was changed since it was chosen.',
			};
		}
		const decision = { documentId, version: now.value.version, intentId };
		switch (verb) {
			case 'approve':
				return call('wastage.approve', { ...decision, by });
			case 'reject':
				return call('wastage.reject', { ...decision, reason });
			case 'lock':
			case 'unlock':
				return call('wastage.lock', { ...decision, locked: verb === 'lock' });
		}
	}
}
