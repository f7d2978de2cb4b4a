// What stands against what in an edit that met another, as a screen shows it: names in the place of identifiers.
import { z } from 'zod';
import type { Overlap, OverlapVersion } from '../../../shared/bridge/outbox-overlap.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { itemViews } from '../document/item-view.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { locations } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import type { Overlapping } from './overlaps.ts';

type Met = Overlapping['overlaps'][number];

/** What is known of the lines of every document that can be edited. */
const line = z.looseObject({
	itemId: z.string(),
	uomId: z.number().optional(),
	quantity: z.string().optional(),
	quantities: z.array(z.object({ uomId: z.number(), quantity: z.string() })).optional(),
	wasteReasonId: z.string().optional(),
	description: z.string().optional(),
});
type Line = z.output<typeof line>;

const named = z.looseObject({ name: z.string() });

export function overlapWords(store: Store) {
	const items = itemViews(store);
	const records = cacheRecords(store.cache);
	const places = locations(store.cache);

	return (accountId: string, { overlaps, choices }: Overlapping): Overlap[] => {
		const reasonName = (id: string): string => {
			const copy = records.get(accountId, 'wasteReason', id);
			const read = named.safeParse(copy === null ? null : JSON.parse(copy.json));
			return read.success ? read.data.name : id;
		};
		const lineVersion = (each: Line): OverlapVersion => {
			const units = items.get(accountId, each.itemId, null)?.units ?? [];
			const parts =
				each.quantities ??
				(each.quantity === undefined ? [] : [{ uomId: each.uomId ?? 0, quantity: each.quantity }]);
			return {
				amounts: parts.map(({ uomId, quantity }) => ({
					quantity: decimalText(quantity),
					unit: units.find(({ unitId }) => unitId === String(uomId))?.name ?? String(uomId),
				})),
				reason: each.wasteReasonId === undefined ? '' : reasonName(each.wasteReasonId),
				text: each.description ?? '',
			};
		};
		const fieldVersion = (field: string, value: unknown): OverlapVersion => {
			const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
			const shown = field.endsWith('ocationId')
				? places.get(accountId, text).name || text
				: withoutReference(text);
			return { amounts: [], reason: '', text: shown };
		};
		const wordsOf = ({ key, base, mine, theirs }: Met): Overlap => {
			const read = [base, mine, theirs].map((part) => line.safeParse(part?.value).data ?? null);
			const itemId = key.includes('#') ? read.find((each) => each !== null)?.itemId : undefined;
			const version = (part: Met['base'], at: number): OverlapVersion | null => {
				if (part === undefined) return null;
				const ofLine = itemId === undefined ? null : (read[at] ?? null);
				return ofLine === null ? fieldVersion(key, part.value) : lineVersion(ofLine);
			};
			const item = itemId === undefined ? null : items.get(accountId, itemId, null);
			return {
				key,
				item: itemId === undefined ? null : { name: item?.name ?? itemId, code: item?.code ?? '' },
				field: itemId === undefined ? key : '',
				base: version(base, 0),
				mine: version(mine, 1),
				theirs: version(theirs, 2),
				choice: choices.get(key) ?? null,
			};
		};
		return overlaps.map(wordsOf);
	};
}
