// Asks about a number on a count that is a barcode, or a thousand times the book or the last count.
import type { Message } from '../../messages/message.ts';
import { Doubts } from '../../ui/grid/doubts.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';

export class CountDoubts {
	readonly #doubts = new Doubts();

	/** The question about a box's text; null if there is none, or if it was asked. */
	aboutRow(row: SheetRow, column: UnitColumn, typed: string, locale: string): Message | null {
		const total = row.total((each) => (each === column ? typed : row.typed(each)), locale);
		const { expected, last } = row.line;
		const usual = expected ?? last?.quantity ?? null;
		return this.#doubts.about(`${row.key} ${column}`, typed, { total, usual });
	}
}
