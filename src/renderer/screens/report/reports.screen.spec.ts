import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { tower } from '../../../../test/support/online-answers.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import type { Widget } from '../../../shared/bridge/report.ts';
import { fail } from '../../../shared/bridge/reply.ts';

/** Answers can be replaced while it is open. */
async function open(path: string, answers: Answers, state: object = {}) {
	const screen = await openScreen(path, { answers, state });
	return { ...screen, answers };
}

it('shows the control tower for all locations or this one, over some days', async () => {
	const screen = await open('/report/tower', { 'report.tower': tower });
	expect(screen.asked('report.tower')).toEqual([
		{ locationId: 'L-1', all: true, from: '2026-10-24', to: '2026-11-20' },
	]);
	screen.answers['report.tower'] = { ...tower, openOrders: [], unknown: {} };
	await screen.click('All locations', 'checkbox');
	expect(screen.asked('report.tower').at(-1)).toMatchObject({ all: false });
	expect(screen.shown().split('\n').slice(4)).toEqual([
		'To {To: 20 Nov 2026}',
		'{All locations: no} All locations',
		'Location | Currency | Stock value | Waste | Purchases | Items below zero |',
		'Harbour Kitchen | EUR | 1,234.50 | −20.25 | 300.00 | 4 |',
		'3 transfers on the way. 5 documents to approve.',
		'## Open orders',
		'Number | Location | Supplier | Date | State | Total |',
		'No open orders. |',
	]);
	const asked = screen.asked('report.tower').length;
	const [from] = screen.page.getAllByRole('textbox');
	await screen.user.clear(from!);
	await screen.user.type(from!, '21/11/2026{Tab}');
	await screen.settle();
	expect(screen.asked('report.tower')).toHaveLength(asked);
	expect(screen.shown().split('\n').slice(3, 7)).toEqual([
		'From {From: 21 Nov 2026}',
		'To {To, wrong: 20 Nov 2026}',
		'The start date must not be after the end date.',
		'{All locations: no} All locations',
	]);
	await screen.click('Back to the list');
	expect(screen.app.route.path).toBe('/report');
});

const widget = (
	widgetType: string,
	sequence: number,
	days: number | null,
	isVisible = true,
): Widget => ({ widgetType, sequence, days, isVisible, unknown: {} });

