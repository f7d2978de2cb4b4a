// A start that fails says why in a sentence, and the data folder is private to its user.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compiled, launch, spawnProgram, type StartingProgram } from '../support/program.ts';
import { freshFolder } from '../support/fresh-folder.ts';
import { whole } from '../support/whole.ts';

const folder = freshFolder();

/** The program's message when it could not start. */
async function refusedStart(data = folder(), as: SpawnOptions = {}): Promise<string> {
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

/** Ends with its test: one that is left running keeps the test run from ending. */
async function started(...more: readonly string[]): Promise<StartingProgram> {
	const program = spawnProgram(folder(), more);
	onTestFinished(async () => {
		await program.stop();
	});
	expect(await program.link).not.toBeNull();
	return program;
}

test('refuses a data path that is a file with a sentence', async () => {
	const file = folder('data');
	writeFileSync(file, 'not a folder');
	expect(await refusedStart(file)).toContain('is not a folder');
	expect(await refusedStart(join(file, 'below'))).toContain('is not a folder');
});

test("refuses another program's database with a sentence, and leaves it unchanged", async () => {
	const file = folder('stillroom.db');
	const db = new Database(file);
	db.exec('CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 41');
	db.close();
	const before = readFileSync(file);
	expect(await refusedStart()).toContain('another program');
	expect(readFileSync(file)).toEqual(before);
});

test('refuses a folder in place of the lock with a sentence', async () => {
	mkdirSync(folder('lock.db'));
	expect(await refusedStart()).toContain('data folder');
});

test('starts despite a lock file with other content, and a text file with our name', async () => {
	writeFileSync(folder('lock.db'), 'x'.repeat(5_000));
	writeFileSync(folder('stillroom.db'), 'Shopping list\n'.repeat(400));
	const program = await started();
	await program.stop();
	const [aside] = readdirSync(folder('set-aside'));
	expect(readFileSync(folder('set-aside', aside!), 'utf8')).toContain('Shopping list');
});

test.skipIf(process.platform === 'win32')(
	'hides the data folder, its old and its new content from others',
	async () => {
		for (const name of ['photos', 'copies']) {
			mkdirSync(folder(name), { mode: 0o755 });
			writeFileSync(folder(name, 'old'), 'x', { mode: 0o644 });
			chmodSync(folder(name), 0o755);
		}
		chmodSync(folder(), 0o755);
		const program = await started('--practice', '--data-set', 'small');
		const open = loose(folder());
		await program.stop();
		expect(existsSync(folder('logs', 'stillroom.log'))).toBe(true);
		expect([...open, ...loose(folder())]).toEqual([]);
	},
);

test.skipIf(process.platform !== 'linux')(
	'refuses a folder it may not create with a sentence',
	async () => {
		expect(await refusedStart('/proc/stillroom')).toContain('/proc/stillroom');
	},
);

/** Root may do everything, so start the program as the least privileged user. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const asNobody = {
	uid: nobody,
	gid: nobody,
	env: { ...process.env, HOME: tmpdir(), ...compiledAs(nobody) },
};

describe.skipIf(!asRoot)('as a user who is not root', () => {
	test("refuses another user's folder with a sentence", async () => {
		chmodSync(folder(), 0o700);
		expect(await refusedStart(folder(), asNobody)).toContain(folder());
	});

	test.runIf(whole)("refuses another user's read-only folder with a sentence", async () => {
		chmodSync(folder(), 0o755);
		expect(await refusedStart(folder(), asNobody)).toContain(folder());
	});

	test.runIf(whole)("refuses a folder with another user's work with a sentence", async () => {
		const program = await started();
		await program.stop();
		chmodSync(folder(), 0o777);
		expect(await refusedStart(folder(), asNobody)).toContain(folder());
	});

	test('refuses its own read-only folder with a sentence', async () => {
		chownSync(folder(), nobody, nobody);
		chmodSync(folder(), 0o500);
		expect(await refusedStart(folder(), asNobody)).toContain(folder());
	});
});

/** A user cannot write into the compile cache of another: without its own, a start takes three times as long. */
function compiledAs(user: number) {
	const cache = join(tmpdir(), `stillroom-compiled-${String(user)}`);
	if (asRoot) {
		mkdirSync(cache, { recursive: true });
		chownSync(cache, user, user);
	}
	return { NODE_COMPILE_CACHE: cache };
}

/** Accessible to others on the PC. */
function loose(path: string): string[] {
	const stat = lstatSync(path);
	const own = (stat.mode & 0o077) === 0 ? [] : [`${path} ${(stat.mode & 0o777).toString(8)}`];
	if (!stat.isDirectory()) return own;
	return [...own, ...readdirSync(path).flatMap((name) => loose(join(path, name)))];
}
