// Every kind of document. Code that needs all of them walks this list instead of naming them.
import type { AnyKind } from './kit.ts';
import { purchaseOrder } from './purchase-order.ts';
import { purchaseRequest } from './purchase-request.ts';
import { returnOrder } from './return-order.ts';
import { transferIn, transferOut } from './transfer.ts';
import { wastage } from './wastage.ts';

export const kinds = {
	wastage,
	transferOut,
	transferIn,
	purchaseRequest,
	purchaseOrder,
	returnOrder,
} as const satisfies Readonly<Record<string, AnyKind>>;

export type KindName = keyof typeof kinds;
/** A kind as generic code sees it. */
export type KnownKind = AnyKind & { readonly name: KindName; readonly area: DocumentArea };
export type Kind = (typeof kinds)[KindName];
export type ListedKind = {
	[Name in KindName]: (typeof kinds)[Name]['area'] extends Name ? (typeof kinds)[Name] : never;
}[KindName];
export type WrittenKind = Extract<Kind, { readonly written: true }>;
type MovingStock = Exclude<WrittenKind, { readonly stock: 'never' }>;
export type DocumentArea = (typeof kinds)[KindName]['area'];

export const kindNames = Object.keys(kinds) as KindName[];

export const documentAreas: readonly DocumentArea[] = [
	...new Set(kindNames.map((name) => kinds[name].area)),
];

export const listedKinds = kindNames.filter(
	(name): name is ListedKind['name'] => kinds[name].area === name,
);

export const writtenKinds = kindNames.filter(
	(name): name is WrittenKind['name'] => kinds[name].written,
);

const movesStock = ({ written, stock }: AnyKind): boolean => written && stock !== 'never';

export const stockKinds = kindNames.filter((name): name is MovingStock['name'] =>
	movesStock(kinds[name]),
);

export const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name);

export const byKind = <Value>(make: (kind: KindName) => Value) =>
	Object.fromEntries(kindNames.map((name) => [name, make(name)])) as Record<KindName, Value>;
