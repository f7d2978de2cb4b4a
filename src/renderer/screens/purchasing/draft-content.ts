// An order as it is typed, as its supplier would read it.
import { inOneUnit, filled, pricedCost } from '../../../shared/domain/sent-boxes.ts';
import { totalCost } from '../../../shared/domain/money.ts';
import type { OrderContent } from '../../../shared/ordering/amending.ts';
import type { DraftContent, DraftLine } from '../../document/draft-lines.ts';

const textIn = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

const amountOf = ({ item, boxes }: DraftLine) => {
	const read = filled(boxes);
	return read.length === boxes.length ? inOneUnit(read, item.units) : null;
};

export const contentOfDraft = ({ fields, lines }: DraftContent): OrderContent => ({
	supplierId: textIn(fields['supplierId']),
	deliveryDate: textIn(fields['deliveryDate']),
	lines: lines.map((line) => {
		const { lineId, item, fields: of } = line;
		const amount = amountOf(line);
		const unitId = amount?.unitId ?? line.boxes[0]?.unitId ?? '';
		return {
			lineId,
			itemId: item.itemId,
			name: item.name,
			unitId,
			unitName: item.units.find((unit) => unit.unitId === unitId)?.name ?? '',
			quantity: amount?.quantity ?? null,
			price: textIn(of['price']),
			note: textIn(of['note']) ?? '',
		};
	}),
});

/** null while a price or a quantity is missing. */
export function totalOfDraft({ lines }: DraftContent, currency: string): string | null {
	const costs = lines.map(({ item, boxes, fields, discount }) =>
		pricedCost(
			filled(boxes),
			item.units,
			{ price: textIn(fields['price']), unitId: null, discount },
			currency,
		),
	);
	const { cost, costsUnknown } = totalCost(costs);
	return costsUnknown > 0 ? null : cost;
}
