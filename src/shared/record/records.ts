// Every record type, by resource. A new type needs its declaration, a line here, and its words in two languages.
import { supplier } from './buying.ts';
import type { AnyType } from './record-kit.ts';
import { wasteReason } from './stock.ts';

export const recordTypes = { supplier, wasteReason } as const;

export type RecordTypeName = keyof typeof recordTypes;

export const isRecordTypeName = (name: string): name is RecordTypeName =>
	Object.hasOwn(recordTypes, name);

export const typeNamed = (name: RecordTypeName): AnyType => recordTypes[name];
