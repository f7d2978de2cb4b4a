// Every record type, by resource. A new type needs its declaration, a line here, and its words in two languages.
import { admin, approvalMatrix, buyerRole, buyerUser, marketPlaceApp, role } from './access.ts';
import { purchaseOption, supplier } from './buying.ts';
import {
	category,
	categoryPrefix,
	diningOption,
	entityPrefix,
	inventoryItem,
	itemClass,
	menuItem,
	modifier,
	modifierGroup,
	prefixConfiguration,
	prepItem,
	transactionPrefix,
} from './catalogue.ts';
import {
	businessStructure,
	currency,
	location,
	section,
	storageArea,
	systemTaxSetting,
	timeZone,
} from './organisation.ts';
import type { AnyType } from './record-kit.ts';
import { report } from './reports.ts';
import { wasteReason } from './stock.ts';

/** In the order of the rail. */
export const recordTypes = {
	supplier,
	purchaseOption,
	inventoryItem,
	category,
	class: itemClass,
	menuItem,
	prepItem,
	modifier,
	modifierGroup,
	diningOption,
	wasteReason,
	categoryPrefix,
	entityPrefix,
	transactionPrefix,
	prefixConfiguration,
	report,
	location,
	storageArea,
	section,
	businessStructure,
	systemTaxSetting,
	currency,
	timeZone,
	marketPlaceApp,
	role,
	buyerRole,
	buyerUser,
	approvalMatrix,
	admin,
} as const;

export type RecordTypeName = keyof typeof recordTypes;

export const isRecordTypeName = (name: string): name is RecordTypeName =>
	Object.hasOwn(recordTypes, name);

export const recordTypeNames = Object.keys(recordTypes) as RecordTypeName[];

/** How drafts and the outbox name a record: its work is in a lane of its own. */
export type RecordDocument = `record:${RecordTypeName}`;

export const recordDocument = <Name extends RecordTypeName>(name: Name): `record:${Name}` =>
	`record:${name}`;

export const recordDocuments: readonly RecordDocument[] = recordTypeNames.map(recordDocument);

export const isRecordDocument = (document: string): document is RecordDocument =>
	typeOf(document) !== undefined;

const typeOf = (document: string): RecordTypeName | undefined =>
	recordTypeNames.find((name) => recordDocument(name) === document);

/** null for a document that is no record. */
export function recordTypeOf(document: RecordDocument): RecordTypeName;
export function recordTypeOf(document: string): RecordTypeName | null;
export function recordTypeOf(document: string): RecordTypeName | null {
	return typeOf(document) ?? null;
}

export const typeNamed = (name: RecordTypeName): AnyType => recordTypes[name];
