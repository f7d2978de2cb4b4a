import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { wasteRecord } from '../../../../test/support/documents.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const submitted = wasteRecord({ id: 'W-1', number: 'WST-1', status: 'Submitted' });
const approved = wasteRecord({
	id: 'W-2',
	number: 'WST-2',
	status: 'Approved',
	date: '2026-11-13T10:00:00Z',
	items: [
		{ id: 'w-1', itemId: '1', uomId: 3, quantity: '2', wasteReasonId: 'R-1' },
		{ id: 'w-2', itemId: '2', uomId: 1, quantity: '3', wasteReasonId: 'R-1' },
	],
});

type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'>;
async function open(
	path = '/waste',
	documents: object[] = [submitted, approved],
	more: Opening = {},
) {
	const kitchen = await openStockedKitchen({ lists: { 'wastage.list': documents } });
	return openScreen(path, { kitchen, ...more });
}

const file = ({ saved: [file] }: Awaited<ReturnType<typeof open>>) =>
	`${String(file?.name)}\n${new TextDecoder().decode(file?.bytes)}`;

/** From the filters on. */
const below = ({ shown }: Awaited<ReturnType<typeof open>>) =>
	shown().split('\n').slice(4).join('\n');

it('lists waste by day, and opens a document and a new one by keys', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Waste
		Waste of Harbour Kitchen · as of 9:00
		{Documents: yes} Documents {Totals: no} Totals
		[Print or export] <Log waste #/waste/new>
		{Search: } {State: All states} {Waiting on: Waiting on anyone} {Reason: Any reason} {Dates: Any date}
		Selected | Document | Business day | What happened | Entered by | Lines | Cost, EUR | State | Waiting on |
		{Select: no} | <WST-1 #/waste/service%3Awastage%3AW-1> | Thu 19 Nov | Whole milk | – | 1 | 1.00 | Submitted | Approver |
		{Select: no} | <WST-2 #/waste/service%3Awastage%3AW-2> | Fri 13 Nov | Whole milk and Butter | – | 2 | 13.50 | Approved | Nobody |"
	`);
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.app.route.path).toBe('/waste/service%3Awastage%3AW-2');
	await screen.go('/waste');
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/waste/new');
});

it('filters by state, reason and days, in the address', async () => {
	const screen = await open();
	const choose = async (label: string, option: string) => {
		await screen.choose(label, option);
	};
	await choose('State', 'Approved');
	await choose('Reason', 'Spoiled');
	await choose('Dates', 'Last week');
	expect(screen.app.route.query).toEqual({
		period: 'last-week',
		reasonId: 'R-1',
		state: 'approved',
	});
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Search: } {State: Approved} {Waiting on: Waiting on anyone} {Reason: Spoiled} {Dates: Last week} [Clear filters]
		Selected | Document | Business day | What happened | Entered by | Lines | Cost, EUR | State | Waiting on |
		{Select: no} | <WST-2 #/waste/service%3Awastage%3AW-2> | Fri 13 Nov | Whole milk and Butter | – | 2 | 13.50 | Approved | Nobody |"
	`);
	await screen.user.type(screen.page.getByLabelText('Search'), 'butter');
	await screen.settle();
	expect(screen.asked('wastage.list').at(-1)?.filter).toEqual({
		enteredBy: null,
		from: '2026-11-09',
		move: null,
		reasonId: 'R-1',
		state: 'approved',
		text: 'butter',
		to: '2026-11-15',
	});
	await screen.click('Clear filters');
	expect(screen.app.route.query).toEqual({});
	expect(screen.shown()).toContain('WST-1');
});

