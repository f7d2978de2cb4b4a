// The list and the page of a kind without screens of its own.
import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { receivedLists, returnRecord } from '../../../test/support/returns.ts';
import { openScreen } from '../../../test/support/screen.ts';

async function open(path: string) {
	const kitchen = await openStockedKitchen({
		lists: {
			...receivedLists,
			'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
			'purchaseRequest.list': [
				{
					id: 'Q-1',
					number: 'PRQ-3',
					locationId: 'L-1',
					date: '2026-11-18T10:00:00Z',
					status: 'submitted',
					items: [{ id: 'q-1', itemId: '1', uomId: 3, quantity: '2' }],
				},
			],
			'returnOrder.list': [returnRecord('9', 'submitted', [{ quantity: '1' }])],
		},
	});
	kitchen.service.there = false;
	return openScreen(path, { kitchen });
}

it.each([
	['/requests', 'Purchase requests', 'Purchase request PRQ-3'],
	['/orders', 'Purchase orders', 'Purchase order PO-7, Riverside Dairy'],
	['/returns', 'Returns', 'Return RTO-9, Riverside Dairy'],
])('lists documents without a connection, and opens the first: %s', async (path, title, opened) => {
	const screen = await open(path);
	const heading = () =>
		screen
			.shown()
			.split('\n')
			.find((line) => line.startsWith('# '));
	expect(heading()).toBe(`# ${title}`);
	expect(document.activeElement?.matches('[role=grid] tr[tabindex="0"]')).toBe(true);
	await screen.keys('{Enter}');
	expect(heading()).toBe(`# ${opened}`);
});

it('leads from a return to its order', async () => {
	const screen = await open('/returns/service:returnOrder:9');
	await screen.click('PO-7', 'link');
	expect(screen.shown()).toContain('# Purchase order PO-7');
});

it('keeps its filters in the address', async () => {
	const screen = await open('/orders');
	await screen.choose('State', 'Partly received');
	expect(screen.app.route.query).toEqual({ state: 'partly-received' });
	expect(screen.shown()).not.toContain('PO-7');
});

it.each(['row', 'link'])(
	'keeps the focus on the %s of the same document when another window adds one above',
	async (what) => {
		const kitchen = await openStockedKitchen({});
		const begin = (description: string) =>
			kitchen.call('purchaseOrder.save', {
				documentId: null,
				revision: 0,
				intentId: `another-window-${description}`,
				locationId: 'L-1',
				supplierId: '',
				deliveryDate: null,
				purchaseRequestId: '',
				description,
				lines: [],
				locale: 'en-GB',
			});
		const { documentId } = begin('first');
		begin('second');
		const screen = await openScreen('/orders', { kitchen });
		const link = screen.page.getAllByRole('link', { name: 'Draft' })[1]!;
		const row = link.closest('tr')!;
		if (what === 'row') row.focus();
		else link.focus();
		begin('third');
		await screen.settle();
		const { activeElement } = document;
		expect(activeElement?.tagName).toBe(what === 'row' ? 'TR' : 'A');
		const shown = activeElement?.closest('tr')?.querySelector('a');
		expect(shown?.getAttribute('href')).toContain(documentId);
		await screen.keys('{Enter}');
		if (what === 'row') expect(screen.app.route.path).toContain(documentId);
	},
);
