// Finds items for the box that adds one, each with what choosing it does.
import type { App } from '../app.svelte.ts';
import type { ItemView } from '../../shared/bridge/values.ts';

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
): Promise<readonly Found[]> {
	const reply = await call('item.search', { text, locationId });
	const items = reply.ok ? reply.value.items : [];
	return items.map((item) => {
		const { itemId, name, code, onHand, baseUnitName } = item;
		return {
			value: itemId,
			label: name,
			note: onHand === null ? code : `${code} · ${format.quantity(onHand)} ${baseUnitName}`,
			choose: () => choose(item),
		};
	});
}
