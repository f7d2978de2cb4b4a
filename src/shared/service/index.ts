// The registry: every operation of the service by name, in the order of the service's own list. Paths appear nowhere
// else.
import { approvalMatrices, buyerRoles, buyerUsers, roles } from './access.ts';
import { accounts } from './account.ts';
import {
	categories,
	categoryPrefixes,
	classes,
	entityPrefixes,
	genericItems,
	prefixConfigurations,
	transactionPrefixes,
} from './catalogue.ts';
import { inventoryItems } from './inventory-item.ts';
import { marketPlaceApps } from './market-place-app.ts';
import { diningOptions, menuItems, modifierGroups, modifiers } from './menu.ts';
import type { Operation } from './operation.ts';
import {
	admins,
	businessStructures,
	currencies,
	locations,
	sections,
	storageAreas,
	taxSettings,
	timeZones,
} from './organisation.ts';
import { prepItems } from './prep-item.ts';
import { productions } from './production.ts';
import { purchaseOrders } from './purchase-order.ts';
import {
	purchaseOptions,
	purchaseRequests,
	requisitionQueues,
	requisitionTemplates,
	suppliers,
} from './purchasing.ts';
import { dashboards, reports } from './reports.ts';
import { returnOrders } from './return-order.ts';
import { sales } from './sales.ts';
import { transfersIn, transfersOut } from './transfer.ts';
import { wastages, wasteReasons } from './wastage.ts';

export const operations = [
	...accounts,
	...admins,
	...categories,
	...classes,
	...diningOptions,
	...locations,
	...modifiers,
	...returnOrders,
	...transfersIn,
	...transfersOut,
	...wastages,
	...requisitionTemplates,
	...roles,
	...menuItems,
	...modifierGroups,
	...prepItems,
	...inventoryItems,
	...productions,
	...purchaseOptions,
	...purchaseOrders,
	...purchaseRequests,
	...reports,
	...sales,
	...sections,
	...storageAreas,
	...suppliers,
	...taxSettings,
	...approvalMatrices,
	...businessStructures,
	...buyerUsers,
	...categoryPrefixes.operations,
	...entityPrefixes.operations,
	...transactionPrefixes.operations,
	...currencies,
	...dashboards,
	...prefixConfigurations,
	...wasteReasons,
	...genericItems,
	...timeZones,
	...buyerRoles,
	...marketPlaceApps,
	...requisitionQueues,
] as const satisfies readonly Operation[];

export type AnyOperation = (typeof operations)[number];

/** One lookup by name: far cheaper to type-check than searching the union for each name. */
type ByName = { [Each in AnyOperation as Each['name']]: Each };
export type OperationName = keyof ByName;
export type OperationNamed<Name extends OperationName> = ByName[Name];

const byName = new Map<string, AnyOperation>(operations.map((each) => [each.name, each]));

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
