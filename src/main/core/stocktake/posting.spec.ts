import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import {
	failureOf,
	openKitchen,
	openStockedKitchen,
	stockRecord,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import { refusedLines } from '../outbox/refused-lines.ts';

const profile = serviceProfile.parse({ stocktake: { batchLines: 2 } });
const refused: WriteVerdict = {
	kind: 'rejected',
	status: 400,
	said: 'Not accepted. · items[1].itemId: No item has this identifier.',
	serverDate: null,
};

let kitchen: Kitchen;
let stocktakeId: string;
/** Crash points passed around the outbox's commits, in order. */
let passed: string[];

beforeEach(async () => {
	passed = [];
	kitchen = await openStockedKitchen({ profile, crashPoint: (label) => passed.push(label) });
	stocktakeId = openCount(kitchen);
	for (const lineNo of [1, 2, 3, 4]) enterBox(kitchen, stocktakeId, lineNo, '1');
});
afterEach(() => kitchen.end());

const submit = () => kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });
const posting = () => kitchen.call('posting.get', { stocktakeId });
const states = () => posting().parts.map(({ state }) => state);
const postedLines = () =>
	kitchen.service.writes.map(({ body }) =>
		(body['items'] as { itemId: string; quantity: string }[]).map(
			({ itemId, quantity }) => `${itemId} ${quantity}`,
		),
	);
const part = (number: number) => posting().parts[number - 1]!;
const resume = (
	number: number,
	lines: { itemId: string; areaId: string; typed: string | null; reason: string }[],
) => {
	const { actionId, revision } = part(number);
	const asked = { stocktakeId, actionId, revision, lines, locale: 'en-GB', by: 'Samir' };
	return kitchen.call('posting.resume', asked);
};
const butter = { itemId: '2', areaId: 'A-1' };

test('posting shows queued parts with their lines, and each part as soon as it is posted', async () => {
	kitchen.service.there = false;
	submit();
	expect(posting()).toMatchObject({ linesEach: 2, lines: { all: 4, posted: 0, leftOut: 0 } });
	const inOutbox = () => kitchen.call('outbox.lane', { id: stocktakeId }).lane?.parts;
	expect(inOutbox()).toEqual({ done: 0, of: 2, linesEach: 2 });
	expect(states()).toEqual(['queued', 'queued']);
	kitchen.service.there = true;
	await kitchen.send();
	expect(states()).toEqual(['confirmed', 'confirmed']);
	expect(posting().lines).toEqual({ all: 4, posted: 4, leftOut: 0 });
	expect(inOutbox()).toEqual({ done: 2, of: 2, linesEach: 2 });
});

test('one read of the stock serves all parts sent in a row', async () => {
	let looks = 0;
	kitchen.service.onRead = (name) => {
		if (name === 'inventoryItem.currentStock') looks += 1;
	};
	submit();
	await kitchen.send();
	expect(states()).toEqual(['confirmed', 'confirmed']);
	expect(looks).toBe(1);
});

describe('while a part is being sent', () => {
	beforeEach(() => {
		kitchen.service.onWrite = () =>
			new Promise((resolve) => {
				kitchen.clock.after(100, resolve);
			});
	});

	test('the next part is prepared, and starts in the commit that stores the verdict', async () => {
		submit();
		await kitchen.send();
		expect(states()).toEqual(['confirmed', 'confirmed']);
		expect(postedLines()).toEqual([
			['1 -47', '2 -23'],
			['1 -11', '3 -6.5'],
		]);
		const between = passed.slice(passed.indexOf('request: answered') + 1);
		expect(between.slice(0, 5)).toEqual([
			'verdict: before commit',
			'sending: before commit',
			'verdict: committed',
			'sending: committed',
			'request: before',
		]);
	});

	test('no part starts behind a refused one, or while the program stops', async () => {
		kitchen.service.next = [refused];
		submit();
		await kitchen.send();
		expect(states()).toEqual(['attention', 'queued']);
		resume(1, []);
		kitchen.outbox.wake();
		await kitchen.clock.pass(50);
		expect(states()).toEqual(['sending', 'queued']);
		await kitchen.close();
		kitchen = openKitchen({ folder: kitchen.folder, profile });
		kitchen.service.there = false;
		expect(states()).toEqual(['confirmed', 'queued']);
	});

	test('a read of the stock that has become too old is repeated', async () => {
		let looks = 0;
		kitchen.service.onRead = (name) => {
			if (name === 'inventoryItem.currentStock') looks += 1;
		};
		kitchen.service.onWrite = () =>
			new Promise((resolve) => {
				kitchen.clock.after(profile.stocktake.lookAgainAfterMs, resolve);
			});
		submit();
		await kitchen.clock.pass(3 * profile.stocktake.lookAgainAfterMs);
		expect(states()).toEqual(['confirmed', 'confirmed']);
		expect(looks).toBe(2);
	});
});

