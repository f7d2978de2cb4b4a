// A list of records as a sheet.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { caller, valueOf } from '../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 30 },
			{ id: 'P-2', name: 'Hill Farm', code: 'HF', paymentDays: 14 },
		],
	},
});
const open = (path: string, answers: Answers = {}) => openScreen(path, { kitchen, answers });
const proposed = (screen: Awaited<ReturnType<typeof open>>) =>
	screen.asked('import.propose').at(-1);

it('types over records in a sheet, and proposes what changed', async () => {
	const screen = await open('/supplier');
	await screen.keys('g');
	const sheet = () => screen.shown().split('\n').slice(2).join('\n');
	expect(sheet()).toMatchInlineSnapshot(`
		"[Import] [Views] [New supplier]
		{Search: } {Active: Active}
		Type over, or paste a block from a spreadsheet. Nothing is sent yet. [Back to the list] [Review 0 changes, off]
		Record | Changed | Code | Name | Email | Phone | Payment days | Active |
		Hill Farm | | {Code, Hill Farm: HF} | {Name, Hill Farm: Hill Farm} | {Email, Hill Farm: } | {Phone, Hill Farm: } | {Payment days, Hill Farm: 14} | Active |
		Riverside Dairy | | {Code, Riverside Dairy: RD} | {Name, Riverside Dairy: Riverside Dairy} | {Email, Riverside Dairy: } | {Phone, Riverside Dairy: } | {Payment days, Riverside Dairy: 30} | Active |"
	`);
	await screen.keys('HX{Enter}');
	expect(sheet()).toMatchInlineSnapshot(`
		"[Import] [Views] [New supplier]
		{Search: } {Active: Active}
		Type over, or paste a block from a spreadsheet. Nothing is sent yet. [Back to the list] [Discard] [Review 1 change]
		Record | Changed | Code | Name | Email | Phone | Payment days | Active |
		Hill Farm | ● Code | {Code, Hill Farm: HX} | {Name, Hill Farm: Hill Farm} | {Email, Hill Farm: } | {Phone, Hill Farm: } | {Payment days, Hill Farm: 14} | Active |
		Riverside Dairy | | {Code, Riverside Dairy: RD} | {Name, Riverside Dairy: Riverside Dairy} | {Email, Riverside Dairy: } | {Phone, Riverside Dairy: } | {Payment days, Riverside Dairy: 30} | Active |"
	`);
	screen.page.getByRole('textbox', { name: 'Payment days, Hill Farm' }).focus();
	await screen.user.paste('21\n30\n9');
	await screen.settle();
	expect(screen.app.notices.list.map(({ tone }) => tone)).toEqual(['amber']);
	await screen.user.paste('21\nsoon\n9');
	await screen.settle();
	expect(screen.notices().slice(1)).toEqual([
		'2 cells pasted, 1 record has a cell that cannot be read. 1 row was not pasted: it is below the last record.',
	]);
	expect(sheet()).toMatchInlineSnapshot(`
		"[Import] [Views] [New supplier]
		{Search: } {Active: Active}
		Type over, or paste a block from a spreadsheet. Nothing is sent yet. [Back to the list] [Discard] [Review 2 changes]
		Record | Changed | Code | Name | Email | Phone | Payment days | Active |
		Hill Farm | ● Code and Payment days | {Code, Hill Farm: HX} | {Name, Hill Farm: Hill Farm} | {Email, Hill Farm: } | {Phone, Hill Farm: } | {Payment days, Hill Farm: 21} | Active |
		Riverside Dairy | ● Payment days | {Code, Riverside Dairy: RD} | {Name, Riverside Dairy: Riverside Dairy} | {Email, Riverside Dairy: } | {Phone, Riverside Dairy: } | {Payment days, Riverside Dairy, wrong: soon} This is not a number. | Active |"
	`);
	await screen.click(/^Review/);
	await kitchen.clock.pass(100);
	await screen.settle();
	expect(proposed(screen)).toEqual({ ids: ['P-2', 'P-1'], source: 'grid', type: 'supplier' });
	expect(screen.app.route.path).toMatch(/^\/imports\/preview\//);
});

it('discards what was typed in a sheet, and goes back to the list', async () => {
	const screen = await open('/supplier?as=sheet');
	await screen.keys('HX{Enter}');
	await screen.click('Discard');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Discard 1 change?
		The records stay as they are. Nothing is sent.
		[Cancel] [Discard]"
	`);
	await screen.confirm('Discard');
	expect(screen.shown()).toContain('{Code, Hill Farm: HF}');
	expect(screen.shown()).toContain('Riverside Dairy');
	await screen.search('hill');
	expect(screen.shown()).not.toContain('Riverside Dairy');
	await screen.user.clear(screen.page.getByRole('searchbox'));
	await screen.settle();
	await screen.click('Back to the list');
	expect(screen.shown()).toContain('[Sheet]');
});

it('says in the cell that a change of the sheet was not kept, and what was not proposed', async () => {
	let full = true;
	const screen = await open('/supplier?as=sheet', {
		'record.keepAll': () => (full ? fail('disk-full', 'no') : null),
		'import.propose': () => fail('disk-full', 'no'),
	});
	await screen.keys('HX{Enter}');
	expect(screen.shown().split('\n').slice(6)).toEqual([
		'Hill Farm | | {Code, Hill Farm, wrong: HX} Not saved: The disk of this PC is full. Nothing can be saved until you free some space. | {Name, Hill Farm: Hill Farm} | {Email, Hill Farm: } | {Phone, Hill Farm: } | {Payment days, Hill Farm: 14} | Active |',
		'Riverside Dairy | | {Code, Riverside Dairy: RD} | {Name, Riverside Dairy: Riverside Dairy} | {Email, Riverside Dairy: } | {Phone, Riverside Dairy: } | {Payment days, Riverside Dairy: 30} | Active |',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	screen.page.getByRole('textbox', { name: 'Name, Hill Farm' }).focus();
	await screen.user.paste('Hill\tb@hill.example');
	await screen.settle();
	full = false;
	await screen.user.paste('Hill\tb@hill.example');
	await screen.settle();
	await screen.keys('{Control>}{Enter}{/Control}');
	full = true;
	await screen.click('Discard');
	await screen.confirm('Discard');
	expect(screen.dialog()).not.toBe('');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'2 cells pasted.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
});

it('shows what another window made of a record that is refused in the sheet', async () => {
	const screen = await open('/supplier?as=sheet');
	await screen.keys('HX{Enter}');
	const { draftId } = screen.asked('record.keepAll')[0]!.drafts[0]!;
	valueOf(
		kitchen.calls['record.save'](
			{
				type: 'supplier',
				id: 'P-2',
				draftId,
				revision: 1,
				step: 'keep',
				changes: [{ at: 'name', was: 'Hill Farm', to: 'Hill' }],
				typed: { paymentDays: 'soon' },
			},
			caller,
		),
	);
	screen.page.getByRole('textbox', { name: 'Email, Hill Farm' }).focus();
	await screen.keys('b@hill.example{Enter}');
	await screen.settle();
	expect(screen.shown().split('\n').slice(6)).toEqual([
		'Hill Farm | ● Name and Payment days | {Code, Hill Farm: HF} | {Name, Hill Farm: Hill} | {Email, Hill Farm, wrong: b@hill.example} Not saved: This has changed in the meantime. Check it again. | {Phone, Hill Farm: } | {Payment days, Hill Farm, wrong: soon} This is not a number. | Active |',
		'Riverside Dairy | | {Code, Riverside Dairy: RD} | {Name, Riverside Dairy: Riverside Dairy} | {Email, Riverside Dairy: } | {Phone, Riverside Dairy: } | {Payment days, Riverside Dairy: 30} | Active |',
		'This has changed in the meantime. Check it again.',
	]);
});

it('says why a sheet could not be read', async () => {
	let reads = 0;
	const screen = await open('/supplier', {
		'record.list': () => ((reads += 1) > 1 ? fail('disk-full', 'no') : null),
	});
	await screen.keys('g');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
});
