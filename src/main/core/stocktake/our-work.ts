// Our own stock changes that the copied stock does not show yet. A count must not report them as differences.
import { z } from 'zod';
import { kindNames, kinds, type KindName } from '../../../shared/document/kinds.ts';
import { operationsOf } from '../../../shared/document/receiving.ts';
import { add, multiplyByRatio, negate } from '../../../shared/domain/decimal.ts';
import { decimal, integer } from '../../../shared/service/field.ts';
import { stockChanges } from '../../../shared/service/stock.ts';
import { labelOf } from '../outbox/lane-label.ts';
import { bringUp } from '../outbox/payload.ts';
import { itemTables, readUnits } from '../store/items.ts';
import { readKept } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import { QueuedWorkTable, type QueuedWork, type QueueMark } from '../store/queued-work.ts';
import { stockTable } from '../store/stock.ts';

/** Stock that a step moves. */
interface Moved {
	readonly locationId: string;
	readonly itemId: string;
	/** null for waste and transfers: the service does not report it for them. */
	readonly areaId: string | null;
	readonly quantity: string;
	/** The quantity's unit; null for base units. */
	readonly uomId: number | null;
	/** Entered against a document that was due, or was to leave. */
	readonly isEntry: boolean;
	readonly queuedAt: number;
	/** The read counter at the confirmation; null before. Later copies of the stock include it. */
	readonly confirmedReadNo: number | null;
}

/** Which of our work a book adds: what a copy with this read number does not include, queued until then (epoch ms). */
interface Wanted {
	readonly accountId: string;
	readonly locationId: string;
	readonly readNo: number;
	readonly until?: number;
	/** Leaves out entries: whoever adds what is due counts them there, until the copies show them. */
	readonly withoutEntries?: boolean;
}

type Stock = Pick<Moved, 'locationId' | 'itemId' | 'areaId' | 'quantity' | 'uomId' | 'isEntry'>;

const sent = z.object({ body: z.unknown() });
const submitted = z.looseObject({
	items: z.array(z.object({ itemId: z.string(), uomId: integer, quantity: decimal })),
});
const entered = z.object({ items: z.array(z.object({ itemId: z.string(), quantity: decimal })) });
const entering = operationsOf('in');
const leaving = operationsOf('out');

/** Keeps the stock that each lane moves, because every entry asks: only a lane that changed is read again. */
export class OurWork {
	readonly #queued: QueuedWorkTable;
	readonly #items;
	readonly #locations;
	readonly #stock;
	#accountId = '';
	/** Lanes done before this read are not kept. */
	#readNo = Infinity;
	#mark: QueueMark = { seq: 0, event: 0 };
	/** By location and item, then by lane. */
	readonly #moved = new Map<string, Map<string, readonly Moved[]>>();
	/** The keys above that hold a lane. */
	readonly #places = new Map<string, readonly string[]>();

	constructor({ durable, cache, locations }: Store) {
		this.#queued = new QueuedWorkTable(durable);
		this.#items = itemTables(cache);
		this.#locations = locations;
		this.#stock = stockTable(cache);
	}

	/** Base units per area and item, negative for outgoing stock. Ask before you queue work in the same transaction. */
	of(wanted: Wanted): (areaId: string, itemId: string) => string {
		this.#update(wanted);
		return (areaId, itemId) => this.#sum(wanted, areaId, itemId);
	}

