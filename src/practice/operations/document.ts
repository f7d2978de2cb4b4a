// Shared by documents: field checks, and the cost and place of an item at a location.
import { compare, isNegative, isZero, multiply, placesOf } from '../../shared/domain/decimal.ts';
import type { LocationRecord } from '../../shared/service/organisation.ts';
import type { Fields, Practice } from './handler.ts';
import type { Stockable } from './stockable.ts';

export const NOT_ACCEPTED = 'The request has fields that cannot be accepted.';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export function checkDate(value: string, path: string, fields: Fields): void {
	if (!DATE_TIME.test(value) || Number.isNaN(Date.parse(value))) {
		fields[path] = 'A date and time with a zone is needed, such as 2025-03-01T10:00:00Z.';
	}
}

/** Adds problems of a quantity to `fields`. Counts may be negative, receipts zero. */
export function checkQuantity(
	quantity: string,
	kind: 'above-zero' | 'from-zero' | 'any',
	path: string,
	fields: Fields,
): void {
	if (placesOf(quantity) > 6 || compare(quantity.replace('-', ''), '1000000000') >= 0) {
		fields[path] = 'The quantity is too large or has more than 6 decimal places.';
	} else if (kind !== 'any' && isNegative(quantity)) {
		fields[path] = 'The quantity cannot be negative.';
	} else if (kind === 'above-zero' && isZero(quantity)) {
		fields[path] = 'The quantity must be more than zero.';
	}
}

export function baseQuantity(
	item: Pick<Stockable, 'units'>,
	uomId: number,
	quantity: string,
): string | undefined {
	const unit = item.units.find((each) => each.uomId === uomId);
	return unit && multiply(quantity, unit.conversionFactor);
}

/** Cost per base unit at the location, in its currency. */
export const costAt = (
	practice: Practice,
	locationId: string,
	item: Pick<Stockable, 'id' | 'unitCost'>,
): string => practice.ledger.averageCost(locationId, item.id) ?? item.unitCost ?? '0';

export function knownLocation({ records }: Practice, locationId: string): LocationRecord {
	const location = records.get('location', locationId);
	if (location === undefined) throw new Error(`No location ${locationId}.`);
	return location;
}

export const currencyAt = (practice: Practice, locationId: string): string =>
	currencyOf(knownLocation(practice, locationId));

export const currencyOf = (location: LocationRecord): string => location.currency ?? 'EUR';

/** The area that issues and receives the item: the first that keeps it, else the location's first. */
export function areaFor(practice: Practice, locationId: string, itemId: string): string {
	const known = practice.ledger.firstArea(locationId, itemId);
	if (known !== undefined) return known;
	const [first] = practice.records.list('storageArea', { locationId }).rows;
	const storageAreaId = first?.id ?? firstAreaOf(practice, locationId);
	makePlace(practice, { locationId, storageAreaId, itemId });
	return storageAreaId;
}

/** A new location has no area: its first stock creates one. */
function firstAreaOf(practice: Practice, locationId: string): string {
	const area = { id: practice.newId(), locationId, name: 'Store', sequence: 1, isActive: true };
	practice.records.insert('storageArea', area);
	return area.id;
}

export function numberFor(practice: Practice, target: string, standard: string): string {
	const set = prefixFor(practice, target);
	return practice.records.nextNumber(set?.prefix ?? standard, set?.digits);
}

export const prefixFor = ({ records }: Practice, target: string) =>
	records
		.all('transactionPrefix')
		.find((each) => each.target === target && each.isActive !== false);

export const taxOf = ({ records }: Practice, taxId: number | undefined) =>
	taxId === undefined
		? undefined
		: records.all('systemTaxSetting').find((each) => each.taxId === taxId);

/** Ensures that the item has a place in the area, at its end and on no shelf. */
export function makePlace(
	practice: Practice,
	place: { locationId: string; storageAreaId: string; itemId: string },
): void {
	if (practice.ledger.hasPlace(place)) return;
	const area = practice.records.get('storageArea', place.storageAreaId);
	practice.ledger.addPlace({
		...place,
		areaSequence: area?.sequence ?? 0,
		shelf: '',
		sequence: 9999,
	});
}

export const isoDate = (practice: Practice): string => new Date(practice.now()).toISOString();
