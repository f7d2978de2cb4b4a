// Time zones that a location can be in. The path is shown; method and record are our reading.
import type { z } from 'zod';
import { record, text } from './field.ts';
import { noQuery, resource } from './resource.ts';

export const timeZoneRecord = record('TimeZone', {
	/** IANA name. */
	id: text,
	name: text.optional(),
});
export type TimeZoneRecord = z.output<typeof timeZoneRecord>;

const zones = resource('Organisation', 'TimeZone', 'assumed');

export const timeZoneOperations = [
	zones.list('timeZone.list', '/api/v1/TimeZone', timeZoneRecord, noQuery),
] as const;
