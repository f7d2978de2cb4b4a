// The records of this PC as a preview looks them up.
import { RecordIndex } from '../../../shared/record/record-index.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { inUse, type RecordParts } from '../record/record.ts';
import type { Pieces } from '../turns.ts';
import type { ShownRecord } from '../record/shown.ts';

/** As they are now: a preview that is made later looks again. */
export class Copies {
	readonly index: RecordIndex;
	readonly #parts: Pick<RecordParts, 'shown' | 'drafts'>;
	readonly #accountId: string;
	readonly #shown = new Map<RecordTypeName, ReadonlyMap<string, ShownRecord>>();
	readonly #edited = new Map<RecordTypeName, ReadonlySet<string>>();

	constructor(parts: Pick<RecordParts, 'shown' | 'drafts'>, accountId: string) {
		this.#parts = parts;
		this.#accountId = accountId;
		this.index = new RecordIndex({
			all: (type) =>
				[...this.#all(type).values()].map(({ id, record, serverId }) => ({
					id,
					record,
					...(serverId === null ? { isUnsent: true } : {}),
				})),
			whole: (type, id) => {
				const found = this.get(type, id);
				if (found === null) return null;
				// A list has of items only what it shows.
				const isCopy = found.laneId === null && type === 'inventoryItem';
				return isCopy ? parts.shown.copy(accountId, type, id) : found.record;
			},
		});
	}

	/** Reads records of these types in pieces. */
	*load(types: Iterable<RecordTypeName>): Pieces<void> {
		for (const type of types) {
			yield* this.#parts.shown.load(this.#accountId, type);
			this.#all(type);
			yield;
		}
	}

	get(type: RecordTypeName, id: string): ShownRecord | null {
		return this.#all(type).get(id) ?? null;
	}

	/** Somebody has an open draft of it. */
	isEdited(type: RecordTypeName, id: string): boolean {
		const edited = remembered(this.#edited, type, () =>
			this.#parts.drafts.edited(this.#accountId, inUse(type)),
		);
		return edited.has(id);
	}

	#all(type: RecordTypeName): ReadonlyMap<string, ShownRecord> {
		return remembered(
			this.#shown,
			type,
			() => new Map(this.#parts.shown.all(this.#accountId, type).map((each) => [each.id, each])),
		);
	}
}
