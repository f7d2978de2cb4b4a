// The bridge calls of a document kind and of its list, made from the declaration. Their inputs and outputs are exact:
// `call('wastage.save', …)` takes the fields that waste declares and no others.
import { z } from 'zod';
import { call, type Call } from '../bridge/call.ts';
import { problem } from '../bridge/reply.ts';
import {
	box,
	businessDate,
	currency,
	decidable,
	decimal,
	decision,
	edits,
	instant,
	intentId,
	item,
	locale,
	nothing,
	phase,
	rejectionReason,
	standing,
	totalCost,
	typedBoxes,
	type Phase,
	type Standing,
	type TypedBox,
} from '../bridge/values.ts';
import { inputOf, shownOf } from './field-schemas.ts';
import type { AnyKind, Fields, NamesOf, Step, ValuesOf, WrittenOf } from './kit.ts';

export const move = z.enum(['ours', 'theirs', 'approver', 'nobody', 'network']);

const rowBase = {
	/** A draft's id, or `service:<kind>:<id>`. */
	documentId: z.string(),
	/** The service's number (`WST-0042`); empty until known. */
	number: z.string(),
	locationId: z.string(),
	businessDate,
	phase,
	stateWord: z.string(),
	standing,
	/** Who acts next. */
	move,
	lines: z.number().int(),
	/** Its first items, at most three names. */
	items: z.array(z.string()),
	...totalCost,
	currency,
	locked: z.boolean(),
	/** Empty if the service does not say and it was not entered here. */
	enteredBy: z.string(),
	changedAt: instant,
	edits,
};

const documentBase = {
	/** Increases with every save; saving an older revision fails with `changed-meanwhile`. */
	revision: z.number().int(),
	/** Everything that blocks sending it, by `<field>` or `lines.<lineId>.<field>`. */
	problems: z.array(problem),
	/** Who entered it and may not approve it; null if anybody may. */
	mayNotApprove: z.array(z.string()).nullable(),
	/** The service accepted our last change and was not read since; until it is, no further step is possible. */
	behind: z.boolean(),
	...decidable,
};

const lineBase = {
	lineId: z.string(),
	item,
	/** Filled boxes; a line of the service may have only one. */
	boxes: z.array(box),
	/** Base units; null while blank or unreadable. */
	total: decimal.nullable(),
	cost: decimal.nullable(),
	/** What the service takes off its cost. An edit sends it back unchanged. */
	discount: decimal.optional(),
};

type Base<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export type AnyRow = Base<typeof rowBase>;
export type AnyLine = Base<typeof lineBase>;
export type AnyDocument = Omit<AnyRow, 'lines' | 'items'> &
	Omit<Base<typeof documentBase>, 'can'> & { can: readonly string[] };

export type RowOf<Kind extends AnyKind> = AnyRow & {
	kind: Kind['name'];
} & ValuesOf<Kind['head']> &
	NamesOf<Kind['head']>;

export type DocumentLineOf<Kind extends AnyKind> = AnyLine &
	ValuesOf<Kind['lines']['fields']> &
	NamesOf<Kind['lines']['fields']>;

export type DocumentOf<Kind extends AnyKind> = Omit<AnyDocument, 'can'> &
	ValuesOf<Kind['head']> &
	NamesOf<Kind['head']> & {
		kind: Kind['name'];
		lines: DocumentLineOf<Kind>[];
		can: (keyof Kind['steps'] & string)[];
	};

/** What code beside the kit adds to the documents of a kind; `row` is in its list as well. */
interface Beside {
	readonly row: z.ZodRawShape;
	readonly document: z.ZodRawShape;
	readonly line: z.ZodRawShape;
}

export type RowWith<Kind extends AnyKind, More extends Pick<Beside, 'row'>> = RowOf<Kind> &
	Base<More['row']>;

export type LineWith<
	Kind extends AnyKind,
	More extends Pick<Beside, 'line'>,
> = DocumentLineOf<Kind> & Base<More['line']>;