	#sum(
		{ accountId, locationId, readNo, until = Infinity, withoutEntries = false }: Wanted,
		areaId: string,
		itemId: string,
	) {
		const lanes = this.#moved.get(placeOf({ locationId, itemId }));
		const moved = [...(lanes?.values() ?? [])]
			.flat()
			.filter((each) => each.queuedAt <= until && (each.confirmedReadNo ?? Infinity) >= readNo)
			.filter((each) => !withoutEntries || !each.isEntry);
		if (moved.length === 0) return '0';
		const booked = this.#areaOf(accountId, locationId, itemId);
		const units = readUnits(this.#items.get(accountId, itemId, null)?.units ?? '[]');
		return moved
			.filter((each) => (each.areaId ?? booked) === areaId)
			.map(({ quantity, uomId }) => {
				if (uomId === null) return quantity;
				const unit = units.find(({ unitId }) => unitId === String(uomId));
				return unit === undefined ? '0' : multiplyByRatio(quantity, unit.factor);
			})
			.reduce(add, '0');
	}

	/** Assumption: the service books to the first area, in its order, that stocks the item. */
	#areaOf(accountId: string, locationId: string, itemId: string): string {
		const stocked = new Set(
			this.#stock.ofItem(accountId, itemId, locationId).map(({ areaId }) => areaId),
		);
		const areas = this.#locations.areas(accountId, locationId);
		return (areas.find(({ areaId }) => stocked.has(areaId)) ?? areas[0])?.areaId ?? '';
	}

	#update({ accountId, readNo }: Wanted): void {
		const mark = this.#queued.mark();
		const { seq, event } = this.#mark;
		if (accountId !== this.#accountId || readNo < this.#readNo) {
			this.#accountId = accountId;
			this.#readNo = readNo;
			for (const kept of [this.#moved, this.#places]) kept.clear();
			for (const laneId of this.#queued.lanes({ account: accountId, readNo })) this.#read(laneId);
		} else {
			if (mark.seq === seq && mark.event === event) return;
			const changed = this.#queued.lanesChangedSince({ account: accountId, seq, event });
			for (const laneId of changed) this.#read(laneId);
		}
		this.#mark = mark;
	}

	#read(laneId: string): void {
		for (const place of this.#places.get(laneId) ?? []) this.#moved.get(place)?.delete(laneId);
		const lane = this.#queued.ofLane(laneId);
		const moved = lane.flatMap((step) =>
			this.#movedBy(step, lane).map((stock) => ({
				...stock,
				queuedAt: step.queuedAt,
				confirmedReadNo: step.state === 'confirmed' ? (step.confirmedReadNo ?? 0) : null,
			})),
		);
		const byPlace = Map.groupBy(moved, placeOf);
		this.#places.set(laneId, [...byPlace.keys()]);
		for (const [place, ofLane] of byPlace) {
			const lanes = this.#moved.get(place) ?? new Map<string, readonly Moved[]>();
			this.#moved.set(place, lanes.set(laneId, ofLane));
		}
	}

	#movedBy(step: QueuedWork, lane: readonly QueuedWork[]): readonly Stock[] {
		const { operation } = step;
		const kind = kindNames.find((name) => operation === `${name}.submit`);
		if (kind !== undefined && kinds[kind].stock === 'submitted') {
			return this.#takenOut(kind, lane);
		}
		if (operation === 'inventoryItem.changeStock') {
			const read = stockChanges.safeParse(bodyOf(step)).data;
			return (read?.items ?? []).map(({ itemId, storageAreaId, quantity }) => ({
				locationId: read?.locationId ?? '',
				itemId,
				areaId: storageAreaId,
				quantity,
				uomId: null,
				isEntry: false,
			}));
		}
		const leaves = leaving.includes(operation);
		if (!leaves && !entering.includes(operation)) return [];
		const { locationId } = labelOf(step);
		const read = entered.safeParse(bodyOf(step)).data;
		return (read?.items ?? []).map(({ itemId, quantity }) => ({
			locationId,
			itemId,
			areaId: null,
			uomId: null,
			quantity: leaves ? negate(quantity) : quantity,
			isEntry: true,
		}));
	}

	/** By the create or change that was queued with it. */
	#takenOut(kind: KindName, lane: readonly QueuedWork[]): readonly Stock[] {
		const made = lane.findLast(({ operation }) =>
			[`${kind}.create`, `${kind}.update`].includes(operation),
		);
		const read = submitted.safeParse(made && bodyOf(made));
		if (!read.success) return [];
		const locationId = String(read.data[kinds[kind].place]);
		return read.data.items.map(({ itemId, uomId, quantity }) => ({
			locationId,
			itemId,
			areaId: null,
			quantity: negate(quantity),
			uomId,
			isEntry: false,
		}));
	}
}

const placeOf = ({ locationId, itemId }: Pick<Moved, 'locationId' | 'itemId'>): string =>
	`${locationId}\u0000${itemId}`;

function bodyOf({ payload, payloadVersion, operation }: QueuedWork): unknown {
	const json = readKept(payload);
	if (json === undefined) return undefined;
	const present = bringUp({ version: payloadVersion, payload: json, operation });
	return typeof present === 'string' ? undefined : sent.safeParse(present.payload).data?.body;
}
