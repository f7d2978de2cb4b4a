// The append-only stock ledger. Stock is the sum of movements, updated in the same transaction.
import {
	add,
	compare,
	divide,
	isNegative,
	isZero,
	multiply,
	sum,
} from '../../shared/domain/decimal.ts';
import type { CurrentStockRecord } from '../../shared/service/inventory-item.ts';
import type { Sqlite } from './open.ts';
import { prepared, whereAll } from './where.ts';
import type { Page } from './records.ts';

export type MovementKind =
	| 'opening'
	| 'wastage'
	| 'transfer-out'
	| 'transfer-in'
	| 'transfer-returned'
	| 'count'
	| 'count-undone'
	| 'purchase'
	| 'return'
	| 'production'
	| 'sale';

interface StockPlace {
	readonly locationId: string;
	readonly storageAreaId: string;
	readonly itemId: string;
}

export interface Movement extends StockPlace {
	readonly at: number;
	/** Base units, negative for outgoing stock. */
	readonly quantity: string;
	/** Per base unit, in the location's currency. */
	readonly unitCost: string;
	readonly kind: MovementKind;
	readonly documentId: string | null;
	readonly description?: string | undefined;
}

export interface LedgerDifference extends StockPlace {
	readonly stock: string;
	readonly movements: string;
}

interface StockFilter {
	readonly locationId?: string | undefined;
	readonly itemId?: string | undefined;
	readonly ofKind?: 'item' | 'prepItem';
}

interface MovementFilter {
	readonly documentId?: string;
	readonly kind?: MovementKind;
	readonly locationId?: string | undefined;
	readonly itemId?: string;
	readonly storageAreaId?: string;
	/** Epoch ms: from (inclusive), before (exclusive). */
	readonly from?: number;
	readonly to?: number;
}

interface StockRow extends StockPlace {
	readonly shelf: string;
	readonly sequence: number;
	readonly quantity: string;
	readonly unitCost: string | null;
}

/** Rows are read under our names. */
const placeColumns =
	'location_id AS locationId, storage_area_id AS storageAreaId, item_id AS itemId';

const COST_PLACES = 4;

export class Ledger {
	readonly #insertPlace;
	readonly #insertMovement;
	readonly #quantityAt;
	readonly #setQuantity;
	readonly #firstPlace;
	readonly #quantitiesAt;
	readonly #averageCost;
	readonly #setAverageCost;
	readonly #list;
	readonly #count;
	readonly #movements;

