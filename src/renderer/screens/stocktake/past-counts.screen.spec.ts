import { expect, it, onTestFinished, vi } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { harbour, itemRecord, type Kitchen } from '../../../../test/support/kitchen.ts';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const submit = (kitchen: Kitchen, stocktakeId: string) =>
	kitchen.call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });

let first = '';
let second = '';
/** Two submitted counts, a discarded one, and an open one with two entries. */
const open = async (path: string, opening: Parameters<typeof openCountScreen>[1] = {}) => {
	const screen = await openCountScreen(path, {
		typed: { 1: '40', 2: '20' },
		before: async (kitchen, stocktakeId) => {
			kitchen.settings.person = 'Samir';
			const count = (name: string, typed: Record<number, string>) => {
				const id = openCount(kitchen, {}, { name });
				for (const [lineNo, text] of Object.entries(typed))
					enterBox(kitchen, id, Number(lineNo), text);
				return id;
			};
			first = count('Early', { 1: '50', 2: '22' });
			submit(kitchen, first);
			await kitchen.clock.pass(60_000);
			second = count('Late', { 1: '45', 5: '7' });
			submit(kitchen, second);
			await kitchen.clock.pass(60_000);
			const wrong = count('Wrong', {});
			kitchen.call('stocktake.discard', { stocktakeId: wrong, reason: 'Wrong day' });
			kitchen.call('stocktake.recount', {
				stocktakeId,
				lineNos: [2],
				recounter: 'Mara',
				intentId: 'intent-recount',
			});
			kitchen.call('countTemplate.save', {
				locationId: 'L-1',
				templateId: null,
				name: 'Milk run',
				plan: countPlan.parse({ scope: { kind: 'full' } }),
			});
		},
		...opening,
	});
	const words = (text: string) =>
		text
			.replaceAll(first, 'FIRST')
			.replaceAll(second, 'SECOND')
			.replaceAll(/\d{8}-0000-[\d-]+/g, 'OTHER');
	return { ...screen, shown: (from?: string) => words(screen.shown(from)), words };
};

it('lists counts, due items and templates, and repeats the latest or the selected count with a key', async () => {
	const screen = await open('/counts');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Counts
		Counts of Harbour Kitchen
		[Import from a file] <Past counts #/counts/history> <New count Alt N #/counts/new>
		## Due
		<Daily next on Sat 21 Nov #/counts/new/due/Daily> <Weekly next on Fri 27 Nov #/counts/new/due/Weekly>
		## Templates
		<Milk run never used #/counts/new/template/OTHER>
		Count | Business day | Opened by | Counted | State |
		<Recount 1 of Friday #/counts/OTHER> | Fri 20 Nov | Samir | 0 of 1 | Counting |
		<Wrong #/counts/OTHER/review> | Fri 20 Nov | Samir | 0 of 5 | Discarded |
		<Late #/counts/SECOND/review> | Fri 20 Nov | Samir | 2 of 5 | Sent and confirmed |
		<Early #/counts/FIRST/review> | Fri 20 Nov | Samir | 2 of 5 | Sent and confirmed |
		<Friday #/counts/ID> | Fri 20 Nov | Noor | 2 of 5 | Counting |"
	`);
	await screen.keys('{Alt>}r{/Alt}');
	expect(screen.asked('countHistory.again')).toMatchObject([
		{ name: 'Count of 20 November', boxes: 'empty' },
	]);
	expect(screen.notices()).toEqual(['A new count like “Wrong”, with empty boxes.']);
	await screen.go('/counts');
	await screen.keys('{End}{Alt>}r{/Alt}');
	expect(screen.notices()).toContain('A new count like “Friday”, with empty boxes.');
	await screen.go('/counts');
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/counts/new');
});

it('offers what is due first, then what is due later, and the templates', async () => {
	const every = (frequency: string, days: number | null, due: number, dueOn: string | null) => {
		return { frequency, days, due, dueOn };
	};
	const plan = countPlan.parse({ scope: { kind: 'full' } });
	const screen = await openCountScreen('/counts', {
		answers: {
			'countTemplate.list': {
				templates: [{ templateId: 'T-1', name: 'Bar', plan, lastOn: '2026-11-12' }],
				due: [
					every('Monthly', 30, 0, '2026-12-01'),
					every('Daily', 1, 2, '2026-11-18'),
					every('Weekly', 7, 1, '2026-11-20'),
					every('Sometimes', null, 0, null),
				],
				today: '2026-11-20',
			},
		},
	});
	expect(screen.shown('## Due').split('\n').slice(0, 4)).toEqual([
		'## Due',
		'<Daily 2 items since Wed 18 Nov #/counts/new/due/Daily> <Weekly 1 item today #/counts/new/due/Weekly> <Monthly next on Tue 1 Dec #/counts/new/due/Monthly>',
		'## Templates',
		'<Bar last counted Thu 12 Nov #/counts/new/template/T-1>',
	]);
});

it('has no count to repeat where none could be loaded', async () => {
	const screen = await open('/counts/history', {
		answers: { 'countHistory.list': () => fail('not-possible-now', 'no') },
	});
	await screen.keys('{Alt>}r{/Alt}');
	expect(screen.notices()).toEqual(['No past counts yet']);
});

it.each([
	['/counts/item/1', 'countHistory.trend', 'Past counts'],
	['/counts/A/compare/B', 'countHistory.compare', 'Count comparison'],
	['/counts/A/review', 'stocktake.review', 'Counts'],
] as const)('%s has a heading when it could not be loaded', async (path, call, heading) => {
	const screen = await open(path, {
		answers: { [call]: () => fail('not-possible-now', 'no') },
	});
	expect(screen.shown().split('\n')).toEqual([
		`# ${heading}`,
		'This could not be loaded',
		'This is not possible now.',
		'[Try again]',
	]);
});

