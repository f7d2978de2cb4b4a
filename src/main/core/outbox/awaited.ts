// Documents that wait for a step of another document: the waste of broken goods is sent only after their receipt.
import type { ActionTables } from '../store/actions.ts';
import type { ActionRow } from './action.ts';

/** The step that the lane waits for, or the one that superseded it; null if there is none. */
export function awaitedStep(tables: ActionTables, laneId: string): ActionRow | 'gone' | null {
	const waitsFor = tables.lane(laneId)?.waits_for ?? null;
	if (waitsFor === null) return null;
	let step = tables.byId(waitsFor);
	while (step?.state === 'superseded' && step.resolution !== null) {
		const heir = tables.byId(step.resolution);
		if (heir === null) break;
		step = heir;
	}
	return step ?? 'gone';
}

/** `free`: the lane may be sent. `under-way`: it waits. `ended`: the step will never be done, so a person decides. */
export function mayFollow(tables: ActionTables, laneId: string): 'free' | 'under-way' | 'ended' {
	const step = awaitedStep(tables, laneId);
	if (step === null) return 'free';
	if (step === 'gone') return 'ended';
	switch (step.state) {
		case 'confirmed':
			return 'free';
		case 'cancelled':
		case 'superseded':
		case 'discarded':
			return 'ended';
		default:
			return 'under-way';
	}
}
