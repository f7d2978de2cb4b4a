// Values of declared fields: in drafts, in the service's records, and in requests.
import { z } from 'zod';
import { nameField } from '../../../shared/document/field-schemas.ts';
import type { Field, Fields, ReferredRecord } from '../../../shared/document/kit.ts';
import { instantOfBusinessDay } from '../../../shared/domain/business-date.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { dateTime, decimal, id, text } from '../../../shared/service/field.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { Location } from '../store/locations.ts';
import { businessDateAt } from './dates.ts';

const value = z.union([z.string(), z.number(), z.null()]);
type Value = z.infer<typeof value>;

/** By declared name. Documents that are shown also have the names of the records they refer to (`reasonName`). */
export type Values = Readonly<Record<string, Value>>;

export type NameOf = (record: ReferredRecord, id: string) => string;

const blankOf = ({ as }: Field): Value => (as === 'text' ? '' : null);

const isBlank = (of: Value | undefined): boolean => of === undefined || of === null || of === '';

const valueIn = (given: object, name: string): Value | undefined =>
	value.safeParse(Reflect.get(given, name)).data;

/** The fields that a person fills in, from the input of a call or from a shown document. */
export const writtenIn = (fields: Fields, given: object): Values =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, { edit }]) => edit !== 'never')
			.map(([name, field]) => [name, valueIn(given, name) ?? blankOf(field)]),
	);

export const sameValues = (a: Values, b: Values): boolean =>
	[...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);

/** Required fields that are blank. @param knows whether there are records to refer to */
export const missingIn = (
	fields: Fields,
	values: Values,
	knows: (record: ReferredRecord) => boolean,
): string[] =>
	Object.entries(fields)
		.filter(
			([name, field]) =>
				field.required === true &&
				isBlank(values[name]) &&
				(field.as !== 'reference' || knows(field.to)),
		)
		.map(([name]) => name);

/**
 * The fields to send. Blank ones are left out, and texts with the same service name are joined. A day is sent as its
 * first instant at the location, or as `before` has it if it is the same day.
 */
export function sentFields(
	fields: Fields,
	values: Values,
	location: Location,
	before: Payload = {},
): Payload {
	const sent: Record<string, Value> = {};
	for (const [name, { as, service, edit }] of Object.entries(fields)) {
		const given = values[name];
		if (service === null || edit === 'never' || given === undefined || isBlank(given)) continue;
		const told = as === 'day' ? instantOfDay(String(given), location, before[service]) : given;
		const other = sent[service];
		sent[service] = other === undefined ? told : `${String(other)}: ${String(told)}`;
	}
	return sent;
}

const inRecord = {
	text,
	day: dateTime,
	instant: dateTime,
	quantity: decimal,
	money: decimal,
	reference: id,
	key: z.union([text, z.number()]),
} as const satisfies Record<Field['as'], z.ZodType>;

/** Their types stay unknown to TypeScript: they are read by declared name. */
export type DeclaredShape = Readonly<Record<never, z.ZodType>>;

export const recordShape = (fields: Fields): DeclaredShape =>
	Object.fromEntries(
		Object.values(fields).flatMap(({ as, service }) =>
			service === null ? [] : [[service, inRecord[as].optional()]],
		),
	);

const said: Readonly<Record<Field['as'], (text: string, location: Location) => Value>> = {
	text: (of) => of,
	reference: (of) => of,
	key: (of) => of,
	quantity: (of) => decimalText(of),
	money: (of) => decimalText(of),
	instant: (of) => instantIn(of),
	day: (of, location) => dayIn(of, location),
};

/** The business day of a text from the service. A date without a time is that day, in every zone. */
export function dayIn(of: string, location: Location): string | null {
	if (/^\d{4}-\d\d-\d\d$/.test(of)) return of;
	const instant = instantIn(of);
	return instant === null ? null : businessDateAt(location, instant);
}

function instantOfDay(day: string, location: Location, before: unknown): string {
	if (typeof before === 'string' && said.day(before, location) === day) return before;
	const { timeZone, dayStartHour } = location;
	return new Date(instantOfBusinessDay(day, timeZone, dayStartHour)).toISOString();
}

function instantIn(of: string): number | null {
	const instant = Date.parse(of);
	return Number.isNaN(instant) ? null : instant;
}

/** Reads declared fields out of records. A text of the service goes into the last field with its name. */
export function recordReader(fields: Fields) {
	const entries = Object.entries(fields);
	const holders = new Map(entries.map(([name, { service }]) => [service, name]));
	return (record: object, location: Location): Values => {
		const values: Record<string, Value> = {};
		for (const [name, field] of entries) {
			const { as, service } = field;
			const given: unknown =
				service !== null && holders.get(service) === name ? Reflect.get(record, service) : null;
			values[name] =
				typeof given === 'string'
					? said[as](given, location)
					: as === 'key' && typeof given === 'number'
						? given
						: blankOf(field);
		}
		return values;
	};
}

/** Adds the names of referenced records. */
export function named(fields: Fields, values: Values, nameOf: NameOf): Values {
	const names: Record<string, Value> = {};
	for (const [name, field] of Object.entries(fields)) {
		if (field.as !== 'reference') continue;
		const given = values[name];
		names[nameField(name)] = typeof given === 'string' ? nameOf(field.to, given) : '';
	}
	return { ...values, ...names };
}

/** A field as text: for a reference, the name of its record. */
export const wordOf = (fields: Fields, values: Values, name: string): string => {
	const given = values[fields[name]?.as === 'reference' ? nameField(name) : name];
	return given === undefined || given === null ? '' : String(given);
};

export const namesListedAs = (fields: Fields, place: 'filter' | 'search'): string[] =>
	Object.entries(fields)
		.filter(([, { list }]) => list?.includes(place) === true)
		.map(([name]) => name);
