// What two documents of the same content have in common, for services that do not keep our reference.
import Big from 'big.js';
import { z } from 'zod';

const quantity = z.object({ uomId: z.number(), quantity: z.string() });
const shape = z.looseObject({
	locationId: z.string().optional(),
	fromLocationId: z.string().optional(),
	toLocationId: z.string().optional(),
	date: z.string(),
	items: z
		.array(
			z.looseObject({
				itemId: z.string(),
				uomId: z.number().optional(),
				quantity: z.string().optional(),
				quantities: z.array(quantity).optional(),
			}),
		)
		.optional(),
});

/**
 * Location, instant and the lines sorted: the same for the request we sent and the record the service shows, whatever
 * else the service adds. The order of lines and the way a quantity is written do not matter.
 */
export function documentFingerprint(document: unknown): string {
	const read = shape.parse(document);
	const lines = (read.items ?? []).flatMap((line) =>
		(line.quantities ?? [{ uomId: line.uomId ?? 0, quantity: line.quantity ?? '0' }]).map(
			(part) => `${line.itemId}:${String(part.uomId)}:${new Big(part.quantity).toFixed()}`,
		),
	);
	return [
		read.locationId ?? `${read.fromLocationId ?? ''}>${read.toLocationId ?? ''}`,
		String(Date.parse(read.date)),
		...lines.sort(),
	].join('|');
}

const purchase = z.looseObject({
	locationId: z.string(),
	supplierId: z.string().optional(),
	date: z.string().optional(),
	returnDate: z.string().optional(),
	items: z.array(
		z.looseObject({
			itemId: z.string(),
			uomId: z.number(),
			quantity: z.string().optional(),
			returnQuantity: z.string().optional(),
		}),
	),
});

/** As `documentFingerprint`, for documents that name a supplier: requests, orders and returns. */
export function purchaseFingerprint(document: unknown): string {
	const read = purchase.parse(document);
	const lines = read.items.map(
		(line) =>
			`${line.itemId}:${String(line.uomId)}:${new Big(line.returnQuantity ?? line.quantity ?? '0').toFixed()}`,
	);
	return [
		read.locationId,
		read.supplierId ?? '',
		String(Date.parse(read.returnDate ?? read.date ?? '')),
		...lines.sort(),
	].join('|');
}
