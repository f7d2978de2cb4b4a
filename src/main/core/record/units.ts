// Units of items: those that other items on this PC have, and what the last count says about the factor of one.
import { z } from 'zod';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { add, compare, divide, multiply, subtract } from '../../../shared/domain/decimal.ts';
import { linesIn } from '../../../shared/record/merge.ts';
import { statedUnits } from '../../../shared/record/unit-ratios.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { keptOr } from '../store/kept-json.ts';
import { unitRows } from '../store/unit-rows.ts';
import type { ShownRecords } from './shown.ts';

/** Names of a unit that are shown: a pack may be one of six or of twelve. */
const mostNames = 3;
const counted = z.array(z.object({ unitId: z.string(), quantity: z.string() }));

export function unitsOf({ store }: Pick<CoreContext, 'store'>, shown: ShownRecords) {
	const rows = unitRows(store);
	const { locations } = store;

	return {
		known({ accountId }: ActiveAccount): CallOutput<'record.units'> {
			const units = new Map<number, { names: string[]; types: Set<string> }>();
			for (const { unitId, name, kind } of rows.known(accountId)) {
				const number = Number(unitId);
				if (!Number.isInteger(number)) continue;
				const unit = units.get(number) ?? { names: [], types: new Set() };
				if (unit.names.length < mostNames && !unit.names.includes(name)) unit.names.push(name);
				unit.types.add(kind);
				units.set(number, unit);
			}
			return {
				units: [...units]
					.map(([uomId, { names, types }]) => ({ uomId, names, types: [...types] }))
					.toSorted((a, b) => a.uomId - b.uomId),
			};
		},

		/** For the other units in the count, the saved factors are used. */
		evidence(
			{ accountId }: ActiveAccount,
			{ id, uomId }: CallArguments<'record.unitEvidence'>,
		): CallOutput<'record.unitEvidence'> {
			const record = shown.copy(accountId, 'inventoryItem', id) ?? {};
			const factors = new Map(
				statedUnits(linesIn(record['units'])).map((unit) => [String(unit.uomId), unit.factor]),
			);
			const unitId = String(uomId);
			const lines = rows.lastCount({ accountId, itemId: id, unitId });
			const [first] = lines;
			if (first === undefined) return { found: null };
			let [count, others, book] = ['0', '0', '0'];
			for (const line of lines) {
				if (line.book === null) return { found: null };
				book = add(book, line.book);
				for (const box of keptOr(counted, line.boxes, [])) {
					const factor = factors.get(box.unitId);
					if (box.unitId === unitId) count = add(count, box.quantity);
					else if (factor === undefined) return { found: null };
					else others = add(others, multiply(box.quantity, factor));
				}
			}
			const held = subtract(book, others);
			if (compare(count, '0') <= 0 || compare(held, '0') <= 0) return { found: null };
			return {
				found: {
					on: first.on,
					locationName: locations.get(accountId, first.locationId).name,
					count,
					book: held,
					each: divide(held, count, 3),
				},
			};
		},
	};
}
