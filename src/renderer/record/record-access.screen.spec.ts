// Roles, people and approval rules: rights by name, and what a change would leave behind.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';
import type { Access } from '../../shared/bridge/access.ts';

const kitchen = eachKitchen({
	profile: { rights: { 7: 'Count stock', 9: 'Order' } },
	lists: {
		'role.list': [
			{ id: 'R-1', name: 'Approver', scopes: [7, 12] },
			{ id: 'R-2', name: 'Auditor', scopes: [] },
		],
		'buyerRole.list': [{ id: 'B-1', name: 'Buyer', scopes: [9] }],
		'buyerUser.list': [
			{
				id: 'U-1',
				name: 'Noor',
				email: 'noor@harbour.example',
				roleIds: ['B-1'],
				locationIds: ['L-1'],
			},
			{ id: 'U-2', name: 'Sam', email: 'sam@harbour.example', roleIds: [], locationIds: ['L-2'] },
		],
		'approvalMatrix.list': [
			{
				id: 'A-1',
				name: 'Orders',
				documentType: 'PurchaseOrder',
				locationIds: ['L-1'],
				layers: [{ sequence: 1, rules: [{ roleId: 'R-1', condition: { amountFrom: '500' } }] }],
			},
		],
	},
});
const access = (): Access => ({
	roles: [
		{
			roleId: 'B-1',
			kind: 'buyerRole',
			name: 'Buyer',
			isActive: true,
			scopes: [9],
			people: [{ personId: 'U-1', locationIds: null }],
		},
	],
	people: [
		{ personId: 'U-1', name: 'Noor', isActive: true, locationIds: ['L-1'] },
		{ personId: 'U-2', name: 'Sam', isActive: true, locationIds: ['L-2'] },
	],
	matrices: [],
	locations: [
		{ locationId: 'L-1', name: 'Harbour Kitchen', isActive: true },
		{ locationId: 'L-2', name: 'Garden Room', isActive: true },
	],
	administrators: [],
	rightNames: {},
	asOf: 0,
	peopleAsOf: 0,
	online: true,
});
async function open(path: string) {
	const screen = await openScreen(path, { kitchen, answers: { 'access.read': access() } });
	return {
		...screen,
		form: () => {
			const lines = screen.shown().split('\n');
			return lines
				.slice(
					lines.findIndex((line) => line.startsWith('## ')),
					lines.findIndex((line) => line.startsWith('### Where')),
				)
				.join('\n');
		},
		kept: () => {
			const last = screen.asked('record.save').at(-1);
			return last?.step === 'keep' ? last.changes.map(({ at, to }) => [at, to]) : last;
		},
	};
}

it('gives and takes rights by their names', async () => {
	const screen = await open('/role/R-1');
	expect(screen.form()).toMatchInlineSnapshot(`
		"## Approver
		[Back to the list]
		Basics
		Name {Name: Approver}
		Descriptionoptional {Description optional: }
		{Active: yes} Active
		Rights
		{Count stock: yes} Count stock {Order: no} Order {Right 12: yes} Right 12
		Rightsoptional {Rights optional: 7, 12}"
	`);
	await screen.click('Order', 'checkbox');
	await screen.click('Right 12', 'checkbox');
	expect(screen.kept()).toEqual([
		['scopes/9', true],
		['scopes/12', null],
	]);
});

it('warns before somebody loses a role, a location or their own access', async () => {
	const screen = await open('/buyerUser/U-1');
	expect(screen.form()).toMatchInlineSnapshot(`
		"## Noor
		[Back to the list]
		Basics
		Name {Name: Noor}
		Email {Email: noor@harbour.example}
		{Active: yes} Active
		Rights
		Rolesoptional
		Buyer [Remove Buyer]
		{Roles optional: } [Show the list]
		Locationsoptional
		Harbour Kitchen [Remove Harbour Kitchen]
		{Locations optional: } [Show the list]"
	`);
	await screen.click('Remove Buyer');
	expect(screen.form().split('\n').slice(0, 7)).toEqual([
		'## Noor',
		'Not sent yet [Back to the list]',
		'After this change:',
		'The role Buyer has no active people.',
		'Noor has no role.',
		'Noor is the current user of this window: changing their roles changes your own access.',
		'Basics',
	]);
	expect(screen.kept()).toEqual([['roleIds/B-1', null]]);
});

it('says who would be left, before several people are made inactive', async () => {
	const screen = await open('/buyerUser');
	await screen.keys('{Control>}a{/Control}');
	await screen.click('Deactivate 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Deactivate 2 records?
		They can no longer be chosen, but stay where they are used. The result lists each one.
		After this change:
		The role Buyer has no active people.
		Noor is the current user of this window: changing their roles changes your own access.
		[Cancel] [Deactivate]"
	`);
});

it('edits the layers of an approval rule, and a list inside a line', async () => {
	const screen = await open('/approvalMatrix/A-1');
	expect(screen.form()).toMatchInlineSnapshot(`
		"## Orders
		[Back to the list]
		Basics
		Name {Name: Orders}
		Documents {Documents: Purchase orders}
		Locationsoptional
		Harbour Kitchen [Remove Harbour Kitchen]
		{Locations optional: } [Show the list]
		{Active: yes} Active
		Who approves
		### Layers
		Order | |
		Layers: 1, Order {Layers: 1, Order: 1} | [Remove Layers: 1] |
		### Approvers
		Role | |
		Layers: 1, Approver, Role {Layers: 1, Approver, Role: Approver} [Show the list] | [Remove Layers: 1, Approver] |
		Condition From this amountoptional {From this amount optional: 500.00} |
		[Add approver] |
		[Add layer]"
	`);
	await screen.fill(/^From this amount/, '750{Tab}');
	expect(screen.kept()).toEqual([['layers/1/rules/R-1/condition/amountFrom', '750']]);
	await screen.click('Add approver');
	expect(screen.form().split('\n').slice(-6)).toEqual([
		'Layers: 1, Approver, Role {Layers: 1, Approver, Role: Approver} [Show the list] | [Remove Layers: 1, Approver] |',
		'Condition From this amountoptional {From this amount optional: 750.00} |',
		'Layers: 1, , Role {Layers: 1, , Role: } [Show the list] | [Remove Layers: 1,] |',
		'Condition From this amountoptional {From this amount optional: } |',
		'[Add approver] |',
		'[Add layer]',
	]);
});
