// Stock of one item or preparation at a location, as the service has it now.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import { sum, type DecimalText } from '../../../shared/domain/decimal.ts';
import type { CurrentStockRecord } from '../../../shared/service/stock.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadResult } from '../api/verdict.ts';

interface Asked {
	readonly itemId: string;
	readonly locationId: string;
}

/** The rows are chosen again here, in case the service knows no such query. */
export async function stockRows(
	api: ServiceApi,
	list: 'inventoryItem.currentStock' | 'prepItem.currentStock',
	query: Asked,
): Promise<ReadResult<readonly CurrentStockRecord[]>> {
	const read = await api.readAll(list, { query });
	if (!read.ok) return read;
	const { rows, complete } = read.value;
	if (!complete) {
		const said = inOwnWords('rowsMissing', list);
		return { ok: false, kind: 'unreadable', status: null, said, waitUntil: null };
	}
	const value = rows.filter(
		({ itemId, locationId }) => itemId === query.itemId && locationId === query.locationId,
	);
	return { ...read, value };
}

/** An area may have several rows. */
export function quantitiesByArea(
	rows: readonly CurrentStockRecord[],
): { areaId: string; quantity: DecimalText }[] {
	const byArea = Object.groupBy(rows, ({ storageAreaId }) => storageAreaId);
	return Object.entries(byArea).map(([areaId, ofArea = []]) => ({
		areaId,
		quantity: sum(ofArea.map(({ quantity }) => quantity)),
	}));
}
