// The first pull of the large practice service through the core, against a bare loop that downloads, parses and inserts
// the same pages, one transaction per page. Each runs in its own process over an empty folder, to measure its memory;
// the service is a third process.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { DataSet } from '../src/shared/bridge/practice.ts';
import { compare, gone, messageOf, takeTurns, type Benchmark } from './harness.ts';
import { makeFolder } from './kitchen.ts';

const dataSet: DataSet = process.env['STILLROOM_BENCH_DATA_SET'] === 'small' ? 'small' : 'large';
const root = join(import.meta.dirname, '..');

export const pulled = z.object({
	first: z.number(),
	/** CPU time of all threads in the first pull, ms. */
	processor: z.number(),
	again: z.number(),
	held: z.number(),
	/** Peak memory of the process, MB. */
	memory: z.number(),
	rows: z.number(),
});
export type Pulled = z.infer<typeof pulled>;

export const serviceAccess = z.object({ url: z.url(), clientId: z.string(), profile: z.unknown() });
export type ServiceAccess = z.infer<typeof serviceAccess>;

/** Of the made-up data, during the measurement. */
export const clientSecret = 'bench';

export const pull: Benchmark = {
	name: 'pull',
	about: 'first pull of 40 locations and 100,000 items / the same pages inserted by a bare loop',
	rounds: 3,
	async run(rounds, say) {
		using folder = makeFolder();
		const service = startService(join(folder.path, 'service'));
		try {
			say(`making the ${dataSet} data set`);
			const begun = performance.now();
			const access = await messageOf(service, serviceAccess);
			say(`made in ${Math.round(performance.now() - begun)} ms`);

			const came: Record<'core' | 'bare', Pulled[]> = { core: [], bare: [] };
			const pullBy = (name: 'core' | 'bare') => async (round: number) => {
				const into = join(folder.path, `${name}-${round}`);
				mkdirSync(into);
				const child = fork(join(import.meta.dirname, 'pull-once.ts'), [name, into], {
					execArgv: [],
					env: { ...process.env, BENCH_SERVICE: JSON.stringify(access) },
				});
				const result = await messageOf(child, pulled);
				await gone(child);
				rmSync(into, { recursive: true });
				say(`${name}: ${JSON.stringify(result)}`);
				came[name].push(result);
				return result.first;
			};
			say(`${rounds} rounds`);
			await takeTurns(rounds, { core: pullBy('core'), bare: pullBy('bare') });
			const of = (name: 'core' | 'bare', what: keyof Pulled) =>
				came[name].map((each) => each[what]);
			if (new Set([...of('core', 'rows'), ...of('bare', 'rows')]).size !== 1)
				throw new Error(`Not the same came: ${JSON.stringify(came)}`);
			const beside = (
				name: string,
				what: keyof Pulled,
				against = 'a bare loop',
				unit: 'ms' | 'MB' = 'ms',
			) => compare(name, against, of('core', what), of('bare', what), { median: 1.5 }, unit);
			return [
				beside('first pull', 'first'),
				beside('its processor time', 'processor'),
				beside('pull, nothing changed', 'again', 'download and parse'),
				compare('longest hold, first pull', '50 ms', of('core', 'held'), 50, { median: 1 }),
				beside('peak memory, MB', 'memory', 'a bare loop', 'MB'),
			];
		} finally {
			service.kill('SIGTERM');
			await gone(service);
		}
	},
};

function startService(folder: string): ChildProcess {
	return fork(join(root, 'src/practice/main.ts'), ['--data', folder, '--data-set', dataSet], {
		execArgv: [],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		env: {
			...process.env,
			STILLROOM_PRACTICE_SECRET: clientSecret,
			STILLROOM_PRACTICE_CONTROL: clientSecret,
		},
	});
}
