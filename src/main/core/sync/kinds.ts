// The kinds of copies: how to read and save each list, and which screens show it. For a new kind, add its name to
// PullKind, a line here, and one in lists.ts, which decides when it is fetched.
import { z } from 'zod';
import { byKind, kinds, type KindName } from '../../../shared/document/kinds.ts';
import type { Area } from '../../../shared/document/stored.ts';
import type { CurrentStockRecord, ItemRecord } from '../../../shared/service/inventory-item.ts';
import { receiptsList } from '../../../shared/service/purchase-order.ts';
import { identityOf } from '../../../shared/record/record-kit.ts';
import { recordTypeNames, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import type { ListReader, ServiceApi } from '../api/service-api.ts';
import type { ReadResult } from '../api/verdict.ts';
import type { CacheRecords, NewRecord, RecordKind } from '../store/cache-records.ts';
import type { itemTables } from '../store/items.ts';
import { keptOr } from '../store/kept-json.ts';
import { EVERYWHERE, type PullKind } from '../store/pulls.ts';
import type { StockPlace, stockTable } from '../store/stock.ts';
import { keepList, type Kept, type KeepingOptions } from './keeping.ts';
import { keptItem, keptRecord, keptStock } from './rows.ts';

export interface Copies {
	api: ServiceApi;
	records: CacheRecords;
	items: ReturnType<typeof itemTables>;
	stock: ReturnType<typeof stockTable>;
}

export interface KeptList extends Kept {
	others?: ReadonlySet<string>;
}

interface Kind {
	/** Reads and saves the list. @param locationId empty if the kind is not fetched per location */
	keep(copies: Copies, locationId: string, options: KeepingOptions): Promise<KeptList>;
	count: ((copies: Copies, accountId: string) => number) | null;
	area?: Area;
}

/** When a copy was read. An unchanged copy that was read by itself is as new as that read. */
interface Read {
	readonly readNo: number;
	readonly at: number;
	readonly touch: boolean;
}

interface OneKind extends Kind {
	/** Reads one. @returns how to save it, and whether that wrote anything */
	readOne(
		api: ServiceApi,
		id: string,
	): Promise<ReadResult<(copies: Copies, accountId: string, read: Read) => boolean>>;
}

const savedAs =
	(kind: RecordKind, record: NewRecord) =>
	({ records }: Copies, accountId: string, read: Read): boolean =>
		records.put(accountId, kind, record, read);

const anyRow = z.record(z.string(), z.unknown());
const withId = z.looseObject({ id: z.string() });
const ownId = (row: unknown): string | null => withId.safeParse(row).data?.id ?? null;

/** Receipts of orders are a list of the orders. */
const listOf = (kind: RecordKind) =>
	kind === 'receiving' ? receiptsList : (`${kind}.list` as const);

/**
 * @param locationField that of the record's location; null if it has none
 * @param idOf for a list of records without an `id`
 */
const recordKind = (
	kind: RecordKind,
	locationField: string | null = null,
	idOf: (row: object) => string | null = ownId,
): Kind => ({
	keep: ({ api, records }, _locationId, options) =>
		keepList(
			{
				kind,
				locationId: EVERYWHERE,
				read: (reader: ListReader<object>) => api.readAll(listOf(kind), {}, reader),
				keep: (row, readNo) =>
					records.put(
						options.accountId,
						kind,
						keptRecord({ ...row, id: idOf(row) ?? '' }, locationField),
						{ readNo, at: options.clock.now(), touch: false },
					),
				keyOf: idOf,
				keyOfPart: (row) => {
					const part = anyRow.safeParse(row);
					return part.success ? idOf(part.data) : null;
				},
				keysAfter: (key, limit) => records.idsAfter(options.accountId, kind, key, limit),
				remove: (key, readNo) => records.remove(options.accountId, kind, key, readNo),
			},
			options,
		),
	count: ({ records }, accountId) => records.count(accountId, kind),
});

const documentKind = (kind: KindName): OneKind => {
	const { area, place } = kinds[kind];
	return {
		...recordKind(kind, place),
		area,
		async readOne(api, id) {
			const one = await api.read(`${kind}.get`, { path: { id } });
			return one.ok ? { ...one, value: savedAs(kind, keptRecord(one.value, place)) } : one;
		},
	};
};

/** Nobody counts an inactive item: it is found in the list of records alone. @returns whether a row was written */
function saveItem({ items, records }: Copies, accountId: string, row: ItemRecord, read: Read) {
	const { id } = row;
	const { readNo, at, touch } = read;
	if (row.isActive !== false) {
		const moved = records.remove(accountId, inventoryItem, id, readNo);
		return items.put(accountId, keptItem(row), readNo, at, touch) || moved;
	}
	const moved = items.remove(accountId, id, readNo);
	return records.put(accountId, inventoryItem, keptRecord(row, null), read) || moved;
}

const inventoryItem = 'inventoryItem';

const item: OneKind = {
	area: 'record',
	keep: (copies, _locationId, options) => {
		const { items, records } = copies;
		const { accountId } = options;
		return keepList<ItemRecord>(
			{
				kind: inventoryItem,
				locationId: EVERYWHERE,
				read: (reader) => copies.api.readAll('inventoryItem.list', {}, reader),
				keep: (row, readNo) =>
					saveItem(copies, accountId, row, { readNo, at: options.clock.now(), touch: false }),
				keyOf: (row) => row.id,
				keyOfPart: ownId,
				keysAfter: (key, limit) =>
					[
						...items.idsAfter(accountId, key, limit),
						...records.idsAfter(accountId, inventoryItem, key, limit),
					]
						.sort((a, b) => (a < b ? -1 : 1))
						.slice(0, limit),
				remove: (key, readNo) =>
					items.remove(accountId, key, readNo) ||
					records.remove(accountId, inventoryItem, key, readNo),
				tidy: () => items.mergeText(),
			},
			options,
		);
	},
	async readOne(api, id) {
		const one = await api.read('inventoryItem.get', { path: { id } });
		if (!one.ok) return one;
		const row = one.value;
		return { ...one, value: (copies, accountId, read) => saveItem(copies, accountId, row, read) };
	},
	count: ({ items }, accountId) => items.count(accountId),
};

const stock: Kind = {
	async keep({ api, stock: rows }, locationId, options) {
		const { accountId } = options;
		const others = new Set<string>();
		/** The service may ignore the filter: rows of another location belong to another list. */
		const keyOf = ({ storageAreaId: areaId, itemId, shelf = '', ...row }: ListedStock) =>
			row.locationId === locationId ? stockKey({ areaId, itemId, shelf }) : null;
		const kept = await keepList<CurrentStockRecord>(
			{
				kind: 'stock',
				locationId,
				read: (reader) =>
					api.readAll('inventoryItem.currentStock', { query: { locationId } }, reader),
				keep(row, readNo) {
					const written = rows.put(accountId, keptStock(row), readNo);
					if (written && row.locationId !== locationId) others.add(row.locationId);
					return written;
				},
				keyOf,
				keyOfPart(row) {
					const read = stockPlace.safeParse(row);
					return read.success ? keyOf(read.data) : null;
				},
				keysAfter: (key, limit) =>
					rows.keysAfter(accountId, locationId, stockKeyParts(key), limit).map(stockKey),
				remove: (key, readNo) => rows.remove(accountId, locationId, stockKeyParts(key), readNo),
			},
			options,
		);
		return { ...kept, others };
	},
	count: null,
};

const documentKinds = byKind(documentKind);

const recordKinds = Object.fromEntries(
	recordTypeNames.map((name): [string, OneKind] => {
		const type = typeNamed(name);
		const locationField = 'locationId' in type.fields ? 'locationId' : null;
		const idOf = (row: object) => identityOf(type, anyRow.parse(row));
		const kind: OneKind = {
			...recordKind(name, locationField, idOf),
			area: 'record',
			async readOne(api, id) {
				const [field = 'id'] = type.identity ?? [];
				const one = await api.readByName(`${name}.get`, { path: { [field]: id } });
				if (!one.ok) return one;
				const record = keptRecord({ ...anyRow.parse(one.value), id }, locationField);
				return { ...one, value: savedAs(name, record) };
			},
		};
		return [name, name === inventoryItem ? item : kind];
	}),
	// Each type is under its own name.
) as Record<RecordTypeName, OneKind>;

/** Kinds that are also read one by one. */
export const readAlone: Readonly<Record<KindName | RecordTypeName, OneKind>> = {
	...documentKinds,
	...recordKinds,
};

const otherKinds = {
	location: recordKind('location'),
	storageArea: recordKind('storageArea', 'locationId'),
	class: recordKind('class'),
	category: recordKind('category'),
	prepItem: recordKind('prepItem'),
	menuItem: recordKind('menuItem'),
	stock,
	production: recordKind('production', 'locationId'),
	/** What came against purchase orders, with the prices paid. */
	receiving: recordKind('receiving', 'locationId'),
	requisitionTemplate: recordKind('requisitionTemplate'),
};

/** A record type that is also among the others is read as declared. */
export const kindTable: Readonly<Record<PullKind, Kind>> = { ...otherKinds, ...readAlone };

const stockPlace = z.object({
	locationId: z.string(),
	storageAreaId: z.string(),
	itemId: z.string(),
	shelf: z.string().optional(),
});
type ListedStock = z.infer<typeof stockPlace>;
const stockKey = ({ areaId, itemId, shelf }: StockPlace): string =>
	JSON.stringify([areaId, itemId, shelf]);

function stockKeyParts(key: string): StockPlace {
	const [areaId = '', itemId = '', shelf = ''] =
		key === '' ? [] : keptOr(z.array(z.string()), key, []);
	return { areaId, itemId, shelf };
}
