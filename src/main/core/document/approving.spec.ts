import { expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();

/** Waste that Noor entered and submitted, as the service lists it now. */
async function submitted() {
	const draft = kitchen.call('wastage.save', wasteToSave([wasteLine()]));
	const { documentId } = draft;
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-submit' });
	await kitchen.send();
	const { serverId } = kitchen.outbox.lanes('wastage')[0]!;
	kitchen.service.lists['wastage.list'] = [
		{
			id: serverId,
			number: 'WST-1',
			locationId: 'L-1',
			status: 'Submitted',
			items: [],
			date: '2026-11-19T10:00:00Z',
		},
	];
	await kitchen.pull();
	return kitchen.call('wastage.get', { documentId: `service:wastage:${String(serverId)}` });
}
const approve = ({ documentId, version }: { documentId: string; version: string }, by?: string) =>
	kitchen.call('wastage.approve', { documentId, version, intentId: `approve-${by ?? ''}`, by });

test('where the setting forbids it, a document is not approved by the person who entered it', async () => {
	kitchen.settings.anotherApproves = ['wastage'];
	const waste = await submitted();
	expect(waste.mayNotApprove).toEqual(['Noor']);
	const why = (by?: string) => failureOf(() => approve(waste, by)).details;
	expect(why()).toEqual([{ path: 'approver', message: 'no-name' }]);
	expect(why(' noor ')).toEqual([{ path: 'approver', message: 'entered-here' }]);
	expect(kitchen.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });

	approve(waste, 'Ben');
	await kitchen.send();
	const { documentId } = waste;
	const { trail } = kitchen.call('outbox.trail', { document: 'wastage', documentId });
	expect(trail.at(-1)).toMatchObject({ what: 'approve', by: 'Ben', done: true });
});

test('without the setting, anybody approves', async () => {
	const waste = await submitted();
	expect(waste.mayNotApprove).toBeNull();
	expect(approve(waste).standing).toBe('waiting');
});
