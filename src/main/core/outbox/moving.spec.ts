import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { unreachable } from '../../../../test/support/verdicts.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { Moving } from './moving.ts';

let kitchen: Kitchen;
let moving: Moving;
/** Crash point labels in the order they were passed, and what the file held at each. */
let passed: { label: string; stands: string[] }[];

beforeEach(() => {
	kitchen = openKitchen();
	passed = [];
	kitchen.store.durable.exec('CREATE TABLE note (words TEXT NOT NULL) STRICT');
	moving = openMoving();
});

afterEach(() => kitchen.end());

function openMoving(): Moving {
	return new Moving({
		store: kitchen.store,
		ports: {
			...kitchen.ports,
			crashPoint: (label) => passed.push({ label, stands: notes() }),
		},
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

const notes = (): string[] =>
	kitchen.store.durable.prepare<[], string>('SELECT words FROM note ORDER BY words').pluck().all();
const write = (words: string) => () => {
	kitchen.store.durable.prepare('INSERT INTO note VALUES (?)').run(words);
	return words;
};

test('everything ready in one turn is saved in one commit and announced after it', async () => {
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

test('a job that fails is rolled back and does not delay the others', async () => {
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

test("a person's decision is on disk when the call returns", () => {
	moving.transaction('verdict', write('decided'));
	expect(notes()).toEqual(['decided']);
});

test('each commit notes how much was saved beside the data', async () => {
	const { durable } = kitchen.store;
	const noted = () => Number(readFileSync(join(kitchen.folder, 'last-saved'), 'latin1'));
	const save = () => durable.prepare('UPDATE saved SET number = number + 5').run();
	const before = noted();
	moving.transaction('verdict', save);
	expect(noted()).toBe(before + 5);
	const shared = moving.together('sending', save);
	await kitchen.clock.settle();
	await shared;
	expect(noted()).toBe(before + 10);
});
