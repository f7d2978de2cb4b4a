import { expect, it } from 'vitest';
import { succeed } from '../../../shared/bridge/reply.ts';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { enterBox } from '../../../../test/support/counting.ts';
import type { Kitchen } from '../../../../test/support/kitchen.ts';
import { someState } from '../../../../test/support/test-core.ts';

const open = (opening: Parameters<typeof openCountScreen>[1]) =>
	openCountScreen('/counts/ID/review', opening);

it('says what is missing before a count is submitted', async () => {
	const screen = await open({
		typed: { 1: '40' },
		state: { network: { ...someState.network, state: 'offline' } },
		before: async (kitchen, stocktakeId) => {
			const items = kitchen.service.lists['inventoryItem.list'] ?? [];
			await kitchen.shows({
				'inventoryItem.list': items.map((item) => {
					const { unitCost, ...rest } = item as { id: string; unitCost: string };
					return rest.id === '5' ? rest : { ...rest, unitCost };
				}),
			});
			const { lineNo } = kitchen.call('stocktake.addLine', {
				stocktakeId,
				itemId: '5',
				areaId: 'A-1',
				shelf: '',
				behind: null,
			});
			enterBox(kitchen, stocktakeId, lineNo, '3');
			kitchen.call('stocktake.keepUnknownCode', { stocktakeId, code: '96385074', areaId: 'A-1' });
		},
	});
	expect(screen.shown('Surplus').split('\n').slice(0, 3)).toEqual([
		'Surplus : –',
		'Loss : −€4.00',
		'Difference : −€4.00 +?',
	]);
	expect(screen.shown('# |')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 40 of 60 in total | Dry store | 40each | 40each | 48 | −8 | −4.00 | The item is also kept in another place that is not counted yet. |
		6 | <Saffron #/counts/ID/line/6> DA-5 | Dry store | 3each | 3each | 0 | +3 | | outside tolerance |
		Unrecognised barcodes 96385074 scanned once"
	`);
	await screen.click('Submit count');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Submit “Friday”?
		The adjustments of 2 lines are sent to the service as stock changes dated 20 Nov 2026.
		4 uncounted lines keep their book quantity.
		1 unrecognised barcode is not on any line.
		The network is down. The count waits in the outbox and will be sent automatically.
		After this, the count cannot be changed.
		[Cancel] [Submit count]"
	`);
});