it('changes the parts of the dashboard, and keeps them until they are saved', async () => {
	const widgets = [
		widget('stock-value', 1, 7),
		widget('new-part', 2, null),
		widget('wastage', 3, 28, false),
	];
	const screen = await open('/report/dashboard', {
		'report.widgets': { widgets },
		'report.saveWidgets': () => fail('refused', 'Not yours'),
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Dashboard settings
		Parts of the service’s dashboard. Saving needs the network.
		[Back to the list] [Save, off]
		Part | Shown | Days covered | Order |
		Stock value | {Show Stock value: yes} Show Stock value | {Days covered by Stock value: 7} | [Move Stock value up, off] [Move Stock value down] |
		new-part | {Show new-part: yes} Show new-part | {Days covered by new-part: } | [Move new-part up] [Move new-part down] |
		Waste | {Show Waste: no} Show Waste | {Days covered by Waste: 28} | [Move Waste up] [Move Waste down, off] |"
	`);
	const finish = () => screen.keys('{Control>}{Enter}{/Control}');
	await finish();
	await screen.click('Show new-part', 'checkbox');
	await screen.click('Move Waste up');
	await screen.click('Move Waste down');
	await screen.click('Move new-part up');
	expect(document.activeElement).toBe(
		screen.page.getByRole('button', { name: 'Move new-part up' }),
	);
	const days = screen.page.getByLabelText('Days covered by Waste');
	await screen.user.clear(days);
	await screen.user.type(days, '0');
	await finish();
	await screen.user.type(days, '{Backspace}14');
	await finish();
	const saved = [
		{ ...widget('new-part', 1, null), isVisible: false },
		widget('stock-value', 2, 7),
		widget('wastage', 3, 14, false),
	];
	expect(screen.asked('report.saveWidgets').map((asked) => asked.widgets)).toEqual([saved]);
	screen.answers['report.saveWidgets'] = { state: 'not-confirmed' };
	await finish();
	expect(screen.shown().split('\n').slice(3)).toEqual([
		'Part | Shown | Days covered | Order |',
		'new-part | {Show new-part: no} Show new-part | {Days covered by new-part: } | [Move new-part up, off] [Move new-part down] |',
		'Stock value | {Show Stock value: yes} Show Stock value | {Days covered by Stock value: 7} | [Move Stock value up] [Move Stock value down] |',
		'Waste | {Show Waste: no} Show Waste | {Days covered by Waste: 14} | [Move Waste up] [Move Waste down, off] |',
	]);
	await refusedUnderWay(screen, 'report.saveWidgets', 'Save');
	screen.answers['report.saveWidgets'] = { state: 'applied' };
	const now = saved.map((each, at) => (at === 2 ? { ...each, days: 21 } : each));
	screen.answers['report.widgets'] = { widgets: now };
	await screen.click('Save');
	expect(screen.notices()).toEqual([
		'Nothing has changed.',
		'Enter the days as a whole number.',
		'The service refused it: Not yours',
		'The service did not answer. Stillroom is checking whether it was done.',
		'Saved at the service.',
	]);
	expect(screen.shown().split('\n')[2]).toBe('[Back to the list] [Save, off]');
	expect(screen.shown()).toContain('{Days covered by Waste: 21}');
});

it('says why the dashboard cannot be changed', async () => {
	const answers = { 'report.widgets': { widgets: [] } };
	const screen = await open('/report/dashboard', answers, {
		network: { state: 'offline', lastAnswerAt: null, reason: null },
	});
	expect(screen.shown().split('\n').slice(3)).toEqual([
		'Part | Shown | Days covered | Order |',
		'The service knows none of the parts that the profile names. |',
	]);
	await screen.click('Save');
	expect(screen.notices()).toEqual([
		'This needs a connection to the service. Nothing was changed. Try again when the network is back.',
	]);
});

it('marks no favourite without the network', async () => {
	const report = { id: 'R-1', name: 'Actual cost', isFavorite: false };
	const kitchen = await openStockedKitchen({ lists: { 'report.list': [report] } });
	const network = { state: 'offline', lastAnswerAt: null, reason: null } as const;
	const screen = await openScreen('/report', { kitchen, state: { network } });
	await screen.click('Add to favourites Actual cost');
	expect(screen.asked('report.favorite')).toEqual([]);
	expect(screen.notices()).toHaveLength(1);
});

it('lists reports, favourites first, and marks them', async () => {
	const report = { area: 'Stock', isActive: true };
	const kitchen = await openStockedKitchen({
		lists: {
			'report.list': [
				{ ...report, id: 'R-1', name: 'Actual cost', isFavorite: false },
				{ ...report, id: 'R-2', name: 'Turnover', isFavorite: true },
			],
		},
	});
	const answers: Answers = { 'report.favorite': () => fail('refused', 'Not yours') };
	const screen = await openScreen('/report', { kitchen, answers });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Reports
		Reports of the service. Favourites come first. · as of 9:00
		<Control tower #/report/tower> <Transfer report #/transfers/report> <Dashboard settings #/report/dashboard>
		{Search: }
		Report | Area | State | Favourite |
		<Turnover #/report/R-2> | Stock | Favourite | [Remove from favourites Turnover] |
		<Actual cost #/report/R-1> | Stock | | [Add to favourites Actual cost] |"
	`);
	await refusedUnderWay({ ...screen, answers }, 'report.favorite', /Actual cost/);
	await screen.click('Add to favourites Actual cost');
	answers['report.favorite'] = { state: 'not-confirmed' };
	await screen.click('Add to favourites Actual cost');
	answers['report.favorite'] = { state: 'applied' };
	await screen.click('Remove from favourites Turnover');
	expect(
		screen.asked('report.favorite').map(({ reportId, isFavorite }) => [reportId, isFavorite]),
	).toEqual([
		['R-1', true],
		['R-1', true],
		['R-2', false],
	]);
	expect(screen.app.notices.list.map(({ text, tone }) => [tone, text])).toEqual([
		['amber', 'The service refused it: Not yours'],
		['amber', 'The service did not answer. Stillroom is checking whether it was done.'],
		['thyme', 'Done, and confirmed by the service.'],
	]);
	await screen.search('none');
	expect(screen.shown().split('\n').slice(4)).toEqual([
		'Report | Area | State | Favourite |',
		'No matching reports. |',
	]);
});
