// Turns the copies of one kind of document into documents for the screens and rows for its list.
import { z } from 'zod';
import type { Box, ItemView, Phase } from '../../../shared/bridge/values.ts';
import { isKindName, type KindName, type KnownKind } from '../../../shared/document/kinds.ts';
import { rulesOf, type QuantityForm, type ReferredRecord } from '../../../shared/document/kit.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { filled, pricedCost } from '../../../shared/domain/sent-boxes.ts';
import { isBase, strays, toBase, type UnitQuantity } from '../../../shared/domain/unit.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import {
	dateTime,
	decimal,
	flag,
	id,
	integer,
	stateWord,
	text,
} from '../../../shared/service/field.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { CachedRecord } from '../store/cache-records.ts';
import type { DraftRow } from '../store/drafts.ts';
import { itemTables, type ItemName } from '../store/items.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import type { Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { copiesInPhases } from './copies-in-phases.ts';
import { dayOf, instantOf } from './dates.ts';
import { openSteps, rejectionField, versionOf } from './document-steps.ts';
import { documentIdOf } from './document-id.ts';
import {
	named,
	recordReader,
	recordShape,
	type DeclaredShape,
	type NameOf,
	type Values,
} from './fields.ts';
import { itemViews, unknownItem } from './item-view.ts';
import { keptRows } from './kept-list.ts';
import { moveOf } from './waiting-on.ts';
import { referredNames } from './referred.ts';
import {
	Listing,
	type ListedDocument,
	type ListedLine,
	type ShownDocument,
	type ShownLine,
} from './shown-document.ts';

/** The fields that every kind's record has, beside the declared ones. Unknown fields are kept. */
const line = z.looseObject({
	id: id.optional(),
	itemId: id,
	uomId: integer.optional(),
	/** Kinds that send lines by unit have these; the amount is their sum in base units. */
	quantities: z.array(z.object({ uomId: integer, quantity: decimal })).optional(),
	unitCost: decimal.optional(),
	discount: decimal.optional(),
	totalCost: decimal.optional(),
});
type RecordLine = z.infer<typeof line>;

const askedLine = line.pick({ itemId: true, quantities: true }).loose();
const askedLines = z.looseObject({ items: z.array(askedLine).optional() });

const names = { id, number: text.optional() };
const head = {
	status: stateWord,
	isLocked: flag.optional(),
	totalCost: decimal.optional(),
	createdDate: dateTime.optional(),
	modifiedDate: dateTime.optional(),
};

/** Edits send the fields in this order. */
function recordOf({ place, day, head: fields, lines }: KnownKind) {
	const placed: DeclaredShape = { [place]: id, [day]: dateTime.optional() };
	const amount: DeclaredShape = { [lines.amount]: decimal };
	return z.looseObject({
		...names,
		...placed,
		...head,
		...recordShape(fields),
		items: z.array(line.extend({ ...amount, ...recordShape(lines.fields) })).optional(),
	});
}
export type DocumentRecord = z.infer<ReturnType<typeof recordOf>>;

/** A record of the service, and when it was fetched: this replaces dates that the service omits. */
export interface SeenRecord {
	readonly record: DocumentRecord;
	/** Epoch ms. */
	readonly fetchedAt: number;
}

/** Our work on a document of the service, for code beside the kit. */
export interface OurWork {
	/** Our queued work is shown instead of the copy. */
	readonly queued: boolean;
	/** Entries against it that are open, or sent and not in the copy yet. */
	readonly entered: DraftRow | null;
}

/** Code beside the kit that adds facts from another document. */
export interface Beside {
	readonly other: KindName;
	otherId(record: DocumentRecord): string | null;
	/** Enough for a list. @param seen null for a document of this PC */
	head(
		account: ActiveAccount,
		document: ShownDocument,
		seen: (SeenRecord & OurWork) | null,
		look: LookedUp,
	): ShownDocument;
	/** Adds what only a page shows. */
	whole(account: ActiveAccount, document: ShownDocument, seen: SeenRecord & OurWork): ShownDocument;
}

