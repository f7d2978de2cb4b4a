// Asks about a number on a count that is a barcode, or ten times the book or the last count.
import type { Message } from '../../messages/message.ts';
import { Doubts } from '../../ui/grid/doubts.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';

export class CountDoubts {
	readonly #doubts = new Doubts();

	/** The question about a box's text; null if there is none, or if it was asked. */
	aboutRow(row: SheetRow, column: UnitColumn, typed: string, locale: string): Message | null {
		const textOf = (each: UnitColumn) => (each === column ? typed : row.typed(each));
		const total = row.total(textOf, locale);
		const { expected, last } = row.line;
		// A probable slip of the unit has its own question, which also offers the other unit.
		const isSlip = row.guards(textOf, locale).some(({ code }) => code === 'pack-slip');
		const usual = isSlip ? null : (expected ?? last?.quantity ?? null);
		return this.#doubts.about(`${row.key} ${column}`, typed, { total, usual });
	}
}
