// Puts another record into the place of one in the templates that stay on this PC, before it is made inactive or deleted.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { countPlan, type CountScope } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { linesIn } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { countTemplateTable } from '../store/count-templates.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { wasteTables } from '../store/waste.ts';
import { templateLines, type TemplateLine } from '../waste/shortcuts.ts';
import type { ShownRecords } from './shown.ts';

export function putInTemplates(
	{ store, ports, settings, emit }: Pick<CoreContext, 'store' | 'ports' | 'settings' | 'emit'>,
	shown: ShownRecords,
) {
	const counts = countTemplateTable(store.durable);
	const waste = wasteTables(store.durable);

	const inCounts = (accountId: string, swap: Swap): number =>
		readable(counts.all(accountId), (row) => {
			const plan = keptAs(countPlan, row.plan);
			const scope = scopeWith(plan.scope, swap);
			if (scope === plan.scope) return false;
			counts.put({
				...row,
				plan: JSON.stringify({ ...plan, scope }),
				changed_at: ports.clock.now(),
				changed_by: settings().person,
			});
			return true;
		}).filter(Boolean).length;

	const inWaste = (accountId: string, swap: Swap, other: Plain): number =>
		readable(waste.allTemplates(accountId), ({ location_id, ...row }) => {
			const lines = keptAs(templateLines, row.lines);
			const changed = lines.map((line) => lineWith(line, swap, other));
			if (changed.every((line, at) => line === lines[at])) return false;
			waste.putTemplate(accountId, location_id, {
				...row,
				lines: JSON.stringify(changed),
				changed_at: ports.clock.now(),
			});
			return true;
		}).filter(Boolean).length;

	return ({ accountId }: ActiveAccount, swap: Swap): Reply<CallOutput<'record.putInTemplates'>> => {
		const other = shown.copy(accountId, swap.type, swap.by);
		if (other === null) return fail('not-found', 'The other record is not here.');
		const templates = store.durable
			.transaction(() => inCounts(accountId, swap) + inWaste(accountId, swap, other))
			.immediate();
		emit('documents.changed', { area: 'stocktake' });
		emit('documents.changed', { area: 'wastage' });
		return succeed({ templates });
	};
}

type Swap = CallArguments<'record.putInTemplates'>;

/** Records of different types may have the same id. */
function scopeWith(scope: CountScope, { type, id, by }: Swap): CountScope {
	const swapped = (ids: readonly string[]) => [
		...new Set(ids.map((each) => (each === id ? by : each))),
	];
	if (type === 'inventoryItem' && scope.kind === 'items' && scope.itemIds.includes(id)) {
		return { ...scope, itemIds: swapped(scope.itemIds) };
	}
	if (type === 'storageArea' && scope.kind === 'areas' && scope.areaIds.includes(id)) {
		return { ...scope, areaIds: swapped(scope.areaIds) };
	}
	return scope;
}

function lineWith(line: TemplateLine, { type, id, by }: Swap, other: Plain): TemplateLine {
	if (type === 'wasteReason' && line.reasonId === id) return { ...line, reasonId: by };
	if (type !== 'inventoryItem' || line.itemId !== id) return line;
	const units = linesIn(other['units']).map(({ uomId }) => String(uomId));
	return { ...line, itemId: by, boxes: line.boxes.filter(({ unitId }) => units.includes(unitId)) };
}
