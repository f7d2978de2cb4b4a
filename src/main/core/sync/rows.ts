// Converts records of the service to cache rows.
import type { ItemView } from '../../../shared/bridge/values.ts';
import { compare, decimalText } from '../../../shared/domain/decimal.ts';
import { statedFactor, type UnitKind } from '../../../shared/domain/unit.ts';
import type { CurrentStockRecord, ItemRecord } from '../../../shared/service/inventory-item.ts';
import type { NewRecord } from '../store/cache-records.ts';
import type { NewItem } from '../store/items.ts';
import type { NewStock } from '../store/stock.ts';

/** @param locationField that of the record's location; null if it has none */
export function keptRecord(record: { id: string }, locationField: string | null): NewRecord {
	const place: unknown = locationField === null ? null : Reflect.get(record, locationField);
	const locationId = typeof place === 'string' ? place : null;
	return { id: record.id, locationId, json: JSON.stringify(record) };
}

export function keptItem(record: ItemRecord): NewItem {
	const units = keptUnits(record.units);
	return {
		itemId: record.id,
		code: record.code ?? '',
		name: record.name,
		category: record.categoryName ?? '',
		unitCost: record.unitCost === undefined ? null : decimalText(record.unitCost),
		units,
		baseUnitName: record.units.find(({ uomId }) => uomId === record.baseUomId)?.name ?? '',
		barcodes: (record.barcodes ?? []).map(({ barcode, uomId }) => ({
			barcode,
			unitId: String(uomId),
		})),
		json: JSON.stringify(record),
	};
}

/** Leaves out units with a factor of zero or less: nothing can be counted in them. */
export function keptUnits(units: ItemRecord['units']): ItemView['units'] {
	return units.flatMap((unit) => {
		if (compare(unit.conversionFactor, '0') <= 0) return [];
		const kind = kindOf(unit.type);
		return [
			{
				unitId: String(unit.uomId),
				name: unit.name,
				kind,
				factor: statedFactor(unit.conversionFactor),
				places: Math.max(unit.decimals ?? (kind === 'each' ? 0 : 3), 0),
			},
		];
	});
}

export const keptStock = (record: CurrentStockRecord): NewStock => ({
	locationId: record.locationId,
	areaId: record.storageAreaId,
	itemId: record.itemId,
	shelf: record.shelf ?? '',
	sequence: record.sequence ?? 0,
	quantity: decimalText(record.quantity),
	unitCost: record.unitCost === undefined ? null : decimalText(record.unitCost),
});

function kindOf(type: string | undefined): UnitKind {
	switch (type?.toLowerCase()) {
		case 'case':
			return 'case';
		case 'pack':
			return 'pack';
		case 'each':
			return 'each';
		case 'weight':
			return 'weight';
		default:
			return 'other';
	}
}
