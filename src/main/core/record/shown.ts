// Records as screens show them: the service's copies with the work that waits in the outbox folded in.
import { remembered } from '../../../shared/domain/remembered.ts';
import { merge } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import type { CoreContext } from '../context.ts';
import type { LaneStanding, Outbox, QueuedStep } from '../outbox/outbox.ts';
import { isUnseen } from '../outbox/standing.ts';
import type { CopiedRecord } from '../store/item-rows.ts';
import type { Pieces } from '../turns.ts';
import { KeptRows } from './kept-rows.ts';
import { RecordCopies, recordOf } from '../store/record-copies.ts';

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

export class ShownRecords {
	readonly #outbox: Pick<Outbox, 'lanes' | 'lanesOf' | 'laneOf' | 'stepsOf'>;
	readonly #copies: RecordCopies;
	readonly #pulls;
	/** The same objects as long as the copies are the same: lists keep their order by them. */
	readonly #shown = new WeakMap<readonly CopiedRecord[], readonly ShownRecord[]>();
	readonly #shownOne = new WeakMap<CopiedRecord, ShownRecord>();
	readonly #withWork = new KeptRows<ShownRecord>();

	constructor({ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>) {
		this.#outbox = outbox;
		this.#copies = new RecordCopies(store);
		this.#pulls = store.pulls;
	}

	/** Reads the copies in pieces, so that `all` has them at once. */
	*load(accountId: string, type: RecordTypeName): Pieces<void> {
		yield* this.#copies.load(accountId, type);
		for (const copy of this.#copies.all(accountId, type)) {
			this.#ofCopy(copy);
			yield;
		}
	}

	all(accountId: string, type: RecordTypeName): readonly ShownRecord[] {
		const copies = this.#copies.all(accountId, type);
		const shown = remembered(this.#shown, copies, () => copies.map((copy) => this.#ofCopy(copy)));
		const folds = this.#outbox
			.lanes(recordDocument(type))
			.toReversed()
			.map((lane) => ({ lane, folded: this.#folded(accountId, type, lane) }))
			.filter(({ folded }) => folded !== 'as-copied');
		if (folds.length === 0) return shown;
		return this.#withWork.of(`${accountId} ${type}`, shown, folds, () => {
			const byId = new Map(shown.map((record) => [record.id, record]));
			for (const { lane, folded } of folds) {
				if (typeof folded === 'object') byId.set(folded.id, folded);
				else if (lane.serverId !== null) byId.delete(lane.serverId);
			}
			return [...byId.values()];
		});
	}

	/** @param id the service's, or that of the draft that made it */
	get(accountId: string, type: RecordTypeName, id: string): ShownRecord | null {
		const lane = this.#laneOf(type, id);
		const folded = lane === null ? 'as-copied' : this.#folded(accountId, type, lane);
		if (typeof folded === 'object') return folded;
		const copy = this.#copies.get(accountId, type, lane?.serverId ?? id);
		return copy === null || folded === 'removed' ? null : asCopied(copy.id, recordOf(copy));
	}

	/** The copy alone, without waiting work; of a record that is only here, what will be sent. */
	copy(accountId: string, type: RecordTypeName, id: string): Plain | null {
		const copy = this.#copies.get(accountId, type, id);
		return copy === null ? (this.get(accountId, type, id)?.record ?? null) : recordOf(copy);
	}

	#ofCopy(copy: CopiedRecord): ShownRecord {
		return remembered(this.#shownOne, copy, () => asCopied(copy.id, copy.record));
	}

	#laneOf(type: RecordTypeName, id: string): LaneStanding | null {
		const document = recordDocument(type);
		const ofService = this.#outbox.lanesOf(document, id);
		const live = ofService.find(({ standing }) => standing !== 'done');
		return live ?? this.#outbox.laneOf(document, id) ?? ofService[0] ?? null;
	}

	#folded(
		accountId: string,
		type: RecordTypeName,
		lane: LaneStanding,
	): ShownRecord | 'as-copied' | 'removed' {
		const copy = lane.serverId === null ? null : this.#copies.get(accountId, type, lane.serverId);
		// A later list without the record shows that the service deleted it.
		const readNo = copy?.readNo ?? this.#pulls.get(accountId, type)?.readNo ?? 0;
		const unseen = this.#outbox
			.stepsOf(recordDocument(type), lane.documentId)
			.filter((step) => isUnseen(step, readNo));
		const last = unseen.at(-1);
		if (last === undefined) return 'as-copied';
		// What is sent about no record, as the settings of the dashboard.
		if (copy === null && !unseen.some(({ operation }) => isOfRecord(operation))) return 'as-copied';
		if (last.operation.endsWith('.remove')) {
			return last.state === 'confirmed' ? 'removed' : 'as-copied';
		}
		const before: Plain = copy === null ? {} : recordOf(copy);
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

/** Creates or changes a whole record. */
export const isOfRecord = (operation: string): boolean =>
	/\.(create|update|updateOne)$/.test(operation);

/** Our change stands where others changed the same field: the outbox asks about that before it sends. */
function afterStep(type: RecordTypeName, record: Plain, step: QueuedStep): Plain {
	const { fields } = typeNamed(type);
	const { operation, body } = step;
	if (isOfRecord(operation)) {
		// A create that was changed before it was sent has the content before as its base, and is sent whole.
		const base = operation.endsWith('.create') ? null : step.base;
		return merge(fields, { base: base ?? record, mine: body, theirs: record }).record;
	}
	// A request of another kind holds some of the fields, and much else.
	const held = Object.entries(body).filter(([name]) => name in fields);
	return { ...record, ...Object.fromEntries(held) };
}

const asCopied = (id: string, record: Plain): ShownRecord => ({
	id,
	serverId: id,
	laneDocument: id,
	laneId: null,
	standing: 'service',
	record,
});
