import { expect, test } from 'vitest';
import type { Access } from '../bridge/access.ts';
import { chainOf, matrixFindings, whyNot, type Trial } from './approvals.ts';
import { accessEdit, warningsOf, warningsOfEdits, warningsOfRole } from './warnings.ts';
import { holdersOf, rightsOf, scopesOf } from './rights.ts';

const person = (personId: string, more: Partial<Access['people'][number]> = {}) => ({
	personId,
	name: personId,
	isActive: true,
	locationIds: null,
	...more,
});
const role = (roleId: string, people: readonly string[], more: object = {}) => ({
	roleId,
	kind: 'role' as const,
	name: roleId,
	isActive: true,
	scopes: [1],
	people: people.map((personId) => ({ personId, locationIds: null })),
	...more,
});
const matrix = (more: Partial<Access['matrices'][number]> = {}) => ({
	matrixId: 'M',
	name: 'Orders',
	documentType: 'PurchaseOrder',
	isActive: true,
	locationIds: null,
	layers: [
		{ sequence: 2, rules: [{ roleId: 'Area', amountFrom: '500' }] },
		{ sequence: 1, rules: [{ roleId: 'Chef', amountFrom: null }] },
	],
	...more,
});
const access: Access = {
	roles: [
		role('Chef', ['Noor', 'Ben', 'Gone'], { scopes: [3, 1] }),
		role('Area', [], { people: [{ personId: 'Ana', locationIds: ['L-1'] }] }),
		role('Buyer', ['Noor'], { kind: 'buyerRole', scopes: [1, 20] }),
	],
	people: [person('Noor'), person('Ben'), person('Ana'), person('Gone', { isActive: false })],
	matrices: [matrix()],
	locations: [
		{ locationId: 'L-1', name: 'Harbour', isActive: true },
		{ locationId: 'L-2', name: 'Old town', isActive: true },
	],
	administrators: [
		{ name: 'Office', isActive: true },
		{ name: 'Owner', isActive: true },
	],
	rightNames: {},
	asOf: 1,
	peopleAsOf: 1,
	online: true,
};
const order: Trial = {
	documentType: 'PurchaseOrder',
	locationId: 'L-1',
	amount: '640',
	personId: null,
};

test('a person has the rights of all active roles, each with the roles that give it', () => {
	const shown = rightsOf(access, 'Noor').map(({ scope, because }) => [
		scope,
		...because.map((each) => each.role.name),
	]);
	expect(shown).toEqual([
		[1, 'Chef', 'Buyer'],
		[3, 'Chef'],
		[20, 'Buyer'],
	]);
	expect(rightsOf(access, 'Gone')).toEqual([]);
});

test('a right names the people who have it', () => {
	expect(scopesOf(access)).toEqual([1, 3, 20]);
	expect(holdersOf(access, 20).map((each) => each.person.name)).toEqual(['Noor']);
	expect(holdersOf(access, 3).map((each) => each.person.name)).toEqual(['Noor', 'Ben']);
});

test('a document is approved layer by layer, from the amounts on', () => {
	const chain = (trial: Partial<Trial>) =>
		chainOf(access, { ...order, ...trial }).map(({ roles, state }) => [
			...roles.map(({ roleId }) => roleId),
			state,
		]);
	expect(chain({})).toEqual([
		['Chef', 'open'],
		['Area', 'open'],
	]);
	expect(chain({ amount: '499.99' })).toEqual([['Chef', 'open']]);
	expect(chain({ locationId: 'L-2' })).toEqual([
		['Chef', 'open'],
		['Area', 'nobody'],
	]);
	expect(chain({ personId: 'Ana' }).at(-1)).toEqual(['Area', 'only-who-asks']);
	expect(chain({ documentType: 'Wastage' })).toEqual([]);
});

test.each<[string, Partial<Trial>, string]>([
	['Ben', {}, 'may-approve'],
	['Gone', {}, 'inactive-person'],
	['Ana', { amount: '100' }, 'no-role'],
	['Ana', { locationId: 'L-2' }, 'not-at-location'],
	['Ana', { documentType: 'Wastage' }, 'no-matrix'],
])('%s cannot approve %j because of the first failing link: %s', (who, trial, reason) => {
	expect(whyNot(access, who, { ...order, ...trial })).toBe(reason);
});

test('a document below every amount is approved by nobody', () => {
	const from500 = { ...access, matrices: [matrix({ layers: [matrix().layers[0]!] })] };
	expect(whyNot(from500, 'Ana', { ...order, amount: '10' })).toBe('below-amount');
	expect(matrixFindings(from500)).toContainEqual({
		code: 'gap-below',
		documentType: 'PurchaseOrder',
		locationId: 'L-1',
		args: { amount: '500' },
	});
});

test('gaps, dead ends and overlaps are found at each location', () => {
	const found = matrixFindings({
		...access,
		matrices: [
			matrix({ locationIds: ['L-1'] }),
			matrix({ name: 'More orders', locationIds: ['L-1'] }),
			matrix({ name: 'Waste', documentType: 'Wastage' }),
		],
	}).map(({ code, documentType, locationId }) => [code, documentType, locationId]);
	expect(found).toContainEqual(['overlap', 'PurchaseOrder', 'L-1']);
	expect(found).toContainEqual(['gap', 'PurchaseOrder', 'L-2']);
	expect(found).toContainEqual(['dead-end', 'Wastage', 'L-2']);
	expect(found).toContainEqual(['one-person', 'Wastage', 'L-1']);
});

test('nothing is called a dead end while the people of a role are not known', () => {
	const unread = access.roles.map((each) => ({ ...each, people: null }));
	expect(matrixFindings({ ...access, roles: unread })).toEqual([]);
});