it('lists past counts by words and state, and compares two of them', async () => {
	const screen = await open('/counts/history');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Past counts
		Counts of Harbour Kitchen
		[All counts] [Compare counts]
		{Name, person or day: } {State: All}
		Selected | Count | Business day | Opened by | Counted | State |
		{Select: no} | <Wrong #/counts/OTHER/review> | 20 Nov 2026 | Samir | 0 of 5 | Discarded |
		{Select: no} | <Late #/counts/SECOND/review> | 20 Nov 2026 | Samir | 2 of 5 | Sent and confirmed |
		{Select: no} | <Early #/counts/FIRST/review> | 20 Nov 2026 | Samir | 2 of 5 | Sent and confirmed |"
	`);
	await screen.click('Compare counts');
	expect(screen.notices()).toEqual(['Select two counts with the space bar first.']);
	await screen.choose('State', 'discarded');
	expect(screen.shown('{')).toMatchInlineSnapshot(`
		"{Name, person or day: } {State: Discarded} [Clear filters]
		Selected | Count | Business day | Opened by | Counted | State |
		{Select: no} | <Wrong #/counts/OTHER/review> | 20 Nov 2026 | Samir | 0 of 5 | Discarded |"
	`);
	expect(screen.app.route.query).toEqual({ state: 'discarded' });
	await screen.search('late');
	expect(screen.shown('##')).toMatchInlineSnapshot(`
		"## No matching counts
		Remove a filter to see more."
	`);
	await screen.choose('State', 'all');
	await screen.user.clear(screen.page.getByRole('searchbox'));
	await screen.settle();
	for (const box of screen.page.getAllByRole('checkbox').slice(-2)) await screen.user.click(box);
	await screen.click('Compare counts');
	expect(screen.app.route.path).toBe(`/counts/${first}/compare/${second}`);
});

it('compares two counts, item by item, on screen and on paper', async () => {
	const screen = await open('/counts', { can: ['print', 'save-file'] });
	await screen.go(`/counts/${first}/compare/${second}`);
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Count comparison
		<Early, 20 Nov 2026 #/counts/FIRST/review> → <Late, 20 Nov 2026 #/counts/SECOND/review>
		[Print or export] <Swap #/counts/SECOND/compare/FIRST> <Past counts #/counts/history>
		{Differences 3: yes} Differences3 {All items 4: no} All items4
		{Item, code or category: }
		Item | Category | First count | Second count | Difference | Unit | First count, EUR | Second count, EUR | Difference, EUR |
		<Whole milk #/counts/item/1> DA-1 | Dairy | 50 | 45 | −5 | each | 25.00 | 22.50 | −2.50 |
		<Butter #/counts/item/2> DA-2 | Dairy | 22 | uncounted | | each | 48.40 | – | – |
		<Cream #/counts/item/3> DA-3 | Dairy | uncounted | 7 | | each | – | 21.70 | – |
		Total of items counted in both | | | | | | 25.00 | 22.50 | −2.50 |"
	`);
	await screen.click(/^All items/, 'radio');
	expect(screen.part('table')).toContain(
		'<Flour #/counts/item/4> DA-4 | Baking | uncounted | uncounted | | kg | – | – | – |',
	);
	screen.page.getByRole('link', { name: 'Whole milk' }).focus();
	const went: (string | null)[] = [];
	for (const key of ['ArrowUp', 'Home', 'ArrowDown', 'End', 'PageUp', 'PageDown']) {
		await screen.keys(`{${key}}`);
		went.push(document.activeElement?.textContent ?? null);
	}
	expect(went).toEqual(['Whole milk', 'Whole milk', 'Butter', 'Flour', 'Whole milk', 'Flour']);
	expect(screen.words(await screen.paper())).toMatchInlineSnapshot(`
		"# Count comparison
		First count : Early, 20 Nov 2026
		Second count : Late, 20 Nov 2026
		Code | Item | Category | Early, 20 Nov 2026 | Late, 20 Nov 2026 | Difference | Unit | First count, EUR | Second count, EUR | Difference, EUR |
		DA-1 | Whole milk | Dairy | 50 | 45 | −5 | each | 25.00 | 22.50 | −2.50 |
		DA-2 | Butter | Dairy | 22 | | | each | 48.40 | | |
		DA-3 | Cream | Dairy | | 7 | | each | | 21.70 | |
		DA-4 | Flour | Baking | | | | kg | | | |
		Total of items counted in both | | | | | | | 25.00 | 22.50 | −2.50 |"
	`);
	await screen.keys('{Escape}');
	await screen.click(/^Differences/, 'radio');
	expect(await screen.paper()).not.toContain('Flour');
	await screen.keys('{Escape}');
	await screen.search('nothing');
	expect(screen.shown('##')).toMatchInlineSnapshot(`"## No matches"`);
});

