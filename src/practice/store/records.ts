// Records of the service in SQLite: one row each, as the JSON that the service shows under the default profile. That
// keeps the digits of every number and the fields nobody declared.
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../shared/exact-json.ts';
import { id, text } from '../../shared/service/field.ts';
import { itemRecord, stockChanges } from '../../shared/service/inventory-item.ts';
import { locationRecord } from '../../shared/service/location.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import { storageAreaRecord } from '../../shared/service/storage-area.ts';
import { supplierRecord } from '../../shared/service/supplier.ts';
import {
	fulfillTransferOut,
	receiveTransferIn,
	transferRecord,
} from '../../shared/service/transfer.ts';
import { wastageRecord } from '../../shared/service/wastage.ts';
import { wasteReasonRecord } from '../../shared/service/waste-reason.ts';
import { codecOf } from '../../shared/service/wire.ts';
import type { Sqlite } from './open.ts';

/** A request that is kept as a document of its own, numbered, because stock moved by it. */
const kept = <Shape extends z.ZodRawShape>(request: z.ZodObject<Shape>) =>
	z.looseObject({ ...request.shape, id, number: text });

export const recordSchemas = {
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
	/** Found anywhere in the searched texts, whatever the case of Latin letters. */
	readonly search?: string | undefined;
}

/** What a list filters and searches by, beside the record itself. */
export interface RecordIndex {
	readonly locationId?: string;
	readonly categoryId?: string | undefined;
	readonly search: readonly (string | undefined)[];
}

export interface Records {
	get<Kind extends RecordKind>(kind: Kind, id: string): RecordOf<Kind> | undefined;
	insert<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void;
	/** The location of a record never changes; what is searched may. */
	update<Kind extends RecordKind>(kind: Kind, record: RecordOf<Kind>, index: RecordIndex): void;
	list<Kind extends RecordKind>(
		kind: Kind,
		filter: RecordFilter,
		page: Page,
		order: 'oldest-first' | 'newest-first',
	): { rows: RecordOf<Kind>[]; total: number };
	all<Kind extends RecordKind>(kind: Kind): RecordOf<Kind>[];
	/** The next number of a range: `WST-0001`. */
	nextNumber(prefix: string): string;
	/** The next whole number of a range: `1`. */
	nextWhole(range: string): string;
}

const everything = { offset: 0, limit: -1 };

export function openRecords(db: Sqlite): Records {
	const where = `kind = :kind
		AND (:locationId IS NULL OR location_id = :locationId)
		AND (:categoryId IS NULL OR category_id = :categoryId)
		AND (:pattern IS NULL OR search LIKE :pattern ESCAPE '\\')`;
	const select = db.prepare<[string, string], { json: string }>(
		'SELECT json FROM record WHERE kind = ? AND id = ?',
	);
	const insert = db.prepare(
		`INSERT INTO record (kind, id, location_id, category_id, search, json)
		VALUES (?, ?, ?, ?, ?, ?)`,
	);
	const update = db.prepare('UPDATE record SET search = ?, json = ? WHERE kind = ? AND id = ?');
	const list = {
		'oldest-first': db.prepare<[object], { json: string }>(
			`SELECT json FROM record WHERE ${where} ORDER BY seq LIMIT :limit OFFSET :offset`,
		),
		'newest-first': db.prepare<[object], { json: string }>(
			`SELECT json FROM record WHERE ${where} ORDER BY seq DESC LIMIT :limit OFFSET :offset`,
		),
	};
	const count = db.prepare<[object], number>(`SELECT count(*) FROM record WHERE ${where}`).pluck();
	const nextNumber = db
		.prepare<[string], number>(
			`INSERT INTO number_range VALUES (?, 1)
			ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
		)
		.pluck();

	const toJson = (kind: RecordKind, record: unknown) =>
		stringifyExact(codecOf(recordSchemas[kind], defaultProfile).write(record));
	const fromJson = <Kind extends RecordKind>(kind: Kind, json: string) =>
		// Written by the same codec, so it reads as what was written.
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
			const parameters = {
				kind,
				locationId: filter.locationId ?? null,
				categoryId: filter.categoryId ?? null,
				pattern: filter.search === undefined ? null : likePattern(filter.search),
			};
			return {
				rows: list[order].all({ ...parameters, ...page }).map((row) => fromJson(kind, row.json)),
				total: count.get(parameters) ?? 0,
			};
		},
		all: (kind) => records.list(kind, {}, everything, 'oldest-first').rows,
		nextWhole: (range) => String(nextNumber.get(range)),
		nextNumber(prefix) {
			return `${prefix}-${String(nextNumber.get(prefix)).padStart(4, '0')}`;
		},
	};
	return records;
}

const searchText = (index: RecordIndex): string => index.search.filter(Boolean).join('\n');

const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
