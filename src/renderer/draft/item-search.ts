// Finding what to put on the list of a draft: items, and beside them what a kind of draft knows besides.
import type { App } from '../app.svelte.ts';
import type { ItemView } from '../../shared/bridge/values.ts';

/** What can be chosen in the box that adds. */
export interface Found {
	readonly value: string;
	readonly label: string;
	readonly note?: string;
}

/** What can be put on the list beside items. */
export interface OtherFinds {
	search(text: string): Promise<readonly Found[]>;
	choose(value: string): void;
}

export class ItemSearch {
	readonly #app: App;
	readonly #others: OtherFinds | undefined;
	/** What the last search found, by id: the box knows only words. */
	#items: ReadonlyMap<string, ItemView> = new Map();

	constructor(app: App, others: OtherFinds | undefined) {
		this.#app = app;
		this.#others = others;
	}

	/** @param locationId whose stock is told beside each item. */
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

	/** The item that was chosen; null where it was something else, which is told of it then. */
	choose(value: string): ItemView | null {
		const item = this.#items.get(value);
		if (item === undefined) this.#others?.choose(value);
		return item ?? null;
	}
}
