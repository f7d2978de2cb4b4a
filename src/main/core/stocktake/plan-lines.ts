// Selects the lines of a count from its plan and sorts them into walking order.
import type { CountPlan, CountScope, DueFrequency } from '../../../shared/bridge/count-plan.ts';
import { addDays, type BusinessDate } from '../../../shared/domain/business-date.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { walkingOrder, type Place } from '../../../shared/domain/walking-order.ts';
import { categoryRecord } from '../../../shared/service/catalogue.ts';
import { classRecord } from '../../../shared/service/catalogue.ts';
import type { ActiveAccount } from '../context.ts';
import { walkTable } from '../store/count-templates.ts';
import { CountedTotals } from '../store/counted-totals.ts';
import { itemTables } from '../store/items.ts';
import type { StorageArea } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { stockTable, type StockedItem } from '../store/stock.ts';
import { Books } from './books.ts';
import { stockKey } from './line.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export interface StockedPlace extends Place {
	readonly item: Omit<StockedItem, 'shelf' | 'costHere'>;
	/** Across all shelves of the area, base units; null if unknown. */
	readonly book: string | null;
}

export class PlanLines {
	readonly #locations;
	readonly #stock;
	readonly #items;
	readonly #records;
	readonly #book;
	readonly #walks;
	readonly #totals;

	constructor(store: Store) {
		this.#locations = store.locations;
		this.#stock = stockTable(store.cache);
		this.#items = itemTables(store.cache);
		this.#records = store.records;
		this.#book = new Books(store);
		this.#walks = walkTable(store.durable);
		this.#totals = new CountedTotals(store.durable);
	}

