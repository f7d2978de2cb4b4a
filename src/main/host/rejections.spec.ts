import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rejectionsIn } from '../../../test/support/rejections.ts';
import { freshFolder } from '../../../test/support/fresh-folder.ts';

const folder = freshFolder();

const source = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

it('logs an unhandled rejection, and the process goes on', () => {
	const script = `
		const { fileLog } = await import(${source('./log.ts')});
		const { logRejections } = await import(${source('./rejections.ts')});
		logRejections(fileLog(${JSON.stringify(folder())}));
		Promise.reject(new Error('Bearer abc.def was refused'));
		Promise.reject('no error at all');
		setTimeout(() => console.log('still here'), 50);`;
	const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
		encoding: 'utf8',
	});
	const log = readFileSync(folder('stillroom.log'), 'utf8');
	const found = rejectionsIn(folder());
	expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here\n' });
	expect(found, 'the browser tests fail of these').toHaveLength(2);
	expect(log).toContain('Bearer … was refused');
});
