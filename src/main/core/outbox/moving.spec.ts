import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { unreachable } from '../../../../test/support/verdicts.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { logFlush, type LogFlush } from '../store/log-flush.ts';
import { createMoving, type Moving } from './moving.ts';

let kitchen: Kitchen;
let moving: Moving;
/** The disk, where it is not waited for: ends the flush that is under way. */
let disk: PromiseWithResolvers<void>;
/** The labels in the order in which they were passed, and what stood in the file then. */
let passed: { label: string; stands: string[] }[];

beforeEach(() => {
	kitchen = openKitchen();
	passed = [];
	kitchen.store.durable.exec('CREATE TABLE note (words TEXT NOT NULL) STRICT');
	moving = openMoving();
});

afterEach(() => kitchen.end());

function openMoving(log: LogFlush | null = null): Moving {
	return createMoving({
		store: kitchen.store,
		ports: {
			...kitchen.ports,
			crashPoint: (label) => passed.push({ label, stands: notes() }),
		},
		log,
		account: () => ({
			accountId: 'account-1',
			profile: serviceProfile.parse({}),
			learned: nothingLearned,
		}),
		api: {
			read: () => Promise.resolve(unreachable),
			readAll: () => Promise.resolve(unreachable),
			readByName: () => Promise.resolve(unreachable),
			readAllByName: () => Promise.resolve(unreachable),
			write: () => Promise.reject(new Error('not used')),
		},
		maySend: () => false,
		person: () => 'Kit',
		changed: () => undefined,
		confirmed: () => undefined,
		reopen: () => undefined,
	});
}

/** As the product has it: the log is brought to the disk beside other work. */
function openFlushing(): Moving {
	disk = Promise.withResolvers();
	const flush = { flush: () => disk.promise, close: () => undefined };
	return openMoving(logFlush(kitchen.store.durable, () => flush, kitchen.clock));
}

const notes = (): string[] =>
	kitchen.store.durable.prepare<[], string>('SELECT words FROM note ORDER BY words').pluck().all();
const write = (words: string) => () => {
	kitchen.store.durable.prepare('INSERT INTO note VALUES (?)').run(words);
	return words;
};

test('what becomes ready in one turn is on the disk by one commit, and told after it', async () => {
	const told: string[] = [];
	const works = [
		moving.together('verdict', write('a is done')),
		moving.together('sending', write('b is sent')),
	].map(async (work) => told.push(await work));
	expect(notes()).toEqual([]);
	await kitchen.clock.settle();
	await Promise.all(works);
	const both = ['a is done', 'b is sent'];
	expect(passed).toEqual([
		{ label: 'verdict: before commit', stands: [] },
		{ label: 'sending: before commit', stands: [] },
		{ label: 'verdict: committed', stands: both },
		{ label: 'sending: committed', stands: both },
	]);
	expect(told).toEqual(both);
});

test('what one of them cannot write holds up none of the others, and nothing of it stands', async () => {
	const first = moving.together('verdict', write('a is done'));
	const broken = expect(
		moving.together('verdict', () => {
			write('b is done')();
			throw new Error('A bug.');
		}),
	).rejects.toThrow('A bug.');
	const last = moving.together('sending', write('c is sent'));
	await kitchen.clock.settle();
	await broken;
	await Promise.all([first, last]);
	expect(notes()).toEqual(['a is done', 'c is sent']);
});

test('what a person decides is on the disk when it returns', () => {
	moving.transaction('verdict', write('decided'));
	expect(notes()).toEqual(['decided']);
});

test('a commit that is on its way to the disk is told when it is there, and what comes meanwhile shares the next', async () => {
	const flushing = openFlushing();
	const told: string[] = [];
	const ask = (words: string) =>
		flushing.together('sending', write(words)).then((is) => told.push(is));
	const first = ask('a is sent');
	await kitchen.clock.settle();
	const others = [ask('b is sent'), ask('c is sent')];
	flushing.transaction('verdict', write('decided'));
	await kitchen.clock.settle();
	expect(notes()).toEqual(['a is sent', 'decided']);
	expect(told).toEqual([]);
	expect(passed.map(({ label }) => label)).not.toContain('sending: committed');

	disk.resolve();
	await kitchen.clock.settle();
	await Promise.all([first, ...others]);
	expect(told).toEqual(['a is sent', 'b is sent', 'c is sent']);
	expect(notes()).toEqual(['a is sent', 'b is sent', 'c is sent', 'decided']);
	expect(passed.filter(({ label }) => label === 'sending: before commit')).toHaveLength(3);
});

test('nobody goes on where the disk does not say that it has it, and the next commit is tried', async () => {
	const flushing = openFlushing();
	const lost = expect(flushing.together('sending', write('a is sent'))).rejects.toThrow('EIO');
	await kitchen.clock.settle();
	disk.reject(new Error('EIO'));
	await kitchen.clock.settle();
	await lost;
	disk = Promise.withResolvers();
	disk.resolve();
	const next = flushing.together('sending', write('b is sent'));
	await kitchen.clock.settle();
	expect(await next).toBe('b is sent');
});

test('only the commits of the outbox do not wait: every other one is on the disk when it returns', async () => {
	const flushing = openFlushing();
	const levels: unknown[] = [];
	const level = () => kitchen.store.durable.pragma('synchronous', { simple: true });
	const broken = expect(
		flushing.together('verdict', () => {
			levels.push(level());
			throw new Error('A bug.');
		}),
	).rejects.toThrow('A bug.');
	await kitchen.clock.settle();
	await broken;
	// Not waited for at first; by itself, where it failed.
	expect(levels).toEqual([1, 2]);
	expect(level()).toBe(2);
});
