import { beforeEach, expect, it } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import type { Access } from '../../../shared/bridge/access.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';

const person = (personId: string, name: string, more: object = {}) => {
	return { personId, name, isActive: true, locationIds: null, ...more };
};
const role = (roleId: string, name: string, more: object = {}): Access['roles'][number] => {
	return { roleId, kind: 'role', name, isActive: true, scopes: [], people: [], ...more };
};
const empty: Access = {
	roles: [],
	people: [],
	matrices: [],
	locations: [
		{ locationId: 'L-1', name: 'Harbour Kitchen', isActive: true },
		{ locationId: 'L-2', name: 'Garden Room', isActive: true },
	],
	administrators: [],
	rightNames: { 7: 'Count stock' },
	asOf: Date.UTC(2026, 10, 20, 8),
	peopleAsOf: Date.UTC(2026, 10, 20, 8, 30),
	online: true,
};
const filled: Access = {
	...empty,
	people: [
		person('P-1', 'Noor'),
		person('P-2', 'Sam', { locationIds: ['L-2'] }),
		person('P-3', 'Ida', { isActive: false }),
		person('P-4', 'Ole'),
	],
	roles: [
		role('R-1', 'Approver', {
			scopes: [7, 12],
			people: [
				{ personId: 'P-1', locationIds: null },
				{ personId: 'P-2', locationIds: ['L-2', 'L-3'] },
			],
		}),
		role('R-2', 'Buyer', {
			kind: 'buyerRole',
			scopes: [12],
			people: [{ personId: 'P-1', locationIds: ['L-1'] }],
		}),
		role('R-3', 'Auditor', { isActive: false, scopes: [15], people: [] }),
		role('R-4', 'Driver', { people: null }),
	],
	matrices: [
		{
			matrixId: 'M-1',
			name: 'Orders',
			documentType: 'PurchaseOrder',
			isActive: true,
			locationIds: null,
			layers: [
				{ sequence: 1, rules: [{ roleId: 'R-1', amountFrom: null }] },
				{
					sequence: 2,
					rules: [
						{ roleId: 'R-3', amountFrom: '500' },
						{ roleId: 'R-4', amountFrom: '1000' },
					],
				},
			],
		},
	],
	administrators: [{ name: 'Noor', isActive: true }],
};

let access: Access;
beforeEach(() => (access = filled));
async function open(view: string, answers: Answers = {}) {
	const screen = await openScreen(`/access?view=${view}`, {
		answers: { 'access.read': () => succeed(access), ...answers },
	});
	return { ...screen, below: () => screen.shown().split('\n').slice(3).join('\n') };
}

