// Choosing a reading of an ambiguous number, the same on every sheet.
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { isKey } from '../../keys/keys.ts';
import type { GridState } from './grid.svelte.ts';
import type { Ambiguity } from './unit-boxes.ts';

/** The keys for readings, with Alt, in order. */
export const readingKeys = ['A', 'B'] as const;

/** The reading that a key accepts; null for another key. */
export function readingOfKey(event: Parameters<typeof isKey>[0]): number | null {
	if (isKey(event, 'accept')) return 0;
	return isKey(event, 'acceptOther') ? 1 : null;
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
