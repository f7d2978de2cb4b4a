// A line of a draft as it is typed, the same in waste and in transfers: an item, a quantity in one of its units, and
// what that comes to.
import type { Failure } from '../../shared/bridge/reply.ts';
import type { Box, ItemUnitView, ItemView } from '../../shared/bridge/values.ts';
import { equalsRatio, type DecimalText } from '../../shared/domain/decimal.ts';
import { lineCost } from '../../shared/domain/money.ts';
import { parseEntry, type Entry } from '../../shared/domain/quantity-entry.ts';
import { toBase } from '../../shared/domain/unit.ts';

/** How the last save of a draft stands. */
export type Saving =
	/** Nothing was written yet: there is no draft. */
	| { readonly state: 'new' }
	| { readonly state: 'saving' }
	| { readonly state: 'saved'; readonly at: number }
	/** What was typed is still on the screen. */
	| { readonly state: 'failed'; readonly failure: Failure };

export class TypedLine {
	readonly lineId: string;
	readonly item: ItemView;
	unitId = $state('');
	typed = $state('');
	note = $state('');
	/** The quantity was left at least once: before that, an empty box is no mistake. */
	left = $state(false);
	readonly #locale: () => string;

	/** @param locale BCP 47 tag by which the quantity is read. */
	constructor(line: { lineId: string; item: ItemView; unitId: string }, locale: () => string) {
		this.lineId = line.lineId;
		this.item = line.item;
		this.unitId = line.unitId;
		this.#locale = locale;
	}

	readonly unit: ItemUnitView | undefined = $derived.by(() =>
		this.item.units.find(({ unitId }) => unitId === this.unitId),
	);

	readonly entry: Entry = $derived.by(() =>
		parseEntry(
			this.typed,
			this.#locale(),
			this.unit === undefined ? {} : { places: this.unit.places },
		),
	);

	/** Base units; null until the quantity can be read. */
	readonly base: DecimalText | null = $derived.by(() =>
		this.entry.kind !== 'quantity' || this.unit === undefined
			? null
			: toBase([{ unitId: this.unitId, quantity: this.entry.quantity }], this.item.units),
	);

	/** Money of the currency; null while the quantity or the item's cost is not known. */
	cost(currency: string): DecimalText | null {
		const { unitCost } = this.item;
		return this.base === null || unitCost === null ? null : lineCost(this.base, unitCost, currency);
	}
}

/** The one box that this sheet shows of a line; of several their sum in base units. */
export function oneBoxOf(
	{ item, boxes }: { item: ItemView; boxes: readonly Box[] },
	total: string | null,
): { unitId: string; typed: string } {
	const [only, another] = boxes;
	if (another === undefined && only !== undefined) return only;
	return { unitId: baseUnitOf(item), typed: total ?? '' };
}

/** The unit in which stock is kept: the one that cannot be mistaken for a bigger one. */
export function baseUnitOf({ units }: ItemView): string {
	const base = units.find(({ factor }) => equalsRatio('1', factor)) ?? units[0];
	return base?.unitId ?? '';
}