export type DocumentWith<Kind extends AnyKind, More extends Beside> = Omit<
	DocumentOf<Kind>,
	'lines'
> &
	Base<More['row']> &
	Base<More['document']> & { lines: LineWith<Kind, More>[] };

interface TypedLine {
	lineId: string;
	itemId: string;
	boxes: TypedBox[];
}

/** Blank texts may be left out. */
type InputOf<Fs extends Fields> = WrittenOf<NotText<Fs>> & Partial<WrittenOf<OnlyText<Fs>>>;
type OnlyText<Fs extends Fields> = {
	[Name in keyof Fs as Fs[Name]['as'] extends 'text' ? Name : never]: Fs[Name];
};
type NotText<Fs extends Fields> = Omit<Fs, keyof OnlyText<Fs>>;

export type LineInputOf<Kind extends AnyKind> = TypedLine & InputOf<Kind['lines']['fields']>;

interface Saving {
	/** Null makes a new draft. */
	documentId: string | null;
	revision: number;
	/** Created with the sheet, so that repeating the first save makes no second draft. */
	intentId?: string | undefined;
	locationId: string;
	locale: string;
}

type SaveInput<Kind extends AnyKind> = Saving &
	InputOf<Kind['head']> & { lines: LineInputOf<Kind>[] };

/** What the core receives. */
export type SavedOf<Kind extends AnyKind> = Saving &
	WrittenOf<Kind['head']> & { lines: (TypedLine & WrittenOf<Kind['lines']['fields']>)[] };

type OfDocument = { documentId: string };
type SubmitInput = OfDocument & {
	intentId: string;
	/** false: an edit only changes the document. */
	submit?: boolean | undefined;
};

type Asked = {
	nothing: unknown;
	approver: { by?: string | undefined };
	reason: { reason: string };
	locked: { locked: boolean };
};
type StepInput<Each extends Step> = OfDocument & {
	version: string;
	intentId: string;
} & Asked[Each['asks']];

type Typed<Input, Output, Arguments = Input> = Call<
	z.ZodType<Arguments, Input>,
	z.ZodType<Output, Output>
>;
type Named<Name extends string, Each> = { readonly [Key in Name]: Each };

type WritingCalls<Kind extends AnyKind, Shown> = Named<
	`${Kind['name']}.save`,
	Typed<SaveInput<Kind>, Shown, SavedOf<Kind>>
> &
	Named<`${Kind['name']}.edit`, Typed<OfDocument, Shown>> &
	Named<`${Kind['name']}.submit`, Typed<SubmitInput, Shown>> &
	Named<`${Kind['name']}.discard`, Typed<OfDocument, Record<string, never>>>;

type StepCalls<Kind extends AnyKind, Shown> = {
	readonly [Name in keyof Kind['steps'] & string as `${Kind['name']}.${Name}`]: Typed<
		StepInput<Kind['steps'][Name]>,
		Shown
	>;
};

export type DocumentCalls<Kind extends AnyKind, Shown = DocumentOf<Kind>> = Named<
	`${Kind['name']}.get`,
	Typed<OfDocument, Shown>
> &
	(Kind['written'] extends true ? WritingCalls<Kind, Shown> & StepCalls<Kind, Shown> : unknown);

/**
 * `get`; for a kind that is written here also `save` (durable when it answers), `edit` (the draft that edits a document
 * of the service), `submit` (queues create and submit, or the change; fails with `incomplete` and every problem at
 * once), `discard`, and one call for each step. A step fails with `changed-meanwhile` if the document is not the
 * version seen, and with `needs-network` while offline if approvals may not wait.
 */
