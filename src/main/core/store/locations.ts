// Locations, storage areas and currencies with defaults for everything the service leaves out.
import { isTimeZone } from '../../../shared/domain/business-date.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import type { StatedCurrency } from '../../../shared/domain/money.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import {
	currencyRecord,
	locationRecord,
	storageAreaRecord,
} from '../../../shared/service/organisation.ts';
import type { CacheRecords } from './cache-records.ts';
import { keptAs, readable, readableOrNull } from './kept-json.ts';

export interface Location {
	locationId: string;
	name: string;
	/** ISO 4217; empty if the service has none. */
	currency: string;
	/** An IANA name that Intl knows. */
	timeZone: string;
	dayStartHour: number;
}

export interface StorageArea {
	areaId: string;
	name: string;
}

/** Breaks ties in the service's order the same way on every PC. */
const sameEverywhere = nameOrder(anyLanguage);

interface Costed {
	readonly unitCost: string | null;
	readonly costHere: string | null;
}

export function locationTable(records: CacheRecords) {
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
		get(accountId: string, locationId: string): Location {
			const record = records.get(accountId, 'location', locationId);
			const known = record && readableOrNull(() => read(record.json));
			return (
				known ?? { locationId, name: locationId, currency: '', timeZone: 'UTC', dayStartHour: 0 }
			);
		},
		knows: (accountId: string, locationId: string): boolean =>
			records.get(accountId, 'location', locationId) !== null,
		all: (accountId: string): Location[] =>
			readable(records.all(accountId, 'location'), ({ json }) => read(json)).filter(
				({ active }) => active,
			),
		/**
		 * The cost of an item at a location: its own there, else that of the catalogue, which is in the currency of the
		 * business. Unknown if the location has another currency.
		 */
		costAt(accountId: string, locationId: string | null): (item: Costed) => string | null {
			let isForeign: boolean | undefined;
			return ({ costHere, unitCost }) => {
				if (costHere !== null || unitCost === null || locationId === null)
					return costHere ?? unitCost;
				isForeign ??= this.isForeign(accountId, locationId);
				return isForeign ? null : unitCost;
			};
		},
		/** Whether its currency is another than that of the business, which has a rate of 1. */
		isForeign(accountId: string, locationId: string): boolean {
			const { currency } = this.get(accountId, locationId);
			return readable(records.all(accountId, 'currency'), ({ json }) =>
				keptAs(currencyRecord, json),
			).some(({ code, rate = '1' }) => code === currency && compare(rate, '1') !== 0);
		},
		/** Inactive ones too: older documents have their amounts. */
		currencies: (accountId: string): StatedCurrency[] =>
			readable(records.all(accountId, 'currency'), ({ json }) => keptAs(currencyRecord, json)).map(
				({ code, decimals }) => ({ code, decimals }),
			),
		areas: (accountId: string, locationId: string): StorageArea[] =>
			readable(records.at(accountId, 'storageArea', locationId), ({ json }) =>
				keptAs(storageAreaRecord, json),
			)
				.filter(({ isActive }) => isActive !== false)
				.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0) || sameEverywhere(a.name, b.name))
				.map(({ id, name }) => ({ areaId: id, name })),
	};
}
