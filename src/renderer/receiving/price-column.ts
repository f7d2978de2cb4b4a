// The box for the price of the invoice; while it is blank, it shows the price ordered.
import type { App } from '../app.svelte.ts';
import type { GridColumn } from '../ui/grid/grid-types.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

export const priceColumnOf = ({
	t,
	format,
}: Pick<App, 't' | 'format'>): GridColumn<ReceivingLine> => ({
	key: 'price',
	label: t('delivery.columnPrice'),
	width: '104px',
	align: 'end',
	box: ({ entry, orderedPrice = null }) => ({
		typed: entry?.price ?? '',
		blank: orderedPrice === null ? '' : format.quantity(orderedPrice),
		disabled: entry === null,
	}),
});
