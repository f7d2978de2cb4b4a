// The sheet of any kind, with a purchase request: fields by their declaration, and what happens in other windows.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';
import { add } from '../../../test/support/waste-page.ts';
import { fail } from '../../shared/bridge/reply.ts';
import { byKind } from '../../shared/document/kinds.ts';

const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy' },
			{ id: 'P-2', name: 'Hill Farm' },
		],
	},
});
type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'>;
const open = (path: string, more: Opening = {}) => openScreen(path, { kitchen, ...more });
const request = (more: object = {}) =>
	kitchen.call('purchaseRequest.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		neededDate: '2026-11-23',
		description: '',
		locale: 'en-GB',
		lines: [
			{
				lineId: 'line-1',
				itemId: '1',
				boxes: [{ unitId: '3', typed: '2' }],
				supplierId: 'P-1',
				note: '',
			},
			{
				lineId: 'line-2',
				itemId: '2',
				boxes: [{ unitId: '1', typed: '5' }],
				supplierId: null,
				note: '',
			},
		],
		...more,
	});
const saved = (documentId: string) => {
	const { lines, neededDate, description } = kitchen.call('purchaseRequest.get', { documentId });
	return [
		neededDate,
		description,
		...lines.map(({ item, supplierId, note }) => [item.name, supplierId, note].join()),
	];
};

it('says how much room a text has left only when little is left', async () => {
	const { documentId } = request({ description: 'For the party' });
	const screen = await open(`/requests/${documentId}`, {
		state: { textRoom: byKind(() => 120) },
	});
	expect(screen.shown()).not.toContain('characters left');
	await screen.fill(/^Description/, 'a'.repeat(70));
	expect(screen.shown()).toContain('50 characters left');
});

