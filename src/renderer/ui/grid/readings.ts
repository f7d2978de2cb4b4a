// Choosing a reading of an ambiguous number, the same on every sheet.
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import type { GridState } from './grid.svelte.ts';
import type { Ambiguity } from './unit-boxes.ts';

/** The keys for readings, with Alt, in order. */
export const readingKeys = ['A', 'B'] as const;

/**
 * The reading of a key; null if none. Uses the key's position, because an Arabic keyboard types another letter there.
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
	// Without group separators, which were the ambiguity.
	const typed = formatQuantity(reading, locale, { minus: 'plain', grouping: false });
	grid.type(line, column, typed);
	grid.leave();
}
