import { expect, it, onTestFinished } from 'vitest';
import { claimingAt, openClaims } from '../../../../test/support/claims.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const { add, change } = claimingAt(() => kitchen);
const kitchen = eachKitchen(() =>
	openClaims({
		'supplier.list': [
			{ id: 'P-1', name: 'Harbour Dairy' },
			{ id: 'P-2', name: 'Green Fields' },
			{ id: 'P-3', name: 'Corner Bakery' },
		],
	}),
);

/** One claim of each age and state. */
function fill(): void {
	const of = (...amounts: string[]) =>
		amounts.map((amount) => ({ itemId: '1', unitId: '3', quantity: '2', amount }));
	const more = { supplierId: 'P-2' };
	add('two-days', {
		lines: of('12.34', '5.01'),
		businessDate: '2026-11-18',
		documentNumber: 'PO-7',
	});
	add('three-weeks', { kind: 'price', businessDate: '2026-10-30', note: 'By phone' });
	change('three-weeks', 0, 'asked', '3.20');
	add('fifty-days', {
		kind: 'return',
		lines: of('41'),
		businessDate: '2026-09-30',
		documentNumber: 'RTO-2',
	});
	add('very-old', { kind: 'quality', businessDate: '2026-08-01', ...more });
	change('very-old', 0, 'promised', '90.25');
	add('credited', { businessDate: '2026-10-01' });
	change('credited', 0, 'credited', '7.50');
	add('its-refused', { businessDate: '2026-10-02', ...more });
	change('its-refused', 0, 'refused', '6');
}
const open = async (path = '/credits', more: Partial<Parameters<typeof openScreen>[1]> = {}) =>
	openScreen(path, { kitchen, can: ['print', 'save-file'], ...more });

