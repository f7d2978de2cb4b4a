// Finds items for the box that adds one, each with what choosing it does.
import type { App } from '../app.svelte.ts';
import type { Failure } from '../../shared/bridge/reply.ts';
import type { ItemView } from '../../shared/bridge/values.ts';
import { shownPlaces } from '../../shared/domain/unit.ts';

/** A choice in the adding box. */
export interface Found {
	readonly value: string;
	readonly label: string;
	readonly note?: string;
	readonly choose: () => unknown;
}

/** @param locationId location of the stock shown with each item. */
export async function findItems(
	{ call, format }: App,
	text: string,
	locationId: string,
	choose: (item: ItemView) => unknown,
): Promise<readonly Found[] | Failure> {
	const reply = await call('item.search', { text, locationId });
	if (!reply.ok) return reply;
	return reply.value.items.map((item) => {
		const { itemId, name, code, onHand, baseUnitName, units } = item;
		return {
			value: itemId,
			label: name,
			note:
				onHand === null
					? code
					: `${code} · ${format.quantity(onHand, shownPlaces(units))} ${baseUnitName}`,
			choose: () => choose(item),
		};
	});
}

/** Items for a box that only chooses one. */
export async function itemOptions({ call }: App, text: string, locationId: string | null) {
	const reply = await call('item.search', { text, locationId });
	if (!reply.ok) return reply;
	return reply.value.items.map(({ itemId, name, code }) => {
		return { value: itemId, label: name, note: code };
	});
}
