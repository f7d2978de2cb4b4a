// The locations and their storage areas as the rest of the core needs them, every gap of the service filled in.
import { isTimeZone } from '../../../shared/domain/business-date.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { locationRecord } from '../../../shared/service/location.ts';
import { storageAreaRecord } from '../../../shared/service/storage-area.ts';
import { cacheRecords } from './cache-records.ts';
import type { Sqlite } from './open.ts';
import { keptAs, readable, readableOrNull } from './kept-json.ts';

export interface Location {
	locationId: string;
	name: string;
	/** ISO 4217; empty where the service says none. */
	currency: string;
	/** IANA name that Intl knows. */
	timeZone: string;
	/** 0 to 23. */
	dayStartHour: number;
}

export interface StorageArea {
	areaId: string;
	name: string;
}

/** Where the service gives two areas the same place, everybody walks them in the same order. */
const sameEverywhere = nameOrder(anyLanguage);

export function locations(cache: Sqlite) {
	const records = cacheRecords(cache);
	const read = (json: string): Location & { active: boolean } => {
		const record = keptAs(locationRecord, json);
		const { timeZone = 'UTC', dayStartHour = 0 } = record;
		return {
			locationId: record.id,
			name: record.name,
			currency: record.currency ?? '',
			timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
			dayStartHour: dayStartHour >= 0 && dayStartHour <= 23 ? dayStartHour : 0,
			active: record.isActive !== false,
		};
	};
	return {
		/** The location, or one without name or currency where nothing of it is known here. */
		get(accountId: string, locationId: string): Location {
			const record = records.get(accountId, 'location', locationId);
			const known = record && readableOrNull(() => read(record.json));
			return (
				known ?? { locationId, name: locationId, currency: '', timeZone: 'UTC', dayStartHour: 0 }
			);
		},
		knows: (accountId: string, locationId: string): boolean =>
			records.get(accountId, 'location', locationId) !== null,
		/** Locations in use. */
		all: (accountId: string): Location[] =>
			readable(records.all(accountId, 'location'), ({ json }) => read(json)).filter(
				({ active }) => active,
			),
		/** The areas of a location in walking order. */
		areas: (accountId: string, locationId: string): StorageArea[] =>
			readable(records.at(accountId, 'storageArea', locationId), ({ json }) =>
				keptAs(storageAreaRecord, json),
			)
				.filter(({ isActive }) => isActive !== false)
				.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0) || sameEverywhere(a.name, b.name))
				.map(({ id, name }) => ({ areaId: id, name })),
	};
}
