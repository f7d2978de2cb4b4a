// Service records in SQLite: one row each, as JSON in the default profile. That keeps every digit and undeclared
// fields.
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../shared/exact-json.ts';
import * as access from '../../shared/service/access.ts';
import * as catalogue from '../../shared/service/catalogue.ts';
import { id, text } from '../../shared/service/field.ts';
import * as inventoryItem from '../../shared/service/inventory-item.ts';
import * as marketPlaceApp from '../../shared/service/market-place-app.ts';
import * as menu from '../../shared/service/menu.ts';
import * as organisation from '../../shared/service/organisation.ts';
import * as prepItem from '../../shared/service/prep-item.ts';
import * as production from '../../shared/service/production.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import * as purchaseOrder from '../../shared/service/purchase-order.ts';
import * as purchasing from '../../shared/service/purchasing.ts';
import * as reports from '../../shared/service/reports.ts';
import * as returnOrder from '../../shared/service/return-order.ts';
import * as sales from '../../shared/service/sales.ts';
import * as transfer from '../../shared/service/transfer.ts';
import * as wastage from '../../shared/service/wastage.ts';
import { codecOf } from '../../shared/service/wire.ts';
import type { Sqlite } from './open.ts';
import { prepared, whereAll } from './where.ts';

/** A request kept as a numbered document, because it moved stock. */
const kept = <Shape extends z.ZodRawShape>(request: z.ZodObject<Shape>) =>
	z.looseObject({ ...request.shape, id, number: text });

const recordSchemas = {
	location: organisation.locationRecord,
	storageArea: organisation.storageAreaRecord,
	item: inventoryItem.itemRecord,
	wasteReason: wastage.wasteReasonRecord,
	supplier: purchasing.supplierRecord,
	wastage: wastage.wastageRecord,
	transferOut: transfer.transferRecord,
	transferIn: transfer.transferRecord,
	fulfilment: kept(transfer.fulfillTransferOut),
	receipt: kept(transfer.receiveTransferIn),
	stockChange: kept(inventoryItem.stockChanges),
	category: catalogue.categoryRecord,
	class: catalogue.classRecord,
	diningOption: menu.diningOption,
	modifier: menu.modifierRecord,
	modifierGroup: menu.modifierGroupRecord,
	menuItem: menu.menuItemRecord,
	prepItem: prepItem.prepItemRecord,
	purchaseOption: purchasing.purchaseOptionRecord,
	purchaseRequest: purchasing.purchaseRequestRecord,
	purchaseOrder: purchaseOrder.purchaseOrderRecord,
	purchaseReceiving: purchaseOrder.purchaseOrderReceiving,
	returnOrder: returnOrder.returnOrderRecord,
	requisitionTemplate: purchasing.requisitionTemplateRecord,
	requisitionQueue: purchasing.requisitionQueueRecord,
	production: production.productionRecord,
	sale: sales.saleRecord,
	section: organisation.sectionRecord,
	systemTaxSetting: organisation.systemTaxSettingRecord,
	currency: organisation.currencyRecord,
	businessStructure: organisation.businessStructureRecord,
	admin: organisation.adminRecord,
	role: access.roleRecord,
	userRole: z.looseObject({ ...access.addUserRole.shape, id }),
	buyerRole: access.buyerRoleRecord,
	buyerUser: access.buyerUserRecord,
	approvalMatrix: access.approvalMatrixRecord,
	categoryPrefix: catalogue.categoryPrefixes.prefix,
	entityPrefix: catalogue.entityPrefixes.prefix,
	transactionPrefix: catalogue.transactionPrefixes.prefix,
	widget: z.looseObject({ ...reports.widgetSettings.shape, id }),
	marketPlaceApp: marketPlaceApp.marketPlaceAppRecord,
	report: reports.reportRecord,
} as const;

/** The location under which a document between two is listed. */
const placeFields: { readonly [Kind in RecordKind]?: string } = {
	transferOut: 'fromLocationId',
	transferIn: 'toLocationId',
};

/** Found by a search in every kind of record that has them. */
const searchedFields = [
	'number',
	'code',
	'name',
	'description',
	'target',
	'prefix',
	'email',
	'documentType',
	'category',
	'templateName',
	'supplierItemCode',
	'invoiceNumber',
	'receiptNumber',
];

export type RecordKind = keyof typeof recordSchemas;
export const isRecordKind = (name: string): name is RecordKind =>
	Object.hasOwn(recordSchemas, name);
export type RecordOf<Kind extends RecordKind> = z.output<(typeof recordSchemas)[Kind]>;

export interface Page {
	readonly offset: number;
	readonly limit: number;
}

export interface RecordFilter {
	readonly locationId?: string | undefined;
	readonly categoryId?: string | undefined;
	/** A substring of the searched texts, ignoring Latin letter case. */
	readonly search?: string | undefined;
}

export const wholeList: Page = { offset: 0, limit: -1 };

