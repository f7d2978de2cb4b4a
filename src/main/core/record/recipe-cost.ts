// What the lines of a recipe cost while somebody edits it: from the copies, at the costs of a location.
import { z } from 'zod';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { addRatios, compare, divideRatios, ratioOf } from '../../../shared/domain/decimal.ts';
import type { Recipe } from '../../../shared/domain/recipe.ts';
import {
	costOfLine,
	costText,
	type Known,
	type LineCost,
} from '../../../shared/domain/recipe-cost.ts';
import { linesIn, textOf } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { prepItemRecord } from '../../../shared/service/prep-item.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { keptUnits } from '../sync/rows.ts';
import type { ShownRecords } from './shown.ts';

type Asked = CallArguments<'record.recipeCost'>;
type Costs = CallOutput<'record.recipeCost'>;

/** Of a base unit, a bottle may cost a thousandth of a cent. */
const places = 6;

const units = z.object({ units: prepItemRecord.shape.units });

export function recipeCosts({ store }: Pick<CoreContext, 'store'>, shown: ShownRecords) {
	const items = itemViews(store);
	const { locations } = store;

	const recipeOf = (id: string, record: Plain): Recipe => ({
		recipeId: id,
		name: textOf(record['name']),
		makes: yieldOf(record['yield']),
		units: keptUnits(units.safeParse(record).data?.units ?? []),
		lines: linesIn(record['ingredients']).map((line) => ({
			itemId: textOf(line['itemId']),
			unitId: String(line['uomId']),
			quantity: textOf(line['quantity']) || '0',
		})),
	});

	const knownTo = (accountId: string, locationId: string): Known => ({
		item(itemId, unitId) {
			const item = items.get(accountId, itemId, locationId);
			if (item === null) return null;
			const unit = item.units.find((each) => each.unitId === unitId);
			return { name: item.name, factor: unit?.factor ?? null, unitCost: item.unitCost };
		},
		recipe(id) {
			const record = shown.copy(accountId, 'prepItem', id);
			return record === null ? null : recipeOf(id, record);
		},
	});

	return ({ accountId }: ActiveAccount, asked: Asked): Costs => {
		const { id, name, lines, makes, locationId } = asked;
		const known = knownTo(accountId, locationId);
		const own: Recipe = { recipeId: id ?? '', name, makes, units: [], lines };
		const each = lines.map((line) => costOfLine(line, known, [own]));
		const unknown = each.flatMap((line) => ('unknown' in line ? [line.unknown] : []));
		const sum = each.reduce(
			(all, line) => ('cost' in line ? addRatios(all, line.cost) : all),
			ratioOf('0'),
		);
		const batch = makes !== null && compare(makes, '0') > 0 ? ratioOf(makes) : null;
		const isKnown = unknown.length === 0 && lines.length > 0;
		return {
			lines: each.map((line) => shownCost(line)),
			total: isKnown ? costText(sum, places) : null,
			perUnit: isKnown && batch !== null ? costText(divideRatios(sum, batch), places) : null,
			currency: locations.get(accountId, locationId).currency,
		};
	};
}

function yieldOf(value: unknown): string | null {
	const text = textOf(value);
	return text !== '' && compare(text, '0') > 0 ? text : null;
}

const shownCost = (line: LineCost): Costs['lines'][number] =>
	'cost' in line
		? { cost: costText(line.cost, places), unknown: null }
		: {
				cost: null,
				unknown: {
					why: line.unknown.why,
					of: 'of' in line.unknown ? line.unknown.of : '',
					path: 'path' in line.unknown ? [...line.unknown.path] : [],
				},
			};
