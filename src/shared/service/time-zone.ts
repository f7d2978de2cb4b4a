// Available time zones. The path is shown; method and record are our reading.
import { record, text } from './field.ts';
import { noQuery, resource } from './resource.ts';

const timeZoneRecord = record('TimeZone', {
	/** IANA name. */
	id: text,
	name: text.optional(),
});

const zones = resource('Organisation', 'TimeZone', 'assumed');

export const timeZoneOperations = [
	zones.list('timeZone.list', '/api/v1/TimeZone', timeZoneRecord, noQuery),
] as const;
