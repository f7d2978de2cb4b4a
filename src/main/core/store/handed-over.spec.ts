import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishFiles, prepare, publish, readHandedOver } from './handed-over.ts';

const name = 'stillroom-work-20261121T120000Z.json';
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-handed-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});
const files = () => readdirSync(join(folder, 'handed-over'));

test('A file can be found only once it is published', () => {
	prepare(folder, name, '{"work":"é"}');
	expect(readHandedOver(folder, name)).toBeNull();
	publish(folder, name);
	expect(readHandedOver(folder, name)).toBe('{"work":"é"}');
});

test('Of a program that ended in between, the files of work that was taken off are published, and no others', () => {
	const other = 'stillroom-work-20261121T120000Z-2.json';
	prepare(folder, name, 'taken off');
	prepare(folder, other, 'still here');
	finishFiles(folder, (each) => each === name);
	expect(files()).toEqual([name]);
	expect(readFileSync(join(folder, 'handed-over', name), 'utf8')).toBe('taken off');
});

test('A disk that takes only a part of the file is an error, and leaves no file', () => {
	// The system ends writing after so many blocks, as a full disk does: in the middle.
	const module = pathToFileURL(join(import.meta.dirname, 'handed-over.ts')).href;
	const script = `
		const { prepare } = await import(${JSON.stringify(module)});
		try { prepare(${JSON.stringify(folder)}, ${JSON.stringify(name)}, 'x'.repeat(1_000_000)); console.log('ok'); }
		catch { console.log('refused'); }`;
	const said = execFileSync(
		'sh',
		['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script],
		{ encoding: 'utf8' },
	);
	expect(said.trim()).toBe('refused');
	expect(existsSync(join(folder, 'handed-over', `${name}.part`))).toBe(false);
});
