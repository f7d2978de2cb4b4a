// Apps that connect the service with other systems.
import type { z } from 'zod';
import type { installMarketPlaceApp } from '../../shared/service/market-place-app.ts';
import { isoDate } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { checkReferences, pageRows, plain, refusalFor } from './plain.ts';
import { taxOf } from './system-tax-setting.ts';

const apps = plain('marketPlaceApp', {
	one: 'app',
	searched: ['name', 'description', 'category'],
	owned: ['isInstalled', 'connection', 'locations', 'taxes'],
	add: (_body, _practice, before) => (before === undefined ? { isInstalled: false } : {}),
});

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
	'marketPlaceApp.create': ({ body }, practice) => apps.create(body, practice),
	'marketPlaceApp.get': ({ path }, practice) => apps.get(path.id, practice),
	'marketPlaceApp.update': ({ path, body }, practice) => apps.update(path.id, body, practice),
	'marketPlaceApp.search': ({ query, page }, practice) => apps.list(query, page, practice),
	'marketPlaceApp.install': ({ body }, practice) => install(body, practice),
	'marketPlaceApp.uninstall': ({ body }, practice) => {
		const app = practice.records.get('marketPlaceApp', body.appId);
		if (app === undefined) return unknown;
		if (!app.isInstalled) return refuse(409, `${app.name} is not installed.`);
		const { connection: _connection, locations: _locations, taxes: _taxes, ...rest } = app;
		save({ ...rest, isInstalled: false }, practice);
		return done(null);
	},
} satisfies HandlersOf<'marketPlaceApp'>;

const unknown = refuse(404, 'No app has this identifier.');

function install(body: z.output<typeof installMarketPlaceApp>, practice: Practice) {
	const app = practice.records.get('marketPlaceApp', body.appId);
	if (app === undefined) return unknown;
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
	save({ ...app, ...mappings, isInstalled: true }, practice);
	return done(null);
}

function save(
	app: { id: string; name: string; isInstalled: boolean; [field: string]: unknown },
	practice: Practice,
): void {
	const { description } = app;
	practice.records.update(
		'marketPlaceApp',
		{ ...app, modifiedDate: isoDate(practice) },
		{ search: [app.name, typeof description === 'string' ? description : undefined] },
	);
}
