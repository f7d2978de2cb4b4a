import { expect, it } from 'vitest';
import { openClaims } from '../../../../test/support/claims.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openClaims);

const open = async (answers: Answers = {}) => {
	const screen = await openScreen('/credits/new', { kitchen, answers });
	const box = (name: RegExp, role = 'textbox') => screen.page.getByRole(role, { name });
	return { ...screen, box };
};

it('asks for the supplier and the amount first', async () => {
	const screen = await open();
	expect(document.activeElement).toBe(screen.box(/^Supplier/, 'combobox'));
	await screen.click('Add claim');
	expect(screen.shown()).toContain('Choose a supplier.');
	expect(screen.shown()).toContain('Enter an amount of zero or more.');
	expect(document.activeElement).toBe(screen.box(/^Supplier/, 'combobox'));
	await screen.pick(/^Supplier/, 'river');
	expect(screen.shown()).not.toContain('Choose a supplier.');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(document.activeElement).toBe(screen.box(/^Amount/));
	expect(screen.asked('credit.add')).toEqual([]);
});

it('adds a claim with all it was given, and opens it', async () => {
	const screen = await open();
	await screen.pick(/^Supplier/, 'river');
	await screen.choose(/^Type/, 'Quality');
	await screen.fill(/^Document/, ' INV-8 ');
	await screen.fill(/^Opened/, '16/11/2026');
	await screen.pick(/^Item/, 'butter');
	expect(screen.shown()).toContain('Unit {Unit: case}');
	await screen.fill(/^Quantity/, '1.5');
	await screen.choose(/^Unit/, 'each');
	await screen.fill(/^Note/, ' Sour ');
	await screen.fill(/^Amount/, '12.40');
	await screen.keys('{Control>}{Enter}{/Control}');
	const [{ creditId, ...claim } = {}, ...more] = screen.asked('credit.add');
	expect(screen.app.route.path).toBe(`/credits/${String(creditId)}`);
	expect(more).toEqual([]);
	expect(claim).toEqual({
		businessDate: '2026-11-16',
		documentId: null,
		documentNumber: 'INV-8',
		kind: 'quality',
		lines: [{ amount: '12.4', itemId: '2', quantity: '1.5', unitId: '1' }],
		locationId: 'L-1',
		note: 'Sour',
		supplierId: 'P-1',
	});
	expect(screen.shown().split('\n').slice(0, 9)).toEqual([
		'# Claim against Riverside Dairy',
		'Quality · Open',
		'<Letter #/credits/letter/P-1> [All credits]',
		'Opened 16 Nov 2026 by Noor, 4 days ago · INV-8',
		'Sour',
		'Item | Quantity | Value, EUR |',
		'Butter DA-2 | 1.5 each | 12.40 |',
		'Claimed | 12.40 |',
		'## History',
	]);
});

it('claims money alone on the present day', async () => {
	const screen = await open();
	await screen.pick(/^Supplier/, 'river');
	await screen.fill(/^Amount/, '5');
	await screen.click('Add claim');
	expect(screen.asked('credit.add')).toMatchObject([
		{ kind: 'shortage', lines: [{ itemId: '', unitId: '', quantity: null, amount: '5' }] },
	]);
	expect(screen.asked('credit.add')[0]).not.toHaveProperty('businessDate');
	expect(screen.shown()).toContain('Opened 20 Nov 2026 by Noor, today');
});

it('takes no text for a quantity, amount or day', async () => {
	const screen = await open();
	await screen.pick(/^Supplier/, 'river');
	await screen.pick(/^Item/, 'butter');
	await screen.fill(/^Amount/, '5');
	for (const [name, wrong, right, said] of [
		[/^Quantity/, '-1', '1', 'Enter a quantity of zero or more.'],
		[/^Amount/, '5x', '5', 'Enter an amount of zero or more.'],
		[/^Opened/, '31/11', '30/11', 'This is not a date.'],
	] as const) {
		await screen.fill(name, wrong);
		await screen.click('Add claim');
		expect(screen.shown()).toContain(said);
		expect(document.activeElement).toBe(screen.box(name));
		await screen.fill(name, right);
	}
	expect(screen.asked('credit.add')).toEqual([]);
});

it('says why a claim was not added, and keeps it', async () => {
	const screen = await open({ 'credit.add': () => fail('not-possible-now', 'no') });
	await screen.pick(/^Supplier/, 'river');
	await screen.fill(/^Amount/, '5');
	await screen.click('Add claim');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.app.route.path).toBe('/credits/new');
});
