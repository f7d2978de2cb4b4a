// What a page says in place of its rows: nothing is there yet, nothing fits, it cannot be read, or no location is chosen.
import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';
import { kindNames } from '../../shared/document/kinds.ts';

const lists = [
	'/counts',
	'/counts/history',
	'/waste',
	'/transfers',
	'/requests',
	'/orders',
	'/returns',
	'/deliveries',
	'/ordering',
	'/prices',
	'/credits',
	'/follow-ups',
	'/returns/new',
	'/class',
];
const totals = ['/waste', '/requests', '/orders', '/returns', '/credits'].map(
	(list) => `${list}/totals`,
);

/** On each page: from its last heading on, else its last lines. */
async function saidOn(
	paths: readonly string[],
	opening: Omit<Parameters<typeof openScreen>[1], 'kitchen'> = {},
) {
	const screen = await openScreen('/nowhere', { kitchen: await openStockedKitchen(), ...opening });
	const said: string[] = [];
	for (const path of paths) {
		await screen.go(path);
		const lines = screen.shown().split('\n');
		const heading = lines.findLastIndex((line) => line.startsWith('## '));
		said.push([`${path}:`, ...lines.slice(heading < 0 ? -3 : heading)].join(' / '));
	}
	return { screen, said: said.join('\n') };
}

it('says that nothing is there yet', async () => {
	const { said } = await saidOn([...lists, ...totals, '/transfers?show=all']);
	expect(said).toMatchInlineSnapshot(`
		"/counts: / ## No counts yet / Choose the areas to count. Counting works offline, and each quantity is saved as you leave its box. / <New count Alt N #/counts/new>
		/counts/history: / ## No past counts yet / Submitted and discarded counts appear here.
		/waste: / ## No waste logged yet / Log waste as it happens. Each field is saved as you leave it, even offline. / <Log waste #/waste/new>
		/transfers: / ## No open transfers / Transfers to and from this location appear here. / <New transfer #/transfers/new>
		/requests: / ## No purchase requests yet / Ask for what you need. You can write a request offline. / <New request #/requests/new>
		/orders: / ## No purchase orders yet / Order from a supplier. You can write an order offline. / <New order #/orders/new>
		/returns: / ## No returns yet / Send delivered goods back to their supplier. You can write a return offline. / <New return #/returns/new>
		/deliveries: / ## No deliveries are expected / Approved orders of this location appear here until fully received.
		/ordering: / ## No suppliers to order from / Suppliers appear here once they have purchase options or delivery days. / <Ordering tables #/ordering/tables/delivery>
		/prices: / ## No prices / Prices appear here once purchase options or receipts are downloaded.
		/credits: / ## No claims / Confirmed follow-ups of receipts appear here, and claims that you add. / <New claim #/credits/new>
		/follow-ups: / ## No open follow-ups / When goods are short, in excess or more expensive than ordered, the next steps appear here.
		/returns/new: / ## No receipts yet / Goods can be returned once they have been received against an order.
		/class: / ## No classes yet / Add the first one here. Records of the service appear after the next download. / [New class]
		/waste/totals: / ## Nothing to total / No waste is logged here yet. Rejected documents are not included.
		/requests/totals: / ## Nothing to total / There are no documents here yet. Rejected documents are not included.
		/orders/totals: / ## Nothing to total / There are no documents here yet. Rejected documents are not included.
		/returns/totals: / ## Nothing to total / There are no documents here yet. Rejected documents are not included.
		/credits/totals: / ## No claims / Confirmed follow-ups of receipts appear here, and claims that you add.
		/transfers?show=all: / ## No transfers yet / Transfers to and from this location appear here. / <New transfer #/transfers/new>"
	`);
}, 60_000);

it('says that nothing fits the filters', async () => {
	const { said } = await saidOn([
		...['/waste', '/requests', '/orders', '/returns'].map((list) => `${list}?state=approved`),
		'/transfers?text=ham',
		'/credits?kind=price',
		'/supplier?q=nobody',
		'/waste/totals?period=last-month',
	]);
	expect(said).toMatchInlineSnapshot(`
		"/waste?state=approved: / ## No matching waste / Remove a filter to see more.
		/requests?state=approved: / ## No matching purchase requests / Remove a filter to see more.
		/orders?state=approved: / ## No matching purchase orders / Remove a filter to see more.
		/returns?state=approved: / ## No matching returns / Remove a filter to see more.
		/transfers?text=ham: / ## No matching transfers / Remove a filter to see more.
		/credits?kind=price: / ## No matching claims / Remove a filter to see more.
		/supplier?q=nobody: / ## No matching records / Try a shorter search or clear the filters.
		/waste/totals?period=last-month: / ## Nothing to total / No matching waste. Rejected documents are not included."
	`);
}, 60_000);

