// The calls of every kind of document that has a list of its own, made from their declarations.
import {
	documentCalls,
	listCalls,
	type DocumentCalls,
	type ListCalls,
} from '../document/document-calls.ts';
import { kinds, listedKinds, type ListedKind } from '../document/kinds.ts';
import type { AnyKind } from '../document/kit.ts';

type CallsOf<Kind> = Kind extends AnyKind
	? (calls: DocumentCalls<Kind> & ListCalls<Kind>) => void
	: never;
/** Of all kinds together. */
type AllCalls = CallsOf<ListedKind> extends (calls: infer All) => void ? All : never;

export const kindCalls = Object.assign(
	{},
	...listedKinds.map((name) => ({ ...documentCalls(kinds[name]), ...listCalls(kinds[name]) })),
) as AllCalls;
