// What a person is told a run is doing. One that handed all its records to the outbox is finished once they were sent.
import type { ImportRun } from '../../../shared/bridge/import.ts';

export const stateOfRun = ({ state, waiting }: Pick<ImportRun, 'state' | 'waiting'>) =>
	state === 'done' && waiting > 0 ? 'sending' : state;

export const runTones = {
	running: 'thyme',
	waiting: 'amber',
	sending: 'thyme',
	stopped: 'amber',
	done: 'plain',
} as const satisfies Record<ReturnType<typeof stateOfRun>, string>;
