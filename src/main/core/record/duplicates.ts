// Items that may be there twice. The service merges no items: people move what uses one to the other.
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { alikeAmong, type Described } from '../../../shared/record/alike.ts';
import { textOf } from '../../../shared/record/merge.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemTables } from '../store/items.ts';
import type { ShownRecords } from './shown.ts';

/** More than anybody works through at once. */
const most = 500;

export function duplicatesAmong({ store }: Pick<CoreContext, 'store'>, shown: ShownRecords) {
	const items = itemTables(store.cache);
	const { pulls } = store;

	return ({ accountId }: ActiveAccount): CallOutput<'record.duplicates'> => {
		const supplierCodes = new Map<string, string[]>();
		for (const { record } of shown.all(accountId, 'purchaseOption')) {
			const code = textOf(record['supplierItemCode']).trim();
			if (code === '' || record['isActive'] === false) continue;
			const itemId = textOf(record['itemId']);
			const known = supplierCodes.get(itemId) ?? [];
			supplierCodes.set(itemId, [...known, `${textOf(record['supplierId'])} ${code}`]);
		}
		const barcodes = Map.groupBy(items.sharedBarcodes({ accountId }), ({ itemId }) => itemId);
		const active = shown
			.all(accountId, 'inventoryItem')
			.filter(({ record }) => record['isActive'] !== false);
		const described = active.map(({ id, record }): Described => ({
			id,
			name: textOf(record['name']),
			code: textOf(record['code']),
			barcodes: (barcodes.get(id) ?? []).map(({ barcode }) => barcode),
			supplierCodes: supplierCodes.get(id) ?? [],
		}));
		const byId = new Map(described.map((item) => [item.id, item]));
		const groups = alikeAmong(described);
		return {
			groups: groups.slice(0, most).map(({ by, shared, ids }) => ({
				by,
				shared: by === 'supplierCode' ? shared.slice(shared.indexOf(' ') + 1) : shared,
				items: ids.flatMap((id) => {
					const item = byId.get(id);
					return item === undefined ? [] : [{ itemId: id, name: item.name, code: item.code }];
				}),
			})),
			total: groups.length,
			asOf: pulls.asOf(accountId, 'inventoryItem'),
		};
	};
}
