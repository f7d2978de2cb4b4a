// Decisions on the lines of a refused part, while the dialog is open.
import { SvelteMap } from 'svelte/reactivity';
import type { PostingLine, PostingPart } from '../../../shared/bridge/posting.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';

export const decisions = ['as-is', 'leave-out', 'put-right'] as const;
type PartDecision = (typeof decisions)[number];

/** Why a count is unreadable, named like its messages. */
const problemCodes = [
	'missing',
	'not-a-number',
	'ambiguous',
	'divide-by-zero',
	'negative',
	'too-long',
	'too-many-places',
	'unbalanced',
] as const;

interface LineProblem {
	code: (typeof problemCodes)[number];
	readings: readonly string[];
}

const keyOf = ({ areaId, itemId }: PostingLine): string => `${areaId} ${itemId}`;

export class PartDecisions {
	/** The lines the service named. */
	readonly named: readonly PostingLine[];
	reason = $state('');
	reasonMissing = $state(false);
	readonly #lines: readonly PostingLine[];
	readonly #decided = new SvelteMap<string, PartDecision>();
	readonly #typed = new SvelteMap<string, string>();
	readonly #problems = new SvelteMap<string, LineProblem>();

	constructor({ refused }: PostingPart) {
		this.#lines = refused;
		this.named = refused.filter(({ said }) => said !== '');
		// A refused line cannot be sent unchanged: suggest leaving it out, but only a person decides.
		for (const line of this.named) this.#decided.set(keyOf(line), 'leave-out');
	}

	get count(): number {
		return [...this.#decided.values()].filter((decision) => decision !== 'as-is').length;
	}

	of = (line: PostingLine): PartDecision => this.#decided.get(keyOf(line)) ?? 'as-is';

	decide(line: PostingLine, decision: PartDecision): void {
		this.#decided.set(keyOf(line), decision);
	}

	typedOf = (line: PostingLine): string => this.#typed.get(keyOf(line)) ?? '';

	type(line: PostingLine, typed: string): void {
		this.#typed.set(keyOf(line), typed);
		this.#problems.delete(keyOf(line));
	}

	problemOf = (line: PostingLine): LineProblem | null => this.#problems.get(keyOf(line)) ?? null;

	/** Decided lines, as sent to the core. */
	asked() {
		this.reasonMissing = false;
		return this.#changed().map((line) => ({
			itemId: line.itemId,
			areaId: line.areaId,
			typed: this.of(line) === 'put-right' ? this.typedOf(line) : null,
			reason: this.reason.trim(),
		}));
	}

	/** The core's problems by `lines.<n>.<field>`. */
	refused(problems: readonly Problem[]): void {
		const asked = this.#changed();
		for (const { path, message, readings } of problems) {
			const [, place, field] = path.split('.');
			const line = asked[Number(place)];
			if (field === 'reason') this.reasonMissing = true;
			const code = problemCodes.find((each) => each === message);
			if (field === 'typed' && line !== undefined && code !== undefined)
				this.#problems.set(keyOf(line), { code, readings: readings ?? [] });
		}
	}

	#changed(): PostingLine[] {
		return this.#lines.filter((line) => this.of(line) !== 'as-is');
	}
}
