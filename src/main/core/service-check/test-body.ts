// Builds the smallest document of each kind, with one line, for tests.
import { z } from 'zod';
import type { WritePermission } from '../../../shared/bridge/service-check.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { DocumentKind } from '../../../shared/service/profile.ts';
import type { Known } from './reading.ts';

interface MadeOf {
	permission: WritePermission;
	known: Known;
	date: string;
	/** In the item's base unit. */
	quantity: string;
}

export function testBody(
	kind: DocumentKind,
	{ permission, known, date, quantity }: MadeOf,
): Payload | null {
	const item = testItem(known);
	const { locationId, otherLocationId } = permission;
	const [supplier] = known.get('supplier.list') ?? [];
	const [reason] = known.get('wasteReason.list') ?? [];
	if (item === null) return null;
	const { itemId, uomId } = item;
	const head = { locationId, date };
	const between = (fromLocationId: string, toLocationId: string) => ({
		fromLocationId,
		toLocationId,
		date,
		items: [{ itemId, quantities: [{ uomId, quantity }] }],
	});
	switch (kind) {
		case 'wastage': {
			const why = reason === undefined ? {} : { wasteReasonId: reason.id };
			return { ...head, isDraft: true, items: [{ itemId, uomId, quantity, ...why }] };
		}
		case 'transferOut':
			return otherLocationId === null ? null : between(locationId, otherLocationId);
		case 'transferIn':
			return otherLocationId === null ? null : between(otherLocationId, locationId);
		case 'purchaseRequest':
			return { ...head, items: [{ itemId, uomId, quantity }] };
		case 'purchaseOrder':
			return supplier === undefined
				? null
				: {
						...head,
						supplierId: supplier.id,
						isDraft: true,
						items: [{ itemId, uomId, quantity, price: '1' }],
					};
		case 'returnOrder':
			return supplier === undefined
				? null
				: {
						locationId,
						returnDate: date,
						supplierId: supplier.id,
						isDraft: true,
						items: [{ itemId, uomId, returnQuantity: quantity }],
					};
		case 'production': {
			const made = withUnit(known.get('prepItem.list')?.[0]);
			return made === null ? null : { ...head, items: [{ ...made, quantity }] };
		}
	}
}

/** The shown quantity of the document's only line; null if there is none. */
export function quantityOf(record: unknown): string | null {
	const line = withLines.safeParse(record).data?.items[0];
	return line?.returnQuantity ?? line?.quantities?.[0]?.quantity ?? line?.quantity ?? null;
}

const withLines = z.looseObject({
	items: z.array(
		z.looseObject({
			quantity: z.string().optional(),
			returnQuantity: z.string().optional(),
			quantities: z.array(z.looseObject({ quantity: z.string() })).optional(),
		}),
	),
});

const countable = z.looseObject({ id: z.string(), baseUomId: z.number() });

function withUnit(record: unknown): { itemId: string; uomId: number } | null {
	const read = countable.safeParse(record);
	return read.success ? { itemId: read.data.id, uomId: read.data.baseUomId } : null;
}

export const testItem = (known: Known) => withUnit(known.get('inventoryItem.list')?.[0]);