export class Records {
	readonly #db: Sqlite;
	readonly #get;
	readonly #insert;
	readonly #update;
	readonly #list;
	readonly #count;
	readonly #nextNumber;

	constructor(db: Sqlite) {
		this.#db = db;
		this.#get = db
			.prepare<[string, string], string>('SELECT json FROM record WHERE kind = ? AND id = ?')
			.pluck();
		this.#insert = db.prepare(
			`INSERT INTO record (kind, id, location_id, category_id, search, json)
			VALUES (?, ?, ?, ?, ?, ?)`,
		);
		this.#update = db.prepare('UPDATE record SET search = ?, json = ? WHERE kind = ? AND id = ?');
		this.#list = prepared((whereInOrder) =>
			db
				.prepare<[object], string>(
					`SELECT json FROM record ${whereInOrder} LIMIT :limit OFFSET :offset`,
				)
				.pluck(),
		);
		this.#count = prepared((where) =>
			db.prepare<[object], number>(`SELECT count(*) FROM record ${where}`).pluck(),
		);
		this.#nextNumber = db
			.prepare<[string], number>(
				`INSERT INTO number_range VALUES (?, 1)
				ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
			)
			.pluck();
	}

	get<Kind extends RecordKind>(kind: Kind, id: string): RecordOf<Kind> | undefined {
		const json = this.#get.get(kind, id);
		return json === undefined ? undefined : fromJson(kind, json);
	}

	insert<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>): void {
		const fields: Readonly<Record<string, unknown>> = record;
		const places = [placeFields[kind] ?? 'locationId', 'categoryId'];
		const [locationId, categoryId] = places.map((field) => fields[field] ?? null);
		const json = toJson(kind, record);
		this.#insert.run(kind, record.id, locationId, categoryId, searchText(record), json);
	}

	/** A record's location never changes; its search texts may. */
	update<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>): void {
		this.#update.run(searchText(record), toJson(kind, record), kind, record.id);
	}

	list<Kind extends RecordKind>(
		kind: Kind,
		{ locationId, categoryId, search }: RecordFilter,
		page = wholeList,
		order: 'oldest-first' | 'newest-first' = 'oldest-first',
	): { rows: RecordOf<Kind>[]; total: number } {
		const pattern = search === undefined ? undefined : likePattern(search);
		const parameters = { kind, locationId, categoryId, pattern };
		const where = whereAll([
			'kind = :kind',
			locationId !== undefined && 'location_id = :locationId',
			categoryId !== undefined && 'category_id = :categoryId',
			search !== undefined && `search LIKE :pattern ESCAPE '\\'`,
		]);
		const rows = this.#list(`${where} ORDER BY seq ${order === 'oldest-first' ? 'ASC' : 'DESC'}`)
			.all({ ...parameters, ...page })
			.map((json) => fromJson(kind, json));
		return { rows, total: this.#count(where).get(parameters) ?? 0 };
	}

	all<Kind extends RecordKind>(kind: Kind): RecordOf<Kind>[] {
		return this.list(kind, {}).rows;
	}

	remove(kind: RecordKind, id: string): void {
		this.#db.prepare('DELETE FROM record WHERE kind = ? AND id = ?').run(kind, id);
	}

	isMentioned(kind: RecordKind, id: string): boolean {
		const mention = this.#db.prepare(
			'SELECT 1 FROM record WHERE NOT (kind = ? AND id = ?) AND instr(json, ?) > 0 LIMIT 1',
		);
		return mention.get(kind, id, JSON.stringify(id)) !== undefined;
	}

	nextNumber(prefix: string, digits = 4): string {
		return numberOf(prefix, this.#nextNumber.get(prefix) ?? 0, digits);
	}

	comingNumber(prefix: string, digits = 4): string {
		const last = this.#db
			.prepare<[string], number>('SELECT last FROM number_range WHERE prefix = ?')
			.pluck();
		return numberOf(prefix, (last.get(prefix) ?? 0) + 1, digits);
	}

	nextWhole(range: string): string {
		return String(this.#nextNumber.get(range));
	}
}

const toJson = (kind: RecordKind, record: unknown): string =>
	stringifyExact(codecOf(recordSchemas[kind], defaultProfile).write(record));

const fromJson = <Kind extends RecordKind>(kind: Kind, json: string) =>
	// Written by the same codec, so reading returns what was written.
	codecOf(recordSchemas[kind], defaultProfile).read(parseExact(json), '', []) as RecordOf<Kind>;

const numberOf = (prefix: string, last: number, digits: number): string =>
	`${prefix}-${String(last).padStart(digits, '0')}`;

function searchText(record: Readonly<Record<string, unknown>>): string {
	const { barcodes = [] } = record as { barcodes?: readonly { barcode: string }[] };
	const texts = searchedFields.map((field) => record[field]);
	return [...texts, ...barcodes.map((each) => each.barcode)]
		.filter((each) => typeof each === 'string')
		.join('\n');
}

const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
