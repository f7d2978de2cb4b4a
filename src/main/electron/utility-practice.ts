// The practice service as a utility process: packaged Electron cannot run as plain Node (a fuse), so fork fails.
import type { utilityProcess } from 'electron';
import process from 'node:process';
import { practiceEntry } from '../host/places.ts';
import type { ForkPractice } from '../host/practice-service.ts';

export const forkUtilityPractice =
	(utility: Pick<typeof utilityProcess, 'fork'>): ForkPractice =>
	(args, env) => {
		const child = utility.fork(practiceEntry(), args, {
			env: Object.fromEntries(
				Object.entries(env).flatMap(([name, value]) =>
					value === undefined ? [] : [[name, value]],
				),
			),
			serviceName: 'Stillroom practice service',
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		return {
			onMessage: (listener) => child.on('message', listener),
			onExit: (listener) => child.once('exit', listener),
			get complaints() {
				return child.stderr;
			},
			end: () => child.kill(),
			kill: () => {
				if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
			},
		};
	};
