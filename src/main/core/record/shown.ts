// Records as screens show them: the service's copies with the work that waits in the outbox folded in.
import { z } from 'zod';
import { merge } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import type { TargetName } from '../../../shared/record/targets.ts';
import type { CoreContext } from '../context.ts';
import type { LaneStanding, Outbox, QueuedStep } from '../outbox/outbox.ts';
import { itemTables, readUnits } from '../store/items.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { pullTable } from '../store/pulls.ts';

export interface ShownRecord {
	/** The service's; for a record that it does not have yet, the id of the draft that made it. */
	readonly id: string;
	readonly serverId: string | null;
	/** The outbox's name of the record: its first id, even when the service has given it another. */
	readonly laneDocument: string;
	readonly laneId: string | null;
	readonly standing: 'waiting' | 'needs-you' | 'service';
	readonly record: Plain;
}

const anyRecord = z.record(z.string(), z.unknown());
const gone: readonly QueuedStep['state'][] = ['cancelled', 'superseded', 'discarded'];

export class ShownRecords {
	readonly #outbox: Pick<Outbox, 'lanes' | 'laneOf' | 'stepsOf'>;
	readonly #records;
	readonly #pulls;
	readonly #items;

	constructor({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
		this.#outbox = outbox;
		this.#records = cacheRecords(store.cache);
		this.#pulls = pullTable(store.cache);
		this.#items = itemTables(store.cache);
	}

	all(accountId: string, type: RecordTypeName): readonly ShownRecord[] {
		const copies = new Map(
			readable(this.#records.all(accountId, type), (copy) => [copy.id, ofCopy(copy)] as const),
		);
		for (const lane of this.#outbox.lanes(recordDocument(type)).toReversed()) {
			const folded = this.#folded(accountId, type, lane);
			if (folded === 'removed' && lane.serverId !== null) copies.delete(lane.serverId);
			else if (typeof folded === 'object') copies.set(folded.id, folded);
		}
		return [...copies.values()];
	}

	/** @param id the service's, or that of the draft that made it */
	get(accountId: string, type: RecordTypeName, id: string): ShownRecord | null {
		const lane = this.#laneOf(type, id);
		const folded = lane === null ? 'as-copied' : this.#folded(accountId, type, lane);
		if (typeof folded === 'object') return folded;
		const copy = this.#records.get(accountId, type, lane?.serverId ?? id);
		return copy === null || folded === 'removed' ? null : ofCopy(copy);
	}

	/** The copy alone, without waiting work; of a record that is only here, what will be sent. */
	copy(accountId: string, type: TargetName, id: string): Plain | null {
		if (type === 'inventoryItem') {
			const item = this.#items.get(accountId, id, null);
			return item && { name: item.name, units: unitsIn(item.units) };
		}
		const copy = this.#records.get(accountId, type, id);
		return copy === null ? (this.get(accountId, type, id)?.record ?? null) : ofCopy(copy).record;
	}

	#laneOf(type: RecordTypeName, id: string): LaneStanding | null {
		const document = recordDocument(type);
		const ofService = this.#outbox.lanes(document).filter(({ serverId }) => serverId === id);
		const live = ofService.find(({ standing }) => standing !== 'done');
		return live ?? this.#outbox.laneOf(document, id) ?? ofService[0] ?? null;
	}

	#folded(
		accountId: string,
		type: RecordTypeName,
		lane: LaneStanding,
	): ShownRecord | 'as-copied' | 'removed' {
		const copy = lane.serverId === null ? null : this.#records.get(accountId, type, lane.serverId);
		// A later list without the record shows that the service deleted it.
		const readNo = copy?.readNo ?? this.#pulls.get(accountId, type)?.readNo ?? 0;
		const unseen = this.#outbox
			.stepsOf(recordDocument(type), lane.documentId)
			.filter(({ state }) => !gone.includes(state))
			.filter(({ state, confirmedReadNo }) =>
				state === 'confirmed' ? readNo <= (confirmedReadNo ?? 0) : true,
			);
		const last = unseen.at(-1);
		if (last === undefined) return 'as-copied';
		if (last.operation.endsWith('.remove')) {
			return last.state === 'confirmed' ? 'removed' : 'as-copied';
		}
		const before: Plain = copy === null ? {} : keptAs(anyRecord, copy.json);
		return {
			id: lane.serverId ?? lane.documentId,
			serverId: lane.serverId,
			laneDocument: lane.documentId,
			laneId: lane.laneId,
			standing: lane.standing === 'done' ? 'service' : lane.standing,
			record: unseen.reduce((record, step) => afterStep(type, record, step), before),
		};
	}
}

/** Our change stands where others changed the same field: the outbox asks about that before it sends. */
const afterStep = (type: RecordTypeName, record: Plain, { base, body }: QueuedStep): Plain =>
	merge(typeNamed(type).fields, { base: base ?? record, mine: body, theirs: record }).record;

/** Units of an item, as lines of a record have them. */
const unitsIn = (json: string): readonly Plain[] =>
	readUnits(json).map(({ unitId, name }) => ({ uomId: Number(unitId), name }));

const ofCopy = ({ id, json }: CachedRecord): ShownRecord => ({
	id,
	serverId: id,
	laneDocument: id,
	laneId: null,
	standing: 'service',
	record: keptAs(anyRecord, json),
});
