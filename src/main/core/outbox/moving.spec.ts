import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { eachQueue } from '../../../../test/support/queue.ts';
import { Moving } from './moving.ts';

const queue = eachQueue();
let moving: Moving;
beforeEach(() => {
	queue.store.durable.exec('CREATE TABLE note (words TEXT NOT NULL) STRICT');
	moving = new Moving(queue.options());
});

const notes = (): unknown[] =>
	queue.store.durable.prepare('SELECT words FROM note ORDER BY words').pluck().all();
const write = (words: string) => () => {
	queue.store.durable.prepare('INSERT INTO note VALUES (?)').run(words);
	return words;
};

test('everything ready in one turn is saved in one commit and announced after it', async () => {
	const told: string[] = [];
	const works = [
		moving.together('verdict', write('a is done')),
		moving.together('sending', write('b is sent')),
	].map(async (work) => told.push(await work));
	expect(notes()).toEqual([]);
	await queue.clock.settle();
	await Promise.all(works);
	expect(queue.passed).toEqual([
		'verdict: before commit',
		'sending: before commit',
		'verdict: committed',
		'sending: committed',
	]);
	expect(notes()).toEqual(['a is done', 'b is sent']);
	expect(told).toEqual(notes());
});

test('a job that fails is rolled back and does not delay the others', async () => {
	const works = Promise.allSettled([
		moving.together('verdict', write('a is done')),
		moving.together('verdict', () => {
			write('b is done')();
			throw new Error('A bug.');
		}),
		moving.together('sending', write('c is sent')),
	]);
	await queue.clock.settle();
	expect((await works).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
	expect(notes()).toEqual(['a is done', 'c is sent']);
});

test('each commit notes how much was saved beside the data', async () => {
	const { durable } = queue.store;
	const noted = () => Number(readFileSync(join(dirname(durable.name), 'last-saved'), 'latin1'));
	const save = () => durable.prepare('UPDATE saved SET number = number + 5').run();
	const before = noted();
	// A person's decision is on disk when the call returns.
	moving.transaction('verdict', save);
	expect(noted()).toBe(before + 5);
	const shared = moving.together('sending', save);
	await queue.clock.settle();
	await shared;
	expect(noted()).toBe(before + 10);
});
