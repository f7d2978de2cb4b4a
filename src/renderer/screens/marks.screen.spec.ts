// What of the screens is only heard or felt: live regions, names of groups, descriptions and stops of Tab.
import { computeAccessibleName } from 'dom-accessibility-api';
import { expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { finish, openImport, pasted } from '../../../test/support/import-page.ts';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { marksIn } from '../../../test/support/marks.ts';
import { openOutbox } from '../../../test/support/outbox-page.ts';
import { openScreen } from '../../../test/support/screen.ts';

/** Where a person begins, and the marks. */
const marks = () => [
	`begins at ${document.activeElement?.localName ?? ''} ${computeAccessibleName(document.activeElement!)}`,
	...marksIn(document.querySelector('main')!),
];

it('of a count', async () => {
	const screen = await openCountScreen('/counts', { typed: { 1: '40', 2: '20', 4: 'Samir:3' } });
	const heard = { '/counts': marks() };
	for (const path of ['', '/review', '/paper']) {
		await screen.go(`/counts/${screen.stocktakeId}${path}`);
		Object.assign(heard, { [`/counts/:id${path}`]: marks() });
	}
	await screen.go('/counts/new');
	expect({ ...heard, '/counts/new': marks() }).toMatchInlineSnapshot(`
		{
		  "/counts": [
		    "begins at tr Friday Fri 20 Nov Noor 3 3 of 5 Counting",
		    "h1 tabindex=-1",
		    "input accept=.json,application/json",
		    "section aria-labelledby=Due",
		    "table role=grid aria-label=Counts aria-rowcount=2",
		    "tr tabindex=0",
		    "a tabindex=-1",
		    "progress aria-label=Counted",
		  ],
		  "/counts/:id": [
		    "begins at input Case, line 3, Flour",
		    "h1 tabindex=-1",
		    "input role=combobox aria-label=Find a line aria-expanded=false autocomplete=off",
		    "button aria-label=Show the list tabindex=-1",
		    "button aria-label=More aria-expanded=false title=More",
		    "div role=tablist aria-label=Areas tabindex=-1",
		    "button role=tab aria-selected=true aria-controls=#ItemCaseEach / weightTotalExp aria-keyshortcuts=Control+ArrowLeft Control+ArrowRight tabindex=0 title=Drag to move, or press Ctrl with ← or →",
		    "button role=tab aria-selected=false aria-controls=#ItemCaseEach / weightTotalExp aria-keyshortcuts=Control+ArrowLeft Control+ArrowRight tabindex=-1 title=Drag to move, or press Ctrl with ← or →",
		    "div role=tabpanel aria-label=Dry store tabindex=-1",
		    "table role=grid aria-label=Count sheet of Dry store aria-rowcount=6",
		    "td role=gridcell ×24",
		    "span role=img aria-label=1 title=Drag to move, or press Alt with ↑ or ↓",
		    "td role=rowheader ×3",
		    "bdi title=Whole milk",
		    "form role=none ×6",
		    "input aria-label=Case, line 1, Whole milk tabindex=-1 inputmode=decimal autocomplete=off maxlength=64",
		    "input aria-label=Each / weight, line 1, Whole milk tabindex=-1 inputmode=decimal autocomplete=off maxlength=64",
		    "span title=less than expected ×2",
		    "i role=img aria-label=Counted 9:00 by Noor title=Counted 9:00 by Noor ×2",
		    "span role=img aria-label=2 title=Drag to move, or press Alt with ↑ or ↓",
		    "bdi title=Butter",
		    "input aria-label=Case, line 2, Butter tabindex=-1 inputmode=decimal autocomplete=off maxlength=64",
		    "input aria-label=Each / weight, line 2, Butter tabindex=-1 inputmode=decimal autocomplete=off maxlength=64",
		    "span role=img aria-label=3 title=Drag to move, or press Alt with ↑ or ↓",
		    "bdi title=Flour",
		    "input aria-label=Case, line 3, Flour tabindex=0 inputmode=decimal autocomplete=off maxlength=64",
		    "input aria-label=Each / weight, line 3, Flour tabindex=-1 inputmode=decimal autocomplete=off maxlength=64",
		    "span role=img aria-label=blank",
		    "p role=status",
		  ],
		  "/counts/:id/paper": [
		    "begins at input Line number",
		    "h1 tabindex=-1",
		    "div role=radiogroup aria-label=Entry",
		    "div role=radiogroup aria-label=Counted",
		    "p role=status",
		    "input inputmode=decimal autocomplete=off maxlength=64",
		    "div role=region aria-label=Entered here tabindex=0",
		  ],
		  "/counts/:id/review": [
		    "begins at h1 Review: Friday",
		    "h1 tabindex=-1",
		    "button aria-label=Evidence aria-expanded=false",
		    "input aria-label=Verify an evidence file accept=.csv,text/csv",
		    "button aria-label=Print or export aria-expanded=false",
		    "ol aria-label=Who and when",
		    "div role=group aria-label=Needs attention",
		    "input aria-label=Find a line autocomplete=off maxlength=100",
		    "div role=radiogroup aria-label=Show",
		    "select aria-label=Groups",
		    "select aria-label=Sort",
		    "table aria-label=Differences aria-rowcount=4",
		    "td title=Butter",
		    "a tabindex=0",
		    "td title=20 each",
		    "span title=less than expected ×3",
		    "td title=Whole milk ×2",
		    "a tabindex=-1 ×2",
		    "td title=3 each",
		    "span title=At most half of expected. Is that right?",
		    "td title=40 each",
		  ],
		  "/counts/new": [
		    "begins at input All areas",
		    "h1 tabindex=-1",
		    "input autocomplete=off maxlength=120",
		    "section aria-labelledby=Items",
		    "div role=radiogroup aria-label=Items",
		    "p role=status",
		    "section aria-labelledby=Method",
		    "input aria-describedby=Each line shows its expected q",
		    "input aria-describedby=Counters don’t see expected qu",
		    "input aria-describedby=Moves from line to line in wal",
		    "section aria-labelledby=People",
		    "input aria-describedby=Separate names with commas. Le autocomplete=off maxlength=400",
		  ],
		}
	`);
});

it('of the outbox', async () => {
	const screen = await openOutbox();
	await screen.click('Show history');
	expect(marks()).toMatchInlineSnapshot(`
		[
		  "begins at button Hide history",
		  "h1 tabindex=-1",
		  "button title=Nothing is waiting to be sent.",
		  "div role=search aria-label=Filters",
		  "div role=radiogroup aria-label=Show",
		  "input aria-label=Search autocomplete=off maxlength=100",
		  "select aria-label=Type",
		  "input aria-label=Entered on autocomplete=off maxlength=40",
		  "ul aria-label=Documents",
		  "button aria-current=true tabindex=0",
		  "button tabindex=-1 ×2",
		  "h2 tabindex=-1",
		  "ol aria-label=Steps",
		  "button aria-expanded=true",
		  "table aria-label=History",
		]
	`);
});

it('of an import', async () => {
	const screen = await openImport();
	const heard = { begun: marks() };
	await screen.paste(...pasted);
	await screen.keys(finish);
	Object.assign(heard, { columns: marks() });
	await screen.keys(finish);
	expect({ ...heard, preview: marks() }).toMatchInlineSnapshot(`
		{
		  "begun": [
		    "begins at select Records",
		    "h1 tabindex=-1",
		    "input aria-label=Choose a file tabindex=-1 accept=.csv,.tsv,.txt,.xlsx,text/csv,text/plain",
		    "button title=Paste rows first.",
		  ],
		  "columns": [
		    "begins at select Records",
		    "h1 tabindex=-1",
		    "table aria-label=Columns",
		    "select aria-label=Field of Name",
		    "select aria-label=Field of Code",
		    "select aria-label=Field of Payment days",
		    "select aria-label=Field of Rating",
		  ],
		  "preview": [
		    "begins at tr Select 3 Green Hill Farm Payment days “soon”: This is not a number. Error",
		    "h1 tabindex=-1",
		    "div role=radiogroup aria-label=Rows",
		    "select aria-label=Decimal sign",
		    "select aria-label=Dates",
		    "table role=grid aria-label=Preview aria-rowcount=2",
		    "tr aria-selected=false tabindex=0",
		    "input aria-label=Select tabindex=-1",
		  ],
		}
	`);
});

it('of the other screens', async () => {
	const lists = {
		'wasteReason.list': [{ id: 'R-1', name: 'Spoiled' }],
		'report.list': [{ id: 'R-1', name: 'Actual cost', isFavorite: false }],
	};
	const amount = { documents: 3, drafts: 2, counts: 1, photos: 4, photosLeft: 2 };
	const screen = await openScreen('/waste/new', {
		kitchen: await openStockedKitchen({ lists }),
		answers: {
			'rescue.state': {
				copies: [{ name: 'copy-12', number: 12, at: 0, bytes: 12_345_678 }],
				copyProblem: null,
				dataFolder: '',
				records: [],
			},
			'rescue.waiting': amount,
			'rescue.unreadable': { rows: [] },
		},
	});
	const heard = { '/waste/new': marks() };
	for (const path of [
		'/transfers',
		'/transfers/report',
		'/settings/rescue',
		'/settings/service-check',
		'/imports/upload',
		'/report',
		'/connect',
	]) {
		await screen.go(path);
		Object.assign(heard, { [path]: marks() });
	}
	expect(heard).toMatchInlineSnapshot(`
		{
		  "/connect": [
		    "begins at input Address",
		    "h1 tabindex=-1",
		    "div role=radiogroup aria-label=Language",
		    "input aria-describedby=For example https://inventory. autocomplete=url",
		    "input autocomplete=username",
		    "input autocomplete=current-password secret",
		    "input accept=.json,application/json",
		    "button aria-describedby=Service profile optional",
		  ],
		  "/imports/upload": [
		    "begins at h1 Upload items to the service",
		    "h1 tabindex=-1",
		    "button title=Choose a file first.",
		    "input aria-label=Choose a file tabindex=-1 accept=.csv,.txt,text/csv,text/plain",
		  ],
		  "/report": [
		    "begins at h1 Reports",
		    "h1 tabindex=-1",
		    "time title=As of 9:00 (just now)",
		    "div role=search",
		    "input aria-label=Search autocomplete=off",
		    "div role=region aria-label=Reports tabindex=0",
		    "table aria-label=Reports",
		  ],
		  "/settings/rescue": [
		    "begins at h1 Rescue",
		    "h1 tabindex=-1",
		    "p role=status",
		    "input accept=.json,application/json",
		    "table aria-label=Backup copies",
		    "button aria-label=Restore the copy of Thu 1 Jan, 0:00 (copy 12)",
		  ],
		  "/settings/service-check": [
		    "begins at h1 Service check",
		    "h1 tabindex=-1",
		    "div role=alert",
		    "section aria-labelledby=Permission to write",
		    "input role=switch",
		  ],
		  "/transfers": [
		    "begins at h1 Transfers",
		    "h1 tabindex=-1",
		    "time title=As of 9:00 (just now)",
		    "div role=search aria-label=Filters",
		    "div role=radiogroup aria-label=Show",
		    "input aria-label=Search transfers autocomplete=off maxlength=100",
		    "select aria-label=Issues",
		    "select aria-label=Dates",
		  ],
		  "/transfers/report": [
		    "begins at h1 Transfer report",
		    "h1 tabindex=-1",
		    "time title=As of 9:00 (just now)",
		    "button aria-label=Print or export aria-expanded=false",
		    "input autocomplete=off maxlength=40 ×2",
		  ],
		  "/waste/new": [
		    "begins at input Add an item",
		    "h1 tabindex=-1",
		    "span role=status",
		    "fieldset role=none",
		    "input autocomplete=off maxlength=500",
		    "input role=combobox aria-expanded=false autocomplete=off",
		    "button aria-label=Show the list tabindex=-1",
		    "input accept=image/*",
		    "div role=group aria-label=Reason: Alt and",
		  ],
		}
	`);
});

it('of the settings', async () => {
	await openScreen('/settings', { kitchen: await openStockedKitchen() });
	expect(marks()).toMatchInlineSnapshot(`
		[
		  "begins at input Find a setting",
		  "h1 tabindex=-1",
		  "input role=combobox aria-label=Find a setting aria-expanded=false autocomplete=off",
		  "button aria-label=Show the list tabindex=-1",
		  "section aria-label=Person, location and appearance",
		  "input aria-describedby=Recorded with everything enter autocomplete=off maxlength=80",
		  "textarea aria-describedby=One name per line. You can cho",
		  "div role=radiogroup aria-label=Language",
		  "div role=radiogroup aria-label=Theme",
		  "div role=radiogroup aria-label=Contrast",
		  "div role=radiogroup aria-label=Density",
		  "select aria-describedby=How numbers, dates and money a",
		  "section aria-label=Counting, waste and transfers",
		  "section aria-labelledby=Counts: tolerance and reasons",
		  "input aria-label=Base units tolerance for All items autocomplete=off maxlength=20",
		  "input aria-label=% of the book tolerance for All items autocomplete=off maxlength=20",
		  "input aria-label=Money tolerance for All items autocomplete=off maxlength=20",
		  "select aria-label=Add a category",
		  "input aria-label=Reason 1 autocomplete=off maxlength=120",
		  "button aria-label=Remove Miscounted at first title=Remove Miscounted at first",
		  "input aria-label=Reason 2 autocomplete=off maxlength=120",
		  "button aria-label=Remove Found in another place title=Remove Found in another place",
		  "input aria-label=Reason 3 autocomplete=off maxlength=120",
		  "button aria-label=Remove Counted in the wrong unit title=Remove Counted in the wrong unit",
		  "input aria-label=Reason 4 autocomplete=off maxlength=120",
		  "button aria-label=Remove Delivery not entered title=Remove Delivery not entered",
		  "input aria-label=Reason 5 autocomplete=off maxlength=120",
		  "button aria-label=Remove Waste not entered title=Remove Waste not entered",
		  "input aria-label=Reason 6 autocomplete=off maxlength=120",
		  "button aria-label=Remove Transfer not entered title=Remove Transfer not entered",
		  "input aria-label=Reason 7 autocomplete=off maxlength=120",
		  "button aria-label=Remove Portions larger than the recipe title=Remove Portions larger than the recipe",
		  "input aria-label=Reason 8 autocomplete=off maxlength=120",
		  "button aria-label=Remove Unexplained title=Remove Unexplained",
		  "input role=switch ×4",
		  "div role=radiogroup aria-label=Undo after submitting",
		  "input aria-describedby=With a prefix, Stillroom also  autocomplete=off maxlength=4",
		  "div role=radiogroup aria-label=Key after a code",
		  "p role=status",
		  "section aria-labelledby=Waste reasons in your own word",
		  "section aria-label=Service",
		  "table aria-label=This PC",
		  "section aria-label=Program",
		]
	`);
});
