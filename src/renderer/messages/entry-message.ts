// Error messages for a typed quantity, the same on every screen.
import type { Entry } from '../../shared/domain/quantity-entry.ts';
import type { Message } from './message.ts';

/** One sentence for a problem entry; else null. `places` are the decimals the unit allows. */
export function entryMessage(entry: Entry, places: number): Message | null {
	if (entry.kind !== 'problem') return null;
	if (entry.code === 'too-many-places') return { key: 'entry.too-many-places', values: { places } };
	if (entry.code !== 'ambiguous') return { key: `entry.${entry.code}` };
	return entry.readings.length === 0
		? { key: 'entry.ambiguous' }
		: { key: 'entry.ambiguousOf', values: { readings: { oneOf: [...entry.readings] } } };
}
