// Amounts of receipts and of the claims that follow, beside integer arithmetic that shares no code with the program.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harbour, openStockedKitchen } from '../../../../test/support/kitchen.ts';
import {
	butter,
	milk,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';
import { whole } from '../../../../test/support/whole.ts';

const currencies = { JPY: 0, EUR: 2, KWD: 3 } as const;

/** Prices are in ten-thousandths: a supplier may state more decimals than the currency has. */
const SCALE = 10_000n;
const price = fc.bigInt({ min: SCALE, max: 60n * SCALE });
/** A case has twelve pieces, so that eighths of two cases and of eight pieces are whole pieces. */
const units = [
	{ record: milk, ofOne: 2n, piecesOfEighth: 3n },
	{ record: butter, ofOne: 8n, piecesOfEighth: 1n },
] as const;

const drawnLine = (unit: (typeof units)[number]) =>
	fc.record({
		unit: fc.constant(unit),
		times: fc.bigInt({ min: 1n, max: 8n }),
		/** In eighths of the ordered quantity. */
		came: fc.bigInt({ min: 1n, max: 8n }),
		price,
		/** Null if the invoice has the price of the order. */
		billed: fc.option(price),
		/** By a quarter of the line. */
		isDiscounted: fc.boolean(),
	});
const drawn = fc.record({
	currency: fc.constantFrom<keyof typeof currencies>('JPY', 'EUR', 'KWD'),
	/** In tenths of a percent. */
	rate: fc.constantFrom(0n, 55n, 70n, 200n),
	lines: fc.tuple(drawnLine(units[0]), drawnLine(units[1])),
});
interface Line {
	readonly unit: (typeof units)[number];
	readonly times: bigint;
	readonly price: bigint;
	readonly isDiscounted: boolean;
}

const quantityOf = ({ unit, times }: Line): bigint => unit.ofOne * times;
/** In whole units of the currency. */
const discountOf = (line: Line): bigint =>
	line.isDiscounted ? (quantityOf(line) * line.price) / (4n * SCALE) : 0n;

/** Half up. */
const rounded = (numerator: bigint, denominator: bigint): bigint =>
	(2n * numerator + denominator) / (2n * denominator);
const written = (units: bigint, places: number): string => {
	const digits = String(units).padStart(places + 1, '0');
	const at = digits.length - places;
	return places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
};

/** In the smallest unit of the currency, with discount and tax: eighths of the line at a price. */
function amount(line: Line, eighths: bigint, at: bigint, rate: bigint, places: number): bigint {
	const gross = quantityOf(line) * at - discountOf(line) * SCALE;
	if (gross < 0n) return 0n;
	return rounded(gross * eighths * (1000n + rate) * 10n ** BigInt(places), 8n * SCALE * 1000n);
}

const isRise = (paid: bigint, ordered: bigint): boolean =>
	(paid - ordered) * 100n > 5n * ordered ||
	((paid - ordered) * 100n > ordered && paid - ordered > 200n);

test('an invoice and its claims come to what quantity, price, discount and tax of the order say', async () => {
	await fc.assert(
		fc.asyncProperty(drawn, async ({ currency, rate, lines }) => {
			const places = currencies[currency];
			const items = lines.map((line) => ({
				...line.unit.record,
				quantity: String(quantityOf(line)),
				price: written(line.price, 4),
				discount: String(discountOf(line)),
				taxId: 1,
				totalAmount: written(amount(line, 8n, line.price, rate, places), places),
			}));
			const taxes = [
				{ taxId: 1, rate: String(Number(rate) / 10), taxableAmount: '0', taxAmount: '0' },
			];
			const kitchen = await openStockedKitchen({
				lists: {
					'location.list': [{ ...harbour, currency }],
					'purchaseOrder.list': [orderOfTwo({ items, taxes })],
				},
			});
			const {
				enter,
				explain,
				settle,
				price: type,
				invoice,
				receive,
				list,
			} = receivingDesk(() => kitchen);
			let sum = 0n;
			const claims: string[] = [];
			try {
				for (const [at, line] of lines.entries()) {
					const lineId = `l-${String(at + 1)}`;
					enter(lineId, String(line.times * line.came * line.unit.piecesOfEighth));
					const paid = line.billed ?? line.price;
					if (line.billed !== null) type(lineId, written(line.billed, 4));
					const bill = (eighths: bigint, price: bigint) =>
						amount(line, eighths, price, rate, places);
					sum += bill(line.came, paid);
					const dearer = bill(line.came, paid) - bill(line.came, line.price);
					if (isRise(paid, line.price) && dearer > 0n)
						claims.push(`${lineId} claim-price ${written(dearer, places)}`);
					if (line.came < 8n) {
						explain(lineId);
						settle(lineId, 'close-short');
						const missing = bill(8n - line.came, paid);
						if (missing > 0n) claims.push(`${lineId} claim-shortage ${written(missing, places)}`);
					}
				}
				const total = written(sum, places);
				expect(Number(invoice('INV-1').invoice.sum)).toBe(Number(total));
				receive();
				const found = list().flatMap(({ kind, itemId, amount }) =>
					amount === null
						? []
						: `l-${itemId} ${kind} ${written(BigInt(Math.round(Number(amount) * 10 ** places)), places)}`,
				);
				expect(found.toSorted()).toEqual(claims.toSorted());
			} finally {
				await kitchen.end();
			}
		}),
		{ numRuns: whole ? 400 : 12 },
	);
}, 600_000);
