// What the service answers on demand, below the form of a record.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen({
	lists: {
		'currency.list': [
			{ id: 'C-1', code: 'EUR', name: 'Euro' },
			{ id: 'C-2', code: 'GBP', name: 'Pound' },
			{ id: 'C-3', code: 'JPY', name: 'Yen' },
		],
		'menuItem.list': [{ id: 'M-1', name: 'Scone', ingredients: [] }],
		'modifier.list': [{ id: 'MO-1', name: 'Extra butter', ingredients: [] }],
	},
});
async function open(path: string, answers: Answers) {
	const screen = await openScreen(path, { kitchen, answers });
	return {
		...screen,
		panel: (title: string) =>
			screen.shown(screen.page.getByRole('heading', { name: title }).closest('section')),
	};
}

it('turns an amount of a currency into another, at the rate of the service', async () => {
	const screen = await open('/currency/C-1', {
		'lookup.rate': ({ to }) =>
			succeed({
				rate: to === 'JPY' ? '171.238' : '0.8567',
				date: to === 'JPY' ? '' : '2026-11-19T00:00:00Z',
			}),
	});
	expect(screen.asked('lookup.rate')).toEqual([{ from: 'EUR', to: 'GBP' }]);
	const amount = screen.page.getByLabelText<HTMLInputElement>('Amount in EUR');
	expect([amount.value, screen.panel('Rate at the service')]).toMatchInlineSnapshot(`
		[
		  "1",
		  "### Rate at the service
		1 EUR = 0.8567 GBP 19 Nov 2026
		£0.86",
		]
	`);
	await screen.user.clear(amount);
	await screen.user.type(amount, '12.5');
	await screen.settle();
	expect(screen.panel('Rate at the service')).toMatchInlineSnapshot(`
		"### Rate at the service
		1 EUR = 0.8567 GBP 19 Nov 2026
		£10.71"
	`);
	await screen.choose('In', 'JPY');
	expect(screen.panel('Rate at the service')).toMatchInlineSnapshot(`
		"### Rate at the service
		1 EUR = 171.238 JPY
		JP¥2,140"
	`);
	await screen.user.type(amount, 'x');
	await screen.settle();
	expect(screen.panel('Rate at the service')).toMatchInlineSnapshot(`
		"### Rate at the service
		1 EUR = 171.238 JPY
		This is not a number."
	`);
});

it.each([
	['menuItem', 'M-1'],
	['modifier', 'MO-1'],
] as const)('shows where it is sold: %s', async (type, id) => {
	let places = [
		{
			locationId: 'L-1',
			locationName: 'Harbour Kitchen',
			brandName: 'Harbour',
			diningOptions: ['Eat in', 'Take away'],
		},
		{ locationId: 'L-2', locationName: 'Garden Room', brandName: '', diningOptions: ['Eat in'] },
	];
	const screen = await open(`/${type}/${id}`, { 'lookup.soldAt': () => succeed({ places }) });
	expect(screen.asked('lookup.soldAt')[0]).toEqual({ type });
	expect(screen.panel('Dining options at each location')).toMatchInlineSnapshot(`
		"### Dining options at each location
		<Harbour Kitchen #/location/L-1> Harbour, Eat in and Take away
		<Garden Room #/location/L-2> Eat in"
	`);
	places = [];
	await screen.go(`/${type}`);
	await screen.go(`/${type}/${id}`);
	expect(screen.panel('Dining options at each location')).toContain(
		'The service names no location.',
	);
});

