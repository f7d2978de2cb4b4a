// The bookkeeper's own sum of a count, from docs/stocktake.md alone. Shares no code with the program: exact bigint
// fractions, no tables, no calls.

/** n / d, with d above zero. */
export interface Fraction {
	readonly n: bigint;
	readonly d: bigint;
}
export const zero: Fraction = { n: 0n, d: 1n };
const make = (n: bigint, d: bigint): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d });
export const plus = (a: Fraction, b: Fraction): Fraction => make(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => make(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => make(a.n * b.n, a.d * b.d);
export const isSame = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d;
export const isNone = ({ n }: Fraction): boolean => n === 0n;
const isWhole = ({ n, d }: Fraction): boolean => n % d === 0n;

/** Half away from zero. */
export function rounded({ n, d }: Fraction, places: number): Fraction {
	const scale = 10n ** BigInt(places);
	const half = ((n < 0n ? -n : n) * scale * 2n + d) / (2n * d);
	return { n: n < 0n ? -half : half, d: scale };
}

/** Reads `2*3+1/2` in English. */
export function reckon(typed: string): Fraction {
	const number = (text: string): Fraction => {
		const [whole = '', part = ''] = text.split('.');
		return { n: BigInt(whole + part), d: 10n ** BigInt(part.length) };
	};
	return typed.split('+').reduce((sum, product) => {
		const [first = '0', ...rest] = product.split(/(?=[*/])/);
		const value = rest.reduce((result, next) => {
			const by = number(next.slice(1));
			return times(result, next.startsWith('*') ? by : make(by.d, by.n));
		}, number(first));
		return plus(sum, value);
	}, zero);
}

export interface Unit {
	readonly id: string;
	/** Base units per unit. */
	readonly holds: Fraction;
	readonly places: number;
	readonly basePlaces: number;
}

/**
 * A box in base units; null if refused. Accepts a part of a case if exact in base units. Elsewhere a division is
 * rounded to the unit's places, and a whole unit takes no part.
 */
export function boxOf(typed: string, unit: Unit): Fraction | null {
	const value = reckon(typed);
	if (unit.holds.n > unit.holds.d) {
		if (!isSame(rounded(value, 3), value) && !typed.includes('/')) return null;
		const even = isWhole(value) || unit.basePlaces > 0 || isWhole(times(value, unit.holds));
		return even ? times(value, unit.holds) : null;
	}
	const kept = rounded(value, unit.places);
	if (isSame(kept, value)) return times(value, unit.holds);
	if (unit.places === 0 || !typed.includes('/') || isNone(kept)) return null;
	return times(kept, unit.holds);
}

interface Box {
	readonly unit: string;
	readonly by: string;
	readonly base: Fraction;
	readonly book: Fraction;
	readonly order: number;
}
export type Together = 'sum' | 'replace' | 'keep' | 'ask';

/** A place of an item in one count or recount round. */
export class Place {
	boxes: Box[] = [];
	readonly no: number;
	readonly units: readonly Unit[];
	constructor(no: number, units: readonly Unit[]) {
		this.no = no;
		this.units = units;
	}

	/** @returns false if the program must refuse it */
	enter(typed: string, at: Omit<Box, 'base'>, together: Together): boolean {
		const unit = this.units.find(({ id }) => id === at.unit);
		if (unit === undefined) return false;
		const base = typed === '' ? null : boxOf(typed, unit);
		if (typed !== '' && base === null) return false;
		const others = this.boxes.some(({ by }) => by !== at.by);
		if (others && together === 'ask') return false;
		// The first count is kept, and the entry is history only.
		if (others && together === 'keep') return true;
		const isReplaced = (box: Box): boolean =>
			(box.unit === at.unit && (together !== 'sum' || box.by === at.by)) ||
			(together === 'replace' && base !== null && box.by !== at.by);
		this.boxes = this.boxes.filter((box) => !isReplaced(box));
		if (base !== null) this.boxes.push({ ...at, base });
		return true;
	}
}

export interface Figures {
	readonly counted: Fraction | null;
	readonly book: Fraction;
	readonly variance: Fraction | null;
	readonly moved: Fraction | null;
	readonly adjustment: Fraction | null;
	readonly cost: Fraction | null;
}

/** An item in one stock area of a count. */
export class Item {
	places: Place[] = [];
	rounds: { round: number; places: Map<number, Place> }[] = [];
	keep: 'difference' | 'counted' = 'difference';
	/** The chosen round; null for the last. */
	stands: number | null = null;
	/** The correction after the service refused the line; `out` if left out. */
	corrected: Fraction | 'out' | null = null;
	readonly unitCost: Fraction | null;
	readonly opened: Fraction;
	constructor(unitCost: Fraction | null, opened: Fraction) {
		this.unitCost = unitCost;
		this.opened = opened;
	}

	/** The last count of each place up to the chosen round; one emptied since does not count. */
	standing(): Place[] {
		const round = this.rounds.find((each) => each.round === this.stands)?.places.values();
		const chosen = this.stands === 0 ? this.places : [...(round ?? [])];
		const last = chosen.some(({ boxes }) => boxes.length > 0) ? (this.stands ?? 0) : Infinity;
		return this.places.map((place) =>
			this.rounds.reduce((standing, { round, places }) => {
				const again = places.get(place.no);
				return round <= last && again !== undefined && again.boxes.length > 0 ? again : standing;
			}, place),
		);
	}

	blank(): Place[] {
		return this.standing().filter(({ boxes }) => boxes.length === 0);
	}

	figures(bookNow: Fraction): Figures {
		const boxes = this.standing()
			.flatMap((place) => place.boxes)
			.sort((a, b) => a.order - b.order);
		const book = boxes[0]?.book ?? this.opened;
		if (this.blank().length > 0) {
			return { counted: null, book, variance: null, moved: null, adjustment: null, cost: null };
		}
		const seen = rounded(
			boxes.reduce((sum, { base }) => plus(sum, base), zero),
			6,
		);
		const put = this.corrected === null || this.corrected === 'out' ? null : this.corrected;
		const counted = put ?? seen;
		const variance = minus(counted, book);
		const all = this.keep === 'counted' ? minus(counted, bookNow) : variance;
		const adjustment = this.corrected === 'out' ? zero : all;
		const cost = this.unitCost === null ? null : rounded(times(adjustment, this.unitCost), 2);
		return { counted, book, variance, moved: minus(bookNow, book), adjustment, cost };
	}
}

/** An item's stock in an area at the service, and as this PC knows it. */
export class Stock {
	service: Fraction;
	copy: Fraction;
	/** Our own work: `sent` once at the service, removed once the copy shows it. */
	ours: { readonly moves: Fraction; sent: boolean }[] = [];
	constructor(quantity: Fraction) {
		this.service = quantity;
		this.copy = quantity;
	}
	/** The copy plus our own work it does not show yet. */
	book(): Fraction {
		return this.ours.reduce((sum, { moves }) => plus(sum, moves), this.copy);
	}
	move(by: Fraction): void {
		this.service = plus(this.service, by);
	}
	queue(moves: Fraction): void {
		this.ours.push({ moves, sent: false });
	}
	send(): void {
		for (const work of this.ours) {
			if (!work.sent) this.move(work.moves);
			work.sent = true;
		}
	}
	pull(): void {
		this.copy = this.service;
		this.ours = this.ours.filter(({ sent }) => !sent);
	}
}
