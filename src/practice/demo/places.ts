// The group's locations, what each keeps, and the opening stock.
import type { z } from 'zod';
import { decimalText, multiply, roundTo } from '../../shared/domain/decimal.ts';
import type { locationData } from '../../shared/service/organisation.ts';
import { converted } from '../operations/currency.ts';
import type { Practice } from '../operations/handler.ts';
import type { DemoItem } from './items.ts';
import { areaNames, houses, locations, streets } from './kitchen-words.ts';
import type { Chance } from './random.ts';

type NewLocation = z.output<typeof locationData>;

export interface Place {
	readonly locationId: string;
	readonly currency: string;
	readonly areas: ReadonlyMap<string, { readonly id: string; readonly sequence: number }>;
	readonly kept: readonly DemoItem[];
}

export function addPlaces(
	items: readonly DemoItem[],
	size: {
		readonly locations: number;
		readonly alsoKept: number;
	},
	practice: Practice,
	chance: Chance,
): Place[] {
	return words(size.locations).map((location, index) => {
		// Every item is kept somewhere and some everywhere, so that locations can help each other out.
		const kept = items.filter(
			({ ingredient }, at) =>
				ingredient !== null ||
				at % size.locations === index ||
				at % STAPLE_EVERY === 0 ||
				chance.happens(size.alsoKept),
		);
		const place = { ...addLocation(location, practice), kept };
		stockUp(place, practice, chance);
		return place;
	});
}

const STAPLE_EVERY = 100;
function words(count: number): NewLocation[] {
	const more = streets.flatMap((street, row) =>
		houses.map((house, index) => ({
			name: `${street} ${house}`,
			code: `L${row + 1}${index + 1}`,
			currency: 'EUR',
			timeZone: 'Europe/Dublin',
			dayStartHour: 4,
		})),
	);
	const all = [...locations, ...more];
	if (all.length < count) throw new Error(`There are words for ${all.length} locations only.`);
	return all.slice(0, count);
}

function addLocation(location: NewLocation, practice: Practice): Omit<Place, 'kept'> {
	const { records } = practice;
	const locationId = practice.newId();
	const modifiedDate = new Date(practice.now()).toISOString();
	records.insert('location', { ...location, id: locationId, isActive: true, modifiedDate });
	const areas = areaNames.map((name, index) => {
		const area = { id: practice.newId(), sequence: index + 1 };
		records.insert('storageArea', { ...area, locationId, name, isActive: true });
		return [name, area] as const;
	});
	return { locationId, currency: location.currency ?? 'EUR', areas: new Map(areas) };
}

function stockUp(place: Place, practice: Practice, chance: Chance): void {
	const byArea = new Map<string, DemoItem[]>([...place.areas.keys()].map((name) => [name, []]));
	for (const item of place.kept) {
		const { areas, alsoIn } = item.category;
		const area = chance.pick(areas);
		byArea.get(area)?.push(item);
		if (alsoIn !== null && alsoIn !== area && chance.happens(0.15)) byArea.get(alsoIn)?.push(item);
		// The average price of past weeks is slightly above the list price.
		const listPrice = converted(item.record.unitCost ?? '0', 'EUR', place.currency, practice);
		const average = roundTo(multiply(listPrice, `1.0${chance.whole(0, 5)}`), 4);
		practice.ledger.setAverageCost(place.locationId, item.record.id, average);
	}
	for (const [areaName, area] of place.areas) {
		const here = byArea.get(areaName) ?? [];
		const perShelf = Math.max(12, Math.ceil(here.length / 10));
		for (const [index, item] of here.entries()) {
			const at = { locationId: place.locationId, storageAreaId: area.id, itemId: item.record.id };
			practice.ledger.addPlace({
				...at,
				areaSequence: area.sequence,
				shelf: `Shelf ${String.fromCharCode(65 + Math.floor(index / perShelf))}`,
				sequence: index + 1,
			});
			const quantity = openingQuantity(item, chance);
			if (quantity === '0') continue;
			practice.ledger.post({
				...at,
				at: practice.now(),
				quantity,
				unitCost: practice.ledger.averageCost(place.locationId, item.record.id) ?? '0',
				kind: 'opening',
				documentId: null,
			});
		}
	}
}

function openingQuantity(item: DemoItem, chance: Chance): string {
	if (chance.happens(0.04)) return '0';
	if (item.weighed) {
		const most = Math.max(6, item.biggest * 3);
		return decimalText(`${chance.whole(400, most * 1000)}e-3`);
	}
	const most = item.biggest > 150 ? item.biggest : Math.max(12, item.biggest * 3);
	return String(chance.whole(2, most));
}

/** All ingredients, and more items from the whole catalogue that every location keeps. */
export function staplesOf(places: readonly Place[]): DemoItem[] {
	const [first, ...others] = places.map(({ kept }) => new Set(kept));
	const common = [...(first ?? [])].filter((item) => others.every((kept) => kept.has(item)));
	const ingredients = common.filter(({ ingredient }) => ingredient !== null);
	const more = common.filter(({ ingredient }) => ingredient === null);
	const step = Math.max(1, Math.floor(more.length / 24));
	return [...ingredients, ...more.filter((_item, index) => index % step === 0).slice(0, 24)];
}