it('lists what is outstanding, the oldest first, and what each supplier owes', async () => {
	fill();
	// A supplier that owes nothing any more.
	add('paid-off', { supplierId: 'P-3' });
	change('paid-off', 0, 'credited', '4');
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Credits
		Kept on this PC, because the service has no record of credits. Backup copies and work for another PC include them.
		{Claims: yes} Claims {By supplier: no} By supplier
		[Print or export] <New claim #/credits/new>
		{Supplier: All suppliers} {State: Outstanding} {Type: All types} {Age: Any age}
		Opened | Supplier | Type | Document | Days | Value, EUR | State |
		Sat 1 Aug | <Green Fields #/credits/very-old> | Quality | – | 111 | 90.25 | Promised |
		Wed 30 Sept | <Harbour Dairy #/credits/fifty-days> | Return | RTO-2 | 51 | 41.00 | Open |
		Fri 30 Oct | <Harbour Dairy #/credits/three-weeks> | Price | – | 21 | 3.20 | Asked for |
		Wed 18 Nov | <Harbour Dairy #/credits/two-days> | Shortage | PO-7 | 2 | 17.35 | Open |"
	`);
	expect(screen.foot()).toMatchInlineSnapshot(`
		"↑ ↓ select a recordEnter openAlt N new claim
		[? shows the keys of each screen] Green Fields owes €90.25 and Harbour Dairy owes €61.55"
	`);
});

it('filters by supplier, state, type and age, and clears all of it', async () => {
	fill();
	const screen = await open();
	const rows = () =>
		screen.page
			.getAllByRole('row')
			.slice(1)
			.map((row) => screen.shown(row));
	await screen.choose('Age', '31 to 60 days');
	expect(rows()).toEqual([
		'Wed 30 Sept | <Harbour Dairy #/credits/fifty-days> | Return | RTO-2 | 51 | 41.00 | Open |',
	]);
	await screen.choose('Age', 'Any age');
	await screen.choose('State', 'All');
	await screen.choose('Supplier', 'Green Fields');
	expect(rows()).toEqual([
		'Sat 1 Aug | <Green Fields #/credits/very-old> | Quality | – | 111 | 90.25 | Promised |',
		'Fri 2 Oct | <Green Fields #/credits/its-refused> | Shortage | – | | 6.00 | Refused |',
	]);
	expect(screen.app.route.query).toEqual({ supplier: 'P-2', state: 'all' });
	await screen.choose('Type', 'Price');
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'## No matching claims',
		'Remove a filter to see more.',
	]);
	await screen.click('Clear filters');
	expect(document.activeElement).toBe(screen.page.getByRole('combobox', { name: 'Supplier' }));
	expect(screen.asked('credit.list').at(-1)).toMatchObject({
		supplierId: null,
		state: 'outstanding',
		kind: null,
		age: null,
	});
	expect(rows()).toHaveLength(4);
	// Once when the page opened, and once for each choice.
	expect(screen.asked('credit.list')).toHaveLength(7);
});

it('sums by supplier and age, and says the same on paper', async () => {
	fill();
	const screen = await open('/credits/totals');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Credits
		Kept on this PC, because the service has no record of credits. Backup copies and work for another PC include them.
		{Claims: no} Claims {By supplier: yes} By supplier
		[Print or export] <New claim #/credits/new>
		Supplier | Claims | Up to 7 days | 8 to 30 days | 31 to 60 days | Older | Outstanding | Credited | Refused | Letter |
		<Green Fields #/credits?supplier=P-2> EUR | 1 | 0.00 | 0.00 | 0.00 | 90.25 | 90.25 | 0.00 | 6.00 | <Open letter #/credits/letter/P-2> |
		<Harbour Dairy #/credits?supplier=P-1> EUR | 3 | 17.35 | 3.20 | 41.00 | 0.00 | 61.55 | 7.50 | 0.00 | <Open letter #/credits/letter/P-1> |"
	`);
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Credits by supplier
		Location : Harbour Kitchen
		Supplier | Currency | Up to 7 days | 8 to 30 days | 31 to 60 days | Older | Outstanding | Credited | Refused |
		Green Fields | EUR | 0.00 | 0.00 | 0.00 | 90.25 | 90.25 | 0.00 | 6.00 |
		Harbour Dairy | EUR | 17.35 | 3.20 | 41.00 | 0.00 | 61.55 | 7.50 | 0.00 |"
	`);
});

it('prints every claim that fits the filters', async () => {
	fill();
	const screen = await open('/credits?state=all');
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Credits
		Location : Harbour Kitchen
		Opened | Supplier | Type | Document | State | Amount | Currency | Note |
		1 Aug 2026 | Green Fields | Quality | | Promised | 90.25 | EUR | |
		30 Sept 2026 | Harbour Dairy | Return | RTO-2 | Open | 41.00 | EUR | |
		1 Oct 2026 | Harbour Dairy | Shortage | | Credited | 7.50 | EUR | |
		2 Oct 2026 | Green Fields | Shortage | | Refused | 6.00 | EUR | |
		30 Oct 2026 | Harbour Dairy | Price | | Asked for | 3.20 | EUR | By phone |
		18 Nov 2026 | Harbour Dairy | Shortage | PO-7 | Open | 17.35 | EUR | |"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'credits Harbour Kitchen 2026-11-20',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
		wide: true,
	});
});

it('prints more claims than one answer holds', async () => {
	const { claims, ...all } = (fill(), kitchen.call('credit.list', { locationId: 'L-1' }));
	const screen = await open('/credits', {
		answers: {
			'credit.list': ({ from }) =>
				succeed({ ...all, total: 501, claims: [{ ...claims[0]!, amount: String(from) }] }),
		},
	});
	await screen.paper();
	const [table] = screen.app.printing.report?.tables ?? [];
	expect(table?.rows.map((row) => row[5])).toEqual(['0', '500']);
});

it('says what went wrong instead of printing', async () => {
	const reply = succeed(kitchen.call('credit.list', { locationId: 'L-1' }));
	const screen = await open('/credits', {
		answers: { 'credit.list': ({ limit }) => (limit === 500 ? fail('internal', 'no') : reply) },
	});
	expect(await screen.paper()).toBe('');
	expect(screen.notices()).toEqual(['Something went wrong in Stillroom. Your saved work is safe.']);
});

it('begins a claim by a key, but not behind a dialog', async () => {
	// The keys were never shown before, as for every other spec.
	onTestFinished(() => localStorage.clear());
	const screen = await open();
	await screen.keys('?');
	expect(screen.dialog()).toMatch(/^Keys\n/);
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/credits');
	await screen.keys('{Escape}');
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/credits/new');
});