	listed(
		accountId: string,
		locationId: string,
		order: CountPlan['order'] = 'walk',
	): StockedPlace[] {
		const bookOf = this.#book.all(accountId, locationId);
		const costOf = this.#locations.costAt(accountId, locationId);
		return this.areas(accountId, locationId, order).flatMap(({ areaId }) =>
			this.#stock.inArea(accountId, locationId, areaId).map(({ shelf, costHere, ...item }) => ({
				areaId,
				shelf,
				itemId: item.itemId,
				stockAreaId: areaId,
				item: { ...item, unitCost: costOf({ costHere, unitCost: item.unitCost }) },
				book: bookOf(areaId, item.itemId).quantity,
			})),
		);
	}

	unlisted(
		accountId: string,
		locationId: string,
		itemId: string,
		areaId: string,
		shelf: string,
	): StockedPlace | null {
		const row = this.#items.get(accountId, itemId, locationId);
		if (row === null) return null;
		const { code, name, category, baseUnitName, units } = row;
		const unitCost = this.#locations.costAt(accountId, locationId)(row);
		return {
			areaId,
			shelf,
			itemId,
			stockAreaId: areaId,
			item: { itemId, code, name, category, baseUnitName, units, unitCost },
			book: this.#book.at(accountId, locationId, areaId, itemId).quantity,
		};
	}

	classes(accountId: string): Map<string, string> {
		const named = new Map(
			readable(this.#records.all(accountId, 'class'), ({ json }) => {
				const { id, name } = keptAs(classRecord, json);
				return [id, name] as const;
			}),
		);
		return new Map(
			readable(this.#records.all(accountId, 'category'), ({ json }) => {
				const { name, classId } = keptAs(categoryRecord, json);
				const itsClass = classId === undefined ? undefined : named.get(classId);
				return itsClass === undefined ? [] : [[name, itsClass] as const];
			}).flat(),
		);
	}

	/** Areas that are not arranged follow in the service's order. */
	areas(accountId: string, locationId: string, order: CountPlan['order'] = 'walk'): StorageArea[] {
		const all = this.#locations.areas(accountId, locationId);
		if (order === 'service') return all;
		const arranged = this.#walks.areas(accountId, locationId);
		const rank = new Map(arranged.map((areaId, index) => [areaId, index]));
		const rankOf = ({ areaId }: StorageArea): number => rank.get(areaId) ?? arranged.length;
		return all.toSorted((a, b) => rankOf(a) - rankOf(b));
	}

	lines(
		account: ActiveAccount,
		locationId: string,
		{ scope, order }: Pick<CountPlan, 'scope' | 'order'>,
		today: BusinessDate,
	): StockedPlace[] {
		const { accountId } = account;
		const all = this.#walk(accountId, locationId, this.listed(accountId, locationId, order), order);
		const chosen = all.filter(this.#fits(account, locationId, scope, today));
		if (scope.kind !== 'items') return chosen;
		// A chosen item without stock anywhere goes into the first area.
		const found = new Set(chosen.map(({ itemId }) => itemId));
		const [first] = this.areas(accountId, locationId, order);
		const nowhere = scope.itemIds.flatMap((itemId) =>
			found.has(itemId) || first === undefined
				? []
				: (this.unlisted(accountId, locationId, itemId, first.areaId, '') ?? []),
		);
		return [...nowhere, ...chosen];
	}

	due(account: ActiveAccount, locationId: string, today: BusinessDate): DueFrequency[] {
		const byFrequency = new Map<string, DueFrequency>();
		for (const { frequency, days, dueOn } of this.#dueDays(account, locationId, today).values()) {
			const known = byFrequency.get(frequency) ?? { frequency, days, due: 0, dueOn: null };
			const earliest =
				known.dueOn === null || (dueOn !== null && dueOn < known.dueOn) ? dueOn : known.dueOn;
			byFrequency.set(frequency, {
				...known,
				due: known.due + (dueOn !== null && dueOn <= today ? 1 : 0),
				dueOn: earliest,
			});
		}
		return [...byFrequency.values()].sort(
			(a, b) =>
				(a.days ?? Infinity) - (b.days ?? Infinity) ||
				nameOrder(anyLanguage)(a.frequency, b.frequency),
		);
	}

	#walk(
		accountId: string,
		locationId: string,
		all: readonly StockedPlace[],
		order: CountPlan['order'],
	): StockedPlace[] {
		if (order === 'service') return [...all];
		const known = new Map(all.map((place) => [stockKey(place.stockAreaId, place.itemId), place]));
		const arranged = walkingOrder(this.#walks.get(accountId, locationId), all).flatMap((place) => {
			const stocked = known.get(stockKey(place.stockAreaId, place.itemId));
			return stocked === undefined ? [] : [{ ...stocked, ...place }];
		});
		return order === 'walk' ? arranged : this.#asCountedLast(accountId, locationId, arranged);
	}

	/** Items that the last count did not include come last. */
	#asCountedLast(
		accountId: string,
		locationId: string,
		arranged: readonly StockedPlace[],
	): StockedPlace[] {
		const keyOf = ({ areaId, itemId, shelf }: Pick<Place, 'areaId' | 'itemId' | 'shelf'>): string =>
			`${stockKey(areaId, itemId)}\u0000${shelf}`;
		const last = this.#totals.lastOrder(accountId, locationId);
		const rank = new Map(last.map((place, index) => [keyOf(place), index]));
		const rankOf = (place: StockedPlace): number => rank.get(keyOf(place)) ?? last.length;
		const areas = [...new Set(arranged.map(({ areaId }) => areaId))];
		return areas.flatMap((area) =>
			arranged.filter(({ areaId }) => areaId === area).toSorted((a, b) => rankOf(a) - rankOf(b)),
		);
	}

	/** Null if the profile does not define the frequency. */
	#dueDays(
		{ accountId, profile }: ActiveAccount,
		locationId: string,
		today: BusinessDate,
	): Map<string, { frequency: string; days: number | null; dueOn: BusinessDate | null }> {
		const { frequencyDays } = profile.stocktake;
		const lastDays = this.#totals.lastDays(accountId, locationId);
		return new Map(
			this.#stock.frequencies(accountId, locationId).map(({ itemId, frequency }) => {
				const days = frequencyDays[frequency.trim().toLowerCase()] ?? null;
				const last = lastDays.get(itemId);
				const dueOn = days === null ? null : last === undefined ? today : addDays(last, days);
				return [itemId, { frequency, days, dueOn }] as const;
			}),
		);
	}

	#fits(
		account: ActiveAccount,
		locationId: string,
		scope: CountScope,
		today: BusinessDate,
	): (place: StockedPlace) => boolean {
		switch (scope.kind) {
			case 'full':
				return () => true;
			case 'areas': {
				const chosen = new Set(scope.areaIds);
				return ({ areaId }) => chosen.has(areaId);
			}
			case 'categories': {
				const chosen = new Set(scope.categories);
				return ({ item }) => chosen.has(item.category);
			}
			case 'classes': {
				const chosen = new Set(scope.classes);
				const classOf = this.classes(account.accountId);
				return ({ item }) => chosen.has(classOf.get(item.category) ?? '');
			}
			case 'items': {
				const chosen = new Set(scope.itemIds);
				return ({ itemId }) => chosen.has(itemId);
			}
			case 'due': {
				const due = this.#dueDays(account, locationId, today);
				return ({ itemId }) => {
					const each = due.get(itemId);
					if (each === undefined || each.dueOn === null || each.dueOn > today) return false;
					return scope.frequency === null || each.frequency === scope.frequency;
				};
			}
		}
	}
}
