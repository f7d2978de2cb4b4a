// Opening counts in a kitchen, and typing into their boxes.
import { countPlan, type CountPlanInput } from '../../src/shared/bridge/count-plan.ts';
import type { Kitchen } from './kitchen.ts';

interface Opening {
	name?: string;
	templateId?: string | null;
	intentId?: string;
}

/** Opens a count of the location L-1, of everything if the plan names no scope. @returns its id */
export function openCount(
	kitchen: Kitchen,
	plan: Partial<CountPlanInput> = {},
	{ name = 'Friday', templateId = null, intentId = crypto.randomUUID() }: Opening = {},
): string {
	const whole = countPlan.parse({ scope: { kind: 'full' }, ...plan });
	const input = { locationId: 'L-1', name, plan: whole, templateId, intentId };
	return kitchen.call('stocktake.open', input).stocktakeId;
}

/** Types into a box: of the unit 1, and by nobody, unless the last argument says otherwise. */
export const enterBox = (
	kitchen: Kitchen,
	stocktakeId: string,
	lineNo: number,
	typed: string,
	box: { unitId?: string; locale?: string; by?: string } = {},
) =>
	kitchen.call('stocktake.enter', {
		stocktakeId,
		lineNo,
		unitId: '1',
		typed,
		locale: 'en-GB',
		...box,
	});
