// Count templates of a location, and what is due by counting frequency.
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { countTemplateTable } from '../store/count-templates.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { PlanLines } from './plan-lines.ts';

export function countTemplateCapability(context: CoreContext): Handlers<'countTemplate'> {
	const { store, ports } = context;
	const templates = countTemplateTable(store.durable);
	const { locations } = store;
	const lines = new PlanLines(store);

	return {
		'countTemplate.list': connected(context, (account, { locationId }) => {
			const { accountId } = account;
			const today = businessDateAt(locations.get(accountId, locationId), ports.clock.now());
			return succeed({
				today,
				due: lines.due(account, locationId, today),
				templates: readable(
					templates.at(accountId, locationId),
					({ template_id: templateId, name, plan, lastOn }) => ({
						templateId,
						name,
						lastOn,
						plan: keptAs(countPlan, plan),
					}),
				),
			});
		}),

		'countTemplate.save': connected(context, ({ accountId }, input) => {
			const { locationId, templateId, name, plan } = input;
			if (templateId !== null && !templates.knows(accountId, templateId)) return notHere();
			const savedId = templateId ?? ports.newId();
			templates.put({
				template_id: savedId,
				account_id: accountId,
				location_id: locationId,
				name,
				plan: JSON.stringify(plan),
				changed_at: ports.clock.now(),
				changed_by: context.settings().person,
			});
			context.emit('documents.changed', { area: 'stocktake' });
			return succeed({ templateId: savedId });
		}),

		'countTemplate.remove': connected(context, ({ accountId }, { templateId }) => {
			if (!templates.knows(accountId, templateId)) return notHere();
			templates.remove(accountId, templateId);
			context.emit('documents.changed', { area: 'stocktake' });
			return succeed({});
		}),
	};
}

const notHere = (): Failure => fail('not-found', 'This template is no longer here.');
