import { expect, test } from 'vitest';
import { wasteRecord } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, openKitchen, stockUp } from '../../../../test/support/kitchen.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

const shownAtService = async (status: string) => {
	await kitchen.shows({ 'wastage.list': [wasteRecord({ status })] });
	return kitchen.call('wastage.get', { documentId: 'service:wastage:W-9' });
};
const decide = (verb: 'approve' | 'reject', version: string, reason = 'Counted twice') =>
	kitchen.call(`wastage.${verb}`, {
		documentId: 'service:wastage:W-9',
		version,
		intentId: `intent-${verb}`,
		reason,
	});

test('an approval is queued for the version shown and replaces the copy until a newer copy shows it', async () => {
	const shown = await shownAtService('Submitted');
	expect(shown.can).toEqual(['approve', 'reject', 'lock']);
	expect(decide('approve', shown.version)).toMatchObject({ standing: 'waiting', can: [] });
	expect(kitchen.call('wastage.list', { locationId: 'L-1' }).documents).toMatchObject([
		{ documentId: 'service:wastage:W-9', standing: 'waiting' },
	]);
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([{ name: 'wastage.approve', path: { id: 'W-9' } }]);
	expect(kitchen.call('wastage.get', { documentId: 'service:wastage:W-9' })).toMatchObject({
		phase: 'approved',
		standing: 'service',
	});
});

test('after a decision a document says that it is behind, until it was read again with its next steps', async () => {
	const shown = await shownAtService('Submitted');
	const get = () => kitchen.call('wastage.get', { documentId: 'service:wastage:W-9' });
	expect(shown.behind).toBe(false);
	expect(decide('reject', shown.version)).toMatchObject({ standing: 'waiting', behind: false });
	await kitchen.send();
	expect(get()).toMatchObject({ phase: 'rejected', edit: null, can: [], behind: true });
	await shownAtService('Rejected');
	expect(get()).toMatchObject({ phase: 'rejected', edit: 'begin', behind: false });
});

test('approving fails if the document has changed since it was shown', async () => {
	const { version } = await shownAtService('Submitted');
	kitchen.service.lists['wastage.list'] = [
		{ ...(kitchen.service.lists['wastage.list']![0] as object), description: 'Changed' },
	];
	await kitchen.pull();
	expect(failureOf(() => decide('approve', version)).code).toBe('changed-meanwhile');
	expect(kitchen.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
});

test('the reason for a rejection is stored on this PC', async () => {
	const { version } = await shownAtService('Submitted');
	decide('reject', version);
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([{ name: 'wastage.reject', body: {} }]);
	expect(await shownAtService('Rejected')).toMatchObject({
		phase: 'rejected',
		rejectedBecause: 'Counted twice',
		can: ['lock'],
	});
});

test('the reason for a rejection is sent and read back if the profile names a field for it', async () => {
	const profile = serviceProfile.parse({ rejection: { wastage: 'comment' } });
	await kitchen.restart({ profile });
	stockUp(kitchen);
	const { version, reasonGoes } = await shownAtService('Submitted');
	expect(reasonGoes).toBe(true);
	decide('reject', version);
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([
		{ name: 'wastage.reject', body: { comment: 'Counted twice' } },
	]);
	const rejected = { comment: 'Weigh it again' };
	Object.assign(kitchen.service.lists['wastage.list']![0]!, { id: 'W-8', ...rejected });
	await kitchen.pull();
	expect(kitchen.call('wastage.get', { documentId: 'service:wastage:W-8' }).rejectedBecause).toBe(
		'Weigh it again',
	);
});

test('an approval waits offline only if the setting allows it', async () => {
	const { version } = await shownAtService('Submitted');
	kitchen.service.there = false;
	expect(failureOf(() => decide('approve', version)).code).toBe('needs-network');
	kitchen.settings.approvalsWait = true;
	expect(decide('approve', version).standing).toBe('waiting');
	kitchen.service.there = true;
	await kitchen.send();
	expect(kitchen.service.writes).toHaveLength(1);
});

test('a transfer is approved and finalized step by step, each for the version shown', async () => {
	const transfer = (status: string) => {
		return kitchen.shows({
			'transferOut.list': [
				{
					id: 'O-1',
					fromLocationId: 'L-1',
					toLocationId: 'L-2',
					date: '2026-11-19T10:00:00Z',
					status,
					items: [{ id: 'o-1', itemId: '1', quantity: '2' }],
				},
			],
		});
	};
	const documentId = 'service:transferOut:O-1';
	const get = () => kitchen.call('transfer.get', { documentId });
	await transfer('Submitted');
	const submitted = get();
	expect(submitted).toMatchObject({ can: ['approve', 'reject'], move: 'approver' });
	const approve = {
		documentId,
		version: submitted.version,
		intentId: 'intent-approve',
	};
	kitchen.call('transferOut.approve', approve);
	await kitchen.send();
	expect(get()).toMatchObject({ phase: 'approved', move: 'ours', can: [] });
	await transfer('Approved');
	expect(get()).toMatchObject({ can: ['reject', 'finalize'], receiving: null });
	const { version } = get();
	kitchen.call('transferOut.finalize', { documentId, version, intentId: 'intent-finalize' });
	await kitchen.send();
	expect(kitchen.service.writes.map(({ name }) => name)).toEqual([
		'transferOut.approve',
		'transferOut.finalize',
	]);
	await transfer('Finalized');
	expect(get()).toMatchObject({ receiving: 'fulfilment', can: [] });
});
