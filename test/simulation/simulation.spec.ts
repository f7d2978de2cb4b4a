// The outbox under random histories; docs/outbox.md, "Proof".
import { expect, test } from 'vitest';
import { operationNamed } from '../../src/shared/service/index.ts';
import { defaultProfile } from '../../src/shared/service/profile.ts';
import { whole } from '../support/whole.ts';
import { plain } from './appearance.ts';
import type { History, Kind, Step } from './history.ts';
import { runHistory } from './run-history.ts';
import { simulatedService } from './service.ts';
import { crashesMissed, nothingSeen, simulate } from './simulate.ts';
import { wrongs } from './violation.ts';

const usual: Kind = {
	references: true,
	refusesRepeated: true,
	refusalsDoNothing: false,
	listsAreCurrent: true,
	holdMs: 0,
	lateCreates: false,
	look: plain,
};
const historyOf = (seed: number, ...steps: Step[]): History => ({ seed, kind: usual, steps });

const histories = whole ? 300 : 100;

test(`${String(histories)} random histories lose, blindly send, double or block nothing`, async () => {
	const { failure, seen, wrong } = await simulate({ histories, seed: 1 });
	expect(failure).toBeNull();
	expect(Object.values(wrong)).toEqual(wrongs.map(() => 0));
	expect(crashesMissed(seen)).toEqual([]);
	expect(seen.duplicates).toBeGreaterThan(histories / 100);
	// Edits are rare.
	if (whole) expect([...seen.edits].sort()).toEqual(['lines-chosen', 'merged']);
}, 300_000);

test('the same seed gives the same histories', async () => {
	const first = await simulate({ histories: 5, seed: 1 });
	const second = await simulate({ histories: 5, seed: 1 });
	expect(second).toEqual(first);
}, 60_000);

test('the lost one of two changes to a line is not shown as done', async () => {
	await runHistory(
		historyOf(
			0,
			{ do: 'adjust', which: 1 },
			{ do: 'fault', fault: 'wait', on: 'write', times: 1 },
			{ do: 'adjust', which: 5 },
			{ do: 'restart' },
			{ do: 'offline' },
		),
	);
});

test('an undone entry resubmitted with its reference in another field is not lost', async () => {
	await runHistory({
		...historyOf(
			0,
			{ do: 'waste', which: 0 },
			{ do: 'take-back', which: 0 },
			{ do: 'profile', which: 0 },
			{ do: 'submit-again', which: 0 },
			{ do: 'pass', ms: 400_000 },
		),
		kind: { ...usual, holdMs: 10_000 },
	});
});

test('a submit applied hours later is no violation if its id was reused meanwhile', async () => {
	await runHistory(
		historyOf(
			0,
			{ do: 'draft', which: 0 },
			{ do: 'pass', ms: 1_000 },
			{ do: 'fault', fault: 'hours-late', on: 'write', times: 1 },
			{ do: 'submit', which: 0 },
			{ do: 'pass', ms: 1_000 },
			{ do: 'reuse-id' },
		),
	);
});

test('a stranger with a reused id does not carry our reference in another field', () => {
	const service = simulatedService(defaultProfile, () => 0);
	const items = [{ itemId: 'I1', uomId: 1, quantity: '1' }];
	const body = {
		...{ locationId: 'L1', date: '2026-11-20T09:00:00.000Z', items },
		...{ description: 'Paper', remarks: '[SR-0123456789]' },
	};
	const operation = operationNamed('wastage.create');
	service.execute({ operation, id: null, body, page: 1 }, 'action-1');
	expect(JSON.stringify(service.wastage.get('w-1'))).toContain('SR-0123456789');
	service.idIsReused();
	expect(JSON.stringify(service.wastage.get('w-1'))).not.toContain('SR-0123456789');
});

test('a wall clock set forward before a start does not resend a create that may still happen', async () => {
	for (let seed = 0; seed < 4; seed += 1) {
		await runHistory(
			historyOf(
				seed,
				{ do: 'pass', ms: 1_000 },
				{ do: 'fault', fault: 'late-after-loss', on: 'write', times: 1 },
				{ do: 'waste', which: 0 },
				{ do: 'pass', ms: 400 },
				{ do: 'wall-clock', byMs: 200_000 },
				{ do: 'restart' },
				{ do: 'pass', ms: 155_000 },
			),
		);
	}
});

test('a person may resend a step without usable answers, and it is probed once more', async () => {
	for (let seed = 0; seed < 4; seed += 1) {
		await runHistory(
			historyOf(
				seed,
				{ do: 'pass', ms: 1_000 },
				{ do: 'fault', fault: 'lost-before', on: 'write', times: 1 },
				{ do: 'waste', which: 0 },
				{ do: 'fault', fault: 'old-answer', on: 'read', times: 60 },
				...Array.from({ length: 6 }, (): Step => ({ do: 'pass', ms: 400_000 })),
				{ do: 'decide', which: 0, choice: 'again' },
				{ do: 'pass', ms: 400_000 },
			),
		);
	}
});

test('a create applied after both absences is shown to a person as a duplicate', async () => {
	const seen = nothingSeen();
	await runHistory(
		historyOf(
			1,
			{ do: 'pass', ms: 1_000 },
			{ do: 'fault', fault: 'late-after-loss', on: 'write', times: 1 },
			{ do: 'waste', which: 0 },
			{ do: 'pass', ms: 400_000 },
			{ do: 'pass', ms: 400_000 },
		),
		{ latestMs: 700_000, seen },
	);
	expect(seen.duplicates).toBe(1);
});