it('edits the fields that a kind declares, and goes from line to line', async () => {
	const { documentId } = request({ description: 'For the whole summer party' });
	const screen = await open(`/requests/${documentId}`, {
		state: { textRoom: byKind(() => 12) },
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Request draft
		Harbour Kitchen, Fri 20 Nov · Saved at 9:00
		[Discard] [Submit]
		Needed byoptional {Needed by optional: 23 Nov 2026}
		Descriptionoptional {Description optional: For the whole summer party}
		The service keeps only the first 12 characters. The rest is not sent.
		Add an item
		{Add an item: } [Show the list]
		Item | Case | Each / weight | Amount | Supplier | Note | Estimate, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: 2} | {Each / weight, Whole milk: } | 24each | {Supplier for Whole milk: Riverside Dairy} | {Note on Whole milk: } | 12.00 | [Remove Whole milk] |
		Butter DA-2 | {Case, Butter: } | {Each / weight, Butter: 5} | 5each | {Supplier for Butter: None} | {Note on Butter: } | 2.50 | [Remove Butter] |
		Total 14.50"
	`);
	const { page } = screen;
	await screen.fill(/^Description/, 'For the party');
	expect(screen.shown().split('\n').slice(3, 9)).toEqual([
		'Needed byoptional {Needed by optional: 23 Nov 2026}',
		'Descriptionoptional {Description optional: For the part}',
		'No characters left',
		'Add an item',
		'{Add an item: } [Show the list]',
		'Item | Case | Each / weight | Amount | Supplier | Note | Estimate, EUR | Remove |',
	]);
	await screen.fill(/^Needed/, '24/11/2026{Tab}');
	await screen.choose(/Supplier.*Butter/, 'Hill Farm');
	await screen.choose(/Supplier.*milk/, 'None');
	page.getByRole('textbox', { name: /Note.*milk/ }).focus();
	await screen.keys('Blue top{ArrowLeft}!{Enter}');
	expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Each / weight, Butter' }));
	const note = page.getByRole('textbox', { name: /Note.*Butter/ });
	note.focus();
	await screen.keys('{ArrowDown}');
	expect(document.activeElement).toBe(note);
	await screen.keys('{Enter}');
	expect(document.activeElement).toBe(page.getByRole('combobox', { name: 'Add an item' }));
	expect(saved(documentId)).toEqual([
		'2026-11-24',
		'For the part',
		'Whole milk,,Blue to!p',
		'Butter,P-2,',
	]);
	// Below the last there is none.
	await screen.click('Remove Butter');
	expect(document.activeElement).toBe(page.getByRole('button', { name: 'Remove Whole milk' }));
});

it('belongs to the location where the draft was begun', async () => {
	const { documentId } = request();
	const screen = await open(`/requests/${documentId}`, { settings: { locationId: 'L-2' } });
	expect(screen.shown()).toContain('Harbour Kitchen, Fri 20 Nov');
	await add(screen, 'milk');
	expect(screen.asked('item.search').map(({ locationId }) => locationId)).toContain('L-1');
});

it('stays with what another window saved, sent or discarded', async () => {
	const { documentId } = request();
	const screen = await open(`/requests/${documentId}`);
	request({ documentId, revision: 1, description: 'Elsewhere' });
	await screen.settle();
	expect(screen.shown()).toContain('Elsewhere');
	kitchen.call('purchaseRequest.submit', { documentId, intentId: crypto.randomUUID() });
	await screen.settle();
	expect(screen.shown().replace(/outbox\/.+>/, 'outbox/…>')).toMatchInlineSnapshot(`
		"# Purchase request of 20 Nov 2026
		Business day 20 Nov 2026 · Needed by: Mon 23 Nov · Elsewhere Waiting to be sent
		[Print or export] [All purchase requests]
		Entered by Noor, Fri 20 Nov, 9:00
		Submitted by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		This document is in the outbox and will be sent automatically. To change it, undo it there first.
		<Open outbox #/outbox/…>
		Item | Quantity | Amount | Supplier | Note | Estimate, EUR |
		Whole milk DA-1 | 2case | 24each | Riverside Dairy | | 12.00 |
		Butter DA-2 | 5each | 5each | | | 2.50 |
		Total | 14.50 |"
	`);
});

it('shows a new document that another window sent', async () => {
	const screen = await open('/requests/new');
	await add(screen, 'milk');
	await screen.keys('2{Tab}');
	const documentId = window.location.hash.split('/').at(-1) ?? '';
	kitchen.call('purchaseRequest.submit', { documentId, intentId: crypto.randomUUID() });
	await screen.settle();
	expect(screen.app.route.path).toBe(`/requests/${documentId}`);
	expect(screen.shown()).toContain('This document is in the outbox');
});

it('says that a draft was discarded elsewhere, and leaves it readable', async () => {
	const { documentId } = request();
	const screen = await open(`/requests/${documentId}`);
	const milk = screen.page.getByRole<HTMLInputElement>('textbox', { name: 'Case, Whole milk' });
	milk.focus();
	await screen.keys('7');
	kitchen.call('purchaseRequest.discard', { documentId });
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Request draft
		Harbour Kitchen, Fri 20 Nov · Not saved
		[All purchase requests]
		Needed byoptional {Needed by optional: 23 Nov 2026}
		Descriptionoptional {Description optional: }
		Add an item
		{Add an item: } [Show the list]
		Discarded in another window
		Nothing was sent. You can still read your entries here, but you can no longer change or submit them.
		Item | Case | Each / weight | Amount | Supplier | Note | Estimate, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: 7} | {Each / weight, Whole milk: } | 84each | {Supplier for Whole milk: Riverside Dairy} | {Note on Whole milk: } | 42.00 | [Remove Whole milk] |
		Butter DA-2 | {Case, Butter: } | {Each / weight, Butter: 5} | 5each | {Supplier for Butter: None} | {Note on Butter: } | 2.50 | [Remove Butter] |
		Total 44.50"
	`);
	expect([milk.value, milk.closest('fieldset')?.disabled]).toEqual(['7', true]);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('purchaseRequest.submit')).toEqual([]);
	await screen.click('All purchase requests');
	expect(screen.app.route.path).toBe('/requests');
});

