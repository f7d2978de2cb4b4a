// How records of each type are written: what the walks of records expect of every type.
import type { RecordTypeName } from '../../src/shared/record/records.ts';

/** `wait`: in the outbox. `online`: while somebody waits for the answer. `-`: the service has no such operation. */
export type Way = 'wait' | 'online' | '-';

/** How a record is created, changed and deleted. */
export const ways: Readonly<
	Record<RecordTypeName, readonly [create: Way, change: Way, remove: Way]>
> = {
	supplier: ['wait', 'wait', '-'],
	purchaseOption: ['wait', 'wait', 'online'],
	inventoryItem: ['wait', 'wait', 'online'],
	category: ['wait', 'wait', 'online'],
	class: ['wait', 'wait', 'online'],
	menuItem: ['wait', 'wait', '-'],
	prepItem: ['wait', 'wait', '-'],
	modifier: ['wait', 'wait', '-'],
	modifierGroup: ['wait', 'wait', 'online'],
	diningOption: ['wait', 'wait', '-'],
	wasteReason: ['wait', '-', '-'],
	categoryPrefix: ['wait', 'online', 'online'],
	entityPrefix: ['wait', 'online', 'online'],
	transactionPrefix: ['wait', 'online', 'online'],
	prefixConfiguration: ['-', '-', '-'],
	report: ['-', '-', '-'],
	location: ['wait', 'wait', '-'],
	storageArea: ['wait', 'wait', '-'],
	section: ['wait', 'online', '-'],
	businessStructure: ['-', '-', '-'],
	systemTaxSetting: ['wait', 'wait', 'online'],
	currency: ['-', 'online', '-'],
	timeZone: ['-', '-', '-'],
	marketPlaceApp: ['online', 'online', '-'],
	role: ['online', 'online', '-'],
	buyerRole: ['online', 'online', '-'],
	buyerUser: ['online', 'online', '-'],
	approvalMatrix: ['online', 'online', '-'],
	admin: ['-', '-', '-'],
};
