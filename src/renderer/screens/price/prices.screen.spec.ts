import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const receipt = (id: string, date: string, price: string, more: object = {}) => ({
	id,
	number: id === '2' ? '' : `GRN-${id}`,
	purchaseOrderId: 'O-1',
	locationId: 'L-1',
	supplierId: 'S-1',
	date: `${date}T09:00:00Z`,
	items: [
		{
			id: `${id}-1`,
			purchaseOrderItemId: 'l-1',
			itemId: '1',
			uomId: 3,
			quantity: '2',
			price,
			...more,
		},
	],
});
const option = (id: string, supplierId: string, price: string, more: object = {}) => ({
	id,
	itemId: '1',
	supplierId,
	uomId: 3,
	price,
	...more,
});
/** Milk by the case went from 5.80 over 6 to 6.60; butter is listed at 2.50 and was never paid; cream only paid. */
const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'S-1', name: 'Harbour Dairy' },
			{ id: 'S-2', name: 'Green Fields' },
		],
		'purchaseOption.list': [
			option('N-1', 'S-1', '6.00'),
			option('N-2', 'S-2', '0.49', { uomId: 1 }),
			option('N-3', 'S-1', '2.50', { itemId: '2', uomId: 1 }),
		],
		'purchaseOrder.receivings': [
			receipt('1', '2026-10-25', '5.80'),
			receipt('2', '2026-11-08', '6.00'),
			receipt('3', '2026-11-19', '6.60'),
			receipt('4', '2026-11-10', '3.00', { itemId: '3', uomId: 1 }),
			receipt('5', '2026-11-18', '3.09', { itemId: '3', uomId: 1 }),
		],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});
const open = (path: string, answers: Answers = {}, settings = {}) =>
	openScreen(path, { kitchen, answers, settings });
const unit = (more: object) => {
	const { rows, ...all } = kitchen.call('price.list', { locationId: 'L-1' });
	return succeed({ ...all, rows: rows.map((row) => ({ ...row, ...more })) });
};

it('shows a mean, and the price of another supplier, with as many decimals as were paid', async () => {
	await kitchen.shows({
		'purchaseOption.list': [option('N-4', 'S-2', '0.0048', { itemId: '2', uomId: 1 })],
		'purchaseOrder.receivings': [
			receipt('1', '2026-11-10', '0.0042', { itemId: '2', uomId: 1 }),
			receipt('2', '2026-11-11', '0.0043', { itemId: '2', uomId: 1 }),
			receipt('3', '2026-11-19', '0.0044', { itemId: '2', uomId: 1 }),
		],
	});
	const screen = await open('/prices');
	expect(screen.shown()).toContain('Thu 19 Nov | – | 0.0043 | 0.0048 |');
	await screen.go('/prices/2');
	expect(screen.shown()).toContain('4-week mean | 0.0043 |');
});

