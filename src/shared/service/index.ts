// The registry: every operation of the service by name, in the order of the service's own list. Paths appear nowhere
// else.
import { accountOperations } from './account.ts';
import { adminOperations } from './admins.ts';
import { approvalMatrixOperations } from './approval-matrix.ts';
import { businessStructureOperations } from './business-structures.ts';
import { buyerRoleOperations } from './buyer-roles.ts';
import { buyerUserOperations } from './buyer-users.ts';
import { categoryPrefixOperations } from './category-prefix.ts';
import { categoryOperations } from './category.ts';
import { classOperations } from './class.ts';
import { currencyOperations } from './currency.ts';
import { dashboardOperations } from './dashboard.ts';
import { diningOptionOperations } from './dining-option.ts';
import { entityPrefixOperations } from './entity-prefix.ts';
import { genericItemOperations } from './generic-item.ts';
import { inventoryItemOperations } from './inventory-item.ts';
import { locationOperations } from './location.ts';
import { marketPlaceAppOperations } from './market-place-app.ts';
import { menuItemOperations } from './menu-item.ts';
import { modifierGroupOperations } from './modifier-group.ts';
import { modifierOperations } from './modifier.ts';
import type { Operation } from './operation.ts';
import { prefixConfigurationOperations } from './prefix-configuration.ts';
import { prepItemOperations } from './prep-item.ts';
import { productionOperations } from './production.ts';
import { purchaseOptionOperations } from './purchase-option.ts';
import { purchaseOrderOperations } from './purchase-order.ts';
import { purchaseRequestOperations } from './purchase-request.ts';
import { reportOperations } from './reports.ts';
import { requisitionQueueOperations } from './requisition-queue.ts';
import { requisitionTemplateOperations } from './requisition-template.ts';
import { returnOrderOperations } from './return-order.ts';
import { roleOperations } from './roles.ts';
import { saleOperations } from './sales.ts';
import { sectionOperations } from './section.ts';
import { storageAreaOperations } from './storage-area.ts';
import { supplierOperations } from './supplier.ts';
import { systemTaxSettingOperations } from './system-tax-setting.ts';
import { timeZoneOperations } from './time-zone.ts';
import { transactionPrefixOperations } from './transaction-prefix.ts';
import { transferOperations } from './transfer.ts';
import { wastageOperations } from './wastage.ts';
import { wasteReasonOperations } from './waste-reason.ts';

export const operations = [
	...accountOperations,
	...adminOperations,
	...categoryOperations,
	...classOperations,
	...diningOptionOperations,
	...locationOperations,
	...modifierOperations,
	...returnOrderOperations,
	...transferOperations,
	...wastageOperations,
	...requisitionTemplateOperations,
	...roleOperations,
	...menuItemOperations,
	...modifierGroupOperations,
	...prepItemOperations,
	...inventoryItemOperations,
	...productionOperations,
	...purchaseOptionOperations,
	...purchaseOrderOperations,
	...purchaseRequestOperations,
	...reportOperations,
	...saleOperations,
	...sectionOperations,
	...storageAreaOperations,
	...supplierOperations,
	...systemTaxSettingOperations,
	...approvalMatrixOperations,
	...businessStructureOperations,
	...buyerUserOperations,
	...categoryPrefixOperations,
	...entityPrefixOperations,
	...transactionPrefixOperations,
	...currencyOperations,
	...dashboardOperations,
	...prefixConfigurationOperations,
	...wasteReasonOperations,
	...genericItemOperations,
	...timeZoneOperations,
	...buyerRoleOperations,
	...marketPlaceAppOperations,
	...requisitionQueueOperations,
] as const satisfies readonly Operation[];

export type AnyOperation = (typeof operations)[number];

/** One lookup by name: far cheaper to type-check than searching the union for each name. */
type ByName = { [Each in AnyOperation as Each['name']]: Each };
export type OperationName = keyof ByName;
export type OperationNamed<Name extends OperationName> = ByName[Name];

const byName = new Map<string, AnyOperation>(operations.map((each) => [each.name, each]));

/** The operation with that name, untyped; undefined if this version has none. */
export const findOperation = (
	name: string,
): (Operation & { readonly name: OperationName }) | undefined => byName.get(name);

/** The Count operation for a complete list; undefined if there is none, as for a resource's other lists. */
export function countOf(list: string): ReturnType<typeof findOperation> {
	const [, resource = ''] = /^(.*)\.list$/.exec(list) ?? [];
	return findOperation(`${resource}.count`);
}

export function operationNamed<Name extends OperationName>(name: Name): OperationNamed<Name> {
	const found = byName.get(name);
	if (found?.name !== name) throw new Error(`No operation is called ${name}.`);
	return found as OperationNamed<Name>; // The name was compared on the line above.
}
