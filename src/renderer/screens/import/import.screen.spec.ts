import { expect, it, vi } from 'vitest';
import { finish, openImport, pasted } from '../../../../test/support/import-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail } from '../../../shared/bridge/reply.ts';

async function preview() {
	const screen = await openImport();
	await screen.paste(...pasted);
	await screen.keys(finish);
	await screen.keys(finish);
	return screen;
}

it('shows what would change, and sends it', async () => {
	const screen = await preview();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Preview
		Pasted rows · Suppliers · 2 records, about 1 second · 1 row with errors will not be sent · Numbers have a decimal point, dates are read as day, month, year.
		[Back] [Save error file] [Send 2 records]
		{All 4: no} All4 {Errors 1: yes} Errors1 {New 1: no} New1 {Changed 1: no} Changed1 {Same 1: no} Same1
		Decimal sign
		{Decimal sign: Point: 1,234.5}
		Dates
		{Dates: Day, month, year}
		Selected | Row | Record | Changes | State |
		{Select: no} | 3 | Green Hill Farm | Payment days “soon”: This is not a number. | Error |"
	`);
	await screen.click(/^All/, 'radio');
	expect(screen.lines().slice(6)).toEqual([
		'Dates',
		'{Dates: Day, month, year}',
		'Selected | Row | Record | Changes | State |',
		'{Select: no} | 2 | Riverside Dairy | Payment days: 30 → 45 | Changed |',
		'{Select: no} | 3 | Green Hill Farm | Payment days “soon”: This is not a number. | Error |',
		'{Select: no} | 4 | New Mill | Name: New Mill · Code: NM · Payment days: 7 | New |',
		'{Select: no} | 5 | Abbey Bakery | – | Same |',
	]);
	await screen.choose('Decimal sign', 'Comma: 1.234,5');
	await screen.choose('Dates', 'Month, day, year');
	expect(
		screen
			.asked('import.read')
			.slice(-2)
			.map(({ decimalSign, dayOrder }) => [decimalSign, dayOrder]),
	).toEqual([
		[',', 'day-month-year'],
		[',', 'month-day-year'],
	]);
	await screen.click('Save error file');
	const [saved] = screen.saved;
	expect([saved?.name, new TextDecoder().decode(saved?.bytes)]).toMatchInlineSnapshot(`
		[
		  "errors Pasted rows.csv",
		  "Error,Name,Code,Payment days,Rating
		Payment days “soon”: This is not a number.,Green Hill Farm,GH,soon,3
		",
		]
	`);
	await refusedUnderWay(screen, 'import.send', 'Send 2 records');
	screen.answers['import.send'] = () => fail('disk-full', 'no');
	await screen.keys(finish);
	delete screen.answers['import.send'];
	await screen.keys(finish);
	await screen.kitchen.clock.pass(5_000);
	await screen.kitchen.send();
	await screen.turns();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Pasted rows · Suppliers
		Finished 2 saved at the service · Fri 20 Nov, 9:00 · Noor
		<Imports #/imports> [Undo]
		Record | Changes | Outcome |
		Riverside Dairy | Payment days: 30 → 45 | Saved at the service |
		New Mill | Name: empty → New Mill · Code: empty → NM · Payment days: empty → 7 | Saved at the service |"
	`);
});