export function documentCalls<const Kind extends AnyKind>(kind: Kind): DocumentCalls<Kind>;
export function documentCalls<const Kind extends AnyKind, More extends Beside>(
	kind: Kind,
	beside: More,
): DocumentCalls<Kind, DocumentWith<Kind, More>>;
export function documentCalls(
	kind: AnyKind,
	beside: Beside = nothingBeside,
): DocumentCalls<AnyKind> {
	const { name, head, lines, steps } = kind;
	const document = documentSchema(kind, beside);
	const ofDocument = z.object({ documentId: z.string() });
	const submitted = ofDocument.extend({ intentId, submit: z.boolean().optional() });
	const written = {
		[`${name}.save`]: call(
			z.object({
				documentId: z.string().nullable(),
				revision: z.number().int(),
				intentId: intentId.optional(),
				locationId: z.string(),
				locale,
				...inputOf(head),
				lines: z
					.array(
						z.object({
							lineId: z.string(),
							itemId: z.string(),
							boxes: typedBoxes,
							...inputOf(lines.fields),
						}),
					)
					.max(500),
			}),
			document,
		),
		[`${name}.edit`]: call(ofDocument, document),
		[`${name}.submit`]: call(submitted, document),
		[`${name}.discard`]: call(ofDocument, nothing),
		...Object.fromEntries(
			Object.entries(steps).map(([step, { asks }]) => [
				`${name}.${step}`,
				call(z.object({ ...decision, ...asked[asks] }), document),
			]),
		),
	};
	const calls: Readonly<Record<string, Call>> = {
		[`${name}.get`]: call(ofDocument, document),
		...(kind.written ? written : {}),
	};
	// To TypeScript a key made from a generic name is only a string.
	return calls as DocumentCalls<AnyKind>;
}

const asked = {
	nothing: {},
	approver: { by: z.string().trim().max(80).optional() },
	reason: { reason: rejectionReason },
	locked: { locked: z.boolean() },
} as const satisfies Record<Step['asks'], z.ZodRawShape>;

type FilterNames<Fs extends Fields> = {
	[Name in keyof Fs & string]: Fs[Name] extends { list: readonly (infer Place)[] }
		? 'filter' extends Place
			? Name
			: never
		: never;
}[keyof Fs & string];

type FilterName<Kind extends AnyKind> =
	FilterNames<Kind['head']> | FilterNames<Kind['lines']['fields']>;

export type FilterOf<Kind extends AnyKind> = {
	state: 'all' | 'locked' | Standing | Phase;
	move: z.infer<typeof move> | null;
	from: string | null;
	to: string | null;
	/** Each word must be the start of a word in the number, a text or name declared as `search`, or an item. */
	text: string;
	enteredBy: string | null;
} & Record<FilterName<Kind>, string | null>;

interface Window {
	locationId: string;
	from: number;
	limit: number;
}

/** Of the period to compare with; null without one, or if all of its costs are unknown. */
const totalBefore = { costBefore: decimal.nullable(), costsUnknownBefore: z.number().int() };

const share = z.object({
	/** Unique, unlike names. `unsplit`: a document's cost beyond its lines. `others`: the rest. */
	key: z.string(),
	name: z.string(),
	parts: z.number().int(),
	lines: z.number().int(),
	...totalCost,
	...totalBefore,
});
export type Share = z.infer<typeof share>;

export interface TotalsOf<Kind extends AnyKind> {
	documents: number;
	cost: string | null;
	costsUnknown: number;
	costBefore: string | null;
	costsUnknownBefore: number;
	/** Highest cost first. Of items at most twenty, then one row for the others. Each list adds up to `cost`. */
	by: Record<Kind['totals'][number], Share[]>;
}

type ListCall<Kind extends AnyKind, Output> = Typed<
	Pick<Window, 'locationId'> & Partial<Window> & { filter?: Partial<FilterOf<Kind>> | undefined },
	Output,
	Window & { filter: FilterOf<Kind> }
>;

export type ListCalls<Kind extends AnyKind> = Named<
	`${Kind['area']}.list`,
	ListCall<
		Kind,
		{
			documents: RowOf<Kind>[];
			total: number;
			people: string[];
			reasonGoes: boolean;
			asOf: number | null;
		}
	>
