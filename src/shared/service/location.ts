// Locations: the restaurants. Only the paths are shown; the record is our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { operation } from './operation.ts';

export const locationRecord = record('Location', {
	id,
	name: text,
	code: text.optional(),
	/** ISO 4217. */
	currency: text.optional(),
	/** IANA name of the time zone. */
	timeZone: text.optional(),
	/** Hour at which the business day begins. */
	dayStartHour: integer.optional(),
	isActive: flag.optional(),
	modifiedDate: dateTime.optional(),
});
export type LocationRecord = z.output<typeof locationRecord>;

export const locationOperations = [
	operation({
		name: 'location.list',
		area: 'Organisation',
		resource: 'Location',
		method: 'GET',
		path: '/api/v1/Location',
		evidence: { method: 'shown', request: 'assumed', response: 'assumed' },
		query: z.object({ search: text.optional() }),
		answer: { kind: 'list', schema: locationRecord },
	}),
	operation({
		name: 'location.count',
		area: 'Organisation',
		resource: 'Location',
		method: 'GET',
		path: '/api/v1/Location/AllLocationCount',
		evidence: { method: 'shown', request: 'assumed', response: 'assumed' },
		answer: { kind: 'count' },
	}),
] as const;
