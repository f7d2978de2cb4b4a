// The bookkeeper's own sum of a transfer, from docs/transfer.md and docs/waste.md alone.
// Follows a line from the sender's request to the receiver's unsettled rest.
import { isSame, minus, plus, reckon, rounded, times, zero, type Fraction } from './oracle.ts';

/** From decimal text, or a quotient. */
export function read(text: string): Fraction {
	const whole = reckon(text.replace('-', ''));
	return text.startsWith('-') ? minus(zero, whole) : whole;
}
const isAbove = (a: Fraction, b: Fraction) => minus(a, b).n > 0n;
const atLeastNone = (a: Fraction) => (a.n < 0n ? zero : a);
export const total = (all: readonly Fraction[]) => all.reduce(plus, zero);

/** Cents, rounded once; null if the cost is unknown. */
export const money = (quantity: Fraction, cost: Fraction | null): Fraction | null =>
	cost === null ? null : rounded(times(quantity, cost), 2);

/** How received stock leaves again. */
export type Leaves = 'return' | 'waste';

/** Quantity of a line that should leave again, and its state on the draft. */
interface Claim {
	readonly how: Leaves | 'keep';
	readonly wanted: Fraction;
	/** Received only to leave; otherwise from the surplus. */
	readonly damaged: boolean;
	/** On the draft or kept; null once removed or the draft discarded. */
	stands: Fraction | null;
}

/** Entered against a line and not received yet. */
interface Entered {
	readonly typed: Fraction;
	readonly how: Leaves | 'none';
}

export interface Stated {
	due: Fraction;
	difference: Fraction | null;
	how: Leaves | 'none';
	received: Fraction;
	over: Fraction;
	drafted: Record<Leaves, Fraction>;
	kept: Fraction;
	open: Fraction;
	/** Received in good order, and kept. */
	good: Fraction;
	cost: Fraction | null;
}

export class LineBook {
	readonly sent: Fraction;
	readonly #cost: Fraction | null;
	#received = zero;
	#good = zero;
	#claims: Claim[] = [];
	#entered: Entered | null = null;
	/** Claims of an undone receipt: the draft remains. */
	#before: Claim | null = null;
	#undo: (() => void) | null = null;

	constructor(sent: Fraction, cost: Fraction | null) {
		this.sent = sent;
		this.#cost = cost;
	}

	get due(): Fraction {
		return atLeastNone(minus(this.sent, this.#received));
	}

	/** A line that is no longer short, or no longer over, loses its choice. */
	enter(typed: Fraction): void {
		const was = this.#entered;
		const signOf = (quantity: Fraction) =>
			isAbove(quantity, this.due) ? 1 : isSame(quantity, this.due) ? 0 : -1;
		const turned = was !== null && signOf(was.typed) !== signOf(typed);
		this.#entered = { typed, how: turned ? 'none' : (was?.how ?? 'none') };
	}

	choose(how: Leaves | 'none'): void {
		if (this.#entered !== null) this.#entered = { ...this.#entered, how };
	}

	/** Reported to the service as received, including what will leave again. */
	receive(): Fraction {
		const entered = this.#entered;
		if (entered === null) throw new Error('Nothing was entered.');
		const { typed, how } = entered;
		const difference = minus(typed, this.due);
		const short = difference.n < 0n;
		const claims = how !== 'none' && difference.n !== 0n;
		const taken = claims && short ? this.due : typed;
		const before = [this.#received, this.#good, this.#claims] as const;
		const earlier = this.#before;
		this.#good = plus(this.#good, short ? typed : this.due);
		this.#received = plus(this.#received, taken);
		this.#before = null;
		if (claims) {
			const wanted = short ? minus(zero, difference) : difference;
			// An unchanged claim stays as the person left it on the draft.
			const same =
				earlier !== null &&
				earlier.stands !== null &&
				earlier.how === how &&
				isSame(earlier.wanted, wanted);
			const claim: Claim = { how, wanted, damaged: short, stands: same ? earlier.stands : wanted };
			this.#claims = [...this.#claims, claim];
		}
		const mine = claims ? this.#claims.at(-1) : undefined;
		this.#entered = null;
		this.#undo = () => {
			[this.#received, this.#good, this.#claims] = before;
			this.#entered = entered;
			this.#before = mine ?? null;
		};
		return taken;
	}

	takeBack(): void {
		this.#undo?.();
		this.#undo = null;
	}

	settle(how: Leaves | 'keep'): void {
		const wanted = this.open;
		this.#claims = [...this.#claims, { how, wanted, damaged: false, stands: wanted }];
	}

	redraft(how: Leaves, stands: Fraction | null): void {
		for (const claim of this.#claims)
			if (claim.how === how && claim.stands !== null) claim.stands = stands;
	}

	#standing(how: Claim['how']): Fraction {
		return total(this.#claims.flatMap((claim) => (claim.how === how ? (claim.stands ?? []) : [])));
	}

	/** Received beyond the good quantity, and neither kept nor on a draft. */
	get open(): Fraction {
		const over = atLeastNone(minus(this.#received, this.sent));
		const damaged = total(this.#claims.filter((each) => each.damaged).map((each) => each.wanted));
		const leaves = total(this.#claims.map(({ stands }) => stands ?? zero));
		return atLeastNone(minus(plus(over, damaged), leaves));
	}

	stated(): Stated {
		const entered = this.#entered;
		const difference = entered && minus(entered.typed, this.due);
		return {
			due: this.due,
			difference,
			how: difference === null || difference.n === 0n ? 'none' : (entered?.how ?? 'none'),
			received: this.#received,
			over: minus(this.#received, this.sent),
			drafted: { return: this.#standing('return'), waste: this.#standing('waste') },
			kept: this.#standing('keep'),
			open: this.open,
			good: this.#good,
			cost: money(this.sent, this.#cost),
		};
	}
}
