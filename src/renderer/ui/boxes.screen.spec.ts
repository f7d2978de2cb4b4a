import { expect, it, vi } from 'vitest';
import { fail } from '../../shared/bridge/reply.ts';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { openCount } from '../../../test/support/counting.ts';
import { typeAsScanner } from '../../../test/support/screen-acts.ts';
import { holdKeysUntil } from './held-keys.ts';

it('reads a day as the region writes it, steps it, and keeps what is no day', async () => {
	const screen = await openCountScreen('/counts/ID/paper');
	await screen.click('Earlier', 'radio');
	const box = screen.page.getByRole<HTMLInputElement>('textbox', { name: 'Date counted' });
	const said: string[] = [];
	const type = async (text: string) => {
		await screen.user.clear(box);
		if (text !== '') await screen.user.type(box, text);
		await screen.user.tab();
		await screen.settle();
		said.push(
			[box.value, screen.page.queryByRole('alert')?.textContent].filter(Boolean).join(' | '),
		);
	};
	await type('18/11');
	await type('99/99');
	box.focus();
	await screen.keys('{Escape}');
	said.push(box.value);
	for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) {
		await screen.keys(`{${key}}`);
		said.push(box.value);
	}
	await type('');
	box.focus();
	await screen.keys('{ArrowDown}');
	said.push(box.value);
	expect(said).toEqual([
		'18 Nov 2026',
		'99/99 | This is not a date. Enter one such as 20/11/2026.',
		'18 Nov 2026',
		'19 Nov 2026',
		'20 Nov 2026',
		'19 Nov 2026',
		'20 Nov 2026',
		'19 Nov 2026',
	]);
});

it.each([
	['/waste/new', 'Add an item', 'item.search', []],
	['/waste/new', 'Add an item', 'recipe.search', ['Flour']],
	['/inventoryItem/new', 'Category', 'record.list', []],
] as const)(
	'says on %s that a search in %s by %s failed, below what another found: %j',
	async (path, name, call, found) => {
		let failing = true;
		const broken = () => (failing ? fail('internal', 'no') : null);
		const screen = await openCountScreen(path, { answers: { [call]: broken } });
		const box = screen.page.getByRole('combobox', { name });
		const note = () => document.querySelector('.popup-note')?.textContent.trim();
		await screen.user.type(box, 'f');
		await screen.settle();
		const options = [...document.querySelectorAll('.popup-item bdi')];
		expect(options.map(({ textContent }) => textContent)).toEqual(found);
		expect(note()).toMatch(
			/^The search failed. Something went wrong.*Edit the text to search again.$/,
		);
		failing = false;
		await screen.user.type(box, 'q');
		await screen.settle();
		expect(note()).toBe('No matches');
	},
);

it('filters a list by a named period or by dates', async () => {
	const screen = await openCountScreen('/waste');
	await screen.choose('Dates', 'this-week');
	const asked = () => {
		const filter = screen.asked('wastage.list').at(-1)?.filter;
		return `${String(filter?.from)} ${String(filter?.to)}`;
	};
	expect(asked()).toMatchInlineSnapshot(`"2026-11-16 2026-11-22"`);
	await screen.choose('Dates', 'dates');
	await screen.fill('From', '1/11');
	await screen.user.tab();
	await screen.settle();
	await screen.fill('To', '18/11');
	await screen.user.tab();
	await screen.settle();
	expect(asked()).toMatchInlineSnapshot(`"2026-11-01 2026-11-18"`);
	expect(screen.app.route.query).toEqual({ from: '2026-11-01', period: 'dates', to: '2026-11-18' });
	await screen.click(/^Clear/);
	expect(asked()).toMatchInlineSnapshot(`"null null"`);
});

it('types letters that were held into the list that they were meant for', async () => {
	const screen = await openCountScreen('/waste');
	const list = screen.page.getByRole<HTMLSelectElement>('combobox', { name: 'Dates' });
	const arriving = Promise.withResolvers<boolean>();
	void holdKeysUntil(arriving.promise);
	typeAsScanner(['F', 'r', 'o']);
	list.focus();
	arriving.resolve(true);
	await vi.waitFor(() => expect(list.value).toBe('dates'));
	await screen.settle();
	expect(screen.shown()).toContain('{From');
});

it('repeats the corrected text if its box never opened', async () => {
	const screen = await openCountScreen('/waste');
	const arriving = Promise.withResolvers<boolean>();
	void holdKeysUntil(arriving.promise);
	typeAsScanner(['1', '7', 'Backspace', '2', 'ArrowDown', 'Tab', '5']);
	arriving.resolve(false);
	await vi.waitFor(() => expect(screen.notices()).toHaveLength(1));
	expect(screen.notices()).toEqual([
		'“12 5” was not entered, because its line did not open. Enter it again there.',
	]);
});

