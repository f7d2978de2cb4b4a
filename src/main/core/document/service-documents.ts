// Turns the copies of one kind of document into documents for the screens and rows for its list.
import { z } from 'zod';
import type { Box, ItemView, Phase } from '../../../shared/bridge/values.ts';
import type { KnownKind } from '../../../shared/document/kinds.ts';
import type { ReferredRecord } from '../../../shared/document/kit.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { isBase, toBase } from '../../../shared/domain/unit.ts';
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
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { itemTables, type ItemName } from '../store/items.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { locationTable, type Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { copiesInPhases } from './copies-in-phases.ts';
import { businessDateAt, instantOf } from './dates.ts';
import { openSteps, rejectionField, versionOf } from './deciding.ts';
import { documentIdOf, serverIdOf } from './document-id.ts';
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
import { moveOf } from './move.ts';
import { referredNames } from './referred.ts';
import {
	Listing,
	type ListedDocument,
	type ListedLine,
	type ShownDocument,
	type ShownLine,
} from './shown-document.ts';

/** What every kind's record has; the declared fields stand beside it, and unknown ones are kept. */
const line = z.looseObject({
	id: id.optional(),
	itemId: id,
	uomId: integer.optional(),
	unitCost: decimal.optional(),
	totalCost: decimal.optional(),
});
type RecordLine = z.infer<typeof line>;

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

/** The parts of a location that all its documents share; items are looked up once each. */
interface AtLocation {
	readonly location: Location;
	readonly nameOf: NameOf;
	item(itemId: string): ItemName;
}

export class ServiceDocuments {
	readonly #kind: KnownKind;
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

	constructor(store: Store, kind: KnownKind) {
		const { head: fields, lines } = kind;
		this.#kind = kind;
		this.#records = cacheRecords(store.cache);
		this.#locations = locationTable(store.cache);
		this.#items = itemViews(store);
		this.#itemNames = itemTables(store.cache);
		this.#referred = referredNames(store);
		this.#keptRows = keptRows<ListedDocument>(store, kind.name, null, referredBy(kind));
		this.#schema = recordOf(kind);
		this.#headIn = recordReader(fields);
		this.#lineIn = recordReader(lines.fields);
		this.#listing = new Listing(kind);
	}

