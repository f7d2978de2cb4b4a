// Columns of the papers of deliveries.
import { currencyPlaces } from '../../../shared/domain/money.ts';
import type { ColumnOf, ReportColumn } from '../../../shared/report/report.ts';

export function columnsFor<Row>(currency: string) {
	const places = currencyPlaces(currency);
	type Cell = ColumnOf<Row>['cell'];
	const column = (column: ReportColumn, cell: Cell): ColumnOf<Row> => ({ column, cell });
	return {
		text: (label: string, cell: Cell) => column({ kind: 'text', label }, cell),
		decimal: (label: string, cell: Cell) => column({ kind: 'decimal', label }, cell),
		/** Of one unit. */
		price: (label: string, cell: Cell) =>
			column({ kind: 'decimal', label, leastPlaces: places }, cell),
		amount: (label: string, cell: Cell) => column({ kind: 'decimal', label, places }, cell),
	};
}
