// Search for the adding box of a draft: items, and extras of its kind.
import type { App } from '../app.svelte.ts';
import type { ItemView } from '../../shared/bridge/values.ts';

/** A choice in the adding box. */
export interface Found {
	readonly value: string;
	readonly label: string;
	readonly note?: string;
}

/** Other things to add beside items. */
export interface OtherFinds {
	search(text: string): Promise<readonly Found[]>;
	choose(value: string): void;
}

export class ItemSearch {
	readonly #app: App;
	readonly #others: OtherFinds | undefined;
	/** Items of the last search by id: the box knows only texts. */
	#items: ReadonlyMap<string, ItemView> = new Map();

	constructor(app: App, others: OtherFinds | undefined) {
		this.#app = app;
		this.#others = others;
	}

	/** @param locationId location of the stock shown with each item. */
	async search(text: string, locationId: string): Promise<readonly Found[]> {
		const { format } = this.#app;
		const [reply, more = []] = await Promise.all([
			this.#app.call('item.search', { text, locationId }),
			this.#others?.search(text),
		]);
		const items = reply.ok ? reply.value.items : [];
		this.#items = new Map(items.map((item) => [item.itemId, item]));
		return [
			...items.map(({ itemId, name, code, onHand, baseUnitName }) => ({
				value: itemId,
				label: name,
				note: onHand === null ? code : `${code} · ${format.quantity(onHand)} ${baseUnitName}`,
			})),
			...more,
		];
	}

	/** The chosen item; null for something else, which is notified. */
	choose(value: string): ItemView | null {
		const item = this.#items.get(value);
		if (item === undefined) this.#others?.choose(value);
		return item ?? null;
	}
}
