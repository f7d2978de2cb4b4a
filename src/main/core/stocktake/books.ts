// Book quantity of an item in an area: the copied stock plus our own work that the copy does not show yet.
import { add, sum } from '../../../shared/domain/decimal.ts';
import type { Store } from '../store/open.ts';
import { stockBefore } from '../store/stock-before.ts';
import { stockTable } from '../store/stock.ts';
import { stockKey } from './line.ts';
import { OurWork } from './our-work.ts';

interface BookFact {
	/** Base units; null if unknown. */
	readonly quantity: string | null;
	/** When the copy was read from the service, epoch ms; null before the first pull. */
	readonly asOf: number | null;
}

export class Books {
	readonly #stock;
	readonly #pulls;
	readonly #before;
	readonly #locations;
	readonly #ours;

	constructor(store: Store) {
		const { cache, pulls, locations } = store;
		this.#stock = stockTable(cache);
		this.#pulls = pulls;
		this.#before = stockBefore(cache);
		this.#locations = locations;
		this.#ours = new OurWork(store);
	}

	at(accountId: string, locationId: string, areaId: string, itemId: string): BookFact {
		const { quantity, asOf, complete, readNo } = this.#stock.inOne(
			accountId,
			locationId,
			areaId,
			itemId,
		);
		// A complete list omits items without stock, so a missing item has zero.
		const listed = quantity ?? (complete ? '0' : null);
		if (listed === null) return { quantity: null, asOf };
		const moved = this.#ours.of({ accountId, locationId, readNo })(areaId, itemId);
		return { quantity: add(listed, moved), asOf };
	}

	/** As known at an earlier moment (epoch ms): the copy of that time plus our own work done by then. */
	before(
		moment: number,
		accountId: string,
		locationId: string,
		areaId: string,
		itemId: string,
	): BookFact {
		const reading = this.#before.readAt(accountId, locationId, moment);
		if (reading === null) return { quantity: null, asOf: null };
		const { asOf, complete, readNo } = reading;
		const listed =
			this.#before.quantity(accountId, locationId, areaId, itemId, reading) ??
			(complete ? '0' : null);
		if (listed === null) return { quantity: null, asOf };
		const moved = this.#ours.of({ accountId, locationId, readNo, until: moment })(areaId, itemId);
		return { quantity: add(listed, moved), asOf };
	}

	/** Epoch ms; null if that copy is no longer kept. */
	asOfBefore(moment: number, accountId: string, locationId: string): number | null {
		return this.#before.readAt(accountId, locationId, moment)?.asOf ?? null;
	}

	/** Over all areas of a location, without what waits to be received or to leave: that is still due. */
	whole(accountId: string, locationId: string): (itemId: string) => BookFact {
		const book = this.all(accountId, locationId, true);
		const areas = Map.groupBy(
			this.#stock.atLocation(accountId, locationId),
			({ itemId }) => itemId,
		);
		const everywhere = this.#locations.areas(accountId, locationId).map(({ areaId }) => areaId);
		return (itemId) => {
			const listed = areas.get(itemId)?.map(({ areaId }) => areaId) ?? [];
			const found = [...new Set(listed.length > 0 ? listed : everywhere)].map((areaId) =>
				book(areaId, itemId),
			);
			const quantities = found.flatMap(({ quantity }) => quantity ?? []);
			return {
				quantity: quantities.length < found.length ? null : sum(quantities),
				asOf: this.#pulls.asOf(accountId, 'stock', locationId),
			};
		};
	}

	all(
		accountId: string,
		locationId: string,
		withoutEntries = false,
	): (areaId: string, itemId: string) => BookFact {
		const pull = this.#pulls.get(accountId, 'stock', locationId);
		const asOf = pull?.asOf ?? null;
		const moved = this.#ours.of({
			accountId,
			locationId,
			readNo: pull?.readNo ?? 0,
			withoutEntries,
		});
		const known = new Map<string, string>();
		for (const { areaId, itemId, quantity } of this.#stock.atLocation(accountId, locationId)) {
			const key = stockKey(areaId, itemId);
			const other = known.get(key);
			known.set(key, other === undefined ? quantity : add(other, quantity));
		}
		const unlisted = pull?.complete === true ? '0' : null;
		return (areaId, itemId) => {
			const listed = known.get(stockKey(areaId, itemId)) ?? unlisted;
			return { quantity: listed === null ? null : add(listed, moved(areaId, itemId)), asOf };
		};
	}
}
