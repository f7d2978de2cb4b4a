// The points at which the program is ended: around every commit of the outbox, around every request, and between a save
// and its answer.
export const crashLabels = [
	'call: before answer',
	'sending: before commit',
	'sending: committed',
	'request: before',
	'request: answered',
	// Behind one that leaves a step in the middle: a start passes here only where there is something to recover.
	'recover: before commit',
	'recover: committed',
	'verdict: before commit',
	'verdict: committed',
	'verifying: before commit',
	'verifying: committed',
] as const;

export type CrashLabel = (typeof crashLabels)[number];

/** When a run of the program ends. */
export type Kill =
	/** At the so manieth pass of the label. */
	| { at: CrashLabel; times: number }
	/** So many ms after it was started, or after it was ready. */
	| { at: 'start' | 'ready'; ms: number };
