// The columns of a table of a report, each with what a row has in it.
import { currencyPlaces } from '../../shared/domain/money.ts';
import type { ColumnOf, ReportColumn } from '../../shared/report/report.ts';

/** @param currency of the prices and amounts */
export function columnsFor<Row>(currency = '') {
	const places = currencyPlaces(currency);
	type Cell = ColumnOf<Row>['cell'];
	const column = (column: ReportColumn, cell: Cell): ColumnOf<Row> => ({ column, cell });
	return {
		text: (label: string, cell: Cell) => column({ kind: 'text', label }, cell),
		day: (label: string, cell: Cell) => column({ kind: 'day', label }, cell),
		decimal: (label: string, cell: Cell) => column({ kind: 'decimal', label }, cell),
		/** Of one unit. */
		price: (label: string, cell: Cell) =>
			column({ kind: 'decimal', label, leastPlaces: places }, cell),
		amount: (label: string, cell: Cell) => column({ kind: 'decimal', label, places }, cell),
	};
}
