// Kill points: around every outbox commit, around every request, and between a save and its answer.
export const crashLabels = [
	'call: before answer',
	'sending: before commit',
	'sending: committed',
	'request: before',
	'request: answered',
	// After one that leaves a step half done: a start passes here only if there is something to recover.
	'recover: before commit',
	'recover: committed',
	'verdict: before commit',
	'verdict: committed',
	'verifying: before commit',
	'verifying: committed',
] as const;

export type CrashLabel = (typeof crashLabels)[number];

/** When a run ends. */
export type Kill =
	/** At the label's n-th pass. */
	| { at: CrashLabel; times: number }
	/** ms after it was started, or was ready. */
	| { at: 'start' | 'ready'; ms: number };
