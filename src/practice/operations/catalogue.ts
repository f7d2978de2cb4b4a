// Items of every kind in one list; all prefixes, and the next number for one.
import type {
	GenericItemRecord,
	PrefixConfigurationRecord,
} from '../../shared/service/catalogue.ts';
import type { RecordOf } from '../store/records.ts';
import { NOT_ACCEPTED, prefixFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { pageRows } from './plain.ts';
import { itemTypes } from './recipe.ts';

const kinds = ['item', 'prepItem', 'menuItem'] as const;
type GenericKind = (typeof kinds)[number];

export const catalogueHandlers = {
	'genericItem.list': ({ query, page }, { records }) =>
		pageRows(
			kinds.flatMap((kind) => records.list(kind, query).rows.map((row) => generic(kind, row))),
			page,
		),
	'genericItem.get': ({ path }, { records }) => {
		for (const kind of kinds) {
			const found = records.get(kind, path.itemId);
			if (found) return done(generic(kind, found));
		}
		return refuse(404, 'No item has this identifier.');
	},

	'prefixConfiguration.list': ({ page }, { records }) => {
		const rows = (['category', 'entity', 'transaction'] as const).flatMap((kind) =>
			records.all(`${kind}Prefix`).map((each): PrefixConfigurationRecord => ({
				kind,
				target: each.target,
				prefix: each.prefix,
				...(each.digits === undefined ? {} : { digits: each.digits }),
			})),
		);
		return pageRows(rows, page);
	},

	'prefixConfiguration.code': ({ query: { target } }, practice) => {
		if (target === undefined) {
			return refuse(400, NOT_ACCEPTED, { target: 'The kind of document is needed.' });
		}
		const set = prefixFor(practice, target);
		if (set === undefined) return refuse(404, 'No prefix is set for this.');
		return done({ target, code: practice.records.comingNumber(set.prefix, set.digits) });
	},
} satisfies HandlersOf<'genericItem' | 'prefixConfiguration'>;

const generic = (kind: GenericKind, item: RecordOf<GenericKind>): GenericItemRecord => ({
	itemId: item.id,
	itemType: itemTypes[kind],
	...(item.code === undefined ? {} : { code: item.code }),
	name: item.name,
	...(item.categoryId === undefined ? {} : { categoryId: item.categoryId }),
	...(typeof item['baseUomId'] === 'number' ? { baseUomId: item['baseUomId'] } : {}),
	isActive: item.isActive ?? true,
});
