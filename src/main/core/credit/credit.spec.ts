// The credit register, over a real store.
import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { CreditKind, CreditState } from '../../../shared/credit/credit.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId, failureOf } from '../../../../test/support/kitchen.ts';
import { openTestStore } from '../../../../test/support/store.ts';
import { importInto, writtenWork } from '../../../../test/support/work-import.ts';
import { creditTables } from '../store/credits.ts';
import { workTables } from '../store/work-tables.ts';

const kitchen = eachKitchen({
	lists: { 'supplier.list': [{ id: 'S-1', name: 'Harbour Dairy', code: 'HD' }] },
});

beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});

const line = (amount: string) => ({ itemId: '1', unitId: '3', quantity: '2', amount });
const add = (kind: CreditKind, amounts: string[], more: Partial<CallInput<'credit.add'>> = {}) =>
	kitchen.call('credit.add', {
		locationId: 'L-1',
		supplierId: 'S-1',
		kind,
		documentId: null,
		documentNumber: 'PO-7',
		lines: amounts.map(line),
		note: '',
		...more,
	});
const change = (
	{ creditId, version }: { creditId: string; version: number },
	state: CreditState,
	amount: string,
) =>
	kitchen.call('credit.change', {
		creditId,
		version,
		state,
		amount,
		note: '',
		businessDate: '2026-11-21',
	});
const list = (more: Partial<CallInput<'credit.list'>> = {}) =>
	kitchen.call('credit.list', { locationId: 'L-1', ...more });

test('a claim about a part of a case names its pieces', () => {
	const lines = [{ ...line('4'), quantity: '0.333333' }];
	expect(add('quality', [], { lines }).lines).toMatchObject([
		{ quantity: '4', unitName: 'each', amount: '4' },
	]);
});

test('a claim comes to the exact sum of its lines, until a step says another amount', () => {
	const claim = add('shortage', ['0.1', '0.2', '1000000000000000.05']);
	expect(claim).toMatchObject({ amount: '1000000000000000.35', state: 'open', currency: 'EUR' });
	const promised = change(change(claim, 'asked', claim.amount), 'promised', '900');
	expect(promised).toMatchObject({
		amount: '900',
		claimed: '1000000000000000.35',
		state: 'promised',
		supplierName: 'Harbour Dairy',
	});
	expect(promised.steps.map(({ state }) => state)).toEqual(['asked', 'promised']);
});

test('a settled claim leaves the list and the letter, and stays in the totals of its supplier', () => {
	change(add('price', ['5']), 'credited', '4.50');
	change(add('quality', ['3']), 'refused', '3');
	change(add('quality', ['7']), 'withdrawn', '7');
	const open = add('return', ['12.34']);
	const { claims, suppliers } = list();
	expect(claims.map(({ creditId }) => creditId)).toEqual([open.creditId]);
	expect(list({ state: 'all' }).claims).toHaveLength(4);
	expect(suppliers).toMatchObject([
		{ count: 1, outstanding: '12.34', credited: '4.5', refused: '3' },
	]);
	const letter = kitchen.call('credit.letter', { locationId: 'L-1', supplierId: 'S-1' });
	expect(letter.claims.map(({ kind }) => kind)).toEqual(['return']);
	expect(letter.totals).toEqual([{ currency: 'EUR', amount: '12.34' }]);
});

test.each([
	[7, 'week'],
	[8, 'month'],
	[30, 'month'],
	[31, 'twoMonths'],
	[60, 'twoMonths'],
	[61, 'older'],
] as const)('after %d days a claim counts as %s', (days, age) => {
	add('shortage', ['2']);
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20 + days, 9));
	expect(list().suppliers).toMatchObject([
		{ byAge: { week: '0', month: '0', twoMonths: '0', older: '0', [age]: '2' } },
	]);
	expect(list().claims[0]?.days).toBe(days);
});

test('does not overwrite a claim that somebody else changed meanwhile', () => {
	const claim = add('shortage', ['2']);
	change(claim, 'asked', '2');
	expect(failureOf(() => change(claim, 'credited', '2')).code).toBe('changed-meanwhile');
});

test('a call that is repeated with its id adds one claim', () => {
	const creditId = 'claim-of-receipt';
	add('shortage', ['2'], { creditId });
	add('shortage', ['2'], { creditId });
	expect(list().claims).toHaveLength(1);
});

test('claims go along to another PC, and steps of both PCs stay', () => {
	const other = openTestStore('account-2');
	const text = () => writtenWork(workTables(kitchen.store.durable).waiting(accountId));
	const take = () => other.durable.transaction(() => importInto(other, 'account-2', text()))();
	const claim = add('shortage', ['2']);
	take();
	const there = creditTables(other.durable);
	there.addStep({
		step_id: 'of the other PC',
		account_id: 'account-2',
		credit_id: claim.creditId,
		number: 1,
		state: 'asked',
		business_date: '2026-11-20',
		amount: '2',
		note: '',
		at: 1,
		by: '',
	});
	change(claim, 'promised', '1');
	take();
	take();
	expect(there.at('account-2', 'L-1')).toHaveLength(1);
	expect(
		there
			.steps(claim.creditId)
			.map(({ state }) => state)
			.toSorted(),
	).toEqual(['asked', 'promised']);
	other.end();
});