it('lists the prices that were paid beside what they are compared with', async () => {
	const screen = await open('/prices');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Prices
		Paid at this location, in EUR · as of 9:00
		{Search: } {Only marked (2): no} Only marked (2)
		Item | Supplier | Unit | Paid | Received on | Listed | 4-week mean | Others | Check |
		Whole milk DA-1 | Harbour Dairy | case | 6.60 | Thu 19 Nov | 6.00 | 5.90 | 5.88 | 10% over listed |
		Cream DA-3 | Harbour Dairy | each | 3.09 | Wed 18 Nov | – | 3.00 | – | 3% over the last |
		Butter DA-2 | Harbour Dairy | each | – | – | 2.50 | – | – | |
		Whole milk DA-1 | Green Fields | each | – | – | 0.49 | – | 0.55 | |"
	`);
	expect(screen.foot()).toMatchInlineSnapshot(`
		"↑ ↓ select a recordEnter open
		[? shows the keys of each screen] 2 prices are marked"
	`);
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toBe('/prices/1');
});

it('finds prices by words, and shows only those that rose', async () => {
	const screen = await open('/prices');
	await screen.search('cream');
	expect(screen.shown()).not.toContain('Whole milk');
	await screen.click('Clear filters');
	await screen.click(/^Only/, 'checkbox');
	expect(screen.asked('price.list').at(-1)).toMatchObject({ text: '', marked: true });
	expect(screen.shown()).not.toContain('Butter');
	await screen.search('butter');
	expect(screen.shown()).toContain('## No matching prices\nRemove a filter to see more.');
	await screen.click('Clear filters');
	expect(screen.asked('price.list').at(-1)).toMatchObject({ text: '', marked: false });
});

it('marks a price that is probably for another unit', async () => {
	const screen = await open('/prices', { 'price.list': () => unit({ likelierUnit: '1' }) });
	expect(screen.shown().split('\n').slice(-3)).toEqual([
		'Cream DA-3 | Harbour Dairy | each | 3.09 | Wed 18 Nov | – | 3.00 | – | per each? |',
		'Butter DA-2 | Harbour Dairy | each | – | – | 2.50 | – | – | per each? |',
		'Whole milk DA-1 | Green Fields | each | – | – | 0.49 | – | 0.55 | per each? |',
	]);
});

it('shows every price of an item, as listed and as paid', async () => {
	const screen = await open('/prices/1');
	// 6.60 is 10% over 6; the mean of 5.80 and 6 is 5.90, and 12 × 0.49 are 5.88.
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Whole milk
		Prices by supplier and unit, as listed and as paid
		[All prices]
		## Harbour Dairy per case 10% over listed
		[Accept €6.60]
		Received on | Paid | Last price against this | Receipt |
		Listed | 6.00 | +10% | |
		Before | 6.00 | +10% | |
		4-week mean | 5.90 | +11.9% | |
		Cheapest other: Green Fields | 5.88 | +12.2% | |
		19 Nov 2026 | 6.60 | | GRN-3 |
		8 Nov 2026 | 6.00 | | – |
		25 Oct 2026 | 5.80 | | GRN-1 |
		## Green Fields per each
		<Open purchase option #/purchaseOption/N-2>
		Received on | Paid | Last price against this | Receipt |
		Listed | 0.49 | | |
		Cheapest other: Harbour Dairy | 0.55 | −10.9% | |
		Nothing was received at this price yet. |"
	`);
	await screen.go('/prices/2');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Butter
		Prices by supplier and unit, as listed and as paid
		[All prices]
		## Harbour Dairy per each
		<Open purchase option #/purchaseOption/N-3>
		Received on | Paid | Last price against this | Receipt |
		Listed | 2.50 | | |
		Nothing was received at this price yet. |"
	`);
});

it('rounds a mean as an amount, and no price that somebody stated', async () => {
	const history = kitchen.call('price.history', { locationId: 'L-1', itemId: '1' });
	const offers = history.offers.map((offer) => {
		const { mean, before } = offer.compared;
		return {
			...offer,
			compared: {
				...offer.compared,
				mean: mean && { ...mean, price: '5.9035' },
				before: before && { ...before, price: '6.0035' },
			},
		};
	});
	const screen = await open('/prices/1', { 'price.history': { ...history, offers } });
	expect(screen.shown()).toContain('4-week mean | 5.90 |');
	expect(screen.shown()).toContain('Before | 6.0035 |');
});

it('takes the price that was paid into the purchase option, after asking', async () => {
	const screen = await open('/prices/1');
	await screen.click(/^Accept/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Accept this price?
		The purchase option of Harbour Dairy per case changes from €6.00 to €6.60, for all locations.
		[Cancel] [Accept price]"
	`);
	await screen.click('Accept price');
	expect(
		screen
			.asked('record.save')
			.map(({ step, ...of }) => [step, (of as { changes?: unknown }).changes]),
	).toEqual([
		['keep', [{ at: 'price', to: '6.60', was: '6.00' }]],
		['send', undefined],
	]);
	expect(screen.notices()).toEqual(['The price was accepted. It is sent with your other work.']);
	kitchen.service.there = true;
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([
		{ name: 'purchaseOption.update', body: { id: 'N-1', price: '6.60' } },
	]);
});

it.each([
	['keep', 'This is not possible now.'],
	['send', 'This is not possible now.'],
	[
		'neither',
		'The purchase option was changed in the meantime, or has a problem. Open it to see what is wrong.',
	],
] as const)('says why a price was not accepted: %s', async (refused, said) => {
	const screen = await open('/prices/1', {
		'record.save': (asked) => {
			if (asked.step === refused) return fail('not-possible-now', 'no');
			const reply = succeed(kitchen.call('record.save', asked));
			return refused === 'neither' && asked.step === 'send'
				? (succeed({ state: 'kept', revision: 1 }) as never)
				: reply;
		},
	});
	await screen.click(/^Accept/);
	await screen.click('Accept price');
	expect(screen.notices()).toEqual([said]);
});

it('asks whether a price is for another unit before it is accepted', async () => {
	const { offers, ...history } = kitchen.call('price.history', { locationId: 'L-1', itemId: '1' });
	const screen = await open('/prices/1', {
		'price.history': {
			...history,
			offers: offers.map((offer) => ({ ...offer, likelierUnit: '1' })),
		},
	});
	expect(screen.shown().split('\n').slice(2, 6)).toEqual([
		'[All prices]',
		'## Harbour Dairy per case per case?',
		'[Accept €6.60]',
		'€6.60 per case? The price fits another unit of this item better. Check the receipt before you use it.',
	]);
	await screen.click(/^Accept/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Accept this price?
		The purchase option of Harbour Dairy per case changes from €6.00 to €6.60, for all locations.
		€6.60 per case? The price fits another unit of this item better. Check the receipt before you use it.
		[Cancel] [Accept price]"
	`);
});
