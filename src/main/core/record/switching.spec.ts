// Several records that are switched on or off together.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';

test('a switch of several records is one act, so that one Undo is offered for it', async () => {
	const suppliers = ['Green Hill Farm', 'Riverside Dairy'].map((name, at) => ({
		id: `P-${String(at)}`,
		name,
	}));
	const kitchen = await openStockedKitchen({
		lists: { 'supplier.list': suppliers },
		settings: { undoSeconds: 10 },
	});
	// One request for all needs the network.
	kitchen.service.there = false;
	const type = 'supplier';
	const asked = { type, ids: suppliers.map(({ id }) => id), isActive: false } as const;
	kitchen.call('record.switch', { ...asked, intentId: randomUUID() });
	const draft = { type, id: null, draftId: randomUUID() } as const;
	const changes = [{ at: 'name', was: null, to: 'Abbey Bakery' }];
	kitchen.call('record.save', { ...draft, revision: 0, step: 'keep', changes });
	kitchen.call('record.save', { ...draft, revision: 1, step: 'send', intentId: randomUUID() });
	const { undoable } = kitchen.call('outbox.undoable', {});
	const acts = Map.groupBy(undoable, ({ together }) => together);
	expect([...acts.values()].map((parts) => parts.map(({ title }) => title).toSorted())).toEqual([
		['Abbey Bakery'],
		['Green Hill Farm', 'Riverside Dairy'],
	]);
	await kitchen.end();
});