it('shows the next number of a prefix, and the stock of a preparation', async () => {
	await kitchen.shows({
		'transactionPrefix.list': [{ id: 'T-1', prefix: 'WST', target: 'Wastage' }],
		'prepItem.list': [
			{
				id: 'PR-1',
				name: 'Custard',
				baseUomId: 5,
				units: [{ uomId: 5, name: 'litre', type: 'volume', conversionFactor: '1', decimals: 2 }],
				ingredients: [],
			},
		],
	});
	let quantity: string | null = '4.5';
	const screen = await open('/transactionPrefix/T-1', {
		'lookup.nextCode': { code: 'WST-0042' },
		'lookup.stock': () => succeed({ quantity }),
	});
	expect(screen.panel('Next number')).toMatchInlineSnapshot(`
		"### Next number
		WST-0042
		The service gives the number when it receives the record or document."
	`);
	expect(screen.asked('lookup.nextCode')).toEqual([{ target: 'Wastage' }]);
	await screen.go('/prepItem/PR-1');
	expect(screen.panel('Stock at the service')).toMatchInlineSnapshot(`
		"### Stock at the service
		Harbour Kitchen: 4.5litre"
	`);
	expect(screen.asked('lookup.stock')).toEqual([{ itemId: 'PR-1', locationId: 'L-1' }]);
	quantity = null;
	await screen.go('/prepItem');
	await screen.go('/prepItem/PR-1');
	expect(screen.panel('Stock at the service')).toMatchInlineSnapshot(`
		"### Stock at the service
		Harbour Kitchen: none"
	`);
});

it.each([
	['menuItem', 'M-1'],
	['modifier', 'MO-1'],
])('asks for ingredients of a %s that are not here yet', async (by, id) => {
	const screen = await open(`/${by}/${id}`, {
		'lookup.offered': {
			found: [
				{
					itemId: '1',
					name: 'Whole milk',
					code: 'DA-1',
					kind: 'Inventory item',
					type: 'inventoryItem',
					isHere: true,
				},
				{
					itemId: '9',
					name: 'Milk powder',
					code: 'DA-9',
					kind: 'Prep item',
					type: 'prepItem',
					isHere: false,
				},
			],
			isPart: true,
		},
	});
	await screen.click('Ask the service');
	expect(screen.asked('lookup.offered')).toEqual([]);
	await screen.user.type(screen.page.getByLabelText(/^Find more/), ' milk {Enter}');
	await screen.settle();
	expect(screen.asked('lookup.offered')).toEqual([{ by, search: 'milk' }]);
	expect(screen.panel('At the service')).toMatchInlineSnapshot(`
		"### At the service
		<Whole milk #/inventoryItem/1> DA-1 Item
		Milk powder DA-9 Preparation · not on this PC yet
		There are more. Type more words to narrow the search.
		[Refresh]"
	`);
});

it('says why the service did not answer, and asks again', async () => {
	let reply: Reply<CallOutput<'lookup.suppliers'>> = fail('needs-network', 'no');
	const screen = await open('/inventoryItem/1', {
		'lookup.suppliers': () => reply,
		'lookup.itemStock': { areas: [] },
	});
	const said = () => screen.panel('Suppliers of this item');
	expect(said()).toMatchInlineSnapshot(`
		"### Suppliers of this item
		Only the service knows this. Stillroom asks again when the network is back."
	`);
	const words = [];
	for (reply of [
		fail('unreachable', 'Too busy'),
		fail('disk-full', 'no'),
		succeed({ suppliers: [] }),
		succeed({ suppliers: [{ supplierId: 'P-1', name: 'Riverside Dairy' }] }),
	]) {
		await screen.go('/inventoryItem');
		await screen.go('/inventoryItem/1');
		words.push(said().split('\n').slice(1).join(' '));
	}
	expect(words).toEqual([
		'No answer. Check the network and the address. [Try again]',
		'The disk of this PC is full. Nothing can be saved until you free some space. [Try again]',
		'No supplier offers it.',
		'<Riverside Dairy #/supplier/P-1>',
	]);
	expect(screen.panel('Stock at the service')).toMatchInlineSnapshot(`
		"### Stock at the service
		Harbour Kitchen: none"
	`);
	reply = fail('disk-full', 'no');
	await screen.go('/inventoryItem');
	await screen.go('/inventoryItem/1');
	reply = succeed({ suppliers: [] });
	await screen.click('Try again');
	expect(said()).toContain('No supplier offers it.');
});