it('says why nothing could be loaded', async () => {
	const calls = [
		...[...kindNames, 'transfer', 'delivery', 'credit', 'followUp', 'price'].map(
			(about) => `${about}.list`,
		),
		'stocktake.list',
		'countHistory.list',
		'ordering.board',
		'return.receipts',
		'record.list',
		...kindNames.map((kind) => `${kind}.totals`),
	];
	const broken = () => fail('disk-full', 'no');
	const answers: Answers = Object.fromEntries(calls.map((call) => [call, broken]));
	const { said } = await saidOn([...lists, ...totals], { answers });
	expect(said).toMatchInlineSnapshot(`
		"/counts: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/counts/history: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/waste: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/transfers: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/requests: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/orders: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/returns: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/deliveries: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/ordering: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/prices: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/credits: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/follow-ups: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/returns/new: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/class: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space.
		/waste/totals: / This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space. / [Try again]
		/requests/totals: / This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space. / [Try again]
		/orders/totals: / This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space. / [Try again]
		/returns/totals: / This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space. / [Try again]
		/credits/totals: / ## This could not be loaded / The disk of this PC is full. Nothing can be saved until you free some space."
	`);
}, 60_000);

it('asks for a location first, and goes on with the one that is chosen', async () => {
	const { screen, said } = await saidOn(
		[
			...lists.filter((path) => path !== '/class'),
			'/counts/new',
			'/waste/new',
			'/transfers/new',
			'/deliveries/new',
			'/report/tower',
			'/ordering/tables/par',
			'/ordering/S-1',
			'/transfers/report',
		],
		{ settings: { locationId: null } },
	);
	expect(said).toMatchInlineSnapshot(`
		"/counts: / ## Choose a location first / Counts belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/counts/history: / ## Choose a location first / Counts belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/waste: / ## Choose a location first / Waste belongs to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/transfers: / ## Choose a location first / Transfers belong to a location. Choose yours at the top of the page. / [Garden Room] [Harbour Kitchen]
		/requests: / ## Choose a location first / Documents belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/orders: / ## Choose a location first / Documents belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/returns: / ## Choose a location first / Documents belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/deliveries: / ## Choose a location first / Choose a location to see what it expects.
		/ordering: / ## Choose a location first / Par levels and delivery days belong to a location. / [Garden Room] [Harbour Kitchen]
		/prices: / ## Choose a location first / Prices belong to a location. / [Garden Room] [Harbour Kitchen]
		/credits: / ## Choose a location first / Claims belong to a location. / [Garden Room] [Harbour Kitchen]
		/follow-ups: / ## Choose a location first / Receipts belong to a location. / [Garden Room] [Harbour Kitchen]
		/returns/new: / ## Choose a location first / Documents belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/counts/new: / ## Choose a location first / Counts belong to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/waste/new: / ## Choose a location first / Waste belongs to a location. You can change it at the top of the window. / [Garden Room] [Harbour Kitchen]
		/transfers/new: / ## Choose a location first / Transfers belong to a location. Choose yours at the top of the page. / [Garden Room] [Harbour Kitchen]
		/deliveries/new: / ## Choose a location first / Choose a location to see what it expects. / [Garden Room] [Harbour Kitchen]
		/report/tower: / ## Choose a location first / The report covers the business days of a location. / [Garden Room] [Harbour Kitchen]
		/ordering/tables/par: / ## Choose a location first / Par levels and delivery days belong to a location. / [Garden Room] [Harbour Kitchen]
		/ordering/S-1: / ## Choose a location first / Par levels and delivery days belong to a location. / [Garden Room] [Harbour Kitchen]
		/transfers/report: / ## Choose a location first / Transfers belong to a location. Choose yours at the top of the page. / [Garden Room] [Harbour Kitchen]"
	`);
	await screen.click('Garden Room');
	expect(screen.app.settings.locationId).toBe('L-2');
	expect(screen.shown()).toContain('{From: 24 Oct 2026}');
}, 60_000);
