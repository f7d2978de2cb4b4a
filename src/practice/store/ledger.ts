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
	/** Epoch ms. */
	readonly at: number;
	/** Base units, negative for outgoing stock. */
	readonly quantity: string;
	/** Per base unit, in the location's currency. */
	readonly unitCost: string;
	readonly kind: MovementKind;
	readonly documentId: string | null;
	readonly description?: string | undefined;
}

/** A place with stock that differs from the sum of its movements. */
export interface LedgerDifference extends StockPlace {
	readonly stock: string;
	readonly movements: string;
}

interface StockFilter {
	readonly locationId?: string | undefined;
	readonly itemId?: string | undefined;
	/** Only items of this kind. */
	readonly ofKind?: 'item' | 'prepItem';
}

export interface Ledger {
	/** Adds an item to a shelf, without stock. */
	addPlace(place: StockPlace & { areaSequence: number; shelf: string; sequence: number }): void;
	/** Adds a movement to an existing place. */
	post(movement: Movement): void;
	hasPlace(place: StockPlace): boolean;
	/** The location's first area with the item, in walking order. */
	firstArea(locationId: string, itemId: string): string | undefined;
	/** Base units in that issuing area; zero if the location lacks the item. */
	onHand(locationId: string, itemId: string): string;
	averageCost(locationId: string, itemId: string): string | undefined;
	setAverageCost(locationId: string, itemId: string, unitCost: string): void;
	/** Averages in incoming stock by quantity; with nothing on hand, its cost becomes the average. */
	averageIn(locationId: string, itemId: string, quantity: string, unitCost: string): void;
	list(filter: StockFilter, page: Page): { rows: CurrentStockRecord[]; total: number };
	/** Movements of a document, a place, or a kind in a period; oldest first. */
	movements(filter: {
		documentId?: string;
		kind?: MovementKind;
		locationId?: string | undefined;
		itemId?: string;
		storageAreaId?: string;
		/** Epoch ms: from (inclusive), before (exclusive). */
		from?: number;
		to?: number;
	}): Movement[];
	/** Compares stock with the ledger. @returns differing places; empty unless something is broken. */
	check(): LedgerDifference[];
}

interface StockRow {
	location_id: string;
	storage_area_id: string;
	item_id: string;
	shelf: string;
	sequence: number;
	quantity: string;
	unit_cost: string | null;
}

interface MovementRow {
	at: number;
	location_id: string;
	storage_area_id: string;
	item_id: string;
	quantity: string;
	unit_cost: string;
	kind: MovementKind;
	document_id: string | null;
}

/** Decimal places of average costs. */
const COST_PLACES = 4;

