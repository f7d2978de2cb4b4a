import { expect, it, vi } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { leaveDialog } from '../../../../test/support/opens-anew.ts';
import { itemRecord } from '../../../../test/support/kitchen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const open = (opening: Parameters<typeof openCountScreen>[1] = {}) =>
	openCountScreen('/counts/ID', opening);
const box = () => document.activeElement?.getAttribute('aria-label');
/** A person's key: `user.keyboard` makes untrusted ones, which are never held. */
function pressTrusted(key: string, code: string, more: KeyboardEventInit = {}): void {
	const event = new KeyboardEvent('keydown', {
		key,
		code,
		bubbles: true,
		cancelable: true,
		...more,
	});
	Object.defineProperty(event, 'isTrusted', { value: true });
	document.activeElement?.dispatchEvent(event);
}
const milk = '036000291452';
const cream = '4006381333931';
const saffron = '5901234123457';

it('goes to the line of a scanned item, in the area shown first', async () => {
	const screen = await open();
	await screen.scan(milk);
	expect(box()).toBe('Each / weight, line 1, Whole milk');
	await screen.scan(cream);
	expect(box()).toBe('Each / weight, line 5, Cream');
	await screen.scan(milk);
	expect(box()).toBe('Each / weight, line 4, Whole milk');
	expect(screen.notices()).toEqual([]);
});

it('asks which place is meant if an item has several elsewhere', async () => {
	const screen = await open({
		typed: { 1: '40' },
		before: (kitchen, stocktakeId) =>
			kitchen.call('stocktake.addLine', {
				stocktakeId,
				itemId: '1',
				areaId: 'A-1',
				shelf: 'Door',
				behind: null,
			}),
	});
	await screen.scan(milk);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Where is Whole milk?
		[Close]
		It is in several places on this count.
		[Dry store Door uncounted] [Dry store A 40 each]"
	`);
	await screen.keys('{Escape}');
	// No box of the line before is open for the number of this one.
	expect(document.activeElement?.getAttribute('role')).toBe('rowheader');
	await screen.scan(milk);
	await screen.confirm(/Door/);
	expect(box()).toMatchInlineSnapshot(`"Each / weight, line 6, Whole milk"`);
});

it('offers to add an item that is not on the count', async () => {
	const screen = await open();
	await screen.scan(saffron);
	expect(screen.dialog()).toContain('Add an item or a place\n');
	expect(screen.dialog()).toContain('{Item: Saffron}');
});

it('keeps a code that nobody knows, to be noted and entered into a line', async () => {
	const screen = await open({ typed: { 2: '20' } });
	await screen.scan('96385074');
	await screen.scan('96385074');
	expect(screen.notices()).toEqual([
		'Barcode 96385074 not recognised. It is kept under unrecognised barcodes (scanned 2 times).',
	]);
	await screen.click(/unrecognised/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Unrecognised barcodes
		[Close]
		They stay with the count until you add them to a line.
		96385074
		Dry store · scanned 2 times · 9:00 · Noor
		Counted {Counted: }
		Note {Note: }
		[Add to a line…]"
	`);
	await screen.fill('Counted', '5');
	await screen.user.tab();
	await screen.settle();
	await screen.fill('Note', 'Blue tin');
	await screen.user.tab();
	await screen.settle();
	expect(screen.asked('stocktake.noteUnknownCode')).toMatchObject([
		{ typed: '5', note: '' },
		{ typed: '5', note: 'Blue tin' },
	]);
	await screen.confirm('Add to a line…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Unrecognised barcodes
		[Close]
		They stay with the count until you add them to a line.
		96385074
		Dry store · scanned 2 times · 9:00 · Noor
		Counted {Counted: 5}
		Note {Note: Blue tin}
		[Add to a line…]
		Line
		{Line: } [Show the list]
		Quantity {Quantity: 5}
		Unit {Unit, off: }
		[Add, off]"
	`);
	await leaveDialog(screen);
	await screen.more('Unrecognised barcodes');
	expect(screen.dialog().split('\n').at(-1)).toBe('[Add to a line…]');
	await screen.confirm('Add to a line…');
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Line' }));
	await screen.keys('butt{Enter}');
	expect(screen.dialog()).toContain('{Unit: each}');
	await screen.choose('Unit', '1');
	await screen.confirm('Add');
	expect(screen.asked('stocktake.assignUnknownCode')).toMatchObject([
		{
			by: '',
			codeId: 1,
			lineNo: 2,
			locale: 'en-GB',
			typed: '20+5',
			unitId: '1',
		},
	]);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Unrecognised barcodes
		[Close]
		They stay with the count until you add them to a line.
		96385074
		Dry store · scanned 2 times · 9:00 · Noor · added to line 2
		Blue tin"
	`);
});