it('shows the rights of people, with the roles that give them', async () => {
	const screen = await open('people');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Who may do what
		Stillroom explains rights; the service enforces them. · as of 8:00
		{People: yes} People {Rights: no} Rights {Roles: no} Roles {Approvals: no} Approvals {Checks: no} Checks
		## <Noor #/buyerUser/P-1>
		Right | Because of |
		Count stock | Approver (everywhere) |
		Right 12 | Approver (everywhere) and Buyer (Harbour Kitchen) |
		## <Sam #/buyerUser/P-2>
		Right | Because of |
		Count stock | Approver (Garden Room and L-3) |
		Right 12 | Approver (Garden Room and L-3) |
		## <Ida #/buyerUser/P-3> Inactive
		No rights.
		## <Ole #/buyerUser/P-4>
		No rights."
	`);
	access = { ...empty, peopleAsOf: null };
	await screen.tell('documents.changed', { area: 'record' });
	expect(screen.below()).toMatchInlineSnapshot(`
		"The service did not answer, so it is not known who has the system roles. Rights from these roles are missing here.
		No people are known yet."
	`);
	await screen.click('Rights', 'radio');
	expect(screen.app.route.query).toEqual({ view: 'rights' });
	expect(screen.below()).toMatchInlineSnapshot(`
		"The service did not answer, so it is not known who has the system roles. Rights from these roles are missing here.
		No roles are known yet."
	`);
	await screen.click('Roles', 'radio');
	expect(screen.below()).toMatchInlineSnapshot(`
		"The service did not answer, so it is not known who has the system roles. Rights from these roles are missing here.
		You can assign and remove system roles only while the service answers. Business roles are set on the person.
		No roles are known yet."
	`);
	await screen.click('Checks', 'radio');
	expect(screen.below()).toMatchInlineSnapshot(`
		"The service did not answer, so it is not known who has the system roles. Rights from these roles are missing here.
		Nothing stands out."
	`);
	await screen.click('Approvals', 'radio');
	expect(screen.below()).toMatchInlineSnapshot(`
		"The service did not answer, so it is not known who has the system roles. Rights from these roles are missing here.
		## Try it out
		Documents {Documents: Purchase orders}
		Location {Location: Harbour Kitchen}
		Amount {Amount: }
		Entered by {Entered by: –}
		No approval rule names anyone for this document.
		Person | Can this person approve it? |
		## Gaps, dead ends and overlaps
		None found.
		No approval rule covers Purchase requests, Purchase orders, Returns, Waste, Production, Transfers to receive and Transfers sent. The service decides whether they need an approval."
	`);
});

it('shows who has each right', async () => {
	expect((await open('rights')).below()).toMatchInlineSnapshot(`
		"## Count stock
		Person | Because of |
		Noor | Approver (everywhere) |
		Sam | Approver (Garden Room and L-3) |
		## Right 12
		Person | Because of |
		Noor | Approver (everywhere) and Buyer (Harbour Kitchen) |
		Sam | Approver (Garden Room and L-3) |
		## Right 15
		Nobody has this right."
	`);
});

it('shows what stands out', async () => {
	expect((await open('checks')).below()).toMatchInlineSnapshot(`
		"Noor is the only active administrator.
		Noor is the current user of this window: changing their roles changes your own access."
	`);
});

it('gives a role to a person and takes it away, after a question', async () => {
	let answer: Reply<CallOutput<'access.addPerson'>> = succeed({ state: 'applied' });
	const screen = await open('roles', {
		'access.addPerson': () => answer,
		'access.removePerson': () => answer,
	});
	expect(screen.below()).toMatchInlineSnapshot(`
		"You can assign and remove system roles only while the service answers. Business roles are set on the person.
		## <Approver #/role/R-1> System
		Count stock and Right 12
		<Noor #/buyerUser/P-1> everywhere [Remove Approver from Noor]
		<Sam #/buyerUser/P-2> Garden Room and L-3 [Remove Approver from Sam]
		{Assign Approver to someone: } [Show the list]
		## <Buyer #/buyerRole/R-2> Business
		Right 12
		<Noor #/buyerUser/P-1> Harbour Kitchen
		## <Auditor #/role/R-3> System Inactive
		Right 15
		Nobody has this role.
		{Assign Auditor to someone: } [Show the list]
		## <Driver #/role/R-4> System
		The service did not answer, so it is not known who has this role."
	`);
	const give = screen.page.getByRole('combobox', { name: 'Assign Approver to someone' });
	const offered = () => screen.page.queryAllByRole('option').map((each) => each.textContent.trim());
	// Neither those who have it nor who has left.
	give.focus();
	await screen.keys('{ArrowDown}');
	expect(offered()).toEqual(['Ole']);
	await screen.user.type(give, 'x');
	await screen.settle();
	expect(offered()).toEqual([]);
	await screen.user.clear(give);
	await screen.user.type(give, 'o');
	await screen.settle();
	expect(offered()).toEqual(['Ole']);
	await screen.keys('{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Assign the role Approver to Ole?
		Stillroom explains rights; the service enforces them.
		[Cancel] [Assign role]"
	`);
	await screen.confirm('Assign role');
	expect(screen.asked('access.addPerson').map(({ intentId, ...asked }) => asked)).toEqual([
		{ locationIds: null, personId: 'P-4', roleId: 'R-1' },
	]);
	for (answer of [
		succeed({ state: 'not-confirmed' as const }),
		fail('refused', 'Last one'),
		fail('disk-full', 'no'),
	]) {
		await screen.click('Remove Approver from Noor');
		expect(screen.dialog()).toMatchInlineSnapshot(`
			"Remove the role Approver from Noor?
			Stillroom explains rights; the service enforces them.
			After this change:
			Noor is the only active administrator.
			Noor is the current user of this window: changing their roles changes your own access.
			[Cancel] [Remove role]"
		`);
		await screen.confirm('Remove role');
	}
	expect(screen.asked('access.removePerson')).toMatchObject(
		[1, 2, 3].map(() => ({ roleId: 'R-1', personId: 'P-1' })),
	);
	expect(screen.notices()).toEqual([
		'Done, and confirmed by the service.',
		'The service did not answer. Stillroom is checking whether it was done.',
		'The service refused it: Last one',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	expect(screen.asked('access.read')).toHaveLength(5);
});

it('gives no role while the service does not answer', async () => {
	access = { ...filled, online: false };
	const screen = await open('roles');
	expect(screen.page.queryByRole('combobox')).toBeNull();
	expect(screen.shown()).toContain('[Remove Approver from Sam, off]');
	await screen.click('Remove Approver from Noor');
	expect(screen.dialog()).toBe('');
});

it('tries a document out against the approval rules', async () => {
	const screen = await open('approvals');
	expect(screen.below()).toMatchInlineSnapshot(`
		"## Try it out
		Documents {Documents: Purchase orders}
		Location {Location: Harbour Kitchen}
		Amount {Amount: }
		Entered by {Entered by: –}
		Approver: Noor
		Person | Can this person approve it? |
		Noor | Yes |
		Sam | No: the person has the role, but not at this location |
		Ida | No: the person is inactive |
		Ole | No: the person has none of the roles that approve it |
		## Gaps, dead ends and overlaps
		Documents | Location | Found |
		Purchase orders | Harbour Kitchen | Orders, layer 1: only Noor can approve. |
		No approval rule covers Purchase requests, Returns, Waste, Production, Transfers to receive and Transfers sent. The service decides whether they need an approval."
	`);
	const { user, page } = screen;
	const tried = () => screen.below().split('## Gaps')[0];
	await user.type(page.getByLabelText('Amount'), '600');
	await user.selectOptions(page.getByLabelText('Entered by'), 'Noor');
	await screen.settle();
	expect(tried()).toMatchInlineSnapshot(`
		"## Try it out
		Documents {Documents: Purchase orders}
		Location {Location: Harbour Kitchen}
		Amount {Amount: 600}
		Entered by {Entered by: Noor}
		Approver: Noor Only the person who entered it
		Auditor: nobody Nobody can approve
		Person | Can this person approve it? |
		Noor | Yes |
		Sam | No: the person has the role, but not at this location |
		Ida | No: the person is inactive |
		Ole | No: the person has none of the roles that approve it |
		"
	`);
	await user.selectOptions(page.getByLabelText('Location'), 'Garden Room');
	await user.clear(page.getByLabelText('Amount'));
	await user.type(page.getByLabelText('Amount'), 'x');
	await screen.settle();
	expect(tried()?.split('\n').slice(2, 10)).toEqual([
		'Location {Location: Garden Room}',
		'Amount {Amount, wrong: x}',
		'This is not an amount.',
		'Entered by {Entered by: Noor}',
		'Approver: Noor and Sam',
		'Person | Can this person approve it? |',
		'Noor | Yes |',
		'Sam | Yes |',
	]);
	await user.selectOptions(page.getByLabelText('Documents'), 'Waste');
	await screen.settle();
	expect(tried()?.split('\n').slice(5, 8)).toEqual([
		'Entered by {Entered by: Noor}',
		'No approval rule names anyone for this document.',
		'Person | Can this person approve it? |',
	]);
});
