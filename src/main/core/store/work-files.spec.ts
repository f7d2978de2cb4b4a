import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';
import { finishFiles, prepare, publish, readWorkFile } from './work-files.ts';

const name = 'stillroom-work-20261121T120000Z.json';
const folder = freshFolder();
const files = () => readdirSync(folder('work-files'));

test('A file can be found only once it is published', () => {
	prepare(folder(), name, '{"work":"é"}');
	expect(readWorkFile(folder(), name)).toBeNull();
	publish(folder(), name);
	expect(readWorkFile(folder(), name)).toBe('{"work":"é"}');
});

test('After a crash, publishes only the files of work that was removed from this PC', () => {
	const other = 'stillroom-work-20261121T120000Z-2.json';
	prepare(folder(), name, 'taken off');
	prepare(folder(), other, 'still here');
	finishFiles(folder(), (each) => each === name);
	expect(files()).toEqual([name]);
	expect(readFileSync(folder('work-files', name), 'utf8')).toBe('taken off');
});

test('A disk that takes only part of the file is an error, and leaves no file', () => {
	// The system stops writing after this many blocks, like a full disk.
	const module = pathToFileURL(join(import.meta.dirname, 'work-files.ts')).href;
	const script = `
		const { prepare } = await import(${JSON.stringify(module)});
		try { prepare(${JSON.stringify(folder())}, ${JSON.stringify(name)}, 'x'.repeat(1_000_000)); console.log('ok'); }
		catch { console.log('refused'); }`;
	const said = execFileSync(
		'sh',
		['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script],
		{ encoding: 'utf8' },
	);
	expect(said.trim()).toBe('refused');
	expect(existsSync(folder('work-files', `${name}.part`))).toBe(false);
});
