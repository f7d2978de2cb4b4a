import { expect, test } from 'vitest';
import { wasteRecord } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, openKitchen, stockUp } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

const documentId = 'service:wastage:W-9';
const shownAtService = async (more: object) => {
	await kitchen.shows({ 'wastage.list': [wasteRecord(more)] });
	return kitchen.call('wastage.get', { documentId });
};
const lock = (version: string, locked: boolean) =>
	kitchen.call('wastage.lock', {
		documentId,
		version,
		intentId: `intent-${String(locked)}`,
		locked,
	});

test('a lock waits offline, is sent once, and is shown until a newer copy shows it', async () => {
	const { version, can } = await shownAtService({ status: 'Submitted' });
	expect(can).toEqual(['approve', 'reject', 'lock']);
	kitchen.service.there = false;
	expect(lock(version, true)).toMatchObject({ standing: 'waiting', can: [] });
	kitchen.service.there = true;
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([
		{ name: 'wastage.lock', body: { id: 'W-9', isLocked: true } },
	]);
	expect(kitchen.call('wastage.get', { documentId })).toMatchObject({
		locked: true,
		can: [],
	});
});

test('a locked document can only be unlocked', async () => {
	const shown = await shownAtService({ status: 'Submitted', isLocked: true });
	expect(shown).toMatchObject({ locked: true, can: ['lock'], edit: null });
	expect(failureOf(() => lock(shown.version, true)).code).toBe('not-possible-now');
	expect(lock(shown.version, false).standing).toBe('waiting');
});

test('locking fails if the document has changed since it was shown', async () => {
	const { version } = await shownAtService({ status: 'Approved' });
	await shownAtService({ status: 'Approved', description: 'Changed' });
	expect(failureOf(() => lock(version, true)).code).toBe('changed-meanwhile');
	expect(kitchen.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
});

test('a document locked during an edit cannot be submitted', async () => {
	await shownAtService({ status: 'Draft' });
	const edited = kitchen.call('wastage.edit', { documentId });
	await shownAtService({ status: 'Draft', isLocked: true });
	const { documentId: draft } = edited;
	const asked = { documentId: draft, intentId: 'intent-submit', submit: false };
	expect(failureOf(() => kitchen.call('wastage.submit', asked)).code).toBe('not-possible-now');
	expect(kitchen.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
});

test('rejected waste is not offered as often wasted', async () => {
	const waste = (id: string, status: string) => ({
		id,
		number: id,
		locationId: 'L-1',
		status,
		date: new Date(kitchen.clock.now() - 3_600_000).toISOString(),
		items: [{ id: `${id}-1`, itemId: status === 'Rejected' ? '2' : '1', uomId: 1, quantity: '2' }],
	});
	await kitchen.shows({
		'wastage.list': [
			waste('W-1', 'Approved'),
			waste('W-2', 'Approved'),
			waste('W-3', 'Rejected'),
			waste('W-4', 'Rejected'),
		],
	});
	const often = kitchen.call('waste.often', { locationId: 'L-1' });
	expect(often.items.map(({ itemId }) => itemId)).toEqual(['1']);
});
