// How many copies there are. Counted after the first screen, and recounted where something changed.
import type { Clock } from '../ports.ts';
import type { PullKind } from '../store/pulls.ts';
import { kindTable, type Copies } from './kinds.ts';
import { pulledKinds } from './lists.ts';

interface CountsParts {
	copies: Copies;
	clock: Clock;
	isInUse(accountId: string): boolean;
	changed(): void;
}

export class CopyCounts {
	readonly #parts: CountsParts;
	/** Stock is counted by location, because it has the most rows. */
	#counted: {
		accountId: string;
		byKind: Map<PullKind, number>;
		stock: Map<string, number>;
	} | null = null;
	#countsSoon = false;

	constructor(parts: CountsParts) {
		this.#parts = parts;
	}

	of(accountId: string): ReadonlyMap<PullKind, number> {
		if (this.#counted?.accountId !== accountId) {
			this.#countSoon(accountId);
			return new Map();
		}
		const { byKind, stock } = this.#counted;
		byKind.set(
			'stock',
			[...stock.values()].reduce((sum, count) => sum + count, 0),
		);
		for (const kind of pulledKinds) {
			const { count } = kindTable[kind];
			if (count !== null && !byKind.has(kind))
				byKind.set(kind, count(this.#parts.copies, accountId));
		}
		return byKind;
	}

	changed(accountId: string, kind: PullKind, locationId: string): void {
		if (this.#counted?.accountId !== accountId) return;
		const { byKind, stock } = this.#counted;
		if (kind === 'stock')
			stock.set(locationId, this.#parts.copies.stock.countAt(accountId, locationId));
		else byKind.delete(kind);
	}

	#countSoon(accountId: string): void {
		if (this.#countsSoon) return;
		this.#countsSoon = true;
		const { copies, clock, isInUse, changed } = this.#parts;
		clock.after(0, () => {
			this.#countsSoon = false;
			if (!isInUse(accountId)) return;
			const stock = copies.stock.countByLocation(accountId);
			this.#counted = { accountId, byKind: new Map(), stock };
			changed();
		});
	}
}
