// The bar's search: screens by name and items from the core, in one list.
import type { ItemView } from '../../shared/bridge/values.ts';
import type { App } from '../app.svelte.ts';
import { screens } from '../screens/index.ts';
import type { IconName } from '../ui/icons.ts';
import { areaGroups } from './areas.ts';

export type Found =
	| { kind: 'screen'; id: string; label: string; icon: IconName; path: string }
	| { kind: 'item'; id: string; label: string; icon: IconName; item: ItemView };

const itemsShown = 12;

export class Finder {
	text = $state('');
	/** The highlighted result. */
	at = $state(0);
	/** The item whose stock replaces the list. */
	item = $state.raw<ItemView | null>(null);
	readonly #app: App;
	#items = $state.raw<readonly ItemView[]>([]);
	#asked = 0;
	readonly found: readonly Found[] = $derived.by(() => [...this.#screens(), ...this.#found()]);

	constructor(app: App) {
		this.#app = app;
	}

	/** Searches items in the core; ignores answers to earlier texts. */
	look(text: string): void {
		this.text = text;
		this.at = 0;
		this.item = null;
		const asked = ++this.#asked;
		if (text.trim() === '') {
			this.#items = [];
			return;
		}
		const { locationId } = this.#app.settings;
		void this.#app.call('item.search', { text, locationId, limit: itemsShown }).then((reply) => {
			if (asked === this.#asked) this.#items = reply.ok ? reply.value.items : [];
		});
	}

	move(by: 1 | -1): void {
		const count = this.found.length;
		if (count > 0) this.at = (this.at + by + count) % count;
	}

	#screens(): Found[] {
		const present = new Set(screens.map((screen) => screen.area));
		const sought = this.text.trim().toLocaleLowerCase(this.#app.language.locale);
		return areaGroups
			.flatMap((group) => group.areas)
			.filter(({ area }) => present.has(area))
			.map(({ path, title, icon }) => {
				return { kind: 'screen' as const, id: path, label: this.#app.t(title), icon, path };
			})
			.filter(({ label }) => label.toLocaleLowerCase(this.#app.language.locale).includes(sought));
	}

	#found(): Found[] {
		return this.#items.map((item) => {
			return {
				kind: 'item' as const,
				id: item.itemId,
				label: item.name,
				icon: 'box' as const,
				item,
			};
		});
	}
}
