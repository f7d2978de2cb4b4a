// The fields of a document that an edit may meet another in, in words.
import type { MessageKey } from '../../messages/catalogue.ts';

const keys = {
	description: 'overlap.field-description',
	date: 'overlap.field-date',
	locationId: 'overlap.field-locationId',
	fromLocationId: 'overlap.field-fromLocationId',
	toLocationId: 'overlap.field-toLocationId',
} as const satisfies Record<string, MessageKey>;

/** Null for a field that only the service has a name for. */
export const fieldKey = (field: string): MessageKey | null =>
	new Map<string, MessageKey>(Object.entries(keys)).get(field) ?? null;
