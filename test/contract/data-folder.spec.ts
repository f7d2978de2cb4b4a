// What stands in the way of a start is said in a sentence, and the data folder is its user's alone.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compiled, startProgram } from '../support/program.ts';

const launch = fileURLToPath(new URL('../../src/main/launch.ts', import.meta.url));

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the program said when it could not start. */
async function refusedStart(data = folder, as: SpawnOptions = {}): Promise<string> {
	const child = spawn(process.execPath, [launch, '--loopback', '--no-open', '--data', data], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...compiled, ...process.env },
		...as,
	});
	let said = '';
	child.stderr?.on('data', (more: Buffer) => (said += more.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	expect(code).toBe(1);
	expect(said.trim().split('\n')).toHaveLength(1);
	expect(said).not.toMatch(/\bat .*:\d+|Error:/);
	return said;
}

test('a data path that is a file is refused in a sentence', async () => {
	const file = join(folder, 'data');
	writeFileSync(file, 'not a folder');
	expect(await refusedStart(file)).toContain('is not a folder');
	expect(await refusedStart(join(file, 'below'))).toContain('is not a folder');
});

test("another program's database is refused in a sentence and left as it is", async () => {
	const file = join(folder, 'stillroom.db');
	const db = new Database(file);
	db.exec('CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 41');
	db.close();
	const before = readFileSync(file);
	expect(await refusedStart()).toContain('another program');
	expect(readFileSync(file)).toEqual(before);
});

test('a folder in the place of the lock is refused in a sentence', async () => {
	mkdirSync(join(folder, 'lock.db'));
	expect(await refusedStart()).toContain('data folder');
});

test('a lock file that holds something else, and a text file with the name of ours, stop no start', async () => {
	writeFileSync(join(folder, 'lock.db'), 'x'.repeat(5_000));
	writeFileSync(join(folder, 'stillroom.db'), 'Shopping list\n'.repeat(400));
	const program = await startProgram(folder);
	await program.stop();
	const [aside] = readdirSync(join(folder, 'set-aside'));
	expect(readFileSync(join(folder, 'set-aside', aside!), 'utf8')).toContain('Shopping list');
});

test.skipIf(process.platform === 'win32')(
	'nobody else can read the data folder, what was in it, and what comes into it',
	async () => {
		for (const name of ['photos', 'copies']) {
			mkdirSync(join(folder, name), { mode: 0o755 });
			writeFileSync(join(folder, name, 'old'), 'x', { mode: 0o644 });
			chmodSync(join(folder, name), 0o755);
		}
		chmodSync(folder, 0o755);
		const program = await startProgram(folder, ['--practice']);
		const open = loose(folder);
		await program.stop();
		expect(existsSync(join(folder, 'logs', 'stillroom.log'))).toBe(true);
		expect([...open, ...loose(folder)]).toEqual([]);
	},
);

test.skipIf(process.platform !== 'linux')(
	'a folder that the system lets nobody make is refused in a sentence',
	async () => {
		expect(await refusedStart('/proc/stillroom')).toContain('/proc/stillroom');
	},
);

/** Root may do everything, so the program is started as the user who owns least. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const asNobody = { uid: nobody, gid: nobody, env: { ...process.env, HOME: tmpdir() } };

describe.skipIf(!asRoot)('as a user who is not root', () => {
	test('a folder of another user is refused in a sentence', async () => {
		chmodSync(folder, 0o700);
		expect(await refusedStart(folder, asNobody)).toContain(folder);
	});

	test('a folder of another user that can be read alone is refused in a sentence', async () => {
		chmodSync(folder, 0o755);
		expect(await refusedStart(folder, asNobody)).toContain(folder);
	});

	test('a folder with the work of another user is refused in a sentence', async () => {
		const program = await startProgram(folder);
		await program.stop();
		chmodSync(folder, 0o777);
		expect(await refusedStart(folder, asNobody)).toContain(folder);
	});

	test('an own folder that is read-only is refused in a sentence', async () => {
		chownSync(folder, nobody, nobody);
		chmodSync(folder, 0o500);
		expect(await refusedStart(folder, asNobody)).toContain(folder);
	});
});

/** What others of the PC may do something with. */
function loose(path: string): string[] {
	const stat = lstatSync(path);
	const own = (stat.mode & 0o077) === 0 ? [] : [`${path} ${(stat.mode & 0o777).toString(8)}`];
	if (!stat.isDirectory()) return own;
	return [...own, ...readdirSync(path).flatMap((name) => loose(join(path, name)))];
}