export function openLedger(db: Sqlite): Ledger {
	const insertPlace = db.prepare(`INSERT INTO stock VALUES (?, ?, ?, ?, ?, ?, '0')`);
	const insertMovement = db.prepare(
		`INSERT INTO movement (at, location_id, storage_area_id, item_id, quantity, unit_cost, kind, document_id, description)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const quantityAt = db
		.prepare<[string, string, string], string>(
			'SELECT quantity FROM stock WHERE location_id = ? AND storage_area_id = ? AND item_id = ?',
		)
		.pluck();
	const setQuantity = db.prepare(
		'UPDATE stock SET quantity = ? WHERE location_id = ? AND storage_area_id = ? AND item_id = ?',
	);
	// Sort an item's few areas: SQLite would otherwise scan the whole location in its order.
	const firstPlace = db.prepare<[string, string], { areaId: string; quantity: string }>(
		`SELECT storage_area_id AS areaId, quantity FROM stock WHERE location_id = ? AND item_id = ?
		ORDER BY +area_sequence LIMIT 1`,
	);
	const quantitiesAt = db
		.prepare<[string, string], string>(
			'SELECT quantity FROM stock WHERE location_id = ? AND item_id = ?',
		)
		.pluck();
	const averageCost = db
		.prepare<[string, string], string>(
			'SELECT unit_cost FROM average_cost WHERE location_id = ? AND item_id = ?',
		)
		.pluck();
	const setAverageCost = db.prepare(
		`INSERT INTO average_cost VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET unit_cost = excluded.unit_cost`,
	);
	// The statement contains only the conditions in use: SQLite skips the index for optional conditions.
	const whereOf = (filter: StockFilter): string =>
		whereAll([
			filter.locationId !== undefined && 'location_id = :locationId',
			filter.itemId !== undefined && 'item_id = :itemId',
			filter.ofKind !== undefined &&
				'EXISTS (SELECT 1 FROM record WHERE kind = :ofKind AND id = item_id)',
		]);
	const list = prepared((whereInOrder) =>
		db.prepare<[object], StockRow>(
			`SELECT * FROM stock LEFT JOIN average_cost USING (location_id, item_id) ${whereInOrder}
			LIMIT :limit OFFSET :offset`,
		),
	);
	// As above: sort the places of one item.
	const orderOf = ({ itemId }: StockFilter): string =>
		`ORDER BY location_id, ${itemId === undefined ? '' : '+'}area_sequence, sequence, item_id`;
	const count = prepared((where) =>
		db.prepare<[object], number>(`SELECT count(*) FROM stock ${where}`).pluck(),
	);
	const some = prepared((where) =>
		db.prepare<[object], MovementRow>(`SELECT * FROM movement ${where} ORDER BY no`),
	);
	const movements = db.prepare<
		[],
		Pick<StockRow, 'location_id' | 'storage_area_id' | 'item_id' | 'quantity'>
	>('SELECT location_id, storage_area_id, item_id, quantity FROM movement');

	const ledger: Ledger = {
		addPlace(place) {
			insertPlace.run(
				place.locationId,
				place.storageAreaId,
				place.itemId,
				place.areaSequence,
				place.shelf,
				place.sequence,
			);
		},
		post(movement) {
			const { locationId, storageAreaId, itemId, quantity } = movement;
			const before = quantityAt.get(locationId, storageAreaId, itemId);
			if (before === undefined) {
				throw new Error(`Item ${itemId} has no place in area ${storageAreaId}.`);
			}
			insertMovement.run(
				movement.at,
				locationId,
				storageAreaId,
				itemId,
				quantity,
				movement.unitCost,
				movement.kind,
				movement.documentId,
				movement.description ?? null,
			);
			setQuantity.run(add(before, quantity), locationId, storageAreaId, itemId);
		},
		hasPlace: (place) =>
			quantityAt.get(place.locationId, place.storageAreaId, place.itemId) !== undefined,
		firstArea: (locationId, itemId) => firstPlace.get(locationId, itemId)?.areaId,
		onHand: (locationId, itemId) => firstPlace.get(locationId, itemId)?.quantity ?? '0',
		averageCost: (locationId, itemId) => averageCost.get(locationId, itemId),
		setAverageCost(locationId, itemId, unitCost) {
			setAverageCost.run(locationId, itemId, unitCost);
		},
		averageIn(locationId, itemId, quantity, unitCost) {
			const onHand = sum(quantitiesAt.all(locationId, itemId));
			const before = averageCost.get(locationId, itemId);
			const nothingThere = isNegative(onHand) || isZero(onHand);
			setAverageCost.run(
				locationId,
				itemId,
				before === undefined || nothingThere
					? unitCost
					: divide(
							add(multiply(onHand, before), multiply(quantity, unitCost)),
							add(onHand, quantity),
							COST_PLACES,
						),
			);
		},
		list(filter, page) {
			const where = whereOf(filter);
			return {
				rows: list(`${where} ${orderOf(filter)}`)
					.all({ ...filter, ...page })
					.map((row) => ({
						itemId: row.item_id,
						locationId: row.location_id,
						storageAreaId: row.storage_area_id,
						shelf: row.shelf,
						sequence: row.sequence,
						quantity: row.quantity,
						...(row.unit_cost === null ? {} : { unitCost: row.unit_cost }),
					})),
				total: count(where).get(filter) ?? 0,
			};
		},
		movements: (filter) =>
			some(
				whereAll([
					filter.documentId !== undefined && 'document_id = :documentId',
					filter.kind !== undefined && 'kind = :kind',
					filter.locationId !== undefined && 'location_id = :locationId',
					filter.itemId !== undefined && 'item_id = :itemId',
					filter.storageAreaId !== undefined && 'storage_area_id = :storageAreaId',
					filter.from !== undefined && 'at >= :from',
					filter.to !== undefined && 'at < :to',
				]),
			)
				.all(filter)
				.map((row) => ({
					at: row.at,
					locationId: row.location_id,
					storageAreaId: row.storage_area_id,
					itemId: row.item_id,
					quantity: row.quantity,
					unitCost: row.unit_cost,
					kind: row.kind,
					documentId: row.document_id,
				})),
		check() {
			const left = new Map<string, LedgerDifference>();
			for (const row of ledger.list({}, { offset: 0, limit: -1 }).rows) {
				const { locationId, storageAreaId, itemId } = row;
				left.set(`${locationId} ${storageAreaId} ${itemId}`, {
					locationId,
					storageAreaId,
					itemId,
					stock: row.quantity,
					movements: '0',
				});
			}
			for (const row of movements.iterate()) {
				const key = `${row.location_id} ${row.storage_area_id} ${row.item_id}`;
				const place = left.get(key) ?? {
					locationId: row.location_id,
					storageAreaId: row.storage_area_id,
					itemId: row.item_id,
					stock: '0',
					movements: '0',
				};
				left.set(key, { ...place, movements: add(place.movements, row.quantity) });
			}
			return [...left.values()].filter((place) => compare(place.stock, place.movements) !== 0);
		},
	};
	return ledger;
}