	constructor(db: Sqlite) {
		this.#insertPlace = db.prepare(
			`INSERT INTO stock
			VALUES (:locationId, :storageAreaId, :itemId, :areaSequence, :shelf, :sequence, '0')`,
		);
		this.#insertMovement = db.prepare(
			`INSERT INTO movement (at, location_id, storage_area_id, item_id, quantity, unit_cost, kind, document_id, description)
			VALUES (:at, :locationId, :storageAreaId, :itemId, :quantity, :unitCost, :kind, :documentId, :description)`,
		);
		this.#quantityAt = db
			.prepare<[string, string, string], string>(
				'SELECT quantity FROM stock WHERE location_id = ? AND storage_area_id = ? AND item_id = ?',
			)
			.pluck();
		this.#setQuantity = db.prepare(
			'UPDATE stock SET quantity = ? WHERE location_id = ? AND storage_area_id = ? AND item_id = ?',
		);
		// Sort an item's few areas: SQLite would otherwise scan the whole location in its order.
		this.#firstPlace = db.prepare<[string, string], { areaId: string; quantity: string }>(
			`SELECT storage_area_id AS areaId, quantity FROM stock WHERE location_id = ? AND item_id = ?
			ORDER BY +area_sequence LIMIT 1`,
		);
		this.#quantitiesAt = db
			.prepare<[string, string], string>(
				'SELECT quantity FROM stock WHERE location_id = ? AND item_id = ?',
			)
			.pluck();
		this.#averageCost = db
			.prepare<[string, string], string>(
				'SELECT unit_cost FROM average_cost WHERE location_id = ? AND item_id = ?',
			)
			.pluck();
		this.#setAverageCost = db.prepare(
			`INSERT INTO average_cost VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET unit_cost = excluded.unit_cost`,
		);
		this.#list = prepared((whereInOrder) =>
			db.prepare<[object], StockRow>(
				`SELECT ${placeColumns}, shelf, sequence, quantity, unit_cost AS unitCost
				FROM stock LEFT JOIN average_cost USING (location_id, item_id) ${whereInOrder}
				LIMIT :limit OFFSET :offset`,
			),
		);
		this.#count = prepared((where) =>
			db.prepare<[object], number>(`SELECT count(*) FROM stock ${where}`).pluck(),
		);
		this.#movements = prepared((where) =>
			db.prepare<[object], Movement>(
				`SELECT at, ${placeColumns}, quantity, unit_cost AS unitCost, kind, document_id AS documentId
				FROM movement ${where} ORDER BY no`,
			),
		);
	}

	addPlace(place: StockPlace & { areaSequence: number; shelf: string; sequence: number }): void {
		this.#insertPlace.run(place);
	}

	post(movement: Movement): void {
		const { locationId, storageAreaId, itemId, quantity } = movement;
		const before = this.#quantityAt.get(locationId, storageAreaId, itemId);
		if (before === undefined) {
			throw new Error(`Item ${itemId} has no place in area ${storageAreaId}.`);
		}
		this.#insertMovement.run({ ...movement, description: movement.description ?? null });
		this.#setQuantity.run(add(before, quantity), locationId, storageAreaId, itemId);
	}

	hasPlace({ locationId, storageAreaId, itemId }: StockPlace): boolean {
		return this.#quantityAt.get(locationId, storageAreaId, itemId) !== undefined;
	}

	firstArea(locationId: string, itemId: string): string | undefined {
		return this.#firstPlace.get(locationId, itemId)?.areaId;
	}

	onHand(locationId: string, itemId: string): string {
		return this.#firstPlace.get(locationId, itemId)?.quantity ?? '0';
	}

	averageCost(locationId: string, itemId: string): string | undefined {
		return this.#averageCost.get(locationId, itemId);
	}

	setAverageCost(locationId: string, itemId: string, unitCost: string): void {
		this.#setAverageCost.run(locationId, itemId, unitCost);
	}

	/** Averages in incoming stock by quantity; with nothing on hand, its cost becomes the average. */
	averageIn(locationId: string, itemId: string, quantity: string, unitCost: string): void {
		const onHand = sum(this.#quantitiesAt.all(locationId, itemId));
		const before = this.averageCost(locationId, itemId);
		const nothingThere = isNegative(onHand) || isZero(onHand);
		const value = (cost: string) => add(multiply(onHand, cost), multiply(quantity, unitCost));
		this.setAverageCost(
			locationId,
			itemId,
			before === undefined || nothingThere
				? unitCost
				: divide(value(before), add(onHand, quantity), COST_PLACES),
		);
	}

	list(filter: StockFilter, page: Page): { rows: CurrentStockRecord[]; total: number } {
		// The statement contains only the conditions in use: SQLite skips the index for optional conditions.
		const where = whereAll([
			filter.locationId !== undefined && 'location_id = :locationId',
			filter.itemId !== undefined && 'item_id = :itemId',
			filter.ofKind !== undefined &&
				'EXISTS (SELECT 1 FROM record WHERE kind = :ofKind AND id = item_id)',
		]);
		// As for the first place: sort the places of one item.
		const plus = filter.itemId === undefined ? '' : '+';
		const order = `ORDER BY location_id, ${plus}area_sequence, sequence, item_id`;
		const rows = this.#list(`${where} ${order}`)
			.all({ ...filter, ...page })
			.map(({ unitCost, ...row }) => (unitCost === null ? row : { ...row, unitCost }));
		return { rows, total: this.#count(where).get(filter) ?? 0 };
	}

	movements(filter: MovementFilter): Movement[] {
		const where = whereAll([
			filter.documentId !== undefined && 'document_id = :documentId',
			filter.kind !== undefined && 'kind = :kind',
			filter.locationId !== undefined && 'location_id = :locationId',
			filter.itemId !== undefined && 'item_id = :itemId',
			filter.storageAreaId !== undefined && 'storage_area_id = :storageAreaId',
			filter.from !== undefined && 'at >= :from',
			filter.to !== undefined && 'at < :to',
		]);
		return this.#movements(where).all(filter);
	}

	/** Compares stock with the movements. @returns differing places; empty unless something is broken. */
	check(): LedgerDifference[] {
		const places = new Map<string, LedgerDifference>();
		const note = ({ locationId, storageAreaId, itemId }: StockPlace, stock: string, by: string) => {
			const key = `${locationId} ${storageAreaId} ${itemId}`;
			const before = places.get(key);
			places.set(key, {
				locationId,
				storageAreaId,
				itemId,
				stock: before?.stock ?? stock,
				movements: add(before?.movements ?? '0', by),
			});
		};
		for (const row of this.list({}, { offset: 0, limit: -1 }).rows) note(row, row.quantity, '0');
		for (const movement of this.#movements('').iterate({})) note(movement, '0', movement.quantity);
		return [...places.values()].filter((each) => compare(each.stock, each.movements) !== 0);
	}
}
