// Our own stock changes that the copied stock does not show yet. A count must not report them as differences.
import { z } from 'zod';
import { kindNames, kinds, type KindName } from '../../../shared/document/kinds.ts';
import { operationsOf } from '../../../shared/document/receiving.ts';
import { add, multiplyByRatio, negate } from '../../../shared/domain/decimal.ts';
import { decimal, integer } from '../../../shared/service/field.ts';
import { stockChanges } from '../../../shared/service/stock.ts';
import { labelOf } from '../outbox/lane-label.ts';
import { bringUp } from '../outbox/payload.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { itemTables, readUnits } from '../store/items.ts';
import { readKept } from '../store/kept-json.ts';
import { locationTable } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { queuedWork, type QueuedWork } from '../store/queued-work.ts';
import { stockTable } from '../store/stock.ts';

/** Base units, negative for outgoing stock; '0' if nothing is pending. */
export type OurWork = (areaId: string, itemId: string) => string;

/** The area is null for waste and transfers: the service does not report it for them. */
interface Moved {
	readonly itemId: string;
	readonly areaId: string | null;
	readonly quantity: string;
}

const out = operationsOf('out');
const into = operationsOf('in');

const nothing: OurWork = () => '0';
const sent = z.object({ body: z.unknown() });
const booked = z.looseObject({
	items: z.array(z.object({ itemId: z.string(), uomId: integer, quantity: decimal })),
});
const entered = z.object({ items: z.array(z.object({ itemId: z.string(), quantity: decimal })) });

export function ourWork({ durable, cache }: Pick<Store, 'durable' | 'cache'>) {
	const queued = queuedWork(durable);
	const items = itemTables(cache);
	const records = cacheRecords(cache);
	const locations = locationTable(cache);
	const stock = stockTable(cache);
	let last: { readonly of: string; readonly work: OurWork } | null = null;

	/** Assumption: the service books to the first area, in its order, that stocks the item. */
	const areaOf = (accountId: string, locationId: string, itemId: string): string | null => {
		const stocked = new Set(
			stock.ofItem(accountId, itemId, locationId).map(({ areaId }) => areaId),
		);
		const areas = locations.areas(accountId, locationId);
		return (areas.find(({ areaId }) => stocked.has(areaId)) ?? areas[0])?.areaId ?? null;
	};

	const inBase = (accountId: string, itemId: string, uomId: number, quantity: string): string => {
		const units = readUnits(items.get(accountId, itemId, null)?.units ?? '[]');
		const unit = units.find(({ unitId }) => unitId === String(uomId));
		return unit === undefined ? '0' : multiplyByRatio(quantity, unit.factor);
	};

	/** The lines that submitting a document takes out. */
	const takenOut = (
		kind: KindName,
		accountId: string,
		locationId: string,
		lane: readonly QueuedWork[],
	): Moved[] => {
		const made = lane.findLast(({ operation }) =>
			[`${kind}.create`, `${kind}.update`].includes(operation),
		);
		const { serverId = null } = lane[0] ?? {};
		const copy = serverId === null ? null : records.get(accountId, kind, serverId);
		const read = booked.safeParse(made === undefined ? copy && readKept(copy.json) : bodyOf(made));
		if (!read.success || read.data[kinds[kind].place] !== locationId) return [];
		return read.data.items.map(({ itemId, uomId, quantity }) => ({
			...{ itemId, areaId: null, quantity: negate(inBase(accountId, itemId, uomId, quantity)) },
		}));
	};

	const movedBy = (
		accountId: string,
		locationId: string,
		step: QueuedWork,
		lane: readonly QueuedWork[],
	): readonly Moved[] => {
		const isHere = labelOf(step).locationId === locationId;
		const { operation } = step;
		const kind = kindNames.find((name) => operation === `${name}.submit`);
		if (kind !== undefined && kinds[kind].stock === 'submitted') {
			return takenOut(kind, accountId, locationId, lane);
		}
		if (operation === 'inventoryItem.changeStock') {
			const read = stockChanges.safeParse(bodyOf(step));
			if (!read.success || read.data.locationId !== locationId) return [];
			return read.data.items.map(({ itemId, storageAreaId, quantity }) => ({
				...{ itemId, areaId: storageAreaId, quantity },
			}));
		}
		const goesOut = out.includes(operation);
		if (!isHere || !(goesOut || into.includes(operation))) return [];
		const read = entered.safeParse(bodyOf(step));
		if (!read.success) return [];
		return read.data.items.map(({ itemId, quantity }) => ({
			...{ itemId, areaId: null, quantity: goesOut ? negate(quantity) : quantity },
		}));
	};

	const fold = (accountId: string, locationId: string, readNo: number, until: number): OurWork => {
		const steps = queued.since(accountId, readNo);
		if (steps.length === 0) return nothing;
		const moved = new Map<string, string>();
		for (const lane of Map.groupBy(steps, ({ laneId }) => laneId).values()) {
			for (const step of lane) {
				if (step.queuedAt > until) continue;
				if (step.state === 'confirmed' && (step.confirmedReadNo ?? 0) < readNo) continue;
				for (const { itemId, areaId, quantity } of movedBy(accountId, locationId, step, lane)) {
					const key = `${areaId ?? areaOf(accountId, locationId, itemId) ?? ''}\u0000${itemId}`;
					moved.set(key, add(moved.get(key) ?? '0', quantity));
				}
			}
		}
		return (areaId, itemId) => moved.get(`${areaId}\u0000${itemId}`) ?? '0';
	};

	/** Cached until the queue changes, because every entry asks. @param until ignores later work, epoch ms */
	return (accountId: string, locationId: string, readNo: number, until = Infinity): OurWork => {
		const of = JSON.stringify([accountId, locationId, readNo, String(until), queued.stamp()]);
		if (last?.of !== of) last = { of, work: fold(accountId, locationId, readNo, until) };
		return last.work;
	};
}

function bodyOf({ payload, payloadVersion, operation }: QueuedWork): unknown {
	const json = readKept(payload);
	if (json === undefined) return undefined;
	const present = bringUp({ version: payloadVersion, payload: json, operation });
	return typeof present === 'string' ? undefined : sent.safeParse(present.payload).data?.body;
}
