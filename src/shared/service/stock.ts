// Stock and its changes, the same for inventory items and prep items. The fields are our reading; only the names of the
// paths are shown.
import Big from 'big.js';
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, text } from './field.ts';
import type { Payload, ReplayRule } from './operation.ts';
import { sumByLine } from './replay-rule.ts';

export const currentStockRecord = record('CurrentStock', {
	itemId: id,
	locationId: id,
	storageAreaId: id,
	shelf: text.optional(),
	/** Walking order within the area. */
	sequence: integer.optional(),
	/** Base units. */
	quantity: decimal,
	/** Average cost per base unit at this location. */
	unitCost: decimal.optional(),
});
export type CurrentStockRecord = z.output<typeof currentStockRecord>;

export const stockChangeItem = record('StockChangeItem', {
	itemId: id,
	storageAreaId: id,
	/** Change in base units: counted − book. */
	quantity: decimal,
	/** Counted quantity in base units. */
	countedQuantity: decimal.optional(),
	description: text.optional(),
});

export const stockChanges = record('StockChanges', {
	locationId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(stockChangeItem),
});

const stockLine = (line: { itemId: string; storageAreaId: string }) =>
	`${line.itemId} ${line.storageAreaId}`;

const itemOfLine = (line: string): string => line.slice(0, line.lastIndexOf(' '));

/** Cache by answer: one read of a long list serves many parts of a count, and is parsed once. */
const looks = new WeakMap<object, Readonly<Record<string, string>>>();

const quantityRows = z.array(
	z.object({ itemId: z.string(), storageAreaId: z.string(), quantity: z.string() }),
);

const quantitiesIn = (answer: unknown): Readonly<Record<string, string>> => {
	const read = () =>
		sumByLine(
			quantityRows.parse(answer).map((row) => ({ line: stockLine(row), quantity: row.quantity })),
		);
	if (typeof answer !== 'object' || answer === null) return read();
	const known = looks.get(answer) ?? read();
	looks.set(answer, known);
	return known;
};

/** Cache by payload: a part's changes are read several times before it is sent. */
const changes = new WeakMap<Payload, z.output<typeof stockChanges>>();

const changesIn = (payload: Payload) => {
	const known = changes.get(payload) ?? stockChanges.parse(payload);
	changes.set(payload, known);
	return known;
};

export const linesOfStock = z.object({ locationId: id.optional(), itemId: id.optional() });

/** The last change of a line is reversed while somebody waits: proved by another quantity than before. */
export const reversesOnline = (resource: string): Extract<ReplayRule, { proof: 'quantities' }> => ({
	proof: 'quantities',
	risk: 'stock',
	offline: 'never',
	byAnyAmount: true,
	read: `${resource}.currentStock`,
	readInput: (payload) => {
		const { locationId, itemId } = lineNamed(payload);
		return { query: { locationId, itemId } };
	},
	present: (answer, payload) => {
		const line = stockLine(lineNamed(payload));
		const quantity = quantitiesIn(answer)[line];
		return quantity === undefined ? {} : { [line]: quantity };
	},
	adds: (payload) => ({ [stockLine(lineNamed(payload))]: '0' }),
	itemOf: itemOfLine,
});

const lineNamed = (payload: Payload) =>
	z
		.object({ locationId: z.string(), storageAreaId: z.string(), itemId: z.string() })
		.parse(payload);

export const stockRule = (resource: string): Extract<ReplayRule, { proof: 'quantities' }> => ({
	proof: 'quantities',
	risk: 'stock',
	offline: 'queue',
	read: `${resource}.currentStock`,
	readInput: (payload) => ({ query: { locationId: changesIn(payload).locationId } }),
	present: (answer, payload) => {
		const all = quantitiesIn(answer);
		return Object.fromEntries(
			changesIn(payload).items.flatMap((item) => {
				const line = stockLine(item);
				const quantity = all[line];
				return quantity === undefined ? [] : [[line, quantity]];
			}),
		);
	},
	adds: (payload) =>
		sumByLine(
			changesIn(payload).items.map((item) => ({ line: stockLine(item), quantity: item.quantity })),
		),
	itemOf: itemOfLine,
	seen: (payload) =>
		sumByLine(
			changesIn(payload).items.flatMap((item) =>
				item.countedQuantity === undefined
					? []
					: [
							{
								line: stockLine(item),
								quantity: new Big(item.countedQuantity).minus(item.quantity).toFixed(),
							},
						],
			),
		),
});