> &
	Named<
		`${Kind['area']}.inFull`,
		ListCall<Kind, { documents: DocumentOf<Kind>[]; total: number }>
	> &
	Named<
		`${Kind['area']}.totals`,
		Typed<
			{
				locationId: string;
				filter?: Partial<FilterOf<Kind>> | undefined;
				before?: { from: string; to: string } | null | undefined;
			},
			TotalsOf<Kind>,
			{
				locationId: string;
				filter: FilterOf<Kind>;
				before: { from: string; to: string } | null;
			}
		>
	>;

/**
 * A list with one kind: `list` (newest first), `inFull` (one window with lines, for files; with a filter on a line's
 * field only the lines that match) and `totals` (without rejected documents; `before` is the comparison period).
 */
export function listCalls<const Kind extends AnyKind>(kind: Kind): ListCalls<Kind> {
	const { area } = kind;
	const filter = filterSchema(kind).prefault({});
	const window = (most: number) => ({
		locationId: z.string(),
		filter,
		from: z.number().int().min(0).default(0),
		limit: z.number().int().min(0).max(most).default(most),
	});
	const calls: Readonly<Record<string, Call>> = {
		[`${area}.list`]: call(window(500), {
			documents: z.array(rowSchema(kind, nothingBeside)),
			total: z.number().int(),
			people: z.array(z.string()),
			reasonGoes: z.boolean(),
			asOf: instant.nullable(),
		}),
		[`${area}.inFull`]: call(window(100), {
			documents: z.array(documentSchema(kind, nothingBeside)),
			total: z.number().int(),
		}),
		[`${area}.totals`]: call(
			{
				locationId: z.string(),
				filter,
				before: z.object({ from: businessDate, to: businessDate }).nullable().default(null),
			},
			{
				documents: z.number().int(),
				...totalCost,
				...totalBefore,
				by: z.object(Object.fromEntries(kind.totals.map((each) => [each, z.array(share)]))),
			},
		),
	};
	return calls as ListCalls<Kind>;
}

const filterSchema = (kind: AnyKind) =>
	z.object({
		state: z.enum(['all', 'locked', ...standing.options, ...phase.options]).default('all'),
		move: move.nullable().default(null),
		from: businessDate.nullable().default(null),
		to: businessDate.nullable().default(null),
		text: z.string().max(100).default(''),
		enteredBy: z.string().nullable().default(null),
		...Object.fromEntries(
			filterNames(kind).map((name) => [name, z.string().nullable().default(null)]),
		),
	});

export const filterNames = ({ head, lines }: AnyKind): string[] =>
	Object.entries({ ...head, ...lines.fields })
		.filter(([, { list }]) => list?.includes('filter') === true)
		.map(([name]) => name);

const nothingBeside = { row: {}, document: {}, line: {} } satisfies Beside;

export function rowSchema<const Kind extends AnyKind, More extends Pick<Beside, 'row'>>(
	{ name, head }: Kind,
	{ row }: More,
): z.ZodType<RowWith<Kind, More>> {
	const shape = { kind: z.literal(name), ...rowBase, ...shownOf(head), ...row };
	return z.object(shape) as z.ZodType as z.ZodType<RowWith<Kind, More>>;
}

export function documentSchema<const Kind extends AnyKind, More extends Beside>(
	{ name, head, lines, steps }: Kind,
	beside: More,
): z.ZodType<DocumentWith<Kind, More>, DocumentWith<Kind, More>> {
	const { lines: _count, items: _items, ...base } = rowBase;
	const schema: z.ZodType = z.object({
		kind: z.literal(name),
		...base,
		...documentBase,
		can: z.array(z.enum(Object.keys(steps))),
		...shownOf(head),
		...beside.row,
		...beside.document,
		lines: z.array(z.object({ ...lineBase, ...shownOf(lines.fields), ...beside.line })),
	});
	return schema as z.ZodType<DocumentWith<Kind, More>, DocumentWith<Kind, More>>;
}
