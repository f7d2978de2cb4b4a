// Checks whether the document in the answer to a create can be ours: a service may return another one, or reuse an id.
import { z } from 'zod';
import { referenceIn } from '../../../shared/domain/reference.ts';
import { mayBeShownAs } from '../../../shared/domain/shown-text.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';
import type { LaneRow } from './action.ts';
import { textIn } from './document-view.ts';
import type { Baseline } from './baseline.ts';
import type { ProbeContext } from './probe.ts';

type Applied = WriteVerdict & { kind: 'applied' };

export function namesAnother(
	{ id, value }: Applied,
	context: ProbeContext,
	before: Baseline | null,
): boolean {
	if (context.operation.answer.kind !== 'created') return false;
	const stoodBefore = before?.kind === 'documents' && id !== null && before.ids.includes(id);
	if (stoodBefore || (id !== null && context.isOfAnotherEntry(id))) return true;
	const record = new Map(Object.entries(value ?? {}));
	return hasOtherReference(record, context) || isElsewhere(record, context);
}

const withState = z.looseObject({ status: z.string() });

/** The state of our document in the answer to a create; null unless the document is shown and proven ours. */
export function stateOfMade({ value }: Applied, context: ProbeContext): string | null {
	const shown = withState.safeParse(value);
	if (context.operation.answer.kind !== 'created' || !shown.success) return null;
	const text = textIn(shown.data, context.referenceField);
	return referenceIn(text) === context.reference ? shown.data.status : null;
}

/** ms during which the answer to a create replaces a look at the document: nobody else knows it yet. */
const justMadeMs = 60_000;

/** By lane, the state of our new document in the answer to its create. */
export class JustMade {
	readonly #clock: Pick<Clock, 'monotonic'>;
	readonly #byLane = new Map<string, { word: string; at: number }>();

	constructor(clock: Pick<Clock, 'monotonic'>) {
		this.#clock = clock;
	}

	keep(laneId: string, word: string): void {
		this.#byLane.set(laneId, { word, at: this.#clock.monotonic() });
	}

	/** Whether the lane's next step may be sent without a look. Each answer serves one step. */
	needsNoLook(
		{ operation, behaviour, elsewhere }: ProbeContext,
		profile: ServiceProfile,
		lane: LaneRow,
	): boolean {
		const made = this.#byLane.get(lane.lane_id);
		this.#byLane.delete(lane.lane_id);
		const { replay: rule } = operation;
		const kind = documentKindOf(operation);
		if (made === undefined || rule?.proof !== 'state' || rule.judgement || kind === null)
			return false;
		return (
			this.#clock.monotonic() - made.at < justMadeMs &&
			behaviour.refusesRepeatedTransition &&
			elsewhere() === 'no' &&
			rule.from.includes(phaseOf(profile, kind, made.word))
		);
	}
}

function hasOtherReference(
	record: ReadonlyMap<string, unknown>,
	{ referenceField, behaviour, reference, input }: ProbeContext,
): boolean {
	const text = referenceField === null ? undefined : record.get(referenceField);
	if (typeof text !== 'string') return false;
	if (mayBeShownAs(textIn(input.body ?? {}, referenceField), text)) return false;
	const there = referenceIn(text);
	// A text without a reference proves nothing unless references are known to be kept.
	return there === null ? behaviour.keepsReferences === true : there !== reference;
}

const isElsewhere = (record: ReadonlyMap<string, unknown>, { input }: ProbeContext): boolean =>
	Object.entries(input.body ?? {}).some(([name, sent]) => {
		const there = record.get(name);
		return (
			name.endsWith('Id') &&
			typeof sent === 'string' &&
			typeof there === 'string' &&
			there.toLowerCase() !== sent.toLowerCase()
		);
	});