it('reverses the last stock change after the name was typed', async () => {
	const before = [
		{ areaId: 'A-1', quantity: '48' },
		{ areaId: 'A-2', quantity: '12' },
	];
	let areas = before;
	let reply: Reply<CallOutput<'record.reverseStock'>> = fail('refused', 'Nothing to reverse');
	const screen = await open('/inventoryItem/1', {
		'lookup.itemStock': () => succeed({ areas }),
		'record.reverseStock': () => reply,
	});
	expect(screen.panel('Stock at the service')).toMatchInlineSnapshot(`
		"### Stock at the service
		Dry store : 48eachFreezer : 12each
		[Reverse the last stock change…]"
	`);
	const reverse = async (typed: string) => {
		await screen.click(/^Reverse the last/);
		await screen.confirm('Reverse the last stock change');
		await screen.choose(/^Storage area/, 'Freezer');
		await screen.user.type(screen.page.getByLabelText(/^Type Whole milk/), typed);
		await screen.confirm('Reverse the last stock change');
	};
	await reverse('Milk');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Reverse the last stock change of Whole milk?
		The service reverses whatever changed the stock in this area last, whoever entered it, and does not show what that was. To correct a wrong figure, make a new entry instead: a count, for example. This needs the network, and there is no way back.
		Storage area {Storage area: Freezer}
		Type Whole milk or DA-1 to confirm {Type Whole milk or DA-1 to confirm, wrong: Milk}
		Type Whole milk or DA-1 to confirm
		[Cancel] [Reverse the last stock change]"
	`);
	await screen.keys('{Escape}');
	for (reply of [
		fail('refused', 'Nothing to reverse'),
		fail('unreachable', 'No answer.'),
		fail('disk-full', 'no'),
	])
		await reverse('DA-1');
	expect(screen.notices()).toEqual([
		'The service refused: Nothing to reverse',
		'Nothing was sent, because the stock could not be read first: No answer.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	const after = [before[0]!, { areaId: 'A-2', quantity: '9' }];
	const said = [];
	areas = after;
	for (const state of ['applied', 'not-confirmed'] as const) {
		for (const now of [after, before, null]) {
			reply = succeed({ state, before, after: now });
			await reverse('Whole milk');
			said.push(
				screen
					.shown()
					.split('\n')
					.filter((line) => /^(Done|The service ans|No answer)/.test(line) || line.includes('→')),
			);
		}
	}
	expect(said).toEqual([
		['Done. The stock at the service has changed:', 'Freezer: 12 each → 9 each'],
		[
			'The service answered that it is done, but its stock is as before. Look at it again before you do this once more.',
		],
		['The service answered that it is done, but its stock could not be read afterwards.'],
		[
			'No answer came, but the stock at the service has changed. Someone else may have changed it. Stillroom is checking.',
			'Freezer: 12 each → 9 each',
		],
		[
			'No answer came, and the stock is as before: it may not have been carried out. Look before you do it again. Stillroom is checking.',
		],
		['No answer came, and the stock could not be read. Stillroom is checking what happened.'],
	]);
	expect(screen.panel('Stock at the service')).toContain('Freezer : 9each');
	expect(screen.asked('record.reverseStock')[0]).toMatchObject({
		id: '1',
		locationId: 'L-1',
		areaId: 'A-2',
	});
});

it('takes the only area of an item without asking', async () => {
	const screen = await open('/inventoryItem/1', {
		'lookup.itemStock': { areas: [{ areaId: 'A-2', quantity: '12' }] },
	});
	await screen.click(/^Reverse the last/);
	await screen.user.type(screen.page.getByLabelText(/^Type Whole milk/), 'DA-1');
	await screen.confirm('Reverse the last stock change');
	expect(screen.asked('record.reverseStock')).toMatchObject([{ areaId: 'A-2' }]);
});
