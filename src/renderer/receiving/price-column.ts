// Boxes for what the invoice says of a line: its price, and what was weighed. While blank, they show what is expected.
import type { App } from '../app.svelte.ts';
import type { GridColumn } from '../ui/grid/grid-types.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

type Words = Pick<App, 't' | 'format'>;

export const priceColumnOf = ({ t, format }: Words, width: string): GridColumn<ReceivingLine> => ({
	key: 'price',
	label: t('delivery.columnPrice'),
	width,
	align: 'end',
	box: ({ entry, orderedPrice = null, unitName = '', extra, weighed }) => {
		const price = orderedPrice === null ? '' : format.quantity(orderedPrice);
		// Elsewhere it is the unit of the order, as on the invoice.
		const isOther = price === '' || Boolean(extra) || weighed?.measure === 'weight';
		return {
			typed: entry?.price ?? '',
			blank: isOther ? t('delivery.perUnit', { price, unit: unitName }).trim() : price,
			disabled: entry === null,
		};
	},
});

export const weightColumnOf = ({ t, format }: Words, width: string): GridColumn<ReceivingLine> => ({
	key: 'weight',
	label: t('delivery.columnWeight'),
	width,
	align: 'end',
	box: ({ entry, weighed = null }) =>
		weighed && {
			typed: weighed.typed,
			blank:
				weighed.nominal === null
					? weighed.unitName
					: `≈ ${format.quantity(weighed.nominal)} ${weighed.unitName}`,
			disabled: entry === null,
		},
});
