import { expect, it } from 'vitest';
import { itemRecord, openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { arrival } from '../../../../test/support/documents.ts';
import { openScreen } from '../../../../test/support/screen.ts';

const moved = (itemId: string, more: object) => ({
	locationId: 'L-1',
	fromLocationId: 'L-2',
	toLocationId: 'L-1',
	itemId,
	...more,
});
async function open(lists: Record<string, object[]> = {}, there = true) {
	const kitchen = await openStockedKitchen({
		lists: {
			'transferIn.list': [
				arrival({
					items: [
						{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '12', unitCost: '0.50' },
						{ id: 'l-2', itemId: '2', quantity: '3' },
					],
				}),
			],
		},
	});
	Object.assign(kitchen.service.lists, lists);
	kitchen.service.there = there;
	return openScreen('/transfers/report', { kitchen, can: ['print', 'save-file'] });
}

it('shows the copies while the service does not answer', async () => {
	const screen = await open({}, false);
	expect(screen.shown(document.body).split('\n').slice(-12).join('\n')).toMatchInlineSnapshot(`
		"# Transfer report
		To and from Harbour Kitchen, by business day · Calculated on this PC as of 9:00
		[Print or export] [All transfers]
		From {From: 24 Oct 2026}
		To {To: 20 Nov 2026}
		No answer. Check the network and the address. These figures are calculated from the data on this PC.
		## From Garden Room 2 items
		Item | Category | Sent | Received | Difference | Value, EUR |
		Butter DA-2 | Dairy | 3each | 0each | −3 | – |
		Whole milk DA-1 | Dairy | 18each | 12each | −6 | 9.00 |
		Total | 9.00 +? |
		[? shows the keys of each screen] 2 lines · 2 with a difference"
	`);
	await screen.fromMenu('Print or export', /CSV/);
	expect(`${String(screen.saved[0]?.name)}\n${new TextDecoder().decode(screen.saved[0]?.bytes)}`)
		.toMatchInlineSnapshot(`
		"transfers Harbour Kitchen 2026-10-24 2026-11-20.csv
		Location,Code,Item,Category,Unit,Sent,Received,Difference,Value,Currency
		From Garden Room,DA-2,Butter,Dairy,each,3,0,-3,,EUR
		From Garden Room,DA-1,Whole milk,Dairy,each,18,12,-6,9,EUR
		"
	`);
});

it('shows the figures of the service, and that the copies differ', async () => {
	const screen = await open({
		'report.transfers': [
			moved('1', {
				quantitySent: '18',
				quantityReceived: '11',
				difference: '-7',
				value: '8.9972031',
			}),
			{
				...moved('2', { quantitySent: '3', quantityReceived: '3', difference: '0', value: '6' }),
				fromLocationId: 'L-1',
				toLocationId: 'L-2',
			},
		],
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer report
		To and from Harbour Kitchen, by business day · Calculated by the service as of 9:00
		[Print or export] [All transfers]
		From {From: 24 Oct 2026}
		To {To: 20 Nov 2026}
		The service’s figures differ from the data on this PC. You see the service’s figures.
		## From Garden Room 1 item
		Item | Category | Sent | Received | Difference | Value, EUR |
		Whole milk DA-1 | Dairy | 18each | 11each | −7 | 9.00 |
		Total | 9.00 |
		## To Garden Room 1 item
		Item | Category | Sent | Received | Difference | Value, EUR |
		Butter DA-2 | Dairy | 3each | 3each | 0 | 6.00 |
		Total | 6.00 |"
	`);
	expect(screen.asked('transfer.report')).toEqual([
		{ from: '2026-10-24', locationId: 'L-1', source: 'copies', to: '2026-11-20' },
		{ from: '2026-10-24', locationId: 'L-1', source: 'service', to: '2026-11-20' },
	]);
	await screen.fromMenu('Print or export', /CSV/);
	expect(new TextDecoder().decode(screen.saved[0]?.bytes)).toContain(',18,11,-7,9,EUR\r\n');
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Transfer report
		Calculated by the service : Fri 20 Nov, 10:00
		Location | Code | Item | Category | Unit | Sent | Received | Difference | Value | Currency |
		From Garden Room | DA-1 | Whole milk | Dairy | each | 18 | 11 | −7 | 9.00 | EUR |
		To Garden Room | DA-2 | Butter | Dairy | each | 3 | 3 | 0 | 6.00 | EUR |"
	`);
});

it('asks again for other days, and says which are the wrong way round', async () => {
	const screen = await open({ 'report.transfers': [] });
	const [from, to] = screen.page.getAllByRole('textbox');
	await screen.user.clear(to!);
	await screen.user.type(to!, '1/10/2026{Tab}');
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer report
		To and from Harbour Kitchen, by business day · Calculated by the service as of 9:00
		[Print or export] [All transfers]
		From {From: 24 Oct 2026}
		To {To, wrong: 1 Oct 2026}
		The start date must not be after the end date.
		The service’s figures differ from the data on this PC. You see the service’s figures.
		## No transfers on these days
		Choose other days. Transfers that are not sent yet are in the list of transfers."
	`);
	await screen.user.clear(from!);
	await screen.user.type(from!, '1/9/2026{Tab}');
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer report
		To and from Harbour Kitchen, by business day · Calculated by the service as of 9:00
		[Print or export] [All transfers]
		From {From: 1 Sept 2026}
		To {To: 1 Oct 2026}
		## No transfers on these days
		Choose other days. Transfers that are not sent yet are in the list of transfers."
	`);
	expect(screen.asked('transfer.report').at(-1)).toEqual({
		from: '2026-09-01',
		locationId: 'L-1',
		source: 'service',
		to: '2026-10-01',
	});
	await screen.click('All transfers');
	expect(screen.app.route.path).toBe('/transfers');
});

it('rounds to the decimals of the unit, but leaves no difference as 0', async () => {
	const kilos = {
		baseUomId: 2,
		units: [{ uomId: 2, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 }],
	};
	const kitchen = await openStockedKitchen({
		lists: {
			'inventoryItem.list': ['4', '5'].map((id) => itemRecord(id, `Flour ${id}`, kilos)),
			'transferIn.list': [
				arrival({
					items: [
						{ id: 'l-1', itemId: '4', quantity: '18.0004', quantityReceived: '12' },
						{ id: 'l-2', itemId: '5', quantity: '3.0004', quantityReceived: '3' },
					],
				}),
			],
		},
	});
	kitchen.service.there = false;
	const screen = await openScreen('/transfers/report', { kitchen });
	expect(screen.shown().split('\n').slice(-3)).toEqual([
		'Flour 4 DA-4 | Dairy | 18kg | 12kg | −6 | – |',
		'Flour 5 DA-5 | Dairy | 3.0004kg | 3kg | −0.0004 | – |',
		'Total | – |',
	]);
});