it('selects rows by click and keys, and keeps them in hand', async () => {
	const screen = await openCountScreen('/counts/history', {
		before: (kitchen) => {
			for (const name of ['First', 'Second', 'Third', 'Fourth']) {
				const stocktakeId = openCount(kitchen, {}, { name });
				kitchen.call('stocktake.discard', { stocktakeId, reason: 'Wrong day' });
			}
		},
	});
	/** Names of the selected rows, and the one in hand. */
	const rows = () => {
		const names = (of: string) =>
			[...document.querySelectorAll(of)].map((row) => row.querySelector('bdi')?.textContent);
		return [names('tr[aria-selected=true]').join(' '), names('tr:focus').join(' ')].join(' | ');
	};
	const said: string[] = [];
	const click = async (name: string, held = '') => {
		if (held !== '') await screen.user.keyboard(`{${held}>}`);
		await screen.user.click(screen.page.getByRole('row', { name: new RegExp(name) }));
		if (held !== '') await screen.user.keyboard(`{/${held}}`);
		await screen.settle();
		said.push(rows());
	};
	const keys = async (typed: string) => {
		await screen.keys(typed);
		said.push(rows());
	};
	await click('Second');
	await click('Fourth', 'Control');
	await click('Second', 'Shift');
	await keys('{Shift>}{ArrowDown}{/Shift}');
	await keys('{Home} ');
	await keys('{Control>}a{/Control}');
	await keys('{Escape}');
	await keys('{End}{PageUp}');
	await keys('{PageDown}{Enter}');
	expect(said).toEqual([
		' | Second',
		'Fourth | Fourth',
		'Fourth Third Second | Second',
		'Fourth Third Second First | First',
		'Third Second First | Fourth',
		'Fourth Third Second First | Fourth',
		' | Fourth',
		' | Fourth',
		' | ',
	]);
	expect(screen.app.route.path).toMatch(/review$/);
});

it('does what a dialog offers with Enter on a choice, and nothing when it is closed', async () => {
	const screen = await openCountScreen('/counts/ID', { can: ['print'] });
	const open = async () => {
		await screen.more('Count sheets on paper…');
	};
	await open();
	await screen.confirm('Close');
	expect(screen.dialog()).toBe('');
	await open();
	screen.page.getByRole('radio', { name: /^Blank/ }).focus();
	await screen.keys('{Enter}');
	expect(screen.dialog().split('\n')[0]).toMatchInlineSnapshot(`"Print “Count sheet: Friday”"`);
});

it('acts on the selected records, or on none of them', async () => {
	const screen = await openCountScreen('/inventoryItem');
	for (const row of screen.page.getAllByRole('checkbox').slice(0, 2)) await screen.user.click(row);
	await screen.settle();
	const bar = screen.part('toolbar', 'Actions for the selection');
	expect(bar).toMatchInlineSnapshot(`"2 selected [Edit 2] [Deactivate 2] [Clear selection]"`);
	await screen.click(/^Deactivate/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Deactivate 2 records?
		They can no longer be chosen, but stay where they are used. The result lists each one.
		These are still used. Open one to replace it where it is used, or leave them as they are:
		### <Butter #/inventoryItem/2>
		Stock at Harbour Kitchen: 24 in base units
		<Open count: Friday #/counts/ID>
		Open documents and counts to change them there. Order templates are changed at the service.
		As far as this PC knows, as of 9:00
		### <Cream #/inventoryItem/3>
		Stock at Harbour Kitchen: 7.5 in base units
		<Open count: Friday #/counts/ID>
		Open documents and counts to change them there. Order templates are changed at the service.
		As far as this PC knows, as of 9:00
		[Cancel] [Deactivate]"
	`);
	await screen.keys('{Escape}');
	await screen.click('Clear selection');
	expect(screen.page.queryByRole('toolbar', { name: 'Actions for the selection' })).toBeNull();
});

it('clears all filters at once, with what is no day', async () => {
	const screen = await openCountScreen('/outbox');
	const day = screen.page.getByRole('textbox', { name: 'Entered on' });
	await screen.user.type(day, '99/99');
	await screen.search('milk');
	expect(screen.page.getByRole('alert').textContent).toContain('This is not a date');
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Clear filters' })[0]!);
	await screen.settle();
	expect(screen.page.queryByRole('alert')).toBeNull();
	expect(screen.page.getByRole('searchbox')).toHaveProperty('value', '');
});