it('says so of a new draft, also when only its next save tells', async () => {
	const screen = await open('/requests/new');
	await add(screen, 'butter');
	kitchen.listeners.clear();
	for (const { documentId } of kitchen.call('purchaseRequest.list', { locationId: 'L-1' })
		.documents)
		kitchen.call('purchaseRequest.discard', { documentId });
	await screen.keys('3{Enter}');
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New request
		Harbour Kitchen, Fri 20 Nov · Not saved
		[All purchase requests]
		Needed byoptional {Needed by optional: }
		Descriptionoptional {Description optional: }
		Add an item
		{Add an item: } [Show the list]
		Discarded in another window
		Nothing was sent. You can still read your entries here, but you can no longer change or submit them.
		Item | Case | Each / weight | Amount | Supplier | Note | Estimate, EUR | Remove |
		Butter DA-2 | {Case, Butter: } | {Each / weight, Butter, wrong: 3} Not saved: This no longer exists. | 3each | {Supplier for Butter: None} | {Note on Butter: } | 1.50 | [Remove Butter] |
		This no longer exists.
		Total 1.50"
	`);
});

it('shows what the service refused before, and goes to the line that it names', async () => {
	const { documentId } = request();
	const refusal = {
		at: Date.UTC(2026, 10, 20, 8),
		status: 400,
		said: 'Butter: too many',
		lines: [{ name: 'Butter', itemId: '2', lineId: 'line-2', areaId: null, said: 'too many' }],
	};
	const screen = await open(`/requests/${documentId}`, {
		answers: { 'outbox.refusal': { refusal } },
	});
	expect(screen.asked('outbox.refusal')).toEqual([{ document: 'purchaseRequest', documentId }]);
	expect(screen.shown().split('\n').slice(3, 6)).toEqual([
		'The service refused this. Undone on Fri 20 Nov, 8:00',
		'Service’s answer (status 400): Butter: too many',
		'[Go to Butter]',
	]);
	await screen.click(/^Go to/);
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /weight, Butter/ }));
});

it('asks what the service refused of the document that is edited', async () => {
	await kitchen.shows({
		'purchaseRequest.list': [{ id: 'R-1', status: 'Draft', locationId: 'L-1', items: [] }],
	});
	const edited = 'service:purchaseRequest:R-1';
	const { documentId } = kitchen.call('purchaseRequest.edit', { documentId: edited });
	const screen = await open(`/requests/${documentId}`);
	expect(screen.asked('outbox.refusal')).toEqual([
		{ document: 'purchaseRequest', documentId: edited },
	]);
});

it('keeps a draft that cannot be discarded or sent, and says why', async () => {
	const { documentId } = request();
	const no = () => fail('not-possible-now', 'no');
	const screen = await open(`/requests/${documentId}`, {
		answers: { 'purchaseRequest.discard': no, 'purchaseRequest.submit': no },
	});
	await screen.click('Discard');
	await screen.confirm('Discard');
	expect(screen.dialog()).not.toBe('');
	await screen.keys('{Escape}');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual(Array(2).fill('This is not possible now.'));
	expect(screen.app.route.path).toContain(documentId);
});

it('goes to a text that is no quantity before it sends', async () => {
	const { documentId } = request();
	const screen = await open(`/requests/${documentId}`);
	screen.page.getByRole('textbox', { name: 'Case, Whole milk' }).focus();
	await screen.keys('many{Tab}');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual(['This entry is not saved yet. Fix or clear it first.']);
	expect(document.activeElement).toBe(
		screen.page.getByRole('textbox', { name: 'Case, Whole milk' }),
	);
	expect(screen.shown().split('\n').slice(-4)).toEqual([
		'Whole milk DA-1 | {Case, Whole milk, wrong: many} Not saved: This is not a number. Enter one, such as 12, or a sum, such as 3*12+4. | {Each / weight, Whole milk: } | | {Supplier for Whole milk: Riverside Dairy} | {Note on Whole milk: } | – | [Remove Whole milk] |',
		'Butter DA-2 | {Case, Butter: } | {Each / weight, Butter: 5} | 5each | {Supplier for Butter: None} | {Note on Butter: } | 2.50 | [Remove Butter] |',
		'This is not a number. Enter one, such as 12, or a sum, such as 3*12+4.',
		'Total 2.50 +?',
	]);
});