	/** Reads only copies that changed since the last call. */
	listed(account: ActiveAccount, locationId: string): ListedDocument[] {
		const at = this.#at(account, locationId);
		const rows = this.#keptRows(account, locationId, (copy) => {
			const row = this.#listedCopy(account, copy, at);
			return { row, otherId: null, itemIds: row.lines.map(({ itemId }) => itemId) };
		});
		return [...rows.values()].map(({ row }) => row);
	}

	/** @param also documents to include in any phase */
	listedIn(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[],
		also: readonly string[],
	): ListedDocument[] {
		const { name } = this.#kind;
		const at = this.#at(account, locationId);
		const inPhase = copiesInPhases(this.#records, account, name, locationId, phases);
		const wanted = also.flatMap(
			(documentId) =>
				this.#records.get(account.accountId, name, serverIdOf(name, documentId) ?? '') ?? [],
		);
		const copies = new Map([...inPhase, ...wanted].map((copy) => [copy.id, copy]));
		return readable([...copies.values()], (copy) => this.#listedCopy(account, copy, at)).filter(
			({ row }) => row.locationId === locationId,
		);
	}

	/** @param update a queued edit, to show instead of what it changes */
	document(
		account: ActiveAccount,
		serverId: string,
		update: Payload | null = null,
	): ShownDocument | null {
		const { accountId, profile } = account;
		const { name } = this.#kind;
		const copy = this.#records.get(accountId, name, serverId);
		if (copy === null) return null;
		const record = update === null ? this.#read(copy) : this.#withUpdate(this.#read(copy), update);
		const { nameOf } = this.#referred(accountId);
		const location = this.#locations.get(accountId, this.#placeOf(record));
		const lines = (record.items ?? []).map((each, index) =>
			this.#line(accountId, location, nameOf, each, index),
		);
		const top = this.#head(account, record, location, copy.fetchedAt, nameOf);
		return {
			...top,
			...statedOr(record.totalCost, lines),
			revision: 0,
			lines,
			problems: [],
			mayNotApprove: null,
			can: openSteps(this.#kind, top),
			version: versionOf(record),
			rejectedBecause: '',
			reasonGoes: rejectionField(profile, name) !== null,
			edit: null,
		};
	}

	record(accountId: string, serverId: string): DocumentRecord | null {
		const copy = this.#records.get(accountId, this.#kind.name, serverId);
		return copy && this.#read(copy);
	}

	#read({ json }: Pick<CachedRecord, 'json'>): DocumentRecord {
		return keptAs(this.#schema, json);
	}

	/** Applies a queued edit. Drops the stated total: we compute one until the service shows the edit. */
	#withUpdate(record: DocumentRecord, update: Payload): DocumentRecord {
		const blanked = Object.values(this.#kind.head).flatMap(({ edit, service }) =>
			edit === 'draft' && service !== null ? [service] : [],
		);
		const before = Object.entries(record).filter(([name]) => !blanked.includes(name));
		const { totalCost: _was, ...edited } = this.#schema.parse({
			...Object.fromEntries(before),
			...update,
		});
		return edited;
	}

	#dayOf(record: DocumentRecord): string | undefined {
		return dateTime.optional().parse(record[this.#kind.day]);
	}

	#placeOf(record: DocumentRecord): string {
		return id.parse(record[this.#kind.place]);
	}

	#at({ accountId }: ActiveAccount, locationId: string): AtLocation {
		const known = new Map<string, ItemName>();
		return {
			location: this.#locations.get(accountId, locationId),
			nameOf: this.#referred(accountId).nameOf,
			item: (itemId) => {
				const found = known.get(itemId) ??
					this.#itemNames.nameOf(accountId, itemId) ?? { code: '', name: itemId, category: '' };
				known.set(itemId, found);
				return found;
			},
		};
	}

	#head(
		{ profile }: ActiveAccount,
		record: DocumentRecord,
		location: Location,
		fetchedAt: number,
		nameOf: NameOf,
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
			locationId: this.#placeOf(record),
			businessDate: businessDateAt(
				location,
				instantOf([this.#dayOf(record), record.createdDate], fetchedAt),
			),
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

	#line(
		accountId: string,
		location: Location,
		nameOf: NameOf,
		record: RecordLine,
		index: number,
	): ShownLine {
		const { locationId, currency } = location;
		const item =
			this.#items.get(accountId, record.itemId, locationId) ?? unknownItem(record.itemId);
		const box = boxOf(record, item, this.#kind.lines.amount);
		const { unitId } = box;
		const known = item.units.some((unit) => unit.unitId === unitId);
		const total = known ? toBase([{ unitId, quantity: box.typed }], item.units) : null;
		const unitCost = record.unitCost ?? item.unitCost;
		return {
			lineId: record.id ?? String(index + 1),
			item,
			boxes: [box],
			total,
			cost:
				record.totalCost !== undefined
					? decimalText(record.totalCost)
					: total === null || unitCost === null
						? null
						: lineCost(total, unitCost, currency),
			fields: named(this.#kind.lines.fields, this.#lineIn(record, location), nameOf),
		};
	}

	#listedCopy(account: ActiveAccount, copy: CachedRecord, at: AtLocation): ListedDocument {
		const { location, nameOf } = at;
		const { fields } = this.#kind.lines;
		const record = this.#read(copy);
		const { items = [] } = record;
		const values = items.map((each) => named(fields, this.#lineIn(each, location), nameOf));
		const lines = items.map((each, index) =>
			this.#listedLine(account, at, each, index, values[index] ?? {}),
		);
		const top = this.#head(account, record, location, copy.fetchedAt, nameOf);
		return this.#listing.of({ ...top, ...statedOr(record.totalCost, lines) }, lines, values);
	}

	/** The list keeps what its closure uses, so it uses little. */
	#listedLine(
		{ accountId }: ActiveAccount,
		{ location, nameOf, item }: AtLocation,
		record: RecordLine,
		index: number,
		fields: Values,
	): ListedLine {
		const { name, code, category } = item(record.itemId);
		const read = () => this.#line(accountId, location, nameOf, record, index);
		return {
			lineId: record.id ?? String(index + 1),
			itemId: record.itemId,
			item: name,
			code,
			category,
			fields: this.#listing.kept(fields),
			get base() {
				// A getter, because few lines are asked for it.
				return read().total;
			},
			cost: record.totalCost === undefined ? read().cost : decimalText(record.totalCost),
		};
	}
}

/** A document's day depends on its location. */
const referredBy = ({ head: fields, lines }: KnownKind): ReferredRecord[] => [
	'location',
	...Object.values({ ...fields, ...lines.fields }).flatMap((field) =>
		field.as === 'reference' ? [field.to] : [],
	),
];

/** A line without a unit is in base units. */
function boxOf({ uomId, ...record }: RecordLine, { units }: ItemView, amount: string): Box {
	const unitId = uomId === undefined ? units.find(isBase)?.unitId : String(uomId);
	const typed = decimalText(decimal.parse(record[amount]));
	return { unitId: unitId ?? '', typed, quantity: typed };
}
