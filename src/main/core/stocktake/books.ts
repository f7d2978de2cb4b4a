// What the book says of an item in an area, as the copy has it, and when that copy was read from the service.
import { pullTable } from '../store/pulls.ts';
import type { Store } from '../store/open.ts';
import { stockTable } from '../store/stock.ts';

interface BookFact {
	/** Base units; null where nobody knows. */
	readonly quantity: string | null;
	/** Epoch ms; null before the first pull. */
	readonly asOf: number | null;
}

export function books({ cache }: Pick<Store, 'cache'>) {
	const stock = stockTable(cache);
	const pulls = pullTable(cache);

	/** What the list says by not naming an item: none where it came whole, else nothing. */
	const unlisted = (accountId: string, locationId: string): BookFact => {
		const pull = pulls.get(accountId, 'stock', locationId);
		return { quantity: pull?.complete === true ? '0' : null, asOf: pull?.asOf ?? null };
	};

	return {
		/** Of one item in one area. */
		at(accountId: string, locationId: string, areaId: string, itemId: string): BookFact {
			const { quantity, asOf, complete } = stock.inOne(accountId, locationId, areaId, itemId);
			return { quantity: quantity ?? (complete ? '0' : null), asOf };
		},

		/** Of everything at a location, read at once. */
		all(accountId: string, locationId: string): (areaId: string, itemId: string) => BookFact {
			const none = unlisted(accountId, locationId);
			const known = new Map(
				stock
					.atLocation(accountId, locationId)
					.map(({ areaId, itemId, quantity }) => [`${areaId}\u0000${itemId}`, quantity]),
			);
			return (areaId, itemId) => {
				const quantity = known.get(`${areaId}\u0000${itemId}`);
				return quantity === undefined ? none : { ...none, quantity };
			};
		},
	};
}
