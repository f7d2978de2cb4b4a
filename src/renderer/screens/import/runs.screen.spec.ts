import { expect, it } from 'vitest';
import { openImport } from '../../../../test/support/import-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { fail } from '../../../shared/bridge/reply.ts';

type Row = CallOutput<'import.run'>['rows'][number];

async function openRun(columns = ['name', 'paymentDays']) {
	const screen = await openImport('/imports');
	const rows = [
		['Riverside Dairy', 45],
		['Green Hill Farm', 14],
	];
	const { previewId } = await screen.importing.read(rows, columns);
	const runId = await screen.importing.begin(previewId);
	await screen.go(`/imports/run/${runId}`);
	return { ...screen, runId };
}

it('lists imports, and saves records as a workbook', async () => {
	const screen = await openImport('/imports');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Imports
		<Upload items to the service #/imports/upload> [Save as workbook] <Import #/imports/new>
		## No imports yet
		Imports, bulk edits and edits in a sheet are listed here. You can undo them here."
	`);
	await screen.importing.begin(
		(await screen.importing.read([['Riverside Dairy', 45]], ['name', 'paymentDays'])).previewId,
	);
	screen.core.emit('import.changed', { runId: 'R' });
	await screen.turns();
	expect(screen.lines()[3]?.replace(/[\d-]{36}/, 'R')).toMatchInlineSnapshot(
		`"<Pasted rows · Suppliers #/imports/run/R> | Fri 20 Nov, 9:00 Noor | 1 saved at the service | Sending |"`,
	);
	const save = async () => {
		await screen.click('Save as workbook');
		const ticked = screen.page.getAllByRole<HTMLInputElement>('checkbox', { checked: true });
		for (const box of ticked)
			if (box.labels?.[0]?.textContent.trim() !== 'Suppliers') await screen.user.click(box);
		await screen.user.click(
			screen.page.getAllByRole('button', { name: 'Save as workbook' }).at(-1)!,
		);
		await screen.turns();
	};
	screen.answers['import.export'] = () => fail('internal', 'no');
	await save();
	expect(screen.dialog()).toBe('');
	expect(screen.saved).toEqual([]);
	expect(screen.notices()).toEqual(['Something went wrong in Stillroom. Your saved work is safe.']);
	expect(screen.asked('import.export')).toMatchObject([{ type: 'supplier', from: 0 }]);
	delete screen.answers['import.export'];
	await save();
	await expect.poll(() => screen.saved.map(({ name }) => name)).toEqual(['Suppliers.xlsx']);
});

it('stops a run, goes on with it, and undoes it', async () => {
	const screen = await openRun();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Pasted rows · Suppliers
		Sending 1 saved at the service · 1 left · Fri 20 Nov, 9:00 · Noor
		<Imports #/imports> [Stop] [Undo]
		Record | Changes | Outcome |
		Riverside Dairy | Payment days: 30 → 45 | Saved at the service |
		Green Hill Farm | Payment days: empty → 14 | Not yet |"
	`);
	expect(screen.page.getByRole('grid', { name: 'Records' })).toBeTruthy();
	await refusedUnderWay(screen, 'import.stop', 'Undo');
	screen.answers['import.stop'] = () => fail('internal', 'no');
	await screen.click('Stop');
	await screen.click('Undo');
	delete screen.answers['import.stop'];
	await screen.click('Stop');
	expect(screen.lines().slice(1, 3)).toEqual([
		'Stopped 1 saved at the service · 1 left · Fri 20 Nov, 9:00 · Noor',
		'<Imports #/imports> [Resume] [Undo]',
	]);
	await screen.click('Resume');
	expect(screen.lines()[2]).toContain('[Stop]');
	expect(screen.notices()).toHaveLength(2);
	await screen.kitchen.clock.pass(5_000);
	await screen.kitchen.send();
	screen.core.emit('import.changed', { runId: screen.runId });
	await screen.turns();
	expect(screen.lines()[1]).toBe('Finished 2 saved at the service · Fri 20 Nov, 9:00 · Noor');
	await screen.click('Undo');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Preview
		Undoing: Prices · 2 records, about 1 second
		[Back] [Send 2 records]
		{All 2: yes} All2 {Errors 0: no} Errors0 {New 0: no} New0 {Changed 2: no} Changed2 {Same 0: no} Same0
		Selected | Record | Changes | State |
		{Select: no} | Riverside Dairy Supplier | Payment days: 45 → 30 | Changed |
		{Select: no} | Green Hill Farm Supplier | Payment days: 14 → empty | Changed |"
	`);
	await screen.user.click(screen.page.getByText('Green Hill Farm'));
	await screen.keys('{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Green Hill Farm
		[Close]
		Payment days: 14 → empty
		<Open record #/supplier/P-2> [Close]"
	`);
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Close' }).at(-1)!);
	await screen.turns();
	expect(screen.dialog()).toBe('');
});

it('says of each record what became of it, and opens it', async () => {
	const screen = await openRun();
	const { run, rows, ...listed } = screen.kitchen.call('import.run', { runId: screen.runId });
	const ends: Partial<Row>[] = [
		{ state: 'planned', action: null },
		{ action: null },
		{ action: 'attention', said: 'Payment days: too many' },
		{ action: 'discarded' },
		{ action: 'queued' },
		{ state: 'clash', action: null },
		{ state: 'unchanged', action: null, id: null, said: 'not shown' },
	];
	screen.answers['import.run'] = {
		...listed,
		total: ends.length,
		run: { ...run, source: 'undo', records: 7, left: 2, failed: 1, by: '', canUndo: false },
		rows: ends.map((end, number) => ({
			...rows[0]!,
			number,
			title: `Supplier ${String(number)}`,
			...end,
		})),
	};
	screen.core.emit('outbox.changed', {});
	await screen.turns();
	expect(screen.lines().slice(1)).toEqual([
		'Sending 1 saved at the service · 1 needs attention · 2 left · Fri 20 Nov, 9:00',
		'<Imports #/imports> [Stop] [Undo, off]',
		'Record | Changes | Outcome |',
		'Supplier 0 Supplier | Payment days: 30 → 45 | Not yet |',
		'Supplier 1 Supplier | Payment days: 30 → 45 | Saved at the service |',
		'Supplier 2 Supplier | Payment days: 30 → 45 | Needs attention in the outbox Payment days: too many |',
		'Supplier 3 Supplier | Payment days: 30 → 45 | Cancelled |',
		'Supplier 4 Supplier | Payment days: 30 → 45 | In the outbox |',
		'Supplier 5 Supplier | Payment days: 30 → 45 | Not sent: someone else changed the same field. Its draft is kept. |',
		'Supplier 6 Supplier | Payment days: 30 → 45 | No change needed |',
	]);
	expect(screen.page.getByTitle('Payment days: too many').textContent).toContain('Needs attention');
	await screen.click('Undo');
	expect(screen.notices()).toEqual(['There is nothing to undo.']);
	await screen.user.click(screen.page.getByText(/Supplier 6/));
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toContain('/imports/run');
	await screen.user.click(screen.page.getByText(/Supplier 2/));
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toBe('/supplier/P-1');
});

it('says that a run could not be loaded', async () => {
	const screen = await openImport('/imports/run/gone');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Import
		## This could not be loaded
		This no longer exists."
	`);
});
