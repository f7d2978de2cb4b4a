// One short history per case of cases.ts: service, network and disk behaviour that once broke the promise.
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/shared/service/index.ts';
import { defaultProfile } from '../../src/shared/service/profile.ts';
import { plain, type Appearance } from './appearance.ts';
import type { Kind, Step } from './history.ts';
import { enter, lost, lostWrites, meet, pass } from './lost-writes.ts';
import { runHistory } from './run-history.ts';
import { simulatedService } from './service.ts';
import { nothingSeen } from './simulate.ts';
import { whole } from '../support/whole.ts';

const usual: Kind = {
	references: true,
	refusesRepeated: true,
	refusalsDoNothing: false,
	listsAreCurrent: true,
	holdMs: 0,
	lateCreates: false,
	look: plain,
};

/** Random times and answers for each. */
const seeds = whole ? [0, 1, 2, 3] : [0];

async function holds(steps: Step[], kind: Partial<Kind> = {}): Promise<void> {
	for (const seed of seeds) await runHistory({ seed, kind: { ...usual, ...kind }, steps });
}

test('an approval that a person repeats moves stock once', async () => {
	await holds(
		[meet('slow', 2), enter('send-back'), { do: 'pull' }, meet('hours-late'), pass(95_000)],
		{ refusesRepeated: false },
	);
});

test('a pull ends although its answer stalls after another read was late', async () => {
	await holds([
		enter('receive-order', 11),
		meet('cached-answer', 2, 'read'),
		meet('stands-still', 3, 'read'),
		{ do: 'kill', offMs: 0, power: true },
		{ do: 'pull' },
	]);
});

describe('nothing is lost, and nothing is posted twice unseen', () => {
	test.each(Object.entries(lostWrites))('%s', async (_, steps) => {
		await holds(steps);
	});

	test.each<[string, Step[]]>([
		['', []],
		[', and another field carries our reference by then', [{ do: 'profile', which: 0 }]],
	])('when an undone submit is repeated from a restored backup%s', async (_, meanwhile) => {
		await holds(
			[
				pass(1_000),
				enter('waste'),
				{ do: 'take-back', which: 0 },
				...meanwhile,
				{ do: 'submit-again', which: 0 },
				pass(400_000),
			],
			{ holdMs: 10_000 },
		);
	});

	test.each<[string, Step[]]>([
		['', []],
		[', and another field carries our reference by then', [{ do: 'profile', which: 0 }]],
	])('when a discarded create is applied hours later%s', async (_, meanwhile) => {
		await holds(
			[
				...lost('gateway-late', enter('draft'), ...meanwhile),
				{ do: 'decide', which: 0, choice: 'discard' },
				pass(1_000),
			],
			{ listsAreCurrent: false },
		);
	});

	test('when an undone receipt is submitted again after another one', async () => {
		await holds(
			[
				pass(1_000),
				enter('receive'),
				{ do: 'take-back', which: 0 },
				enter('receive'),
				{ do: 'submit-again', which: 0 },
				pass(400_000),
			],
			{ holdMs: 10_000 },
		);
	});

	test.each(['log-gone', 'log-cut', 'commit-damaged'] as const)(
		'when the file loses its last commits: %s',
		async (how) => {
			await holds([
				pass(1_000),
				enter('waste'),
				pass(1_000),
				{ do: 'roll-back', how },
				{ do: 'click-again', which: 0 },
				pass(1_000),
			]);
		},
	);

	test.each(['log-gone', 'log-cut', 'commit-damaged'] as const)(
		'when the file lost that a create was sent: %s',
		async (how) => {
			await holds([
				pass(1_000),
				meet('lost-after'),
				enter('draft'),
				pass(1_000),
				{ do: 'roll-back', how },
				{ do: 'click-again', which: 0 },
				pass(400_000),
			]);
		},
	);

	test.each(['old-answer', 'cached-answer', 'foreign-answer'] as const)(
		'when a read is answered with wrong data: %s',
		async (fault) => {
			await holds([
				pass(400_000),
				enter('draft'),
				pass(1_000),
				{ do: 'offline' },
				enter('edit-shown'),
				{ do: 'submit', which: 0 },
				{ do: 'colleague', which: 4 },
				pass(400_000),
				meet(fault, 4, 'read'),
				{ do: 'online' },
				pass(400_000),
			]);
		},
	);

	test.each<[string, Partial<Appearance>]>([
		['cuts texts', { text: 'cut', mostText: 40 }],
		['trims texts', { text: 'trimmed' }],
		['normalises texts', { text: 'normalised' }],
		['writes texts in capitals', { text: 'upper' }],
		['shows the day alone, and two decimals', { instants: 'day', scale: 2 }],
		['shows instants to the minute', { instants: 'minute' }],
		['gives the first rows of a list alone', { lists: 'capped' }],
		['gives few rows of a list at a time', { lists: 'pages' }],
		['names the next page of a list by a link', { lists: 'links' }],
	])('when the service %s', async (_, look) => {
		await holds(
			[pass(1_000), meet('lost-after', 2), enter('waste', 1), enter('waste', 2), pass(400_000)],
			{ look: { ...plain, ...look } },
		);
	});
});

test('a write with only stale reads is not probed forever', async () => {
	const stale = meet('old-answer', 60, 'read');
	await holds([pass(400_000), meet('lost-after'), enter('waste'), stale, pass(400_000)]);
});

test('a create applied after both absences is shown to a person as a duplicate', async () => {
	const seen = nothingSeen();
	const steps = [
		pass(1_000),
		meet('late-after-loss'),
		enter('waste'),
		pass(400_000),
		pass(400_000),
	];
	await runHistory({ seed: 1, kind: usual, steps }, { latestMs: 700_000, seen });
	expect(seen.duplicates).toBe(1);
});

test('a stranger with a reused id does not carry our reference in another field', () => {
	const service = simulatedService(defaultProfile, () => 0);
	const body = {
		locationId: 'L1',
		date: '2026-11-20T09:00:00.000Z',
		description: 'Paper',
		remarks: '[SR-0123456789]',
		items: [{ itemId: 'I1', uomId: 1, quantity: '1' }],
	};
	const operation = operationNamed('wastage.create');
	service.execute({ operation, id: null, body, page: 1 }, 'action-1');
	const carries = () => JSON.stringify(service.wastage.get('w-1')).includes('SR-0123456789');
	expect(carries()).toBe(true);
	service.idIsReused();
	expect(carries()).toBe(false);
});
