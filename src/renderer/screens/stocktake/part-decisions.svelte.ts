// What a person decides about the lines of a part that was refused, while the dialog is open.
import { SvelteMap } from 'svelte/reactivity';
import type { PostingLine, PostingPart } from '../../../shared/bridge/posting.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';

export const decisions = ['as-is', 'leave-out', 'put-right'] as const;
type PartDecision = (typeof decisions)[number];

/** Why a count cannot be read; the words of the catalogue are named so. */
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
	/** The lines that the service named. */
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
		// What was refused cannot go as it is: leaving it out is offered, and nothing is done before somebody says so.
		for (const line of this.named) this.#decided.set(keyOf(line), 'leave-out');
	}

	get count(): number {
		return [...this.#decided.values()].filter((decision) => decision !== 'as-is').length;
	}

	of = (line: PostingLine): PartDecision => this.#decided.get(keyOf(line)) ?? 'as-is';

	decide(line: PostingLine, value: string): void {
		const decision = decisions.find((each) => each === value);
		if (decision !== undefined) this.#decided.set(keyOf(line), decision);
	}

	typedOf = (line: PostingLine): string => this.#typed.get(keyOf(line)) ?? '';

	type(line: PostingLine, typed: string): void {
		this.#typed.set(keyOf(line), typed);
		this.#problems.delete(keyOf(line));
	}

	problemOf = (line: PostingLine): LineProblem | null => this.#problems.get(keyOf(line)) ?? null;

	/** The lines about which something was decided, as the core is asked. */
	asked() {
		this.reasonMissing = false;
		return this.#changed().map((line) => ({
			itemId: line.itemId,
			areaId: line.areaId,
			typed: this.of(line) === 'put-right' ? this.typedOf(line) : null,
			reason: this.reason.trim(),
		}));
	}

	/** What the core found wrong with what was asked, by `lines.<n>.<field>`. */
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
