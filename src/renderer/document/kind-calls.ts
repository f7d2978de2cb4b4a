// The bridge calls of a kind, whichever it is, and its documents as screens of all kinds see them.
import type { App } from '../app.svelte.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type {
	DocumentLineOf,
	DocumentOf,
	RowOf,
	TotalsOf,
} from '../../shared/document/document-calls.ts';
import type { Kind } from '../../shared/document/kinds.ts';
import type { AnyKind, Field } from '../../shared/document/kit.ts';
import type { Period } from '../../shared/domain/period.ts';

/** Without fields of its own: what all kinds have in common. */
interface BareKind extends Omit<AnyKind, 'head' | 'lines'> {
	readonly head: Record<never, Field>;
	readonly lines: Omit<AnyKind['lines'], 'fields'> & { readonly fields: Record<never, Field> };
}
type Declared = Readonly<Record<string, unknown>>;

export type ShownLine = DocumentLineOf<BareKind> & Declared;
export type ShownDocument = Omit<DocumentOf<BareKind>, 'lines'> & { lines: ShownLine[] } & Declared;
export type ShownRow = RowOf<BareKind> & Declared;
export type ShownTotals = TotalsOf<AnyKind>;

interface Asked {
	readonly locationId: string;
	/** As `ListFilters` gives it. */
	readonly filter: object;
}
interface AskedWindow extends Asked {
	readonly from: number;
	readonly limit?: number;
}
interface Listed {
	readonly documents: readonly ShownRow[];
	readonly total: number;
	readonly people: readonly string[];
	readonly reasonGoes: boolean;
	readonly asOf: number | null;
}
interface ListedInFull {
	readonly documents: readonly ShownDocument[];
	readonly total: number;
}

/** The declared fields are beside these. */
interface SavedInput {
	readonly documentId: string | null;
	readonly revision: number;
	readonly intentId: string;
	readonly locationId: string;
	readonly locale: string;
	readonly lines: readonly object[];
}

export interface KindCalls {
	readonly get: (documentId: string) => Promise<Reply<ShownDocument>>;
	readonly save: (draft: SavedInput) => Promise<Reply<ShownDocument>>;
	readonly edit: (documentId: string) => Promise<Reply<ShownDocument>>;
	readonly submit: (draft: {
		documentId: string;
		intentId: string;
		submit?: boolean;
	}) => Promise<Reply<ShownDocument>>;
	readonly discard: (documentId: string) => Promise<Reply<object>>;
	/** One of the kind's steps; `decision` holds what the step asks as well. */
	readonly step: (
		step: string,
		decision: {
			documentId: string;
			version: string;
			intentId: string;
			by?: string;
			reason?: string;
			locked?: boolean;
		},
	) => Promise<Reply<ShownDocument>>;
	readonly list: (asked: AskedWindow) => Promise<Reply<Listed>>;
	readonly inFull: (asked: AskedWindow) => Promise<Reply<ListedInFull>>;
	readonly totals: (asked: Asked & { before: Period | null }) => Promise<Reply<ShownTotals>>;
}

/** A screen of all kinds cannot have the exact types of each; the core checks every input. */
export const anyCall = ({ call }: Pick<App, 'call'>) =>
	call as unknown as (name: string, input: object) => Promise<Reply<never>>;

export function callsOf(app: Pick<App, 'call'>, { name, area }: Kind): KindCalls {
	const call = anyCall(app);
	return {
		get: (documentId) => call(`${name}.get`, { documentId }),
		save: (draft) => call(`${name}.save`, draft),
		edit: (documentId) => call(`${name}.edit`, { documentId }),
		submit: (draft) => call(`${name}.submit`, draft),
		discard: (documentId) => call(`${name}.discard`, { documentId }),
		step: (step, decision) => call(`${name}.${step}`, decision),
		list: (asked) => call(`${area}.list`, asked),
		inFull: (asked) => call(`${area}.inFull`, asked),
		totals: (asked) => call(`${area}.totals`, asked),
	};
}
