// The palette's search: screens and actions by name, items and documents from the core, in one list.
import type { FoundDocument } from '../../shared/bridge/find.ts';
import type { ItemView } from '../../shared/bridge/values.ts';
import type { App } from '../app.svelte.ts';
import type { IconName } from '../ui/icons.ts';
import { actionsOf } from './actions.ts';
import { areaOf, areas, listedAreas } from './areas.ts';
import { arrivingAt, type Arriving } from './arriving.ts';
import { rankedBy } from './find-rank.ts';

export type Found = { readonly id: string; readonly label: string; readonly icon: IconName } & (
	| { readonly kind: 'screen'; readonly path: string }
	| { readonly kind: 'action'; readonly run: () => void }
	| { readonly kind: 'item'; readonly item: ItemView }
	| { readonly kind: 'document'; readonly document: FoundDocument }
);

const itemsShown = 12;
const arrivingShown = 5;

export class Finder {
	text = $state('');
	/** The highlighted result. */
	at = $state(0);
	/** The item shown with its stock instead of the list. */
	item = $state.raw<ItemView | null>(null);
	readonly #app: App;
	#items = $state.raw<readonly ItemView[]>([]);
	#arriving = $state.raw<readonly Arriving[]>([]);
	#documents = $state.raw<readonly FoundDocument[]>([]);
	/** In how many past counts that item was counted: its trend is offered. */
	countedIn = $state(0);
	#asked = 0;
	readonly found: readonly Found[] = $derived.by(() => [
		...this.#actions(),
		...this.#screens(),
		...this.#foundItems(),
		...this.#foundDocuments(),
	]);

	constructor(app: App) {
		this.#app = app;
	}

	/** Opens with an empty field. */
	begin(): void {
		this.look('');
		const { locationId } = this.#app.settings;
		if (locationId === null) return;
		void arrivingAt(this.#app, locationId).then((arriving) => {
			this.#arriving = arriving.slice(0, arrivingShown);
		});
	}

	/** Searches in the core; ignores answers to earlier texts. */
	look(text: string): void {
		this.text = text;
		this.at = 0;
		this.item = null;
		const asked = ++this.#asked;
		if (text.trim() === '') {
			this.#items = [];
			this.#documents = [];
			return;
		}
		const { locationId } = this.#app.settings;
		const isLatest = () => asked === this.#asked;
		void this.#app.call('item.search', { text, locationId, limit: itemsShown }).then((reply) => {
			if (isLatest()) this.#items = reply.ok ? reply.value.items : [];
		});
		if (locationId === null) return;
		void this.#app.call('document.find', { locationId, text }).then((reply) => {
			if (isLatest()) this.#documents = reply.ok ? reply.value.documents : [];
		});
	}

	/** Shows the stock of an item. */
	show(item: ItemView): void {
		this.item = item;
		this.countedIn = 0;
		const { locationId } = this.#app.settings;
		const { itemId } = item;
		if (locationId === null) return;
		void this.#app.call('countHistory.trend', { locationId, itemId }).then((reply) => {
			if (reply.ok && this.item === item) this.countedIn = reply.value.points.length;
		});
	}

	move(by: 1 | -1): void {
		const count = this.found.length;
		if (count > 0) this.at = (this.at + by + count) % count;
	}

	#actions(): readonly Found[] {
		const isEmpty = this.text.trim() === '';
		const offered = actionsOf(this.#app, this.#arriving)
			.filter(({ isCommon }) => isCommon || !isEmpty)
			.map(({ id, label, icon, run }) => ({ kind: 'action' as const, id, label, icon, run }));
		return rankedBy(this.text, offered);
	}

	#screens(): readonly Found[] {
		const listed = listedAreas.map((area) => {
			const { title, icon } = areas[area];
			const path = `/${area}`;
			return { kind: 'screen' as const, id: path, label: this.#app.t(title), icon, path };
		});
		return rankedBy(this.text, listed);
	}

	#foundDocuments(): readonly Found[] {
		const { t } = this.#app;
		return this.#documents.map((document) => {
			const { title, icon } = areas[areaOf(document.document)];
			const label = document.title || document.number || t(title);
			return { kind: 'document' as const, id: document.documentId, label, icon, document };
		});
	}

	#foundItems(): readonly Found[] {
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
