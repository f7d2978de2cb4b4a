// Boxes for what the invoice says of a line: its price, and what was weighed. While blank, they show what is expected.
import type { App } from '../app.svelte.ts';
import type { GridColumn } from '../ui/grid/grid-types.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

type Words = Pick<App, 't' | 'format'>;

export const priceColumnOf = (app: Words, width: string): GridColumn<ReceivingLine> => ({
	key: 'price',
	label: app.t('delivery.columnPrice'),
	width,
	align: 'end',
	box: (line) => ({
		typed: line.entry?.price ?? '',
		blank: expectedPrice(app, line),
		disabled: line.entry === null,
	}),
});

/** With its unit: an invoice may have prices per another. */
export function expectedPrice(
	{ t, format }: Words,
	{ orderedPrice = null, unitName = '' }: ReceivingLine,
): string {
	const price = orderedPrice === null ? '' : format.price(orderedPrice);
	return t('delivery.perUnit', { price, unit: unitName }).trim();
}

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
