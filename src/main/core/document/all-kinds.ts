// The documents of every kind with a list of its own, and the handlers of their calls.
import { kinds, listedKinds, type ListedKind } from '../../../shared/document/kinds.ts';
import type { CoreContext } from '../context.ts';
import type { Capabilities } from '../dispatch.ts';
import { once } from '../once.ts';
import { Documents } from './documents.ts';
import type { OnThisPc } from './shown-documents.ts';

export type DocumentsOf = { readonly [Kind in ListedKind as Kind['name']]: () => Documents<Kind> };

/** By kind: what this PC knows of its documents. */
export type OnThisPcOf = Partial<Record<ListedKind['name'], () => OnThisPc>>;

export function documentsOf(
	context: CoreContext,
	onThisPc: (documents: DocumentsOf) => OnThisPcOf,
): DocumentsOf {
	const documents: DocumentsOf = Object.fromEntries(
		listedKinds.map((name) => [
			name,
			once(() => new Documents(context, kinds[name], null, known[name]?.() ?? null)),
		]),
		// Each is under its own name.
	) as unknown as DocumentsOf;
	const known = onThisPc(documents);
	return documents;
}

export const handlersOf = (documents: DocumentsOf) =>
	Object.fromEntries(
		listedKinds.map((name) => [name, once(() => documents[name]().handlers())]),
	) as unknown as Pick<Capabilities, ListedKind['name']>;