it('brings the totals into view with the last item', async () => {
	const screen = await open('/counts');
	// A head, two rows below it.
	const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(90);
	onTestFinished(() => height.mockRestore());
	await screen.go(`/counts/${first}/compare/${second}`);
	const viewport = screen.page.getByRole('table').parentElement!;
	const link = () => screen.page.getByRole('link', { name: 'Whole milk' });
	link().focus();
	const scrolled: number[] = [];
	for (const key of ['ArrowDown', 'ArrowDown', 'Home', 'End']) {
		await screen.keys(`{${key}}`);
		scrolled.push(viewport.scrollTop);
	}
	// Three items and the totals, 30 px each.
	expect(scrolled).toEqual([0, 60, 0, 60]);
});

it('shows an item through the counts', async () => {
	const screen = await open('/counts/item/1');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Whole milk
		DA-1 · counted in each, all areas together
		<Past counts #/counts/history>
		## Variance in each, count by count
		Each count is compared with the book at the time of counting. If that is unknown, it is compared with the book when the count was opened, and marked.
		Business day | Count | Counted | Book | Variance | Adjustment, EUR |
		20 Nov 2026 | <Late #/counts/SECOND/review> | 45 | 50 | −5 | −2.50 |
		20 Nov 2026 | <Early #/counts/FIRST/review> | 50 | 48 | +2 | +1.00 |"
	`);
	expect(
		screen.page.getByRole('img', { name: /^Variance of Whole milk in 2 counts/ }),
	).toBeTruthy();
	// Earliest first, up from the middle at 100 px or down, the largest 88 px long.
	const bars = [...document.querySelectorAll('svg[role=img] rect')].map((bar) =>
		[bar.classList[0], bar.getAttribute('y'), bar.getAttribute('height')].join(' '),
	);
	expect(bars).toEqual(['over 64.8 35.2', 'short 100 88']);
});

it('names the currency and the base unit of each count where they were changed between two', async () => {
	let ids: string[] = [];
	const screen = await openCountScreen('/counts/item/2', {
		can: ['print'],
		before: async (kitchen) => {
			const count = (unitId: string): string => {
				const id = openCount(kitchen);
				enterBox(kitchen, id, 2, '20', { unitId });
				submit(kitchen, id);
				return id;
			};
			ids = [count('1')];
			const units = [{ uomId: 7, name: 'tub', type: 'each', conversionFactor: '1', decimals: 0 }];
			await kitchen.shows({
				'location.list': [{ ...harbour, currency: 'GBP' }],
				'inventoryItem.list': [
					itemRecord('1', 'Whole milk'),
					itemRecord('2', 'Butter', { baseUomId: 7, units, unitCost: '2.20' }),
				],
			});
			ids.push(count('7'));
			await kitchen.clock.pass(60_000);
		},
	});
	const table = () => ids.reduce((text, id) => text.replaceAll(id, 'ID'), screen.part('table'));
	expect(table()).toMatchInlineSnapshot(`
		"Business day | Count | Counted | Book | Variance | Adjustment, GBP |
		20 Nov 2026 | <Friday (3) #/counts/ID/review> | 20 | 24 | −4 | −8.80 |
		20 Nov 2026 | <Friday (2) #/counts/ID/review> | 20each | 24 | −4 | −€8.80 |"
	`);
	await screen.go(`/counts/${ids.join('/compare/')}`);
	expect(table()).toMatchInlineSnapshot(`
		"Item | Category | First count | Second count | Difference | Unit | First count, EUR | Second count, GBP | Difference, GBP |
		<Butter #/counts/item/2> DA-2 | Dairy | 20each | 20 | | tub | 44.00 | 44.00 | – |
		Total of items counted in both | | | | | | – | – | – |"
	`);
	expect(await screen.paper()).toContain('each / tub');
});

it('shows past quantities with the decimals of their unit, and no difference as 0', async () => {
	let ids: string[] = [];
	const screen = await openCountScreen('/counts/item/4', {
		before: async (kitchen) => {
			// A third of a sack of 25 kg, and the same weighed.
			const third = { unitId: '4', typed: '1/3' };
			ids = [third, { unitId: '2', typed: '8.333' }].map(({ unitId, typed }) => {
				const id = openCount(kitchen);
				enterBox(kitchen, id, 3, typed, { unitId });
				submit(kitchen, id);
				return id;
			});
			await kitchen.clock.pass(60_000);
		},
	});
	const table = () => ids.reduce((text, id) => text.replaceAll(id, 'ID'), screen.part('table'));
	expect(table()).toMatchInlineSnapshot(`
		"Business day | Count | Counted | Book | Variance | Adjustment, EUR |
		20 Nov 2026 | <Friday (3) #/counts/ID/review> | 8.333 | 8.333333 | −0.000333 | 0.00 |
		20 Nov 2026 | <Friday (2) #/counts/ID/review> | 8.333 | 60 | −51.667 | −46.50 |"
	`);
	expect(
		[...document.querySelectorAll('.scale')].map(({ textContent }) => textContent.trim()),
	).toEqual(['0', '+51.667', '−51.667']);
	await screen.go(`/counts/${ids.join('/compare/')}`);
	expect(table()).toMatchInlineSnapshot(`
		"Item | Category | First count | Second count | Difference | Unit | First count, EUR | Second count, EUR | Difference, EUR |
		<Flour #/counts/item/4> DA-4 | Baking | 8.333333 | 8.333 | −0.000333 | kg | 7.50 | 7.50 | 0.00 |
		Total of items counted in both | | | | | | 7.50 | 7.50 | 0.00 |"
	`);
});
