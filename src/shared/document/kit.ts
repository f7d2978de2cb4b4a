// The document kit: a kind of document is data and a few pure functions. Bridge calls, drafts, steps in the outbox, lists,
// totals, views and papers are made from its declaration. Counting stays outside.
import type { Problem } from '../bridge/reply.ts';
import type { Box, ItemView, Phase } from '../bridge/values.ts';

/** Who acts next on a document. Work that waits in the outbox is the network's, whatever is declared. */
export type Move = 'ours' | 'theirs' | 'approver' | 'nobody';

/** What a field can refer to: records by name, documents by number. Views link to documents. */
export type ReferredRecord =
	'location' | 'supplier' | 'wasteReason' | 'purchaseRequest' | 'purchaseOrder';

interface FieldBase {
	/**
	 * The service's name of the field; null if the service has no place for it: then it stays on this PC. Texts with the
	 * same name are joined with a colon in the order declared, and what comes back goes into the last of them.
	 */
	readonly service: string | null;
	/**
	 * When people can fill it in. `draft`: in every draft. `new`: until the document is first sent. `made`: never,
	 * because it is filled when the document is made from another. `never`: the service or the core works it out.
	 */
	readonly edit: 'never' | 'made' | 'new' | 'draft';
	/** Needed before the document can be sent. A reference is not needed while the service has no such records. */
	readonly required?: true;
	/** Where it appears besides the sheet and the view. */
	readonly list?: readonly ('column' | 'filter' | 'search')[];
}

interface TextField extends FieldBase {
	readonly as: 'text';
	readonly max: number;
}
interface DayField extends FieldBase {
	readonly as: 'day';
}
interface InstantField extends FieldBase {
	readonly as: 'instant';
}
/** Of a line: in the unit of its quantity. */
interface QuantityField extends FieldBase {
	readonly as: 'quantity';
}
/** In the currency of the document's location. */
interface MoneyField extends FieldBase {
	readonly as: 'money';
}
/** Named `…Id`; the document shows the record's name under the same word with `…Name`. */
interface ReferenceField extends FieldBase {
	readonly as: 'reference';
	readonly to: ReferredRecord;
}

/** An id of the service, for example of a tax or of a line of another document: kept and sent, never shown. */
interface KeyField extends FieldBase {
	readonly as: 'key';
}

export type Field =
	TextField | DayField | InstantField | QuantityField | MoneyField | ReferenceField | KeyField;
/** By name, as in drafts and on the bridge. */
export type Fields = Readonly<Record<string, Field>>;

/** What a field holds on the bridge: text is empty while blank, everything else null. */
export type ValueOf<F extends Field> = F extends TextField
	? string
	: F extends InstantField
		? number | null
		: F extends KeyField
			? string | number | null
			: string | null;

export type ValuesOf<Fs extends Fields> = { [Name in keyof Fs]: ValueOf<Fs[Name]> };

/** The names of referenced records: `reasonName` for `reasonId`. Empty while blank. */
export type NamesOf<Fs extends Fields> = {
	[
		Name in keyof Fs & string as Fs[Name] extends ReferenceField
			? Name extends `${infer Word}Id`
				? `${Word}Name`
				: never
			: never
	]: string;
};

/** The fields that a person fills in. */
export type WrittenOf<Fs extends Fields> = {
	[Name in keyof Fs as Fs[Name]['edit'] extends 'never' ? never : Name]: ValueOf<Fs[Name]>;
};

export const isTyped = ({ edit }: Field): boolean => edit === 'new' || edit === 'draft';

/** The unit in which a line is sent, whichever boxes are filled; null if the kind declares none. */
export function unitOfLine(fields: Fields, values: Readonly<Record<string, unknown>>) {
	const [name] =
		Object.entries(fields).find(([, { as, service }]) => as === 'key' && service === 'uomId') ?? [];
	const unit = name === undefined ? undefined : values[name];
	return typeof unit === 'string' || typeof unit === 'number' ? String(unit) : null;
}

/** How the boxes of a line are sent. */
export type QuantityForm =
	/** In the unit of the line, else the exact sum in the filled unit or in the smallest that can hold it (`inOneUnit`). */
	| 'one unit'
	/** A list of units and quantities, as they were filled. */
	| 'by unit';

interface LineSheet<Line extends Fields> {
	readonly quantity: QuantityForm;
	/** The record's field with the quantity of a line that has one unit. */
	readonly amount: string;
	/** Adding an item that is already on the sheet leads to its line (`once`) or adds another one. */
	readonly sameItem: 'once' | 'again';
	/** From left to right, after item, boxes and sum; the cost is last. */
	readonly fields: Line;
}

/**
 * A step of a document of the service, sent through the outbox: operation `<kind>.<step>`. The registry says from which
 * phases it may go and what proves it.
 */
export interface Step {
	/** The phase that it leads to; null if the phase stays. */
	readonly to: Phase | null;
	/** What the person gives: who approves (where the settings ask), the reason of a rejection, lock or unlock. */
	readonly asks: 'nothing' | 'approver' | 'reason' | 'locked';
}
export type Steps = Readonly<Record<string, Step>>;