/** Records that documents share, looked up once each. */
export interface LookedUp {
	location(locationId: string): Location;
	item(itemId: string, locationId: string): ItemView;
}

interface AtLocation extends LookedUp {
	readonly here: Location;
	readonly nameOf: NameOf;
	itemName(itemId: string): ItemName;
}

const remembering = <Of extends string[], Found>(find: (...of: Of) => Found) => {
	const known = new Map<string, Found>();
	return (...of: Of): Found => remembered(known, of.join(' '), () => find(...of));
};

export class ServiceDocuments {
	readonly #kind: KnownKind;
	readonly #beside: Beside | null;
	readonly #records;
	readonly #locations;
	readonly #items;
	readonly #itemNames;
	readonly #referred;
	readonly #keptRows;
	readonly #schema;
	readonly #headIn;
	readonly #lineIn;
	readonly #listing;

	constructor(store: Store, kind: KnownKind, beside: Beside | null) {
		const { head: fields, lines } = kind;
		this.#kind = kind;
		this.#beside = beside;
		this.#records = store.records;
		this.#locations = store.locations;
		this.#items = itemViews(store);
		this.#itemNames = itemTables(store.cache);
		this.#referred = referredNames(store);
		const other = beside?.other ?? null;
		this.#keptRows = keptRows<ListedDocument>(store, kind.name, other, referredBy(kind));
		this.#schema = recordOf(kind);
		this.#headIn = recordReader(fields);
		this.#lineIn = recordReader(lines.fields);
		this.#listing = new Listing(kind);
	}