it('corrects a row that cannot be sent', async () => {
	const screen = await preview();
	await screen.user.click(screen.page.getByText(/Green Hill Farm/));
	await screen.keys('{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Row 3
		[Close]
		Green Hill Farm
		Payment days {Payment days, wrong: soon}
		This is not a number.
		Name {Name: Green Hill Farm}
		Code {Code: GH}
		Rating {Rating: 3}
		<Open record #/supplier/P-2> [Read again, off]"
	`);
	await screen.click('Read again');
	screen.answers['import.fix'] = () => fail('internal', 'no');
	const box = screen.page.getByLabelText('Payment days');
	await screen.user.clear(box);
	await screen.user.type(box, '14{Enter}');
	await screen.turns();
	expect(screen.dialog()).toContain('{Payment days, wrong: 14}');
	delete screen.answers['import.fix'];
	await refusedUnderWay(screen, 'import.fix', 'Read again');
	await screen.click('Read again');
	expect(screen.dialog()).toBe('');
	expect(screen.asked('import.fix').map(({ row, column, text }) => [row, column, text])).toEqual([
		[1, 2, '14'],
		[1, 2, '14'],
	]);
	expect(screen.notices()).toEqual([
		'Nothing was corrected.',
		'Something went wrong in Stillroom. Your saved work is safe.',
	]);
	expect(screen.lines().slice(1)).toEqual([
		'Pasted rows · Suppliers · 3 records, about 1 second · Numbers have a decimal point, dates are read as day, month, year.',
		'[Back] [Send 3 records]',
		'{All 4: yes} All4 {Errors 0: no} Errors0 {New 1: no} New1 {Changed 2: no} Changed2 {Same 1: no} Same1',
		'Decimal sign',
		'{Decimal sign: Point: 1,234.5}',
		'Dates',
		'{Dates: Day, month, year}',
		'Selected | Row | Record | Changes | State |',
		'{Select: no} | 2 | Riverside Dairy | Payment days: 30 → 45 | Changed |',
		'{Select: no} | 3 | Green Hill Farm | Payment days: empty → 14 | Changed |',
		'{Select: no} | 4 | New Mill | Name: New Mill · Code: NM · Payment days: 7 | New |',
		'{Select: no} | 5 | Abbey Bakery | – | Same |',
	]);
});

it('leaves rows out, and takes them in again', async () => {
	const screen = await preview();
	await screen.click(/^All/, 'radio');
	const rows = () => screen.lines().slice(9);
	const choose = async () => {
		for (const box of screen.page.getAllByRole('checkbox').slice(0, 2))
			await screen.user.click(box);
		await screen.turns();
	};
	await choose();
	await screen.click('Leave out 2');
	expect(rows()).toEqual([
		'{Select: no} | 2 | Riverside Dairy | Payment days: 30 → 45 | Left out |',
		'{Select: no} | 3 | Green Hill Farm | Payment days “soon”: This is not a number. | Left out |',
		'{Select: no} | 4 | New Mill | Name: New Mill · Code: NM · Payment days: 7 | New |',
		'{Select: no} | 5 | Abbey Bakery | – | Same |',
	]);
	expect(screen.lines()[2]).toMatchInlineSnapshot(`"[Back] [Save error file] [Send 1 record]"`);
	await choose();
	screen.answers['import.leave'] = () => fail('internal', 'no');
	await screen.click('Include 2');
	delete screen.answers['import.leave'];
	await screen.click('Include 2');
	expect(screen.notices()).toEqual(['Something went wrong in Stillroom. Your saved work is safe.']);
	expect(rows()[1]).toContain('Error');
});

it('shows what is wrong with a row as a whole', async () => {
	const screen = await openImport();
	await screen.paste('Name\tCode', 'Riverside Dairy\tRD', 'Riverside Dairy\tRX');
	await screen.keys(finish);
	await screen.keys(finish);
	const rows = screen.page.getAllByText('Riverside Dairy');
	await screen.user.click(rows.at(-1)!);
	await screen.keys('{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Row 3
		[Close]
		Riverside Dairy
		Row 2 is about the same record. Leave one of them out.
		Name {Name: Riverside Dairy}
		Code {Code: RX}
		<Open record #/supplier/P-1> [Read again, off]"
	`);
});

it('says that a preview is gone', async () => {
	const screen = await openImport('/imports/preview/gone');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Preview
		## This preview is no longer open
		None of it was sent. Start again.
		[Back]"
	`);
	const goBy = vi.spyOn(screen.app.route, 'goBy');
	await screen.click('Back');
	expect(goBy).toHaveBeenCalledWith(-1);
});

it('says which numbers and days could be read in two ways', async () => {
	const screen = await openImport('/imports/new?type=purchaseOption');
	await screen.paste('Name\tPayment days', 'Riverside Dairy\t1,234', 'Green Hill Farm\t1.5');
	await screen.choose('Records', 'Suppliers');
	await screen.keys(finish);
	await screen.keys(finish);
	await screen.click(/^All/, 'radio');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Preview
		Pasted rows · Suppliers · 1 record, about 1 second · 1 row with errors will not be sent · Numbers have a decimal point, dates are read as day, month, year.
		[Back] [Save error file] [Send 1 record]
		{All 2: yes} All2 {Errors 1: no} Errors1 {New 0: no} New0 {Changed 1: no} Changed1 {Same 0: no} Same0
		Decimal sign
		{Decimal sign: Point: 1,234.5}
		Dates
		{Dates: Day, month, year}
		1 cell can be read in two ways. It is marked.
		Selected | Row | Record | Changes | State |
		{Select: no} | 2 | Riverside Dairy | Payment days: 30 → 1,234 · Payment days “1234”: Usually between 0 and 365. · Can be read in two ways: Payment days | Changed |
		{Select: no} | 3 | Green Hill Farm | Payment days “1.5”: Enter a whole number. | Error |"
	`);
});

it('saves rows with errors as a workbook if a cell among their texts is a number', async () => {
	const screen = await openImport('/imports');
	const rows = [['Green Hill Farm', 'soon', 7]];
	const { previewId } = await screen.importing.read(rows, ['name', 'paymentDays', 'code']);
	await screen.go(`/imports/preview/${previewId}`);
	await screen.click('Save error file');
	await expect.poll(() => screen.saved.map(({ name }) => name)).toEqual(['errors Prices.xlsx']);
});
