// The request that creates a document of any kind.
import type { KnownKind } from '../../../shared/document/kinds.ts';
import { unitOfLine, type AnyKind, type QuantityForm } from '../../../shared/document/kit.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { byUnit, filled, inOneUnit } from '../../../shared/domain/sent-boxes.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { Location } from '../store/locations.ts';
import type { ReadDraftLine } from './draft-line.ts';
import { inOrderOf, operationOf } from './editing.ts';
import { sentFields } from './fields.ts';
import type { ReadDraft } from './own-drafts.ts';

/** The fields are in the service's order. */
export function createdBody(
	kind: KnownKind,
	{ row, body, lines }: ReadDraft,
	date: string,
	location: Location,
): Payload {
	const create = operationOf(kind.name, 'create');
	const sent: Payload = {
		[kind.place]: row.location_id,
		[kind.day]: date,
		...(kind.saysDraft ? { isDraft: true } : {}),
		...sentFields(kind.head, body.values, location),
		items: lines.map((line) => {
			const item = sentLine(kind, line, location);
			if (item === null) throw new Error('A line without a quantity was submitted.');
			return item;
		}),
	};
	return Object.fromEntries(inOrderOf(create, sent));
}

/** A line of the request; null if its quantity is unreadable. */
export function sentLine(
	{ lines: sheet }: AnyKind,
	each: ReadDraftLine,
	location: Location,
): Payload | null {
	const { item, values } = each.line;
	const unit = unitOfLine(sheet.fields, values);
	const quantity = quantities[sheet.quantity](each, sheet.amount, unit);
	return (
		quantity && {
			itemId: item.itemId,
			...quantity,
			...sentFields(sheet.fields, values, location),
		}
	);
}

const quantities: Readonly<
	Record<QuantityForm, (line: ReadDraftLine, amount: string, unit: string | null) => Payload | null>
> = {
	'one unit'({ line: { item }, read }, amount, unit) {
		const known = read.boxes.filter(({ unitId }) =>
			item.units.some((unit) => unit.unitId === unitId),
		);
		const sent = inOneUnit(filled(known), item.units, unit);
		return sent && { uomId: Number(sent.unitId), [amount]: sent.quantity };
	},
	'by unit'({ line: { item }, read }) {
		const sent = byUnit(filled(read.boxes), item.units).map(({ unitId, quantity }) => ({
			uomId: Number(unitId),
			quantity,
		}));
		if (sent.length === 0) return null;
		const above = sent.filter(({ quantity }) => !isZero(quantity));
		// Omit zeros next to a real quantity.
		return { quantities: above.length === 0 ? sent : above };
	},
};
