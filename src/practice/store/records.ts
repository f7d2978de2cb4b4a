// Service records in SQLite: one row each, as JSON in the default profile. That keeps every digit and undeclared
// fields.
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../shared/exact-json.ts';
import {
	addUserRole,
	approvalMatrixRecord,
	buyerRoleRecord,
	buyerUserRecord,
	roleRecord,
} from '../../shared/service/access.ts';
import {
	categoryPrefixes,
	categoryRecord,
	classRecord,
	entityPrefixes,
	transactionPrefixes,
} from '../../shared/service/catalogue.ts';
import { id, text } from '../../shared/service/field.ts';
import { itemRecord, stockChanges } from '../../shared/service/inventory-item.ts';
import { marketPlaceAppRecord } from '../../shared/service/market-place-app.ts';
import {
	diningOption,
	menuItemRecord,
	modifierGroupRecord,
	modifierRecord,
} from '../../shared/service/menu.ts';
import {
	adminRecord,
	businessStructureRecord,
	currencyRecord,
	locationRecord,
	sectionRecord,
	storageAreaRecord,
	systemTaxSettingRecord,
} from '../../shared/service/organisation.ts';
import { prepItemRecord } from '../../shared/service/prep-item.ts';
import { productionRecord } from '../../shared/service/production.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import {
	purchaseOrderReceiving,
	purchaseOrderRecord,
} from '../../shared/service/purchase-order.ts';
import {
	purchaseOptionRecord,
	purchaseRequestRecord,
	requisitionQueueRecord,
	requisitionTemplateRecord,
	supplierRecord,
} from '../../shared/service/purchasing.ts';
import { reportRecord, widgetSettings } from '../../shared/service/reports.ts';
import { returnOrderRecord } from '../../shared/service/return-order.ts';
import { saleRecord } from '../../shared/service/sales.ts';
import {
	fulfillTransferOut,
	receiveTransferIn,
	transferRecord,
} from '../../shared/service/transfer.ts';
import { wastageRecord, wasteReasonRecord } from '../../shared/service/wastage.ts';
import { codecOf } from '../../shared/service/wire.ts';
import type { Sqlite } from './open.ts';
import { prepared, whereAll } from './where.ts';

/** A request kept as a numbered document, because it moved stock. */
const kept = <Shape extends z.ZodRawShape>(request: z.ZodObject<Shape>) =>
	z.looseObject({ ...request.shape, id, number: text });

const recordSchemas = {
	location: locationRecord,
	storageArea: storageAreaRecord,
	item: itemRecord,
	wasteReason: wasteReasonRecord,
	supplier: supplierRecord,
	wastage: wastageRecord,
	transferOut: transferRecord,
	transferIn: transferRecord,
	fulfilment: kept(fulfillTransferOut),
	receipt: kept(receiveTransferIn),
	stockChange: kept(stockChanges),
	category: categoryRecord,
	class: classRecord,
	diningOption,
	modifier: modifierRecord,
	modifierGroup: modifierGroupRecord,
	menuItem: menuItemRecord,
	prepItem: prepItemRecord,
	purchaseOption: purchaseOptionRecord,
	purchaseRequest: purchaseRequestRecord,
	purchaseOrder: purchaseOrderRecord,
	purchaseReceiving: purchaseOrderReceiving,
	returnOrder: returnOrderRecord,
	requisitionTemplate: requisitionTemplateRecord,
	requisitionQueue: requisitionQueueRecord,
	production: productionRecord,
	sale: saleRecord,
	section: sectionRecord,
	tax: systemTaxSettingRecord,
	currency: currencyRecord,
	businessStructure: businessStructureRecord,
	admin: adminRecord,
	role: roleRecord,
	userRole: z.looseObject({ ...addUserRole.shape, id }),
	buyerRole: buyerRoleRecord,
	buyerUser: buyerUserRecord,
	approvalMatrix: approvalMatrixRecord,
	categoryPrefix: categoryPrefixes.prefix,
	entityPrefix: entityPrefixes.prefix,
	transactionPrefix: transactionPrefixes.prefix,
	widget: z.looseObject({ ...widgetSettings.shape, id }),
	marketPlaceApp: marketPlaceAppRecord,
	report: reportRecord,
} as const;

export type RecordKind = keyof typeof recordSchemas;
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

export interface RecordIndex {
	readonly locationId?: string;
	readonly categoryId?: string | undefined;
	readonly search: readonly (string | undefined)[];
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

	insert<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void {
		const { locationId = null, categoryId = null } = index;
		const json = toJson(kind, record);
		this.#insert.run(kind, record.id, locationId, categoryId, searchText(index), json);
	}

	/** A record's location never changes; its search texts may. */
	update<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void {
		this.#update.run(searchText(index), toJson(kind, record), kind, record.id);
	}

	list<Kind extends RecordKind>(
		kind: Kind,
		{ locationId, categoryId, search }: RecordFilter,
		page: Page,
		order: 'oldest-first' | 'newest-first',
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
		return this.list(kind, {}, wholeList, 'oldest-first').rows;
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

const searchText = (index: RecordIndex): string => index.search.filter(Boolean).join('\n');

const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
