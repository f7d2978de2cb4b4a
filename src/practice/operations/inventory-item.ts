// Stock of inventory and prep items, and importing items from a file.
import Papa from 'papaparse';
import { NOT_ACCEPTED } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf, Practice } from './handler.ts';
import { plain } from './plain-rules.ts';
import { changeStock, rollBack } from './stock-change.ts';

export const inventoryItemHandlers = {
	'inventoryItem.remove': ({ body }, practice) =>
		practice.ledger.list({ itemId: body.id }, { offset: 0, limit: 0 }).total > 0
			? refuse(409, 'There is stock of the item, or was: it cannot be deleted.')
			: plain.item.remove(body.id, practice),
	'inventoryItem.rollBack': ({ body }, practice) => rollBack(body, practice),
	'inventoryItem.changeStock': ({ body }, practice) => changeStock(body, 'item', practice),
	'inventoryItem.currentStock': ({ query, page }, { ledger }) =>
		done(ledger.list({ ...query, ofKind: 'item' }, page)),
	'inventoryItem.import': ({ body }, practice) => importItems(body.file, practice),
	'prepItem.currentStock': ({ query, page }, { ledger }) =>
		done(ledger.list({ ...query, ofKind: 'prepItem' }, page)),
	'prepItem.changeStock': ({ body }, practice) => changeStock(body, 'prepItem', practice),
} satisfies HandlersOf<'inventoryItem' | 'prepItem'>;

/** Lines of `name` and, if in the heading, `code` and `category`. A known code renames the item. */
function importItems(file: string, practice: Practice) {
	const { data } = Papa.parse<string[]>(file, { delimiter: ',', skipEmptyLines: 'greedy' });
	const [heading = [], ...lines] = data;
	const names = heading.map((cell) => cell.trim().toLowerCase());
	const [name, code, category] = ['name', 'code', 'category'].map((each) => names.indexOf(each));
	const cell = (cells: readonly string[], at: number | undefined) =>
		at === undefined || at < 0 ? undefined : cells[at]?.trim();
	if (name === undefined || name < 0) {
		return refuse(400, NOT_ACCEPTED, {
			file: 'The first line must name the columns, `name` at least.',
		});
	}
	const wrong: Fields = {};
	for (const [index, cells] of lines.entries()) {
		const row = { name: cell(cells, name) ?? '', code: cell(cells, code) };
		const known = practice.records
			.all('item')
			.find((each) => row.code !== undefined && row.code !== '' && each.code === row.code);
		const inCategory = practice.records
			.all('category')
			.find((each) => each.name === cell(cells, category));
		const answer =
			known === undefined
				? plain.item.create(
						{
							name: row.name,
							...(row.code === undefined || row.code === '' ? {} : { code: row.code }),
							...(inCategory === undefined ? {} : { categoryId: inCategory.id }),
							baseUomId: 1,
							units: [{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 }],
						},
						practice,
					)
				: plain.item.update(known.id, { ...known, name: row.name }, practice);
		if (!answer.ok) {
			wrong[`line ${index + 2}`] = Object.values(answer.fields ?? {})[0] ?? answer.detail;
		}
	}
	return Object.keys(wrong).length > 0 ? refuse(422, NOT_ACCEPTED, wrong) : done(null);
}
