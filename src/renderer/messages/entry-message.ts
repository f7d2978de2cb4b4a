// What is wrong with a typed quantity; every screen with quantity boxes says it so.
import type { Entry } from '../../shared/domain/quantity-entry.ts';
import type { Message } from './message.ts';

/** The message for a problem entry, one sentence; `places` are those that the box's unit allows. Else null. */
export function entryMessage(entry: Entry, places: number): Message | null {
	if (entry.kind !== 'problem') return null;
	if (entry.code === 'too-many-places') return { key: 'entry.too-many-places', values: { places } };
	if (entry.code !== 'ambiguous') return { key: `entry.${entry.code}` };
	return entry.readings.length === 0
		? { key: 'entry.ambiguous' }
		: { key: 'entry.ambiguousOf', values: { readings: { oneOf: [...entry.readings] } } };
}
