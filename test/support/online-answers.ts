// What the service alone knows of a kitchen: its control tower, its apps, and its place in the business.
import type { ControlTower } from '../../src/shared/bridge/report.ts';

const place = {
	locationId: 'L-1',
	name: 'Harbour Kitchen',
	currency: 'EUR',
	stockValue: '1234.5',
	wastageValue: '-20.25',
	purchaseValue: '300',
	negativeItems: 4,
};
const order = {
	documentId: 'service:purchaseOrder:O-1',
	number: 'PO-7',
	locationName: 'Harbour Kitchen',
	supplierName: 'Riverside Dairy',
	date: '2026-11-18T10:00:00Z',
	phase: 'submitted',
	stateWord: 'Sent',
	total: '88.4',
	currency: 'EUR',
} as const;
export const tower: ControlTower = {
	locations: [
		place,
		{ ...place, locationId: 'L-2', name: 'Garden Room', currency: 'GBP', negativeItems: 0 },
	],
	openOrders: [
		order,
		{
			...order,
			documentId: 'service:purchaseOrder:O-2',
			number: 'O-2',
			date: 'soon',
			total: null,
			phase: 'unknown',
			stateWord: 'Parked',
		},
	],
	transfersInTransit: 3,
	documentsToApprove: 5,
	unknown: { forecast: '12 %' },
	asOf: Date.UTC(2026, 10, 20, 8, 30),
};

export const till = {
	appId: 'A-1',
	name: 'Till link',
	description: 'Sales every night',
	category: 'Sales',
	isInstalled: true,
	connection: { system: 'Till', address: 'https://till.example' },
	locations: [{ locationId: 'L-2', externalId: 'G7' }],
	taxes: [{ taxId: 5, externalId: 'T5' }],
};
export const books = {
	...till,
	appId: 'A-2',
	name: 'Books',
	description: '',
	category: 'Accounts',
	isInstalled: false,
	connection: null,
	locations: [],
	taxes: [],
};
export const market = {
	apps: [till, books],
	locations: [
		{ locationId: 'L-1', name: 'Harbour Kitchen' },
		{ locationId: 'L-2', name: 'Garden Room' },
	],
	taxes: [{ taxId: 5, name: 'Reduced' }],
	asOf: null,
	online: true,
};

const part = (id: string, level: string, parentId: string | null, isActive = true) => ({
	id,
	name: `${level} ${id}`,
	level,
	parentId,
	isActive,
});
export const places = [
	part('G', 'group', null),
	part('B', 'brand', 'G'),
	part('L-1', 'location', 'B'),
	part('L-2', 'location', 'B', false),
	part('X', 'cluster', 'gone'),
];
