// The names of the records that fields of documents refer to.
import { z } from 'zod';
import { isKindName, type KindName } from '../../../shared/document/kinds.ts';
import type { ReferredRecord } from '../../../shared/document/kit.ts';
import { keptAs, keptOr, readable } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import type { NameOf } from './fields.ts';

interface ReferredNames {
	/** By id. */
	all(record: ReferredRecord): ReadonlyMap<string, string>;
	/** A record without a name is called by its id. */
	nameOf: NameOf;
}

const named = z.looseObject({ id: z.string(), name: z.string() });
const numbered = z.looseObject({ number: z.string().optional() });

/** Each call reads every record at most once. */
export function referredNames(store: Store): (accountId: string) => ReferredNames {
	const { records } = store;
	return (accountId) => {
		const known = new Map<ReferredRecord, ReadonlyMap<string, string>>();
		const all = (record: ReferredRecord): ReadonlyMap<string, string> => {
			const before = known.get(record);
			if (before !== undefined) return before;
			const names = new Map(
				readable(records.all(accountId, record), ({ json }) => {
					const { id, name } = keptAs(named, json);
					return [id, name] as const;
				}),
			);
			known.set(record, names);
			return names;
		};
		/** There are too many documents to read them all. */
		const numberOf = (kind: KindName, id: string): string => {
			const copy = records.get(accountId, kind, id);
			return (copy && keptOr(numbered, copy.json, null)?.number) ?? id;
		};
		return {
			all,
			nameOf: (record, id) =>
				isKindName(record) ? numberOf(record, id) : (all(record).get(id) ?? id),
		};
	};
}
