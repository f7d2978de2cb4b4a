// The registry: every operation of the service that we know, by name. No path is written anywhere else.
import { accountOperations } from './account.ts';
import { inventoryItemOperations } from './inventory-item.ts';
import { locationOperations } from './location.ts';
import type { Operation } from './operation.ts';
import { storageAreaOperations } from './storage-area.ts';
import { supplierOperations } from './supplier.ts';
import { transferOperations } from './transfer.ts';
import { wastageOperations } from './wastage.ts';
import { wasteReasonOperations } from './waste-reason.ts';

export const operations = [
	...accountOperations,
	...locationOperations,
	...storageAreaOperations,
	...inventoryItemOperations,
	...wasteReasonOperations,
	...supplierOperations,
	...transferOperations,
	...wastageOperations,
] as const satisfies readonly Operation[];

export type AnyOperation = (typeof operations)[number];
export type OperationName = AnyOperation['name'];
export type OperationNamed<Name extends OperationName> = Extract<AnyOperation, { name: Name }>;

const byName = new Map<string, AnyOperation>(operations.map((each) => [each.name, each]));

/** The operation of that name, or undefined where a stored action names one that this version does not have. */
export const findOperation = (name: string): AnyOperation | undefined => byName.get(name);

export function operationNamed<Name extends OperationName>(name: Name): OperationNamed<Name> {
	const found = byName.get(name);
	if (found?.name !== name) throw new Error(`No operation is called ${name}.`);
	return found as OperationNamed<Name>; // The name was compared on the line above.
}
