import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	caller,
	failureOf,
	openKitchen,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';

let kitchen: Kitchen;
beforeEach(() => {
	kitchen = openKitchen();
	stockUp(kitchen);
});
afterEach(() => kitchen.end());

const documentId = 'service:W-9';
const shownAtService = async (more: object) => {
	kitchen.service.lists['wastage.list'] = [
		{
			id: 'W-9',
			number: 'WST-9',
			locationId: 'L-1',
			date: '2026-11-19T10:00:00Z',
			items: [{ id: 'w-1', itemId: '1', uomId: 1, quantity: '2' }],
			...more,
		},
	];
	await kitchen.pull();
	return valueOf(kitchen.calls['wastage.get']({ documentId }, caller));
};
const lock = (version: string, locked: boolean) =>
	kitchen.calls['wastage.lock'](
		{ documentId, version, intentId: `intent-${String(locked)}`, locked },
		caller,
	);

test('A lock waits offline, goes once, and stands until a newer copy shows it', async () => {
	const { version, lock: offered } = await shownAtService({ status: 'Submitted' });
	expect(offered).toBe('lock');
	kitchen.service.there = false;
	expect(valueOf(lock(version, true))).toMatchObject({ standing: 'waiting', lock: null });
	kitchen.service.there = true;
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([
		{ name: 'wastage.lock', body: { id: 'W-9', isLocked: true } },
	]);
	expect(valueOf(kitchen.calls['wastage.get']({ documentId }, caller))).toMatchObject({
		locked: true,
		can: [],
	});
});

test('What is locked can be unlocked and nothing else', async () => {
	const shown = await shownAtService({ status: 'Submitted', isLocked: true });
	expect(shown).toMatchObject({ locked: true, lock: 'unlock', can: [], edit: null });
	expect(failureOf(lock(shown.version, true)).code).toBe('not-possible-now');
	expect(valueOf(lock(shown.version, false)).standing).toBe('waiting');
});

test('What was changed since it was shown is not locked', async () => {
	const { version } = await shownAtService({ status: 'Approved' });
	await shownAtService({ status: 'Approved', description: 'Changed' });
	expect(failureOf(lock(version, true)).code).toBe('changed-meanwhile');
	expect(kitchen.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
});
