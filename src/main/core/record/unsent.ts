// Records that refer to records which the service does not have yet. They are named by their drafts, and the write waits
// for the step that creates them: store/actions.ts then puts the service's id into it.
import type { Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import { referencesIn, valuesIn } from '../../../shared/record/references.ts';
import { targetsOf } from '../../../shared/record/reference-targets.ts';
import { finished } from '../outbox/action.ts';
import type { LaneStanding, Outbox } from '../outbox/outbox.ts';
import type { RecordTypeInUse } from './record.ts';

interface Referring {
	/** With the service's ids, of those that were sent meanwhile. */
	readonly record: Plain;
	/** The steps that create the others, each once, with the field that names it. */
	readonly unsent: readonly { readonly at: string; readonly actionId: string }[];
}

export function referring(
	outbox: Pick<Outbox, 'laneOf' | 'stepsOf'>,
	{ fields }: RecordTypeInUse,
	record: Plain,
): Referring {
	const unsent = new Map<string, string>();
	const sent = new Map<string, string>();
	for (const { path, field } of referencesIn(fields)) {
		for (const value of field.by === undefined ? valuesIn(record, path) : []) {
			if (typeof value !== 'string') continue;
			for (const target of targetsOf(field.to)) {
				const document = recordDocument(target);
				const lane: LaneStanding | null = outbox.laneOf(document, value);
				if (lane === null) continue;
				if (lane.serverId !== null) {
					if (lane.serverId !== value) sent.set(value, lane.serverId);
					continue;
				}
				const create = outbox
					.stepsOf(document, value)
					.find(
						({ operation, state }) => operation.endsWith('.create') && !finished.includes(state),
					);
				const [at = path] = path.split('/');
				if (create !== undefined) unsent.set(create.actionId, at);
			}
		}
	}
	return {
		record: sent.size === 0 ? record : renamed(record, sent),
		unsent: [...unsent].map(([actionId, at]) => ({ at, actionId })),
	};
}

/** Ids of drafts are unique, so wherever one stands, it names the same record. */
function renamed(record: Plain, ids: ReadonlyMap<string, string>): Plain {
	const inside = (value: unknown): unknown => {
		if (typeof value === 'string') return ids.get(value) ?? value;
		if (Array.isArray(value)) return value.map(inside);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]));
	};
	return Object.fromEntries(Object.entries(record).map(([name, each]) => [name, inside(each)]));
}
