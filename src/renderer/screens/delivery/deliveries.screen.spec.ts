import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { butter, orderOfTwo } from '../../../../test/support/receiving-desk.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { succeed } from '../../../shared/bridge/reply.ts';

const suppliers = [
	{ id: 'P-1', name: 'Riverside Dairy' },
	{ id: 'P-2', name: 'Green Fields' },
];
const order = (id: string, more: object = {}, ...came: string[]) =>
	orderOfTwo({ id, number: `PO-${id}`, ...more }, ...came);
/** One of each group. Two cases of milk at 6 and ten butter at 2 are 32. */
const orders = [
	order('1'),
	order('2', { deliveryDate: '2026-11-19', supplierId: 'P-2' }),
	order('3', { deliveryDate: undefined, items: [{ ...butter, quantity: '3' }] }),
	order('4', { deliveryDate: '2026-11-21', status: 'partly-received' }, '2', '4'),
	order('5', { deliveryDate: '2026-11-22' }),
	order('6', { deliveryDate: '2026-11-23' }),
];

async function open(lists: object[] = orders, answers: Answers = {}, settings = {}) {
	const kitchen = await openStockedKitchen({
		lists: { 'purchaseOrder.list': lists, 'supplier.list': suppliers },
	});
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	const show = () =>
		openScreen('/deliveries', {
			kitchen,
			answers,
			settings: { ...settings, scanner: { prefix: '', suffix: 'enter', sound: false } },
		});
	return { kitchen, show };
}

it('groups what is expected by urgency, with what is still to come', async () => {
	const { kitchen, show } = await open();
	kitchen.call('delivery.enter', {
		documentId: 'service:purchaseOrder:6',
		lineId: 'l-1',
		unitId: '3',
		typed: '1',
		locale: 'en-GB',
	});
	const screen = await show();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Deliveries
		Expected at Harbour Kitchen · as of 9:00
		<Receive without an order #/deliveries/new>
		{Find a delivery: }
		Document | Supplier | Due | State | Lines to come | Order value |
		To be checked 1 delivery |
		<PO-6 #/deliveries/service%3ApurchaseOrder%3A6> | Riverside Dairy | Mon 23 Nov | Approved Started | 2 of 2 | €32.00 |
		Late 1 delivery |
		<PO-2 #/deliveries/service%3ApurchaseOrder%3A2> | Green Fields | Thu 19 Nov | Approved | 2 of 2 | €32.00 |
		Due today 1 delivery |
		<PO-1 #/deliveries/service%3ApurchaseOrder%3A1> | Riverside Dairy | Fri 20 Nov | Approved | 2 of 2 | €32.00 |
		Partly received 1 delivery |
		<PO-4 #/deliveries/service%3ApurchaseOrder%3A4> | Riverside Dairy | Sat 21 Nov | Partly received | 1 of 2 | €32.00 |
		Later 1 delivery |
		<PO-5 #/deliveries/service%3ApurchaseOrder%3A5> | Riverside Dairy | Sun 22 Nov | Approved | 2 of 2 | €32.00 |
		No date 1 delivery |
		<PO-3 #/deliveries/service%3ApurchaseOrder%3A3> | Riverside Dairy | No date given | Approved | 1 of 1 | €6.00 |"
	`);
	expect(screen.foot()).toContain('6 deliveries');
	// The rows are the stops of the Tab key.
	expect(document.querySelectorAll('td a:not([tabindex="-1"])')).toHaveLength(0);
});

it('finds deliveries by words or a scanned barcode, and opens one', async () => {
	const { show } = await open();
	const screen = await show();
	const rows = () => screen.shown().split('\n').slice(5);
	await screen.search('green');
	expect(rows()).toEqual([
		'Late 1 delivery |',
		'<PO-2 #/deliveries/service%3ApurchaseOrder%3A2> | Green Fields | Thu 19 Nov | Approved | 2 of 2 | €32.00 |',
	]);
	await screen.click('Clear filters');
	await screen.scan('036000291452');
	expect(screen.shown()).toContain('Scanned: 036000291452');
	expect(screen.shown()).not.toContain('PO-3');
	await screen.search('nobody');
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'## No matching deliveries',
		'Remove a filter to see more.',
	]);
	await screen.click('Clear filters');
	expect(screen.asked('delivery.list').at(-1)).toEqual({ locationId: 'L-1', text: '', code: '' });
	await screen.user.dblClick(screen.page.getByText('PO-2'));
	await screen.settle();
	expect(screen.app.route.path).toBe('/deliveries/service%3ApurchaseOrder%3A2');
});

it('shows receipts without an order, and those that wait for an approval', async () => {
	const { kitchen, show } = await open([]);
	kitchen.call('delivery.begin', {
		locationId: 'L-1',
		supplierId: 'P-1',
		intentId: 'intent-0001',
	});
	const [row] = kitchen.call('delivery.list', { locationId: 'L-1' }).deliveries;
	const screen = await show();
	const shown = () => screen.shown().replaceAll(/#\S+/g, '#').split('\n').slice(-2);
	expect(shown()).toEqual([
		'To be checked 1 delivery |',
		'<No order yet # | Riverside Dairy | No date given | Draft Started | 0 of 0 | – |',
	]);
	screen.core.answer('delivery.list', () =>
		succeed({
			deliveries: [{ ...row!, needsApproval: true, standing: 'waiting', number: 'PO-9' }],
			groups: [{ group: 'check', count: 1 }],
			asOf: null,
		}),
	);
	await screen.tell('documents.changed', { area: 'purchaseOrder' });
	expect(shown()).toEqual([
		'To be checked 1 delivery |',
		'<PO-9 # | Riverside Dairy | No date given | Waiting for approval Started | 0 of 0 | – |',
	]);
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/deliveries/new');
});