describe('a refused part', () => {
	beforeEach(async () => {
		kitchen.service.next = [refused];
		submit();
		await kitchen.send();
	});

	test('is sent without a line that was left out, and nothing is sent twice', async () => {
		resume(1, [{ ...butter, typed: null, reason: 'Not in the catalogue any more' }]);
		await kitchen.send();
		expect(states()).toEqual(['confirmed', 'confirmed']);
		expect(postedLines()).toEqual([['1 -47', '2 -23'], ['1 -47'], ['1 -11', '3 -6.5']]);
		expect(posting().lines).toEqual({ all: 4, posted: 3, leftOut: 1 });
		expect(posting().leftOut).toMatchObject([
			{ lineNo: 2, name: 'Butter', reason: 'Not in the catalogue any more', by: 'Samir' },
		]);
	});

	test('is sent with a corrected count of a line, against the same book', async () => {
		resume(1, [{ ...butter, typed: '2+3', reason: 'Counted once more' }]);
		await kitchen.send();
		expect(postedLines()[1]).toEqual(['1 -47', '2 -19']);
		expect(states()).toEqual(['confirmed', 'confirmed']);
	});

	test('is left out if none of its lines is sent, and the others are posted', async () => {
		const milk = { itemId: '1', areaId: 'A-1', typed: null, reason: 'Wrong area' };
		resume(1, [milk, { ...butter, typed: null, reason: 'Wrong area' }]);
		await kitchen.send();
		expect(states()).toEqual(['discarded', 'confirmed']);
		expect(posting().lines).toEqual({ all: 4, posted: 2, leftOut: 2 });
	});

	test('accepts decisions only for the revision shown: a second click changes nothing', () => {
		const { actionId, revision } = part(1);
		const lines = [{ ...butter, typed: null, reason: 'Not ours' }];
		const asked = { stocktakeId, actionId, revision, lines, locale: 'en-GB', by: '' };
		kitchen.call('posting.resume', asked);
		expect(failureOf(() => kitchen.call('posting.resume', asked)).code).toBe('changed-meanwhile');
		expect(posting().leftOut).toHaveLength(1);
	});

	test('keeps its original content in the history', () => {
		resume(1, [{ ...butter, typed: null, reason: 'Not ours' }]);
		const before = kitchen.store.durable
			.prepare<[], string>('SELECT payload FROM action_revision')
			.pluck()
			.all();
		expect(before).toHaveLength(1);
		expect(before[0]).toContain('"itemId":"2"');
	});

	test('can be discarded in the outbox: the parts behind it are sent, and the count stays', async () => {
		const { actionId, revision } = part(1);
		valueOf(kitchen.outbox.discard({ actionId, revision, reason: 'By hand' }, 'Samir'));
		await kitchen.send();
		expect(states()).toEqual(['discarded', 'confirmed']);
		expect(posting().leftOut.map(({ name, reason }) => [name, reason])).toEqual([
			['Whole milk', 'By hand'],
			['Butter', 'By hand'],
		]);
	});
});

test('a part with a lost answer is found by its quantities after a restart, and only the rest is sent', async () => {
	kitchen.service.next = [applied(null), noReply];
	submit();
	await kitchen.send();
	expect(states()).toEqual(['confirmed', 'ambiguous']);
	const { folder, service } = kitchen;
	await kitchen.close();

	kitchen = openKitchen({ folder, profile });
	Object.assign(kitchen.service.lists, service.lists, {
		'inventoryItem.currentStock': [
			stockRecord('A-1', '1', '1', 1),
			stockRecord('A-1', '2', '1', 2),
			stockRecord('A-2', '1', '1', 1),
			stockRecord('A-2', '3', '1', 2),
		],
	});
	await kitchen.clock.pass(profile.pauses.beforeProbeMs);
	await kitchen.send();
	expect(states()).toEqual(['confirmed', 'confirmed']);
	expect(kitchen.service.writes).toEqual([]);
});

test('a part that left no trace is never resent automatically and cannot be changed', async () => {
	kitchen.service.next = [noReply];
	submit();
	await kitchen.send();
	await kitchen.clock.pass(profile.pauses.beforeProbeMs + 2 * profile.pauses.betweenProbesMs);
	expect(states()).toEqual(['attention', 'queued']);
	expect(part(1).canBeAmended).toBe(false);
	expect(failureOf(() => resume(1, [])).code).toBe('not-possible-now');
	expect(kitchen.service.writes).toHaveLength(1);
});

test('messages about lines are parsed whatever else the service says', () => {
	const said =
		'Not accepted. · Items[12].Quantity: Too many places. · date: In the future. · $.items[3]: Unknown. · items[12].itemId: Unknown.';
	expect([...refusedLines(said)]).toEqual([
		[12, 'Quantity: Too many places. · itemId: Unknown.'],
		[3, 'Unknown.'],
	]);
});

test('a refused count that is reopened names the line and its area, so that its sheet can go there', async () => {
	kitchen.service.next = [refused];
	submit();
	await kitchen.send();
	const { actionId, revision } = part(1);
	kitchen.call('outbox.edit', { actionId, revision });
	const asked = { document: 'stocktake' as const, documentId: stocktakeId };
	const { refusal } = kitchen.call('outbox.refusal', asked);
	expect(refusal?.lines).toMatchObject([butter]);
	const { lines } = kitchen.call('stocktake.sheet', { stocktakeId });
	const row = lines.find(({ itemId }) => itemId === butter.itemId);
	expect(row?.stockAreaId).toBe(refusal?.lines[0]?.areaId);
});
