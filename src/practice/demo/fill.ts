// Fills an empty practice file: a small group of restaurants in the middle of its week. The same seed and the same
// instant make the same rows.
import { decimalText, multiply, roundTo } from '../../shared/domain/decimal.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import type { ServiceProfile } from '../../shared/service/profile.ts';
import { converted } from '../operations/currency.ts';
import type { Practice } from '../operations/handler.ts';
import { openLedger } from '../store/ledger.ts';
import type { Sqlite } from '../store/open.ts';
import { openRecords } from '../store/records.ts';
import { openTokens } from '../store/tokens.ts';
import { addBusiness } from './business.ts';
import { addHistory } from './history.ts';
import { makeItems } from './items.ts';
import type { DemoItem } from './items.ts';
import { areaNames, locations, suppliers, wasteReasons } from './kitchen-words.ts';
import { createChance } from './random.ts';
import type { Chance } from './random.ts';

/** `small` is for tests that need few rows. */
export type Dataset = 'demo' | 'small';

const sizes = {
	demo: { items: 1200, locations: 3, wastage: 30, inTransit: 2, otherTransfers: 16 },
	small: { items: 60, locations: 2, wastage: 6, inTransit: 1, otherTransfers: 4 },
} as const;

const DAY = 24 * 60 * 60 * 1000;
/** How far back the history goes. */
const HISTORY = 28 * DAY;

/** @param options.now epoch ms; the history ends there. */
export function fillWithDemo(
	db: Sqlite,
	options: { seed: number; dataset: Dataset; now: number; profile?: ServiceProfile },
): void {
	const size = sizes[options.dataset];
	const chance = createChance(options.seed);
	let clock = options.now - HISTORY - DAY;
	const records = openRecords(db);
	const profile = options.profile ?? defaultProfile;
	const practice: Practice = {
		records,
		ledger: openLedger(db),
		tokens: openTokens(db, 0),
		credentials: { clientId: '', clientSecret: '' },
		profile,
		now: () => clock,
		newId: profile.ids === 'integer' ? () => records.nextWhole('id') : () => chance.uuid(),
	};

	const places = addPlaces(practice, size.locations);
	addPlainRecords(practice);
	const items = makeItems(size.items, chance, practice, new Date(clock).toISOString());
	for (const { record } of items) {
		practice.records.insert('item', record, {
			categoryId: record.categoryId,
			search: [record.code, record.name, ...(record.barcodes ?? []).map((each) => each.barcode)],
		});
	}
	for (const place of places) stockUp(place, items, practice, chance);
	addHistory(
		places,
		size,
		{ items, practice, chance },
		{
			from: options.now - HISTORY,
			to: options.now,
			setClock: (now) => (clock = now),
		},
	);
	clock = options.now - 60 * 60 * 1000;
	addBusiness(practice);
}

export interface Place {
	readonly locationId: string;
	readonly currency: string;
	readonly areas: ReadonlyMap<string, { id: string; sequence: number }>;
}

function addPlaces(practice: Practice, count: number): Place[] {
	const { records } = practice;
	return locations.slice(0, count).map((location): Place => {
		const locationId = practice.newId();
		const modifiedDate = new Date(practice.now()).toISOString();
		records.insert(
			'location',
			{ ...location, id: locationId, isActive: true, modifiedDate },
			{ search: [location.name, location.code] },
		);
		const areas = areaNames.map((name, index) => {
			const area = { id: practice.newId(), sequence: index + 1 };
			records.insert(
				'storageArea',
				{ ...area, locationId, name, isActive: true },
				{ locationId, search: [name] },
			);
			return [name, area] as const;
		});
		return { locationId, currency: location.currency, areas: new Map(areas) };
	});
}

function addPlainRecords(practice: Practice): void {
	for (const name of wasteReasons) {
		const reason = { id: practice.newId(), name, isActive: true };
		practice.records.insert('wasteReason', reason, { search: [name] });
	}
	for (const [index, name] of suppliers.entries()) {
		const supplier = { id: practice.newId(), name, code: `S-${101 + index}`, isActive: true };
		practice.records.insert('supplier', supplier, { search: [name, supplier.code] });
	}
}

/** Gives a location seven items in ten, on shelves in walking order, with what is there and what it cost. */
function stockUp(place: Place, items: readonly DemoItem[], practice: Practice, chance: Chance) {
	const kept = new Map<string, DemoItem[]>();
	for (const item of items) {
		if (!chance.happens(0.7)) continue;
		const { areas, alsoIn } = item.category;
		const area = chance.pick(areas);
		kept.set(area, [...(kept.get(area) ?? []), item]);
		if (alsoIn !== null && alsoIn !== area && chance.happens(0.15)) {
			kept.set(alsoIn, [...(kept.get(alsoIn) ?? []), item]);
		}
		// What was paid over the last weeks lies a little beside the list price.
		const listPrice = converted(item.record.unitCost ?? '0', 'EUR', place.currency, practice);
		const average = roundTo(multiply(listPrice, `1.0${chance.whole(0, 5)}`), 4);
		practice.ledger.setAverageCost(place.locationId, item.record.id, average);
	}
	for (const [areaName, area] of place.areas) {
		const here = kept.get(areaName) ?? [];
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