test('the last administrator, empty roles, and people without a role or a location are named', () => {
	const warnings = warningsOf(
		{
			...access,
			administrators: [
				{ name: 'Office', isActive: true },
				{ name: 'Owner', isActive: false },
			],
			roles: [...access.roles, role('Empty', ['Gone'])],
			people: [...access.people, person('New', { locationIds: ['L-9'] })],
		},
		'noor',
	).map(({ code, name }) => [code, name]);
	expect(warnings).toEqual([
		['last-administrator', 'Office'],
		['role-without-people', 'Empty'],
		['person-without-role', 'New'],
		['person-without-location', 'New'],
		['yourself', 'Noor'],
	]);
});

test('before a person or a role is saved, the form names what would stand out', () => {
	const edit = { isActive: true, roleIds: ['Buyer'], locationIds: null };
	const after = (id: string, more: object) =>
		warningsOfEdits(access, 'noor', [{ ...edit, id, ...more }]).map(({ code, name }) => [
			code,
			name,
		]);
	expect(after('Ana', { isActive: false })).toEqual([['role-without-people', 'Area']]);
	expect(after('Ana', { locationIds: ['L-9'] })).toEqual([['person-without-location', 'Ana']]);
	expect(after('Noor', { roleIds: [] })).toEqual([
		['role-without-people', 'Buyer'],
		['yourself', 'Noor'],
	]);
	expect(after('Area', { isActive: false })).toEqual([['person-without-role', 'Ana']]);
	expect(after('Ben', {})).toEqual([]);
});

const named = (warnings: readonly { code: string; name: string }[]) =>
	warnings.map(({ code, name }) => [code, name]);

test('several people made inactive at once are judged together', () => {
	const off = (id: string) => accessEdit(id, { isActive: false, roleIds: ['Buyer'] });
	expect(named(warningsOfEdits(access, '', [off('Ben')]))).toEqual([]);
	expect(named(warningsOfEdits(access, 'ben', [off('Noor'), off('Ben')]))).toEqual([
		['role-without-people', 'Chef'],
		['role-without-people', 'Buyer'],
		['yourself', 'Ben'],
	]);
});

test('the last administrator is named whenever an edit is about a person of that name', () => {
	const one = { ...access, administrators: [{ name: 'BEN', isActive: true }] };
	const edit = accessEdit('Ben', { isActive: false });
	expect(named(warningsOfEdits(one, '', [edit]))).toEqual([['last-administrator', 'Ben']]);
	expect(named(warningsOfEdits(one, '', [accessEdit('Noor', {})]))).toEqual([
		['role-without-people', 'Buyer'],
	]);
	expect(named(warningsOfEdits(access, '', [edit])), 'there are two').toEqual([]);
});

test('a person who loses the last location has none, and one without the field works everywhere', () => {
	const after = (record: object) =>
		named(warningsOfEdits(access, '', [accessEdit('Ana', { isActive: true, ...record })]));
	expect(after({ locationIds: [] })).toEqual([['person-without-location', 'Ana']]);
	expect(after({})).toEqual([]);
	expect(after({ locationIds: null })).toEqual([]);
});

test('before a role is taken from somebody, it says who is left', () => {
	const taken = (roleId: string, personId: string, me = '') =>
		named(warningsOfRole(access, me, { roleId, personId, gives: false }));
	expect(taken('Chef', 'Noor')).toEqual([]);
	expect(taken('Area', 'Ana', 'ana')).toEqual([
		['role-without-people', 'Area'],
		['person-without-role', 'Ana'],
		['yourself', 'Ana'],
	]);
	expect(taken('Chef', 'Ben')).toEqual([['person-without-role', 'Ben']]);
	const given = { roleId: 'Area', personId: 'Ben', gives: true };
	expect(named(warningsOfRole(access, 'ben', given))).toEqual([['yourself', 'Ben']]);
});

test('a layer that nobody can pass at some amount is a dead end, whoever can above it', () => {
	const rules = [
		{ roleId: 'Nobody', amountFrom: null },
		{ roleId: 'Chef', amountFrom: '500' },
	];
	const found = matrixFindings({
		...access,
		roles: [...access.roles, role('Nobody', [])],
		matrices: [matrix({ locationIds: ['L-1'], layers: [{ sequence: 1, rules }] })],
	}).filter(({ locationId }) => locationId === 'L-1');
	expect(found).toEqual([
		{
			code: 'dead-end',
			documentType: 'PurchaseOrder',
			locationId: 'L-1',
			args: { matrix: 'Orders', layer: '1', amount: '0' },
		},
	]);
});

test('one person is enough for a finding at the amounts that only they can approve', () => {
	const rules = [
		{ roleId: 'Area', amountFrom: '100' },
		{ roleId: 'Chef', amountFrom: '500' },
	];
	const found = matrixFindings({
		...access,
		matrices: [matrix({ locationIds: ['L-1'], layers: [{ sequence: 1, rules }] })],
	});
	expect(found).toContainEqual({
		code: 'one-person',
		documentType: 'PurchaseOrder',
		locationId: 'L-1',
		args: { matrix: 'Orders', layer: '1', amount: '100', person: 'Ana' },
	});
});

test('while the people of a role are not known, nobody is said to be missing', () => {
	const unread = { ...access, roles: access.roles.map((each) => ({ ...each, people: null })) };
	expect(chainOf(unread, order).map(({ roles, state }) => [roles[0]!.people, state])).toEqual([
		[null, 'open'],
		[null, 'open'],
	]);
	expect(whyNot(unread, 'Ben', order)).toBe('not-read');
	expect(whyNot(unread, 'Ben', { ...order, documentType: 'Wastage' })).toBe('no-matrix');
});
