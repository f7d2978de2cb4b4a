import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { fileLog } from './log.ts';

const folder = freshFolder();

const written = () => readFileSync(folder('stillroom.log'), 'utf8');

it('writes a line with its level and its facts', () => {
	fileLog(folder()).warn('A lane stopped', { laneId: 'lane-1', waiting: 3 });
	expect(written()).toMatch(/^\S+ warn A lane stopped \{"laneId":"lane-1","waiting":3\}\r?\n$/);
});

it('redacts everything that is named or looks like a secret', () => {
	const log = fileLog(folder());
	log.info('Signed in with Bearer abc.def-123', {
		access_token: 'abc1',
		clientSecret: 'abc2',
		request: { headers: { Authorization: 'abc3' }, url: 'http://127.0.0.1:1/?token=abc4&a=1' },
	});
	log.error('Failed', { error: new Error('refused: Basic abc5==') });
	expect(written()).not.toContain('abc');
	expect(written()).toContain('&a=1');
	expect(written()).toContain('refused: Basic …');
});

it('starts a new file when one is full and keeps the previous one', () => {
	const log = fileLog(folder());
	for (let n = 0; n < 30; n += 1) log.info('x'.repeat(50_000));
	expect(written().length).toBeLessThan(1_100_000);
	expect(readFileSync(folder('stillroom.old.log'), 'utf8').length).toBeGreaterThan(900_000);
});

it('keeps the logs of two data folders apart', () => {
	const [one, two] = [fileLog(folder()), fileLog(folder('other'))];
	one.info('here');
	two.info('there');
	expect(written()).toContain('here');
	expect(written()).not.toContain('there');
});
