// Apps connecting the service with other systems.
import type { z } from 'zod';
import type { installMarketPlaceApp } from '../../shared/service/market-place-app.ts';
import { taxOf } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { checkReferences, pageRows, refusalFor } from './plain.ts';
import { plain } from './plain-rules.ts';

export const marketPlaceAppHandlers = {
	'marketPlaceApp.list': ({ query, page }, { records }) =>
		pageRows(
			records
				.all('marketPlaceApp')
				.filter(
					(each) =>
						query.isInstalled === undefined || String(each.isInstalled) === query.isInstalled,
				),
			page,
		),
	'marketPlaceApp.install': ({ body }, practice) => install(body, practice),
	'marketPlaceApp.uninstall': ({ body }, practice) => {
		const app = practice.records.get('marketPlaceApp', body.appId);
		if (app === undefined) return plain.marketPlaceApp.unknown;
		if (!app.isInstalled) return refuse(409, `${app.name} is not installed.`);
		const { connection: _connection, locations: _locations, taxes: _taxes, ...rest } = app;
		plain.marketPlaceApp.save(rest, { isInstalled: false }, practice);
		return done(null);
	},
} satisfies HandlersOf<'marketPlaceApp'>;

function install(body: z.output<typeof installMarketPlaceApp>, practice: Practice) {
	const app = practice.records.get('marketPlaceApp', body.appId);
	if (app === undefined) return plain.marketPlaceApp.unknown;
	if (app.isInstalled) return refuse(409, `${app.name} is installed already.`);
	if (app.isActive === false) return refuse(409, `${app.name} is switched off.`);
	const wrong = { malformed: {}, broken: {} as Record<string, string> };
	for (const [index, { locationId }] of (body.locations ?? []).entries()) {
		const path = `locations[${index}].locationId`;
		checkReferences(locationId, 'location', path, practice, wrong.broken);
	}
	for (const [index, { taxId }] of (body.taxes ?? []).entries()) {
		if (!taxOf(practice, taxId)) wrong.broken[`taxes[${index}].taxId`] = 'No tax has this number.';
	}
	const refusal = refusalFor(wrong);
	if (refusal) return refusal;
	const { appId: _appId, ...mappings } = body;
	plain.marketPlaceApp.save(app, { ...mappings, isInstalled: true }, practice);
	return done(null);
}