it('shows the counts, reasons and notes of a submitted line, and prints them with the tolerances', async () => {
	const screen = await open({
		typed: { 1: 'Samir:30', 2: '20' },
		can: ['print'],
		counting: {
			tolerances: {
				all: { quantity: '2', percent: null, money: '5' },
				byCategory: { Baking: { quantity: null, percent: '3', money: null } },
			},
		},
		plan: { together: 'sum' },
		before: (kitchen, stocktakeId) => {
			enterBox(kitchen, stocktakeId, 1, '10');
			kitchen.call('stocktake.note', { stocktakeId, lineNo: 2, note: 'Two tubs open', by: '' });
			const round = kitchen.call('stocktake.recount', {
				stocktakeId,
				lineNos: [1],
				recounter: 'Mara',
				intentId: 'intent-recount',
			}).stocktakeId;
			enterBox(kitchen, round, 1, '44', { by: 'Mara' });
			kitchen.call('stocktake.finishRecount', { stocktakeId: round });
			kitchen.call('stocktake.stand', { stocktakeId, lineNos: [1], round: 0, reason: 'Broken' });
			kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });
		},
	});
	await screen.grab(1);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Dry store · Dairy
		The item is also kept in another place that was not counted.
		Book when it was counted : 48each read Fri 20 Nov, 9:00 Counted : 40each Fri 20 Nov, 9:00 10 each · Noor30 each · Samir Moved since : 0 Book when submitted 48
		Adjusts by −8, 40 afterwards.
		First count: 40 Noor and Samir, 9:00, variance −8
		Recount 1: 44 Mara, 9:00, variance −4
		Reason: Broken"
	`);
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check | Note |
		2 | <Butter #/counts/item/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance | Two tubs open |
		1 | <Whole milk #/counts/item/1> DA-1 2 areas: 40 of 60 in total | Dry store | 10eachNoor + 30eachSamir | 40each | 48 | −8 | −4.00 | | |"
	`);
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Variances: Friday
		Business day : 20 Nov 2026
		Book as of : Fri 20 Nov, 10:00
		Lines : counted 2 · zero 0 · uncounted 3
		Difference : −€12.80
		State : submitted
		Tolerance, the largest of : €5.00 and 2 base units
		Tolerance, the largest of (Baking) : 3% of the book
		## Lines by value
		No. | Code | Item | Category | Area | State | Counted | Book | Variance | Unit | Adjustment, EUR | Reason | Note |
		2 | DA-2 | Butter | Dairy | Dry store | counted | 20 | 24 | −4 | each | −8.80 | | Two tubs open |
		1 | DA-1 | Whole milk | Dairy | Dry store | counted | 40 | 48 | −8 | each | −4.00 | Broken | |
		3 | DA-4 | Flour | Baking | Dry store | uncounted | | 60.0004 | | kg | | | |
		4 | DA-1 | Whole milk | Dairy | Freezer | uncounted | | 12 | | each | | | |
		5 | DA-3 | Cream | Dairy | Freezer | uncounted | | 7.5 | | each | | | |
		Total | | | | | | | | | | −12.80 | | |
		## Category
		Category | Lines | uncounted | Surplus | Loss | Difference |
		Baking | 1 | 1 | 0.00 | 0.00 | 0.00 |
		Dairy | 4 | 2 | 0.00 | −12.80 | −12.80 |
		## Area
		Area | Lines | uncounted | Surplus | Loss | Difference |
		Dry store | 3 | 1 | 0.00 | −12.80 | −12.80 |
		Freezer | 2 | 2 | 0.00 | 0.00 | 0.00 |
		Counted byName, date and signature
		Approved byName, date and signature"
	`);
});

it('moves through the lines and their problems by keys', async () => {
	const screen = await open({ typed: { 1: '30', 2: '20', 3: '58' } });
	const went: (string | undefined)[] = [];
	for (const keys of [
		'{F8}',
		'{F8}',
		'{Shift>}{F8}{/Shift}',
		'{End}',
		'{ArrowUp}',
		'{Home}',
		'{PageDown}',
		'{PageUp}',
	]) {
		await screen.keys(keys);
		went.push(document.activeElement?.textContent.trim());
	}
	expect(went).toEqual([
		'Whole milk',
		'Butter',
		'Whole milk',
		'Flour',
		'Butter',
		'Whole milk',
		'Flour',
		'Whole milk',
	]);
	await screen.click(/F8$/);
	expect(document.activeElement?.textContent.trim()).toBe('Butter');
	await screen.keys('{End}');
	const stops = document.querySelectorAll('[data-name][tabindex="0"]');
	expect([...stops].map((stop) => stop.textContent.trim())).toEqual(['Flour']);
	// A line that another part lacks is not the current one there.
	await screen.click(/^Uncounted/, 'radio');
	expect(screen.page.queryByRole('region', { name: /^Line / })).toBeNull();
	await screen.click(/^outside tolerance/);
	expect(screen.shown('{Find').split('\n').slice(1, 3)).toEqual([
		'{Differences 3: no} Differences3 {Uncounted 2: no} Uncounted2 {Outside tolerance 2: yes} Outside tolerance2 {Questions 1: no} Questions1 {Recounted 0: no} Recounted0 {All lines 5: no} All lines5',
		'{Groups: No groups} {Sort: By value}',
	]);
	await screen.keys(' ');
	expect(screen.page.getByRole('checkbox', { checked: true }).getAttribute('aria-label')).toBe(
		'Tick Whole milk',
	);
});

it('marks only the sums that leave out a line of unknown cost', async () => {
	let kitchen: Kitchen;
	await open({
		typed: { 1: '40', 2: '26' },
		before: (opened) => (kitchen = opened),
		answers: {
			'stocktake.review': (asked) => {
				const review = kitchen.call('stocktake.review', asked);
				return succeed({
					...review,
					lines: review.lines.map((line) =>
						line.lineNo === 1 ? { ...line, adjustmentCost: null } : line,
					),
					totals: { ...review.totals, lossCost: '-3', costsUnknown: 1 },
				});
			},
		},
	});
	const marked = [...document.querySelectorAll('.sums > div')]
		.filter((sum) => sum.querySelector('sup') !== null)
		.map((sum) => sum.querySelector('dt')?.textContent);
	expect(marked).toEqual(['Loss', 'Difference']);
});