it('names the person who counted a line before, when a code is added to it', async () => {
	const screen = await open({
		plan: { together: 'keep' },
		before: (kitchen, stocktakeId) => {
			const entry = { stocktakeId, lineNo: 2, unitId: '1', typed: '20', locale: 'en-GB' };
			kitchen.call('stocktake.enter', { ...entry, by: 'Sam' });
		},
	});
	await screen.scan('96385074');
	await screen.click(/unrecognised/);
	await screen.confirm('Add to a line…');
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Line' }));
	await screen.keys('butt{Enter}');
	await screen.choose('Unit', '1');
	await screen.confirm('Add');
	expect(screen.notices().at(-1)).toContain('Sam');
});

it('shows a code that the catalogue knows by now, and adds its item', async () => {
	const screen = await open();
	await screen.scan('96385074');
	const items = screen.kitchen.service.lists['inventoryItem.list'] ?? [];
	await screen.kitchen.shows({
		'inventoryItem.list': [
			...items,
			itemRecord('9', 'Vanilla', { barcodes: [{ barcode: '96385074', uomId: 1 }] }),
		],
	});
	await screen.click(/recognised/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Unrecognised barcodes
		[Close]
		They stay with the count until you add them to a line.
		96385074
		Dry store · scanned once · 9:00 · Noor
		Now recognised: Vanilla (DA-9)
		Counted {Counted: }
		Note {Note: }
		[Add to the count…]"
	`);
	await screen.confirm(/^Add/);
	expect(screen.dialog()).toContain('Add an item or a place\n');
	expect(screen.dialog()).toContain('{Item: Vanilla}');
});

it('undoes when asked to while an unknown code is looked up, and drops the keys meant for its line', async () => {
	const lookup = Promise.withResolvers<ReturnType<typeof fail>>();
	const screen = await open({ answers: { 'item.byBarcode': () => lookup.promise } });
	const counted = () =>
		screen.kitchen
			.call('stocktake.sheet', { stocktakeId: screen.stocktakeId })
			.lines.filter(({ state }) => state !== 'uncounted').length;
	await screen.keys('4{Enter}');
	await screen.keys('2{Enter}');
	expect(counted()).toBe(2);
	await screen.scan('96385074');
	pressTrusted('z', 'KeyZ', { ctrlKey: true });
	pressTrusted('7', 'Digit7');
	pressTrusted('z', 'KeyZ', { ctrlKey: true });
	await screen.settle();
	expect(counted()).toBe(2);
	lookup.resolve(fail('not-found', 'no'));
	await vi.waitFor(() => expect(counted()).toBe(1));
	expect(screen.asked('stocktake.undo')).toHaveLength(1);
	expect(screen.notices()).toEqual([
		'Barcode 96385074 not recognised. It is kept under unrecognised barcodes (scanned once).',
		'“7” was not entered, because its line did not open. Enter it again there.',
	]);
});

it('says why a code was not kept, or an item not looked up', async () => {
	let problem = fail('not-possible-now', 'no');
	const screen = await open({
		answers: {
			'item.byBarcode': () => problem,
			'stocktake.keepUnknownCode': () => fail('not-possible-now', 'no'),
		},
	});
	await screen.scan(milk);
	problem = fail('not-found', 'no');
	await screen.scan(milk);
	expect(screen.notices()).toEqual([
		'This is not possible now.',
		'Barcode 036000291452 was not saved: This is not possible now.',
	]);
});