/** What a list is totalled by: item, category, or a field of the head or of the lines. */
type TotalBy<Name extends string> = Name | 'category' | 'item';

/** A line as rules see it. */
export type LineOf<Line extends Fields> = ValuesOf<Line> & {
	readonly lineId: string;
	readonly item: ItemView;
	readonly boxes: readonly Box[];
	/** Base units; null while blank or unreadable. */
	readonly total: string | null;
};

/** A document as rules see it. */
export type Content<Head extends Fields, Line extends Fields> = ValuesOf<Head> & {
	readonly locationId: string;
	readonly lines: readonly LineOf<Line>[];
};

export interface Rules<Head extends Fields, Line extends Fields> {
	/** The values a new line starts with, from the line above. */
	readonly defaults?: (above: LineOf<Line>) => Partial<ValuesOf<Line>>;
	/** The price of one unit of a line, in the unit that is sent. Without this rule the item's own cost is used. */
	readonly price?: (line: ValuesOf<Line>) => string | null;
	/** Problems other than blank and unreadable fields. */
	readonly check?: (document: Content<Head, Line>) => Problem[];
	/** Its title in the outbox; default: the description, else the items. @param nameOf name of a record */
	readonly title?: (
		document: Content<Head, Line>,
		nameOf: (record: ReferredRecord, id: string) => string,
	) => string;
}

type StockMove = 'submitted' | 'received' | 'never';

export interface DocumentKind<
	Name extends string,
	Area extends string,
	Head extends Fields,
	Line extends Fields,
	Acts extends Steps,
	Written extends boolean,
	Totals extends readonly TotalBy<keyof (Head & Line) & string>[],
	Stock extends StockMove,
> {
	/** The service's resource, and the kind's name in calls, drafts, lanes, the profile and document ids. */
	readonly name: Name;
	/** Documents of an area share a list and a place in the navigation. */
	readonly area: Area;
	/** The record's field with the location to which the document belongs. */
	readonly place: string;
	/** The record's field with its business day. */
	readonly day: string;
	/** Whether documents are drafted here, or only read. */
	readonly written: Written;
	/** The create says that it makes a draft. Without that, the service may submit the document at once. */
	readonly saysDraft: boolean;
	/** What the rail counts at a location: drafts, or documents of the service in these phases. */
	readonly open: 'drafts' | readonly Phase[];
	/** When stock moves: when lines are submitted (out), when they are received (receiving.ts), or never. */
	readonly stock: Stock;
	/** How often the service's whole list is read again. */
	readonly pulled: 'often' | 'seldom';
	readonly head: Head;
	readonly lines: LineSheet<Line>;
	/** In the order of its life, with who acts next. */
	readonly phases: Readonly<Partial<Record<Phase, Move>>>;
	readonly steps: Acts;
	readonly totals: Totals;
	/** Photos stay on this PC and are printed. */
	readonly photos: boolean;
	readonly rules: Rules<NoInfer<Head>, NoInfer<Line>>;
}

/** A kind as generic code sees it. */
export type AnyKind = Omit<
	DocumentKind<string, string, Fields, Fields, Steps, boolean, readonly string[], StockMove>,
	'rules'
> & { readonly rules: object };

/** Rules as generic code calls them. The values it passes have the fields that the kind declares. */
interface AnyRules extends Omit<Rules<Fields, Fields>, 'defaults' | 'price'> {
	readonly price?: (line: Readonly<Record<string, unknown>>) => string | null;
	readonly defaults?: (above: Readonly<Record<string, unknown>>) => ValuesOf<Fields>;
}

export const rulesOf = ({ rules }: AnyKind): AnyRules => rules;

/** Keeps the literal types of a declaration, from which its calls are typed. */
export const documentKind = <
	const Name extends string,
	const Area extends string,
	const Head extends Fields,
	const Line extends Fields,
	const Acts extends Steps,
	const Written extends boolean,
	const Totals extends readonly TotalBy<keyof (Head & Line) & string>[],
	const Stock extends StockMove,
>(
	kind: DocumentKind<Name, Area, Head, Line, Acts, Written, Totals, Stock>,
): DocumentKind<Name, Area, Head, Line, Acts, Written, Totals, Stock> => kind;

export const description = {
	as: 'text',
	service: 'description',
	edit: 'draft',
	max: 500,
	list: ['column', 'search'],
} as const satisfies Field;

export const note = {
	as: 'text',
	service: 'description',
	edit: 'draft',
	max: 500,
	list: ['search'],
} as const satisfies Field;

export const approves = { to: 'approved', asks: 'approver' } as const satisfies Step;
export const rejects = { to: 'rejected', asks: 'reason' } as const satisfies Step;
export const locks = { to: null, asks: 'locked' } as const satisfies Step;

/** The phases of a document that someone approves or rejects. */
export const decided = {
	draft: 'ours',
	submitted: 'approver',
	approved: 'nobody',
	rejected: 'ours',
} as const satisfies Partial<Record<Phase, Move>>;