	/** By the service's id. Reads only copies that changed since the last call. */
	listed(account: ActiveAccount, locationId: string): Map<string, ListedDocument> {
		const at = this.#at(account, locationId);
		const rows = this.#keptRows(account, locationId, (copy) => {
			const seen = this.#seen(copy);
			const row = this.#listedCopy(account, seen, at);
			const otherId = this.#beside?.otherId(seen.record) ?? null;
			return { row, otherId, itemIds: row.lines.map(({ itemId }) => itemId) };
		});
		return new Map([...rows].map(([id, { row }]) => [id, row]));
	}

	/** Only copies in these phases. They are not kept in memory. */
	listedIn(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[],
	): Map<string, ListedDocument> {
		const at = this.#at(account, locationId);
		const copies = copiesInPhases(this.#records, account, this.#kind.name, locationId, phases);
		return new Map(
			readable(copies, (copy) => [copy.id, this.#listedCopy(account, this.#seen(copy), at)]),
		);
	}

	copy({ accountId }: ActiveAccount, serverId: string): SeenRecord | null {
		const copy = this.#records.get(accountId, this.#kind.name, serverId);
		return copy && this.#seen(copy);
	}

	read(record: unknown): DocumentRecord {
		return this.#schema.parse(record);
	}

	/** Without our queued work. */
	document(account: ActiveAccount, { record, fetchedAt }: SeenRecord): ShownDocument {
		return this.#document(account, { record, fetchedAt }, this.#at(account, this.placeOf(record)));
	}

	/** Applies a queued edit. Drops stated amounts: we compute the cost until the service shows the edit. */
	withUpdate(
		{ accountId }: ActiveAccount,
		record: DocumentRecord,
		update: Payload,
	): DocumentRecord {
		const blanked = Object.values(this.#kind.head).flatMap(({ as, edit, service }) =>
			service !== null && (edit === 'draft' || (edit === 'never' && as === 'money'))
				? [service]
				: [],
		);
		const before = Object.entries(record).filter(([name]) => !blanked.includes(name));
		const { items: asked = [] } = askedLines.parse(update);
		const { totalCost: _was, ...edited } = this.#schema.parse({
			...Object.fromEntries(before),
			...update,
			items: asked.map((line, at) => this.#asked(accountId, line, at, record.items?.[at])),
		});
		return edited;
	}

	#dayOf(record: DocumentRecord): string | undefined {
		return dateTime.optional().parse(record[this.#kind.day]);
	}

	placeOf(record: DocumentRecord): string {
		return id.parse(record[this.#kind.place]);
	}

	/** For one answer only: what it has found may change later. */
	looking({ accountId }: ActiveAccount): LookedUp {
		return {
			location: remembering((locationId) => this.#locations.get(accountId, locationId)),
			item: remembering(
				(itemId, locationId) =>
					this.#items.get(accountId, itemId, locationId) ?? unknownItem(itemId),
			),
		};
	}

	#at(account: ActiveAccount, locationId: string): AtLocation {
		const { accountId } = account;
		const look = this.looking(account);
		return {
			...look,
			here: look.location(locationId),
			nameOf: this.#referred(accountId).nameOf,
			itemName: remembering(
				(itemId) =>
					this.#itemNames.nameOf(accountId, itemId) ?? { code: '', name: itemId, category: '' },
			),
		};
	}

	#head(
		{ profile }: ActiveAccount,
		{ record, fetchedAt }: SeenRecord,
		{ here: location, nameOf }: AtLocation,
	) {
		const { name, head: fields } = this.#kind;
		const state = {
			standing: 'service' as const,
			phase: phaseOf(profile, name, record.status),
		};
		const said = Object.entries(this.#headIn(record, location)).map(
			([field, value]): [string, Values[string]] => [
				field,
				typeof value === 'string' ? withoutReference(value) : value,
			],
		);
		return {
			documentId: documentIdOf(name, record.id),
			number: record.number ?? '',
			locationId: this.placeOf(record),
			businessDate: dayOf(location, [this.#dayOf(record), record.createdDate], fetchedAt),
			...state,
			move: moveOf(this.#kind, state),
			stateWord: record.status,
			currency: location.currency,
			locked: record.isLocked ?? false,
			enteredBy: '',
			edits: null,
			changedAt: instantOf(
				[record.modifiedDate, record.createdDate, this.#dayOf(record)],
				fetchedAt,
			),
			fields: named(fields, Object.fromEntries(said), nameOf),
		};
	}

	#line({ here, nameOf, item: find }: AtLocation, record: RecordLine, index: number): ShownLine {
		const { locationId, currency } = here;
		const { lines: sheet } = this.#kind;
		const item = find(record.itemId, locationId);
		const amount = decimal.parse(record[sheet.amount]);
		const { boxes, total } = quantities[sheet.quantity](record, amount, item);
		const fields = named(sheet.fields, this.#lineIn(record, here), nameOf);
		const price = rulesOf(this.#kind).price?.(fields) ?? null;
		const unitCost = record.unitCost ?? item.unitCost;
		const cost = () => {
			if (record.totalCost !== undefined) return decimalText(record.totalCost);
			if (total === null) return null;
			if (price !== null) {
				const { discount } = record;
				return pricedCost(filled(boxes), item.units, { price, unitId: null, discount }, currency);
			}
			return unitCost === null ? null : lineCost(total, unitCost, currency);
		};
		const { id: lineId = String(index + 1), discount } = record;
		return { lineId, item, boxes, total, cost: cost(), discount, fields };
	}

	/** A line of a queued edit as the service will show it. */
	#asked(
		accountId: string,
		line: z.infer<typeof askedLine>,
		index: number,
		before: RecordLine | undefined,
	) {
		const { itemId, quantities: asked } = line;
		if (asked === undefined) return line;
		const was = before?.itemId === itemId ? before : undefined;
		const item = this.#items.get(accountId, itemId, null);
		const parts = asked.map(partOf);
		const known = item !== null && strays(parts, item.units).length === 0;
		const { amount } = this.#kind.lines;
		const sum = known ? toBase(parts, item.units) : (was?.[amount] ?? '0');
		return { ...was, ...line, id: was?.id ?? `new-${String(index + 1)}`, [amount]: sum };
	}

	#seen(copy: CachedRecord): SeenRecord {
		return { record: keptAs(this.#schema, copy.json), fetchedAt: copy.fetchedAt };
	}

	#document(account: ActiveAccount, seen: SeenRecord, at: AtLocation): ShownDocument {
		const { record } = seen;
		const lines = (record.items ?? []).map((each, index) => this.#line(at, each, index));
		const top = this.#head(account, seen, at);
		return {
			...top,
			...statedOr(record.totalCost, lines),
			revision: 0,
			lines,
			problems: [],
			mayNotApprove: null,
			behind: false,
			can: openSteps(this.#kind, top),
			version: versionOf(record),
			rejectedBecause: '',
			reasonGoes: rejectionField(account.profile, this.#kind.name) !== null,
			edit: null,
		};
	}

	#listedCopy(account: ActiveAccount, seen: SeenRecord, at: AtLocation): ListedDocument {
		if (this.#beside !== null) {
			const work = { queued: false, entered: null };
			const document = this.#document(account, seen, at);
			return this.#listing.ofDocument(
				this.#beside.head(account, document, { ...seen, ...work }, at),
			);
		}
		const { record } = seen;
		const { fields } = this.#kind.lines;
		const { items = [] } = record;
		const values = items.map((each) => named(fields, this.#lineIn(each, at.here), at.nameOf));
		const lines = items.map((each, index) =>
			this.#listedLine(at, each, index, values[index] ?? {}),
		);
		const top = this.#head(account, seen, at);
		return this.#listing.of({ ...top, ...statedOr(record.totalCost, lines) }, lines, values);
	}

	/** The list keeps these closures, so they hold little. */
	#listedLine(at: AtLocation, record: RecordLine, index: number, fields: Values): ListedLine {
		const { name, code, category } = at.itemName(record.itemId);
		const read = () => this.#line(at, record, index);
		return {
			lineId: record.id ?? String(index + 1),
			itemId: record.itemId,
			item: name,
			code,
			category,
			fields: this.#listing.kept(fields),
			get base() {
				// A getter, because few lines need it.
				return read().total;
			},
			cost: record.totalCost === undefined ? read().cost : decimalText(record.totalCost),
		};
	}
}

/** The location, because it decides a document's day. Documents need no check: their numbers never change. */
const referredBy = ({ head: fields, lines }: KnownKind): ReferredRecord[] => [
	'location',
	...Object.values({ ...fields, ...lines.fields }).flatMap((field) =>
		field.as === 'reference' && !isKindName(field.to) ? [field.to] : [],
	),
];

interface Quantity {
	readonly boxes: Box[];
	/** Base units; null if unreadable. */
	readonly total: string | null;
}

const quantities: Readonly<
	Record<QuantityForm, (record: RecordLine, amount: string, item: ItemView) => Quantity>
> = {
	/** A line without a unit is in base units. */
	'one unit'({ uomId }, quantity, { units }) {
		const unitId = uomId === undefined ? units.find(isBase)?.unitId : String(uomId);
		const box = boxOf({ unitId: unitId ?? '', quantity });
		const known = units.some((unit) => unit.unitId === unitId);
		return { boxes: [box], total: known ? toBase([box], units) : null };
	},
	'by unit'({ quantities: filled = [] }, quantity, { units }) {
		const inBase = { unitId: units.find(isBase)?.unitId ?? '', quantity };
		const parts = filled.length === 0 ? [inBase] : filled.map(partOf);
		return { boxes: parts.map(boxOf), total: decimalText(quantity) };
	},
};

const partOf = ({ uomId, quantity }: { uomId: number; quantity: string }): UnitQuantity => {
	return { unitId: String(uomId), quantity };
};

function boxOf({ unitId, quantity }: UnitQuantity) {
	const typed = decimalText(quantity);
	return { unitId, typed, quantity: typed };
}
