import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId, openKitchen, stockUp, valueOf } from '../../../../test/support/kitchen.ts';
import { body, known, lane as laneOf } from '../../../../test/support/queue.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { observedTable } from '../store/observed.ts';

const kitchen = eachKitchen(() =>
	stockUp(openKitchen({ profile: serviceProfile.parse({ behaviour: known }) })),
);

const lane = { ...laneOf('d1'), label: { ...laneOf('d1').label, locationId: 'L-1' } };
const waste = { ...body, locationId: 'L-1', items: [{ itemId: '1', uomId: 1, quantity: '2' }] };
async function enter(): Promise<Record<string, unknown>> {
	const create = {
		intentId: 'd1/create',
		operation: 'wastage.create',
		payload: { body: waste },
	} as const;
	kitchen.store.durable.transaction(() => valueOf(kitchen.outbox.enqueue(lane, [create])))();
	await kitchen.send();
	return kitchen.service.writes[0]!.body;
}
const observed = () => observedTable(kitchen.store.durable).of(accountId, 'wastage', 'description');
const shown = (more: object) => {
	const [made] = kitchen.service.lists['wastage.list'] as object[];
	kitchen.service.lists['wastage.list'] = [{ ...made, ...more }];
};
const notReliedOn = async () => {
	const { examples } = valueOf(
		await kitchen.calls['outbox.notReliedOn']({}, { connection: 'test' }),
	);
	return examples.map(({ says, number }) => [says, number]);
};

test('a pull with the whole text shows how long a text may be', async () => {
	const { description } = await enter();
	await kitchen.pull();
	const { length } = String(description);
	expect(observed()).toMatchObject({ kept: { units: length, bytes: length }, revoked: [] });
	expect(await notReliedOn()).toEqual([]);
});

test('a pull with a truncated text ends the reliance on references, and the settings show it', async () => {
	await enter();
	shown({ description: 'Dropped' });
	await kitchen.pull();
	expect(observed()).toMatchObject({ cutTo: 7, revoked: ['keepsReferences'] });
	expect(await notReliedOn()).toEqual([['keepsReferences', 'NO-1']]);
	// Too short for a reference.
	expect(kitchen.outbox.textRoom()).toMatchObject({ wastage: 0, transferOut: null });
});

test('a document fetched alone can show a truncated text, and proves nothing about lists', async () => {
	await enter();
	await kitchen.sync.refreshDocument('wastage', 'S-1');
	expect(observed()).toMatchObject({ kept: { units: 0 }, revoked: [] });
	shown({ description: 'Dropped' });
	await kitchen.sync.refreshDocument('wastage', 'S-1');
	expect(observed().revoked).toEqual(['keepsReferences']);
});

test('a complete list without the document ends the reliance on lists, a partial one does not', async () => {
	await enter();
	kitchen.service.cutAfter['wastage.list'] = 0;
	await kitchen.pull();
	expect(observed().revoked).toEqual([]);
	delete kitchen.service.cutAfter['wastage.list'];
	kitchen.service.lists['wastage.list'] = [];
	await kitchen.pull();
	expect(await notReliedOn()).toEqual([['listsAreCurrent', 'NO-1']]);
});
