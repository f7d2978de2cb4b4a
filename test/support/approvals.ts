// Rules of approval for a kitchen: chefs approve every order, and the owner or the buyer those from 30 on.
import type { Access } from '../../src/shared/bridge/access.ts';

const role = (roleId: string, name: string): Access['roles'][number] => ({
	roleId,
	kind: 'role',
	name,
	isActive: true,
	scopes: [],
	people: null,
});

export const approvalRules: Access = {
	roles: [role('chef', 'Chef'), role('owner', 'Owner'), role('buyer', 'Buyer')],
	people: [],
	matrices: ['PurchaseOrder', 'PurchaseRequest'].map((documentType) => ({
		matrixId: documentType,
		name: documentType,
		documentType,
		isActive: true,
		locationIds: null,
		layers: [
			{ sequence: 1, rules: [{ roleId: 'chef', amountFrom: null }] },
			{
				sequence: 2,
				rules: [
					{ roleId: 'owner', amountFrom: '30' },
					{ roleId: 'buyer', amountFrom: '30' },
				],
			},
		],
	})),
	locations: [],
	administrators: [],
	rightNames: {},
	asOf: Date.UTC(2026, 10, 20, 8, 30),
	peopleAsOf: null,
	online: true,
};
