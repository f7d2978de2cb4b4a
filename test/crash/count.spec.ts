// A count of 300 lines on a PC that may lose power after every tenth entry.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { answerOf, makeKitchen, openCore, openCount } from '../../bench/kitchen.ts';

const lines = 300;
const child = join(import.meta.dirname, 'count-child.ts');

/** Stops a process, so that its files are as after a kill. */
function freeze(pid: number): void {
	process.kill(pid, 'SIGSTOP');
	const state = () => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' });
	while (!state().trim().startsWith('T'));
}

// Windows cannot stop a process, but writes the same files in the same order.
test.skipIf(process.platform === 'win32')(
	'a count killed after any tenth entry keeps every acknowledged entry',
	async () => {
		const kitchen = makeKitchen([{ areaId: 'store', items: lines }]);
		const copies: { folder: string; acknowledged: ReadonlyMap<string, string> }[] = [];
		const acknowledged = new Map<string, string>();
		try {
			const before = openCore(kitchen).core;
			const stocktakeId = await openCount(before, 'store');
			await before.stop();
			const keptIn = async (folder: string): Promise<Map<string, string | null>> => {
				const { core } = openCore({ ...kitchen, dataFolder: folder });
				const sheet = await answerOf(core, 'stocktake.sheet', { stocktakeId });
				await core.stop();
				return new Map(sheet.lines.map(({ lineNo, total }) => [String(lineNo), total]));
			};

			for (const end of [lines / 2, lines]) {
				// The line after the last acknowledged one may be on disk: enter it again.
				const behind = [...acknowledged.keys()].at(-1) ?? '0';
				if (behind === String(lines)) break;
				const asked = [child, kitchen.dataFolder, stocktakeId, behind];
				const counting = spawn(process.execPath, asked, { stdio: ['ignore', 'pipe', 'ignore'] });
				const { pid } = counting;
				if (pid === undefined) throw new Error('The counting process did not start.');
				const gone = once(counting, 'exit');
				for await (const line of createInterface({ input: counting.stdout })) {
					const [lineNo = '', typed = ''] = line.split('=');
					acknowledged.set(lineNo, typed);
					if (acknowledged.size % 10 > 0) continue;
					// What it said before it was killed may be read later.
					if (!counting.killed) freeze(pid);
					const folder = `${kitchen.dataFolder}/after-${String(acknowledged.size)}`;
					for (const name of readdirSync(kitchen.dataFolder)) {
						if (!/^(stillroom|cache)\.db(-wal)?$/.test(name)) continue;
						cpSync(join(kitchen.dataFolder, name), join(folder, name));
					}
					copies.push({ folder, acknowledged: new Map(acknowledged) });
					if (acknowledged.size >= end) counting.kill('SIGKILL');
					else process.kill(pid, 'SIGCONT');
				}
				await gone;
			}

			expect(copies).toHaveLength(lines / 10);
			copies.push({ folder: kitchen.dataFolder, acknowledged });
			for (const { folder, acknowledged: entries } of copies) {
				const kept = await keptIn(folder);
				const lost = [...entries].filter(([lineNo, typed]) => kept.get(lineNo) !== typed);
				expect(lost, folder).toEqual([]);
			}
		} finally {
			kitchen.remove();
		}
	},
	60_000,
);
