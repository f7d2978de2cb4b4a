import { expect, it } from 'vitest';
import { finish, openImport, pasted } from '../../../../test/support/import-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail } from '../../../shared/bridge/reply.ts';

it('matches the columns of pasted rows with fields', async () => {
	const screen = await openImport();
	await screen.click('Read pasted rows');
	expect(screen.notices()).toEqual(['Paste rows first.']);
	await screen.paste(...pasted);
	await screen.click('Read pasted rows');
	await screen.choose('Field of Rating', 'Service id');
	expect(screen.lines().at(-1)).toBe('Rating | 4 · 3 · 5 | {Field of Rating: Service id} | |');
	await screen.choose('Field of Rating', 'Code');
	await screen.click('Preview');
	await screen.choose('Field of Rating', 'Not used');
	await screen.choose('Field of Code', 'Not used');
	await screen.choose('Field of Name', 'Not used');
	await screen.click('Preview');
	await screen.choose('Records', 'Do not import');
	await screen.click('Preview');
	expect(screen.notices().slice(1)).toEqual([
		'Code is chosen for two columns.',
		'Choose a column for the service id, the code or the name of the record.',
		'Choose the records of at least one sheet.',
	]);
	await screen.choose('Records', 'Suppliers');
	await screen.click('Payment days may overwrite', 'checkbox');
	await refusedUnderWay(screen, 'import.open', 'Preview');
	screen.answers['import.open'] = () => fail('internal', 'no');
	await screen.click('Preview');
	expect(screen.notices().at(-1)).toBe(
		'Something went wrong in Stillroom. Your saved work is safe.',
	);
	delete screen.answers['import.open'];
	await screen.click('Preview');
	expect(screen.asked('import.read').at(-1)?.columns).toEqual([
		[
			{ heading: 'Name', mayOverwrite: true, path: 'name' },
			{ heading: 'Code', mayOverwrite: true, path: 'code' },
			{ heading: 'Payment days', mayOverwrite: false, path: 'paymentDays' },
			{ heading: 'Rating', mayOverwrite: true, path: null },
		],
	]);
	await screen.click('Back');
	await screen.click('Back');
	expect(screen.lines()[0]).toBe('# Import records');
});

it('reads a file in another encoding and with another separator', async () => {
	const screen = await openImport();
	const bytes = new Uint8Array(
		[...'Name;Code\nCaf'].map((letter) => letter.charCodeAt(0)).concat([0xe9, 0x3b, 0x43, 0x31]),
	);
	await screen.give(new File([bytes], 'list.csv', { type: 'text/csv' }));
	expect(screen.lines().slice(4)).toEqual([
		'Encoding {Encoding: Western European (WINDOWS-1252)}',
		'Separator {Separator: Semicolon}',
		'Records {Records: Suppliers}',
		'Column | First values | Field | May overwrite |',
		'Name | Café | {Field of Name: Name} | {Name may overwrite: yes} Name may overwrite |',
		'Code | C1 | {Field of Code: Code} | {Code may overwrite: yes} Code may overwrite |',
	]);
	await screen.choose('Separator', 'Comma');
	expect(screen.lines().slice(4)).toEqual([
		'Encoding {Encoding: Western European (WINDOWS-1252)}',
		'Separator {Separator: Comma}',
		'Records {Records: Suppliers}',
		'Column | First values | Field | May overwrite |',
		'Name;Code | Café;C1 | {Field of Name;Code: Not used} | |',
	]);
	await screen.choose('Separator', 'Semicolon');
	await screen.choose('Encoding', 'Unicode (UTF-8)');
	expect(screen.lines().slice(4, 7)).toEqual([
		'Encoding {Encoding: Unicode (UTF-8)}',
		'Separator {Separator: Semicolon}',
		'Some characters are unreadable in this encoding. Choose another one.',
	]);
	await screen.click('Preview');
	expect(screen.notices()).toEqual([
		'Some characters are unreadable in this encoding. Choose another one.',
	]);
});

it('reads a file as spreadsheets of the region save it', async () => {
	const settings = { language: 'en', locale: 'ar-SA' } as const;
	const screen = await openImport('/imports/new', { settings });
	const bytes = [...'Name;Code\n'].map((letter) => letter.charCodeAt(0));
	await screen.give(
		new File([new Uint8Array([...bytes, 0xc7, 0x3b, 0x43])], 'list.csv', { type: 'text/csv' }),
	);
	expect(screen.lines().slice(4)).toEqual([
		'Encoding {Encoding: Arabic (WINDOWS-1256)}',
		'Separator {Separator: Semicolon}',
		'Records {Records: Suppliers}',
		'Column | First values | Field | May overwrite |',
		'Name | ا | {Field of Name: Name} | {Name may overwrite: yes} Name may overwrite |',
		'Code | C | {Field of Code: Code} | {Code may overwrite: yes} Code may overwrite |',
	]);
});

it('says that a file has no rows', async () => {
	const screen = await openImport();
	await screen.give(new File([''], 'list.csv', { type: 'text/csv' }));
	expect(screen.lines().slice(2, 3)).toEqual([
		'There are no rows under headings in this file. Add at least one row below the headings.',
	]);
});

it('remembers the columns of the same headings, and counts the rows above them', async () => {
	const screen = await openImport();
	const table = ['Prices', '', 'Name\tDue', 'Riverside Dairy\t45'];
	const read = async () => {
		await screen.paste(...table);
		await screen.click('Read pasted rows');
	};
	await read();
	await screen.choose('Field of Due', 'Payment days');
	await screen.click('Name may overwrite', 'checkbox');
	await screen.keys(finish);
	await screen.keys(finish);
	await screen.go('/imports/new');
	await read();
	expect(screen.lines().slice(4)).toEqual([
		'Records {Records: Suppliers}',
		'2 rows above the headings are not imported.',
		'Columns as in the last import with these headings.',
		'Column | First values | Field | May overwrite |',
		'Name | Riverside Dairy | {Field of Name: Name} | {Name may overwrite: no} Name may overwrite |',
		'Due | 45 | {Field of Due: Payment days} | {Due may overwrite: yes} Due may overwrite |',
	]);
});
