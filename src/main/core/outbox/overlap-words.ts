// Shows overlaps of two edits, and changes since a decision, with names instead of identifiers.
import { z } from 'zod';
import type {
	DocumentChange,
	Overlap,
	OverlapVersion,
} from '../../../shared/bridge/outbox-overlap.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { itemViews } from '../document/item-view.ts';
import type { Store } from '../store/open.ts';
import type { Difference } from './changed-decision.ts';
import type { Overlapping } from './overlaps.ts';
import { keptOr } from '../store/kept-json.ts';

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
	const { records, locations } = store;

	const reasonName = (accountId: string, id: string): string => {
		const copy = records.get(accountId, 'wasteReason', id);
		return (copy && keptOr(named, copy.json, null)?.name) ?? id;
	};
	const lineVersion = (accountId: string, each: Line): OverlapVersion => {
		const units = items.get(accountId, each.itemId, null)?.units ?? [];
		const parts =
			each.quantities ??
			(each.quantity === undefined ? [] : [{ uomId: each.uomId ?? 0, quantity: each.quantity }]);
		return {
			amounts: parts.map(({ uomId, quantity }) => ({
				quantity: decimalText(quantity),
				unit: units.find(({ unitId }) => unitId === String(uomId))?.name ?? String(uomId),
			})),
			reason: each.wasteReasonId === undefined ? '' : reasonName(accountId, each.wasteReasonId),
			text: each.description ?? '',
		};
	};
	const fieldVersion = (accountId: string, field: string, value: unknown): OverlapVersion => {
		const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
		const shown = field.endsWith('ocationId')
			? locations.get(accountId, text).name || text
			: withoutReference(text);
		return { amounts: [], reason: '', text: shown };
	};
	const inWords = (accountId: string, key: string, values: readonly unknown[]) => {
		const read = values.map((value) => line.safeParse(value).data ?? null);
		const itemId = key.includes('/') ? read.find((each) => each !== null)?.itemId : undefined;
		const item = itemId === undefined ? null : items.get(accountId, itemId, null);
		return {
			item: itemId === undefined ? null : { name: item?.name ?? itemId, code: item?.code ?? '' },
			field: itemId === undefined ? key : '',
			versions: values.map((value, at): OverlapVersion | null => {
				if (value === undefined || value === null) return null;
				const ofLine = itemId === undefined ? null : (read[at] ?? null);
				return ofLine === null
					? fieldVersion(accountId, key, value)
					: lineVersion(accountId, ofLine);
			}),
		};
	};

	return {
		overlaps: (accountId: string, { overlaps, choices }: Overlapping): Overlap[] =>
			overlaps.map(({ at: key, base, mine, theirs }) => {
				const { versions, ...known } = inWords(accountId, key, [base, mine, theirs]);
				const [ofBase = null, ofMine = null, ofTheirs = null] = versions;
				const choice = choices[key] ?? null;
				return { key, ...known, base: ofBase, mine: ofMine, theirs: ofTheirs, choice };
			}),
		changes: (accountId: string, differences: readonly Difference[]): DocumentChange[] =>
			differences.map(({ key, ...values }) => {
				const { versions, ...known } = inWords(accountId, key, [values.was, values.now]);
				const [was = null, now = null] = versions;
				return { key, ...known, was, now };
			}),
	};
}
