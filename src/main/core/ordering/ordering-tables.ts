// A location's tables of ordering: stored rows, and typed, pasted or imported text read into cells.
import { z } from 'zod';
import type { OrderingRowRead, OrderingRowShown } from '../../../shared/bridge/ordering.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import {
	isKeyOf,
	orderingKey,
	orderingTable,
	type AnyOrderingRow,
	type OrderingRow,
	type OrderingTableName,
} from '../../../shared/ordering/tables.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { referredNames } from '../document/referred.ts';
import { itemTables } from '../store/items.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { orderingRows } from '../store/ordering-rows.ts';
import { stockTable } from '../store/stock.ts';
import { cellReader, itemsNamed, type CellProblem, type Named } from './cells.ts';

export const orderingCells = z.record(z.string(), z.string().nullable());

type TypedRow = Readonly<Record<string, string>>;

export interface Writing {
	readonly locationId: string;
	readonly table: OrderingTableName;
	readonly locale: string;
	readonly rows: readonly TypedRow[];
}

export class OrderingTables {
	readonly #context: CoreContext;
	readonly #rows;
	readonly #stock;
	readonly #items;
	readonly #itemNames;
	readonly #referred;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#rows = orderingRows(store.durable);
		this.#stock = stockTable(store.cache);
		this.#items = itemViews(store);
		this.#itemNames = itemTables(store.cache);
		this.#referred = referredNames(store);
	}

	all<Name extends OrderingTableName>(
		accountId: string,
		locationId: string,
		table: Name,
	): OrderingRow<Name>[] {
		// Every cell is there: `#keep` writes them all.
		return this.#kept(accountId, locationId, table) as OrderingRow<Name>[];
	}

	/** A table with one key also has a blank row for everything that could be filled in. */
	list(account: ActiveAccount, locationId: string, table: OrderingTableName): OrderingRowShown[] {
		const named = this.#named(account, locationId);
		const kept = this.#kept(account.accountId, locationId, table);
		const known = new Set(kept.map((row) => orderingKey(table, row)));
		const blank = this.#possible(account, locationId, table).filter(
			(row) => !known.has(orderingKey(table, row)),
		);
		const { key, cells } = orderingTable(table);
		const inOrder = nameOrder(anyLanguage);
		const sortedBy = ({ cells: values, names }: OrderingRowShown): string[] =>
			key.map((field) =>
				cells[field]?.as === 'weekday' ? (values[field] ?? '') : (names[field] ?? ''),
			);
		return [...kept, ...blank]
			.map((row) => ({
				key: orderingKey(table, row),
				cells: row,
				names: namesOf(table, row, named),
			}))
			.map((row) => ({ row, by: sortedBy(row) }))
			.sort((a, b) => {
				const at = a.by.findIndex((word, place) => word !== b.by[place]);
				return at === -1 ? 0 : inOrder(a.by[at] ?? '', b.by[at] ?? '');
			})
			.map(({ row }) => row);
	}

	/** Reads typed rows without saving them. */
	check(account: ActiveAccount, { locationId, table, locale, rows }: Writing): OrderingRowRead[] {
		const { accountId } = account;
		const named = this.#named(account, locationId);
		const read = cellReader(named, locale);
		const before = new Map(
			this.#kept(accountId, locationId, table).map((row) => [orderingKey(table, row), row]),
		);
		return rows.map((typed) => {
			const found = this.#readRow(table, typed, read, (key) => before.get(key) ?? null);
			return { ...found, names: namesOf(table, found.cells, named) };
		});
	}

	/** Saves the rows without a problem. */
	save(account: ActiveAccount, writing: Writing): OrderingRowRead[] {
		const { locationId, table } = writing;
		const rows = this.check(account, writing);
		const { store } = this.#context;
		store.durable
			.transaction(() => {
				for (const { key, cells, changed, problems } of rows) {
					if (key === null || problems.length > 0 || changed.length === 0) continue;
					this.#keep(account, locationId, table, key, cells);
				}
			})
			.immediate();
		return rows;
	}

	#keep(
		{ accountId }: ActiveAccount,
		locationId: string,
		table: OrderingTableName,
		key: string,
		cells: AnyOrderingRow,
	): void {
		const { ports, settings } = this.#context;
		this.#rows.put({
			account_id: accountId,
			location_id: locationId,
			table_name: table,
			key,
			cells: isBlank(table, cells) ? null : JSON.stringify(cells),
			changed_at: ports.clock.now(),
			changed_by: settings().person,
		});
	}

	#kept(accountId: string, locationId: string, table: OrderingTableName): AnyOrderingRow[] {
		const blank = Object.fromEntries(
			Object.keys(orderingTable(table).cells).map((field) => [field, null]),
		);
		return readable(this.#rows.of(accountId, locationId, table), ({ cells }) => ({
			...blank,
			...keptAs(orderingCells, cells),
		}));
	}

	#possible(
		{ accountId }: ActiveAccount,
		locationId: string,
		table: OrderingTableName,
	): AnyOrderingRow[] {
		const { key, cells } = orderingTable(table);
		const [field = '', another] = key;
		if (another !== undefined) return [];
		const ids =
			cells[field]?.as === 'item'
				? this.#stock.atLocation(accountId, locationId).map(({ itemId }) => itemId)
				: [...this.#referred(accountId).all('supplier').keys()];
		const blank = Object.fromEntries(Object.keys(cells).map((name) => [name, null]));
		return [...new Set(ids)].map((id) => ({ ...blank, [field]: id }));
	}

	#readRow(
		table: OrderingTableName,
		typed: TypedRow,
		read: ReturnType<typeof cellReader>,
		beforeOf: (key: string) => AnyOrderingRow | null,
	): Omit<OrderingRowRead, 'names'> {
		const { key: keys, cells: declared } = orderingTable(table);
		const cells: Record<string, string | null> = {};
		const problems: CellProblem[] = [];
		const take = (field: string, before: string | null) => {
			const cell = declared[field];
			const text = typed[field];
			if (cell === undefined) return;
			if (text === undefined) {
				cells[field] = before;
				return;
			}
			const found = read(cell, text, cells['itemId'] ?? null);
			cells[field] = found.value;
			if (found.problem !== null) problems.push({ field, ...found.problem });
		};
		for (const field of keys) take(field, null);
		for (const field of keys) {
			if ((cells[field] ?? null) === null && !problems.some((each) => each.field === field))
				problems.push({ field, code: 'missing' });
		}
		const key = problems.length > 0 ? null : orderingKey(table, cells);
		const before = key === null ? null : beforeOf(key);
		for (const field of Object.keys(declared)) {
			if (!isKeyOf(table, field)) take(field, before?.[field] ?? null);
		}
		if (!isBlank(table, cells)) {
			if ('unitId' in declared) cells['unitId'] ??= read.baseUnit(cells['itemId'] ?? null);
			problems.push(...problemsOf(cells));
		}
		const changed = Object.keys(declared).filter(
			(field) => !isKeyOf(table, field) && (cells[field] ?? null) !== (before?.[field] ?? null),
		);
		return { key, cells, before, changed, problems };
	}

	#named({ accountId }: ActiveAccount, locationId: string): Named {
		const item = this.#items.at(accountId, locationId);
		return {
			item,
			items: itemsNamed(this.#itemNames, accountId),
			suppliers: this.#referred(accountId).all('supplier'),
		};
	}
}

const namesOf = (
	table: OrderingTableName,
	row: AnyOrderingRow,
	{ item, suppliers }: Named,
): Record<string, string> => {
	const names: Record<string, string> = {};
	const { itemId = null, supplierId = null, unitId = null } = row;
	const found = itemId === null ? null : item(itemId);
	if (itemId !== null) {
		names['itemId'] = found?.name ?? itemId;
		names['code'] = found?.code ?? '';
	}
	if (supplierId !== null) names['supplierId'] = suppliers.get(supplierId) ?? supplierId;
	if (unitId !== null && 'unitId' in orderingTable(table).cells) {
		names['unitId'] = found?.units.find((unit) => unit.unitId === unitId)?.name ?? unitId;
	}
	return names;
};

/** A unit alone says nothing. */
const isBlank = (table: OrderingTableName, cells: AnyOrderingRow): boolean =>
	Object.entries(cells).every(
		([field, value]) => isKeyOf(table, field) || field === 'unitId' || value === null,
	);

function problemsOf({ par = null, minimum = null }: AnyOrderingRow): CellProblem[] {
	return par !== null && minimum !== null && compare(minimum, par) > 0
		? [{ field: 'minimum', code: 'above-par' }]
		: [];
}
