import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId } from '../../../../test/support/kitchen.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

const profile = serviceProfile.parse({ reference: { purchaseOrder: null, purchaseRequest: null } });

const kitchen = eachKitchen({ profile });

const draft = {
	documentId: null,
	revision: 0,
	locationId: 'L-1',
	description: 'For the weekend',
	locale: 'en-GB',
};
const line = { lineId: 'a', itemId: '1', boxes: [{ unitId: '3', typed: '2' }], note: '' };

/** The service fills in what was left blank. */
const filledIn = { price: '6', quantityReceived: '0', totalCost: '12' };

test.each([
	[
		'order',
		'purchaseOrder',
		() =>
			kitchen.call('purchaseOrder.save', {
				...draft,
				supplierId: 'P-1',
				deliveryDate: '2026-11-22',
				purchaseRequestId: null,
				lines: [{ ...line, price: null }],
			}),
	],
	[
		'request',
		'purchaseRequest',
		() =>
			kitchen.call('purchaseRequest.save', {
				...draft,
				neededDate: '2026-11-22',
				lines: [{ ...line, supplierId: 'P-1' }],
			}),
	],
] as const)(
	'a second %s with the same content, which a lost create may have made, is shown once',
	async (_, kind, save) => {
		const { documentId } = save();
		kitchen.call(`${kind}.submit`, { documentId, intentId: 'intent-submit' });
		await kitchen.send();
		const list = `${kind}.list` as const;
		const [made] = kitchen.service.lists[list] as { id: string; items: object[] }[];
		const shown = (more: object) => ({
			...made,
			totalCost: '12',
			items: made!.items.map((each) => ({ ...each, ...filledIn })),
			...more,
		});
		await kitchen.shows({
			[list]: [
				shown({}),
				shown({ id: 'X-2', number: 'NO-2' }),
				shown({ id: 'X-3', number: 'NO-3', items: [{ ...made!.items[0], quantity: '3' }] }),
			],
		});
		const found = () =>
			kitchen.outbox.twins.undecided(accountId).map((twin) => [twin.our_server_id, twin.server_id]);
		expect(found()).toEqual([[made!.id, 'X-2']]);
		await kitchen.pull();
		expect(found()).toHaveLength(1);
		expect(kitchen.service.writes.filter(({ name }) => name.endsWith('.create'))).toHaveLength(1);
	},
);