it('adds up by reason, category and item, beside the period before', async () => {
	const screen = await open('/waste/totals?period=this-week');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Search: } {State: All states} {Waiting on: Waiting on anyone} {Reason: Any reason} {Dates: This week} [Clear filters]
		16 Nov 2026 – 20 Nov 2026 : €1.00
		9 Nov 2026 – 13 Nov 2026 : €13.50
		Change : −€12.50
		Documents : 1
		## By reason
		By reason | Lines | Cost, EUR | Before | Change |
		None | 1 | 1.00 | 0.00 | +€1.00 |
		Spoiled | 0 | 0.00 | 13.50 | −€13.50 |
		## By category
		By category | Lines | Cost, EUR | Before | Change |
		Dairy | 1 | 1.00 | 13.50 | −€12.50 |
		## By item
		By item | Lines | Cost, EUR | Before | Change |
		Whole milk | 1 | 1.00 | 12.00 | −€11.00 |
		Butter | 0 | 0.00 | 1.50 | −€1.50 |"
	`);
	await screen.fromMenu('Print or export', /CSV/);
	expect(file(screen)).toMatchInlineSnapshot(`
		"waste totals Harbour Kitchen 2026-11-20.csv
		By reason,Lines,"Cost, EUR",9 Nov 2026 – 13 Nov 2026
		None,1,1,0
		Spoiled,0,0,13.5
		Total,,1,13.5
		"
	`);
	await screen.go('/waste/totals?period=today');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Search: } {State: All states} {Waiting on: Waiting on anyone} {Reason: Any reason} {Dates: Today} [Clear filters]
		20 Nov 2026 : €0.00
		19 Nov 2026 : €1.00
		Change : −€1.00
		Documents : 0
		## By reason
		By reason | Lines | Cost, EUR | Before | Change |
		None | 0 | 0.00 | 1.00 | −€1.00 |
		## By category
		By category | Lines | Cost, EUR | Before | Change |
		Dairy | 0 | 0.00 | 1.00 | −€1.00 |
		## By item
		By item | Lines | Cost, EUR | Before | Change |
		Whole milk | 0 | 0.00 | 1.00 | −€1.00 |"
	`);
	await screen.go('/waste/totals?period=last-month');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Search: } {State: All states} {Waiting on: Waiting on anyone} {Reason: Any reason} {Dates: Last month} [Clear filters]
		## Nothing to total
		No matching waste. Rejected documents are not included."
	`);
	await screen.go('/waste/totals');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Search: } {State: All states} {Waiting on: Waiting on anyone} {Reason: Any reason} {Dates: Any date}
		Total : €14.50
		Documents : 2
		## By reason
		By reason | Lines | Cost, EUR |
		Spoiled | 2 | 13.50 |
		None | 1 | 1.00 |
		## By category
		By category | Lines | Cost, EUR |
		Dairy | 3 | 14.50 |
		## By item
		By item | Lines | Cost, EUR |
		Whole milk | 2 | 13.00 |
		Butter | 1 | 1.50 |"
	`);
});

it.each([
	['1.004', 0],
	['1.005', 3],
])('has a row for what %s states beyond its lines if it is not 0.00', async (totalCost, rows) => {
	const screen = await open('/waste/totals', [{ ...submitted, totalCost }]);
	expect(screen.shown().match(/Not split by line/g) ?? []).toHaveLength(rows);
});

it('saves every line of the list as a file', async () => {
	const screen = await open();
	await screen.fromMenu('Print or export', /CSV/);
	expect(file(screen)).toMatchInlineSnapshot(`
		"waste Harbour Kitchen 2026-11-20.csv
		Document,Business day,Entered by,State,Code,Item,Quantity,Unit,Reason,Note,"Cost, EUR"
		WST-1,2026-11-19,,Submitted,DA-1,Whole milk,2,each,,,1
		WST-2,2026-11-13,,Approved,DA-1,Whole milk,2,case,Spoiled,,12
		WST-2,2026-11-13,,Approved,DA-2,Butter,3,each,Spoiled,,1.5
		"
	`);
});

it('says why a list cannot be saved', async () => {
	const screen = await open('/waste', [submitted], {
		answers: { 'wastage.inFull': () => fail('disk-full', 'no') },
	});
	await screen.fromMenu('Print or export', /CSV/);
	expect(screen.saved).toEqual([]);
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
});
