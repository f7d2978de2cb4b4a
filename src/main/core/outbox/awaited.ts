// A document that waits for a step of another one: the waste of what came broken goes only once its receipt is done.
import type { ActionTables } from '../store/actions.ts';
import type { ActionRow } from './action.ts';

/**
 * The step that the lane waits for, as it stands now. What took its place before it was sent stands for it.
 * @returns null where it waits for none.
 */
export function awaitedStep(tables: ActionTables, laneId: string): ActionRow | 'gone' | null {
	const waitsFor = tables.lane(laneId)?.waits_for ?? null;
	if (waitsFor === null) return null;
	let step = tables.byId(waitsFor);
	while (step?.state === 'superseded' && step.resolution !== null) {
		const heir = tables.byId(step.resolution);
		if (heir === undefined) break;
		step = heir;
	}
	return step ?? 'gone';
}

/** `free`: the lane may go. `under-way`: it waits. `ended`: its step will never be done, and a person decides. */
export function mayFollow(tables: ActionTables, laneId: string): 'free' | 'under-way' | 'ended' {
	const step = awaitedStep(tables, laneId);
	if (step === null) return 'free';
	if (step === 'gone') return 'ended';
	switch (step.state) {
		case 'confirmed':
			return 'free';
		case 'cancelled':
		case 'superseded':
		case 'dropped':
			return 'ended';
		default:
			return 'under-way';
	}
}
