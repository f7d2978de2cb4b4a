// Counts again as last time, with one key: the plan, lines and order of a past count, and empty boxes.
import type { StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import { isKey } from '../../keys/keys.ts';
import { pathOf } from '../../shell/route.svelte.ts';
import { countedNames, suggestedName } from './count-name.ts';

/** The name of a new count like this one. */
export function nameAgain(
	{ location, language }: App,
	{ scope }: Pick<StocktakeSummary, 'scope'>,
): string {
	const counted = countedNames(scope, location?.areas ?? [], language.t);
	return suggestedName(location?.today ?? '', counted, language);
}

/** The keys of a list of counts. @param row the count in hand, if it can be repeated; else the latest one */
export function countsKey(app: App, event: KeyboardEvent, row: StocktakeSummary | null): void {
	const startsNew = isKey(event, 'startNew');
	if (!startsNew && (!isKey(event, 'countAgain') || event.repeat)) return;
	event.preventDefault();
	if (startsNew) app.route.go('/counts/new');
	else if (row === null) app.notices.show(app.t('countHistory.none'), 'sea');
	else void countAgain(app, row);
}

async function countAgain(app: App, count: StocktakeSummary): Promise<void> {
	const { route, notices, t } = app;
	const from = route.path;
	const reply = await app.call('countHistory.again', {
		stocktakeId: count.stocktakeId,
		name: nameAgain(app, count),
		boxes: 'empty',
		intentId: crypto.randomUUID(),
	});
	if (app.failed(reply)) return;
	notices.show(t('countHistory.repeats', { name: count.name }));
	route.go(pathOf('counts', reply.value.stocktakeId), { from });
}
