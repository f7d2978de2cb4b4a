// Service records in SQLite: one row each, as JSON in the default profile. That keeps every digit and undeclared
// fields.
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../shared/exact-json.ts';
import { id, text } from '../../shared/service/field.ts';
import { adminRecord } from '../../shared/service/admins.ts';
import { approvalMatrixRecord } from '../../shared/service/approval-matrix.ts';
import { businessStructureRecord } from '../../shared/service/business-structures.ts';
import { buyerRoleRecord } from '../../shared/service/buyer-roles.ts';
import { buyerUserRecord } from '../../shared/service/buyer-users.ts';
import { categoryPrefixRecord } from '../../shared/service/category-prefix.ts';
import { categoryRecord } from '../../shared/service/category.ts';
import { classRecord } from '../../shared/service/class.ts';
import { currencyRecord } from '../../shared/service/currency.ts';
import { widgetSettings } from '../../shared/service/dashboard.ts';
import { diningOption } from '../../shared/service/dining-option.ts';
import { entityPrefixRecord } from '../../shared/service/entity-prefix.ts';
import { itemRecord, stockChanges } from '../../shared/service/inventory-item.ts';
import { locationRecord } from '../../shared/service/location.ts';
import { marketPlaceAppRecord } from '../../shared/service/market-place-app.ts';
import { menuItemRecord } from '../../shared/service/menu-item.ts';
import { modifierGroupRecord } from '../../shared/service/modifier-group.ts';
import { modifierRecord } from '../../shared/service/modifier.ts';
import { prepItemRecord } from '../../shared/service/prep-item.ts';
import { productionRecord } from '../../shared/service/production.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import { purchaseOptionRecord } from '../../shared/service/purchase-option.ts';
import {
	purchaseOrderReceiving,
	purchaseOrderRecord,
} from '../../shared/service/purchase-order.ts';
import { purchaseRequestRecord } from '../../shared/service/purchase-request.ts';
import { reportRecord } from '../../shared/service/reports.ts';
import { requisitionQueueRecord } from '../../shared/service/requisition-queue.ts';
import { requisitionTemplateRecord } from '../../shared/service/requisition-template.ts';
import { returnOrderRecord } from '../../shared/service/return-order.ts';
import { addUserRole, roleRecord } from '../../shared/service/roles.ts';
import { saleRecord } from '../../shared/service/sales.ts';
import { sectionRecord } from '../../shared/service/section.ts';
import { storageAreaRecord } from '../../shared/service/storage-area.ts';
import { supplierRecord } from '../../shared/service/supplier.ts';
import { systemTaxSettingRecord } from '../../shared/service/system-tax-setting.ts';
import { transactionPrefixRecord } from '../../shared/service/transaction-prefix.ts';
import {
	fulfillTransferOut,
	receiveTransferIn,
	transferRecord,
} from '../../shared/service/transfer.ts';
import { wastageRecord } from '../../shared/service/wastage.ts';
import { wasteReasonRecord } from '../../shared/service/waste-reason.ts';
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
	/** Role assignments. */
	userRole: z.looseObject({ ...addUserRole.shape, id }),
	buyerRole: buyerRoleRecord,
	buyerUser: buyerUserRecord,
	approvalMatrix: approvalMatrixRecord,
	categoryPrefix: categoryPrefixRecord,
	entityPrefix: entityPrefixRecord,
	transactionPrefix: transactionPrefixRecord,
	/** By its type. */
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

/** Filter and search fields of a list, beside the record. */
export interface RecordIndex {
	readonly locationId?: string;
	readonly categoryId?: string | undefined;
	readonly search: readonly (string | undefined)[];
}

export interface Records {
	get<Kind extends RecordKind>(kind: Kind, id: string): RecordOf<Kind> | undefined;
	insert<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void;
	/** A record's location never changes; its search texts may. */
	update<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void;
	list<Kind extends RecordKind>(
		kind: Kind,
		filter: RecordFilter,
		page: Page,
		order: 'oldest-first' | 'newest-first',
	): { rows: RecordOf<Kind>[]; total: number };
	all<Kind extends RecordKind>(kind: Kind): RecordOf<Kind>[];
	remove(kind: RecordKind, id: string): void;
	/** Whether any other record contains this identifier. */
	isMentioned(kind: RecordKind, id: string): boolean;
	/** The next number of a series: `WST-0001`. */
	nextNumber(prefix: string, digits?: number): string;
	/** The coming number, without consuming it. */
	comingNumber(prefix: string, digits?: number): string;
	/** The next whole number of a series: `1`. */
	nextWhole(range: string): string;
}

