// The random transfers of the bookkeeper test, as the service shows them at both ends.
import { Difference } from './compare.ts';
import { isSame, type Fraction } from './oracle.ts';
import { money, read, total, type LineBook } from './transfer-oracle.ts';

/** An item with its base unit and a larger one. */
export const items = [
	{ itemId: '1', cost: '0.50', big: '12', places: 0, odd: '0.5' },
	{ itemId: '2', cost: '3.333', big: '2.5', places: 3, odd: '0.125' },
	{ itemId: '3', cost: '0.0125', big: '7', places: 0, odd: '0.25' },
	{ itemId: '4', cost: '7', big: '0.75', places: 2, odd: '0.01' },
	{ itemId: '5', cost: null, big: '4', places: 0, odd: '0.5' },
] as const;

export const costOf = ({ cost }: (typeof items)[number]): Fraction | null =>
	cost === null ? null : read(cost);
/** Of an item by its id. */
export const costById = (itemId: string): Fraction | null =>
	items.flatMap((item) => (item.itemId === itemId ? [costOf(item)] : []))[0] ?? null;
const unitCostOf = ({ cost }: (typeof items)[number]) => (cost === null ? {} : { unitCost: cost });
export const baseUnit = '1';
export const bigUnit = '3';

/** Of a decimal fraction, for the service. */
export function decimal({ n, d }: Fraction): string {
	const scaled = (n * 10n ** 12n) / d;
	const digits = String(scaled < 0n ? -scaled : scaled).padStart(13, '0');
	const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
	return scaled < 0n ? `-${text}` : text;
}

export interface Line {
	lineId: string;
	item: (typeof items)[number];
	asked: string;
	/** On how many lines the sender has the item. */
	at: 1 | 2;
	sent: string;
	book: LineBook;
	boxes: Record<string, string>;
}

export interface History {
	name: string;
	lines: Line[];
	sends: boolean;
	told: string[];
}

export interface DraftLine {
	lineId: string;
	item: string;
	boxes: readonly { unitId: string; typed: string }[];
}

export function recordsOf({ name, lines, sends }: History, before: string | undefined) {
	const waits = sends && before !== undefined;
	const ends = { fromLocationId: 'L-2', toLocationId: 'L-1', date: '2026-11-19T10:00:00Z' };
	const left = waits ? {} : { sentDate: '2026-11-19T11:00:00Z' };
	const parts = lines.flatMap(({ lineId, item, asked, at, sent }) => {
		// On two lines the second has one of it.
		const split = (of: string) => (at === 1 ? [of] : [decimal(total([read(of), read('-1')])), '1']);
		return split(asked).map((quantity, part) => ({
			id: `o-${lineId}-${String(part)}`,
			itemId: item.itemId,
			quantity,
			...unitCostOf(item),
			...(waits ? {} : { quantityFulfilled: split(sent)[part] }),
		}));
	});
	// A total is stated only if complete.
	const costs = parts.map(({ itemId, quantity }) => money(read(quantity), costById(itemId)));
	const known = costs.flatMap((cost) => cost ?? []);
	const totalCost = known.length < costs.length ? {} : { totalCost: decimal(total(known)) };
	const received = lines.some(({ book }) => book.stated().received.n > 0n);
	const due = lines.some(({ book }) => book.due.n > 0n);
	const out = {
		...ends,
		...left,
		id: `O-${name}`,
		number: `TRO-${name}`,
		counterpartId: `T-${name}`,
		status: waits ? before : due ? 'InTransit' : 'Received',
		...totalCost,
		items: parts,
	};
	const into = {
		...ends,
		...left,
		id: `T-${name}`,
		number: `TRI-${name}`,
		counterpartId: `O-${name}`,
		status: received ? (due ? 'PartiallyReceived' : 'Received') : 'InTransit',
		items: lines.map(({ lineId, item, sent, book }) => ({
			id: lineId,
			itemId: item.itemId,
			quantity: sent,
			...unitCostOf(item),
			...(received ? { quantityReceived: decimal(book.stated().received) } : {}),
		})),
	};
	return { out, into: waits ? null : into };
}

export const isDue = ({ lines }: History): boolean => lines.some(({ book }) => book.due.n > 0n);

/** @param stated undefined if unknown */
export function same(
	what: string,
	shown: string | null | undefined,
	stated: Fraction | null,
): void {
	if (stated === null) {
		if (shown === null) return;
		throw new Difference(`${what}: the program says ${String(shown)}, and nobody knows it`);
	}
	if (typeof shown !== 'string' || !isSame(read(shown), stated))
		throw new Difference(
			`${what}: the program says ${String(shown)}, the bookkeeper ${decimal(stated)}`,
		);
}
