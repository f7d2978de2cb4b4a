// Taking one of the readings of an ambiguous number, the same way on every sheet.
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import type { GridState } from './grid.svelte.ts';
import type { Ambiguity } from './unit-boxes.ts';

/** The keys that take one, with Alt, in the order of the readings. */
export const readingKeys = ['A', 'B'] as const;

/**
 * Which reading a key takes; null where it takes none. The place of the key, not its letter: on an Arabic keyboard the
 * same key writes another one.
 */
export function readingOfKey({
	altKey,
	ctrlKey,
	metaKey,
	code,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>): number | null {
	if (!altKey || ctrlKey || metaKey) return null;
	const at = readingKeys.findIndex((key) => code === `Key${key}`);
	return at === -1 ? null : at;
}

/** Types a reading into its box and saves it. @param line key of the line in the grid. */
export function takeReading<Line>(
	grid: GridState<Line>,
	line: string,
	{ column, readings }: Ambiguity,
	at: number,
	locale: string,
): void {
	const reading = readings[at];
	if (reading === undefined) return;
	// Without group marks: they are what was doubtful.
	const typed = formatQuantity(reading, locale, { minus: 'plain', grouping: false });
	grid.type(line, column, typed);
	grid.leave();
}
