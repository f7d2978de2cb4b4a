// Tones of the state of a run.
export const runTones = {
	running: 'thyme',
	waiting: 'amber',
	held: 'amber',
	done: 'plain',
} as const;
