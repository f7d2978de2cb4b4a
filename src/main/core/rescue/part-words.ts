// Describes a part of a draft, so that a person can choose between two versions.
import { z } from 'zod';
import type { DraftFork, DraftSide } from '../../../shared/bridge/rescue.ts';
import { settlement } from '../../../shared/bridge/receiving.ts';
import { item as itemSchema } from '../../../shared/bridge/values.ts';
import { parseStored, stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { referredNames } from '../document/referred.ts';
import { enteredBodyOf } from '../receiving/entered.ts';
import type { Row } from '../store/work-tables.ts';
import { readableOrNull } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import { lineOfPart } from './merge-draft.ts';

const enteredLine = z.object({
	item: itemSchema.optional(),
	boxes: z.array(z.object({ unitId: z.string(), typed: z.string() })),
	note: z.string().default(''),
	label: z.string().default(''),
	reasonId: z.string().nullable().default(null),
	/** In a receipt: why the quantity differs. */
	reason: z.string().default(''),
	settlement: settlement.default('none'),
});

export type PartWords = ReturnType<typeof partWords>;

export function partWords(store: Store) {
	const items = itemViews(store);
	const { locations } = store;
	const reasons = referredNames(store);

	const itemOf = (value: ExactJson, part: string, draft: Row) => {
		const own = enteredLine.safeParse(asJson(value)).data?.item;
		if (own !== undefined) return own;
		const seen = readableOrNull(() => enteredBodyOf({ body: String(draft['body']) }))?.seen;
		const itemId = seen?.items?.find(({ id }) => id === lineOfPart(part))?.itemId ?? '';
		return (
			items.get(String(draft['account_id']), itemId, String(draft['location_id'])) ??
			unknownItem(itemId)
		);
	};

	return {
		about(part: string, value: ExactJson, draft: Row): Pick<DraftFork, 'about' | 'item'> {
			if (lineOfPart(part) !== null) {
				return { about: 'line', item: itemOf(value, part, draft).name };
			}
			return { about: part === 'description' ? 'description' : 'location', item: '' };
		},
		says(part: string, value: ExactJson, draft: Row): Pick<DraftSide, 'says' | 'settlement'> {
			const accountId = String(draft['account_id']);
			if (lineOfPart(part) === null) {
				const said = typeof value === 'string' ? value : '';
				const isLocation = part !== 'description' && said !== '';
				return {
					says: isLocation ? [locations.get(accountId, said).name] : [said],
					settlement: 'none',
				};
			}
			const line = enteredLine.safeParse(asJson(value)).data;
			if (line === undefined) return { says: [], settlement: 'none' };
			const { units } = itemOf(value, part, draft);
			const boxes = line.boxes.map(({ unitId, typed }) => {
				const unit = units.find((each) => each.unitId === unitId)?.name ?? '';
				return `${typed} ${unit}`.trim();
			});
			const why =
				line.reasonId === null
					? ''
					: (reasons(accountId).all('wasteReason').get(line.reasonId) ?? '');
			const says = [boxes.join(' + '), line.label || why, line.reason, line.note];
			return { says: says.filter((each) => each !== ''), settlement: line.settlement };
		},
	};
}

const asJson = (value: ExactJson): unknown => parseStored(stringifyExact(value));
