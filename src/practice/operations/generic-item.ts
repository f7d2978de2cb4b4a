// Items of every kind in one list.
import type { GenericItemRecord } from '../../shared/service/catalogue.ts';
import type { RecordOf } from '../store/records.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { pageRows } from './plain.ts';
import { itemTypes } from './recipe.ts';

const kinds = ['item', 'prepItem', 'menuItem'] as const;
type GenericKind = (typeof kinds)[number];

export const genericItemHandlers = {
	'genericItem.list': ({ query, page }, { records }) =>
		pageRows(
			kinds.flatMap((kind) =>
				records
					.list(kind, query, { offset: 0, limit: -1 }, 'oldest-first')
					.rows.map((row) => generic(kind, row)),
			),
			page,
		),
	'genericItem.get': ({ path }, { records }) => {
		for (const kind of kinds) {
			const found = records.get(kind, path.itemId);
			if (found) return done(generic(kind, found));
		}
		return refuse(404, 'No item has this identifier.');
	},
} satisfies HandlersOf<'genericItem'>;

const generic = (kind: GenericKind, item: RecordOf<GenericKind>): GenericItemRecord => ({
	itemId: item.id,
	itemType: itemTypes[kind],
	...(item.code === undefined ? {} : { code: item.code }),
	name: item.name,
	...(item.categoryId === undefined ? {} : { categoryId: item.categoryId }),
	...(typeof item['baseUomId'] === 'number' ? { baseUomId: item['baseUomId'] } : {}),
	isActive: item.isActive ?? true,
});