/** All rows of a list. */
export const wholeList: Page = { offset: 0, limit: -1 };

export function openRecords(db: Sqlite): Records {
	const select = db.prepare<[string, string], { json: string }>(
		'SELECT json FROM record WHERE kind = ? AND id = ?',
	);
	const insert = db.prepare(
		`INSERT INTO record (kind, id, location_id, category_id, search, json)
		VALUES (?, ?, ?, ?, ?, ?)`,
	);
	const update = db.prepare('UPDATE record SET search = ?, json = ? WHERE kind = ? AND id = ?');
	const whereOf = (filter: RecordFilter): string =>
		whereAll([
			'kind = :kind',
			filter.locationId !== undefined && 'location_id = :locationId',
			filter.categoryId !== undefined && 'category_id = :categoryId',
			filter.search !== undefined && `search LIKE :pattern ESCAPE '\\'`,
		]);
	const listIn = (direction: 'ASC' | 'DESC') =>
		prepared((where) =>
			db.prepare<[object], { json: string }>(
				`SELECT json FROM record ${where} ORDER BY seq ${direction} LIMIT :limit OFFSET :offset`,
			),
		);
	const list = { 'oldest-first': listIn('ASC'), 'newest-first': listIn('DESC') };
	const count = prepared((where) =>
		db.prepare<[object], number>(`SELECT count(*) FROM record ${where}`).pluck(),
	);
	const nextNumber = db
		.prepare<[string], number>(
			`INSERT INTO number_range VALUES (?, 1)
			ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
		)
		.pluck();

	const lastNumber = db
		.prepare<[string], number>('SELECT last FROM number_range WHERE prefix = ?')
		.pluck();
	const remove = db.prepare('DELETE FROM record WHERE kind = ? AND id = ?');
	const mention = db
		.prepare<[string, string, string], number>(
			`SELECT 1 FROM record WHERE NOT (kind = ? AND id = ?) AND instr(json, ?) > 0 LIMIT 1`,
		)
		.pluck();
	const numberOf = (prefix: string, last: number, digits: number) =>
		`${prefix}-${String(last).padStart(digits, '0')}`;

	const toJson = (kind: RecordKind, record: unknown) =>
		stringifyExact(codecOf(recordSchemas[kind], defaultProfile).write(record));
	const fromJson = <Kind extends RecordKind>(kind: Kind, json: string) =>
		// Written by the same codec, so reading returns what was written.
		codecOf(recordSchemas[kind], defaultProfile).read(parseExact(json), '', []) as RecordOf<Kind>;

	const records: Records = {
		get(kind, id) {
			const row = select.get(kind, id);
			return row && fromJson(kind, row.json);
		},
		insert(kind, record, index) {
			insert.run(
				kind,
				record.id,
				index.locationId ?? null,
				index.categoryId ?? null,
				searchText(index),
				toJson(kind, record),
			);
		},
		update(kind, record, index) {
			update.run(searchText(index), toJson(kind, record), kind, record.id);
		},
		list(kind, filter, page, order) {
			const { locationId, categoryId, search } = filter;
			const pattern = search === undefined ? undefined : likePattern(search);
			const parameters = { kind, locationId, categoryId, pattern };
			const where = whereOf(filter);
			return {
				rows: list[order](where)
					.all({ ...parameters, ...page })
					.map((row) => fromJson(kind, row.json)),
				total: count(where).get(parameters) ?? 0,
			};
		},
		all: (kind) => records.list(kind, {}, wholeList, 'oldest-first').rows,
		nextWhole: (range) => String(nextNumber.get(range)),
		remove(kind, id) {
			remove.run(kind, id);
		},
		isMentioned: (kind, id) => mention.get(kind, id, JSON.stringify(id)) !== undefined,
		nextNumber: (prefix, digits = 4) => numberOf(prefix, nextNumber.get(prefix) ?? 0, digits),
		comingNumber: (prefix, digits = 4) =>
			numberOf(prefix, (lastNumber.get(prefix) ?? 0) + 1, digits),
	};
	return records;
}

const searchText = (index: RecordIndex): string => index.search.filter(Boolean).join('\n');

const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
