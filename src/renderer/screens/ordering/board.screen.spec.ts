import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openOrderingKitchen, orderingAt, sold } from '../../../../test/support/ordering-desk.ts';
import { orderOfTwo } from '../../../../test/support/receiving-desk.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';

const { save } = orderingAt(() => kitchen);
const kitchen = eachKitchen(() =>
	openOrderingKitchen({
		'supplier.list': ['Late', 'Soon', 'Later', 'Undated'].map((name, at) => ({
			id: `S-${at + 1}`,
			name,
		})),
		'purchaseOption.list': [1, 2, 3, 4].flatMap((at) =>
			['1', '2', '3']
				.slice(0, at)
				.map((item) => sold(`${at}${item}`, item, '6', { supplierId: `S-${at}` })),
		),
		'purchaseOrder.list': [
			orderOfTwo({
				supplierId: 'S-2',
				date: '2026-11-20T08:00:00Z',
				deliveryDate: '2026-11-21T09:00:00Z',
			}),
		],
	}),
);
beforeEach(() => {
	const delivers = (supplierId: string, weekday: string, cutOff: string) =>
		save('delivery', { supplierId, weekday, advanceDays: '1', cutOff });
	// Tomorrow is a Saturday.
	delivers('S-1', '6', '08:30');
	delivers('S-2', '6', '10:30');
	delivers('S-3', '2', '14:00');
	save(
		'terms',
		{ supplierId: 'S-2', minimumAmount: '150', minimumQuantity: '12.5' },
		{ supplierId: 'S-3', minimumQuantity: '4' },
	);
});
const open = (answers: Answers = {}, settings = {}) =>
	openScreen('/ordering', { kitchen, answers, settings });

it('lists suppliers by the time left to order', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Ordering
		Suppliers by the time left to order
		<Ordering tables #/ordering/tables/delivery>
		Supplier | Time left | Order by | Delivery | Items | Minimum order | Already ordered |
		Soon | 30 minutes | Fri 20 Nov, 10:30 | Sat 21 Nov | 2 | €150.00 and 12.5 units | PO-7 |
		Later | 3 days | Mon 23 Nov, 14:00 | Tue 24 Nov | 3 | 4 units | – |
		Late | 6 days | Fri 27 Nov, 8:30 | Sat 28 Nov | 1 | – | – |
		Undated | no delivery days | – | – | 3 | – | – |"
	`);
	expect(document.activeElement?.textContent).toMatch(/^\s*Soon/);
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.app.route.path).toBe('/ordering/S-3');
});

it('says that it is too late once the time has passed', async () => {
	const board = kitchen.call('ordering.board', { locationId: 'L-1' });
	const [soon] = board.suppliers;
	const screen = await open({
		'ordering.board': {
			...board,
			timeZone: 'Asia/Tokyo',
			suppliers: [{ ...soon!, delivery: { day: '2026-11-21', cutOff: Date.UTC(2026, 10, 20, 9) } }],
		},
	});
	expect(screen.shown()).toContain('Soon | too late | Fri 20 Nov, 18:00 | Sat 21 Nov |');
});

it('follows orders', async () => {
	const screen = await open();
	await kitchen.shows({ 'purchaseOrder.list': [] });
	await screen.tell('documents.changed', { area: 'purchaseOrder' });
	expect(screen.shown()).not.toContain('PO-7');
});
