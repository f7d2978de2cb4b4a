// Keys of a list act on the row in hand: here on the second of three, which is neither the first, the last nor the
// latest.
import { expect, it } from 'vitest';
import { claimingAt } from '../../../test/support/claims.ts';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { openCount } from '../../../test/support/counting.ts';
import { arrival, wasteRecord } from '../../../test/support/documents.ts';
import { openStockedKitchen, type Kitchen } from '../../../test/support/kitchen.ts';
import { option, orderOfTwo } from '../../../test/support/receiving-desk.ts';
import { receiptOfIt, returnRecord } from '../../../test/support/returns.ts';
import { openScreen } from '../../../test/support/screen.ts';

const three = <Row>(of: (no: number) => Row): Row[] => [1, 2, 3].map(of);
const day = (no: number) => `2026-11-1${String(9 - no)}T10:00:00Z`;

async function open(path: string, before: ((kitchen: Kitchen) => unknown) | null = null) {
	const kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': three((no) => ({ id: `P-${no}`, name: `Supplier ${no}`, code: `S${no}` })),
			'purchaseOption.list': three((no) => option(`N-${no}`, `P-${no}`, String(no), 1, '6')),
			'wastage.list': three((no) =>
				wasteRecord({ id: `W-${no}`, number: `WST-${no}`, date: day(no), status: 'Submitted' }),
			),
			'purchaseRequest.list': three((no) => ({
				id: `Q-${no}`,
				number: `PRQ-${no}`,
				locationId: 'L-1',
				date: day(no),
				status: 'submitted',
				items: [{ id: 'q-1', itemId: '1', uomId: 3, quantity: '2' }],
			})),
			'purchaseOrder.list': three((no) =>
				orderOfTwo({ id: `O-${no}`, number: `PO-${no}`, date: day(no) }),
			),
			'purchaseOrderReceiving.list': three((no) =>
				receiptOfIt({
					id: `G-${no}`,
					number: `GRN-${no}`,
					date: day(no),
					purchaseOrderId: `O-${no}`,
				}),
			),
			'returnOrder.list': three((no) =>
				returnRecord(String(no), 'submitted', [{ quantity: '1' }], { returnDate: day(no) }),
			),
			'transferIn.list': three((no) =>
				arrival({ id: `T-${no}`, number: `TRI-${no}`, date: day(no) }),
			),
		},
	});
	await before?.(kitchen);
	const screen = await openScreen(path, { kitchen });
	const rows = [
		...document.querySelectorAll<HTMLElement>('[role=grid] tr[aria-rowindex][tabindex]'),
	];
	expect(rows.length).toBeGreaterThanOrEqual(3);
	rows[1]!.focus();
	await screen.settle();
	return { ...screen, kitchen, row: rows[1]! };
}

const counts = (kitchen: Kitchen) => {
	for (const name of ['First', 'Second', 'Third']) {
		const stocktakeId = openCount(kitchen, {}, { name });
		kitchen.call('stocktake.discard', { stocktakeId, reason: 'Wrong day' });
	}
};
const claims = (kitchen: Kitchen) => {
	const { add } = claimingAt(() => kitchen);
	for (const id of ['claim-of-1', 'claim-of-2', 'claim-of-3']) add(id, {});
};

it.each([
	['/waste', null],
	['/requests', null],
	['/orders', null],
	['/returns', null],
	['/transfers', null],
	['/deliveries', null],
	['/credits', claims],
	['/counts', counts],
	['/counts/history', counts],
] as const)('Enter opens the row in hand: %s', async (path, before) => {
	const screen = await open(path, before);
	const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=grid] tr a')];
	expect(new Set(links.map(({ hash }) => hash)).size).toBe(links.length);
	const { hash } = screen.row.querySelector('a')!;
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toBe(hash.slice(1));
});

// Rows without a link.
it.each([
	['/prices', '{Enter}', '/prices/3'],
	['/supplier', '{Enter}', '/supplier/P-2'],
	['/supplier', 'e', '/supplier/P-2'],
	['/supplier', 'h', '/supplier/P-2'],
	['/supplier', 'u', '/supplier/P-2'],
])('opens the row in hand of %s by %s', async (path, key, opened) => {
	const screen = await open(path);
	await screen.keys(key);
	expect(screen.app.route.path).toBe(opened);
});

it.each([
	['/supplier', 'S2'],
	['/waste', 'WST-2'],
])('Space selects the row in hand: %s', async (path, told) => {
	const screen = await open(path);
	await screen.keys(' ');
	const chosen = [...document.querySelectorAll('tr[aria-selected=true]')];
	expect(chosen.map((row) => row.textContent)).toEqual([expect.stringContaining(told)]);
});

it('B changes the selected record', async () => {
	const screen = await open('/supplier');
	await screen.keys(' b');
	await screen.user.type(screen.page.getByRole('textbox', { name: 'Value' }), '7');
	await screen.confirm('Preview');
	expect(screen.asked('import.propose')).toMatchObject([{ ids: ['P-2'] }]);
});

it('Alt R repeats the count in hand', async () => {
	const screen = await open('/counts', counts);
	await screen.keys('{Alt>}r{/Alt}');
	expect(screen.notices()).toEqual(['A new count like “Second”, with empty boxes.']);
});

it('Space ticks the line in hand of a review', async () => {
	const screen = await openCountScreen('/counts/ID/review', { typed: { 1: '40', 5: '7' } });
	await screen.click(/^Uncounted/, 'radio');
	await screen.grab(3);
	await screen.keys(' ');
	const ticks = screen.page.getAllByRole<HTMLInputElement>('checkbox', { name: /^Tick (?!all)/ });
	expect(ticks.map(({ checked }) => checked)).toEqual([false, true, false]);
});

it.each([
	['{Tab}{Delete}{Enter}', 'stocktake.enter', { lineNo: 2, typed: '' }],
	['{Control>}m{/Control}Wet{Enter}', 'stocktake.note', { lineNo: 2, note: 'Wet' }],
	['{Alt>}{ArrowUp}{/Alt}', 'stocktake.move', { lineNo: 2 }],
] as const)('acts on the line in hand of a count: %s', async (keys, name, about) => {
	const screen = await openCountScreen('/counts/ID', { typed: { 1: '40', 2: '20' } });
	await screen.keys('{Control>}{Home}{/Control}{ArrowDown}');
	await screen.keys(keys);
	expect(screen.asked(name)).toMatchObject([about]);
});
