// Apps connecting the service with other systems. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { installsOnline, oneMoreOnlineWith, sameContentOnline } from './replay-rule.ts';
import { change, create, get, list, resource, searchQuery } from './resource.ts';

const marketPlaceLocationMapping = record('MarketPlaceLocationMapping', {
	locationId: id,
	externalId: text,
});
const marketPlaceTaxMapping = record('MarketPlaceTaxMapping', {
	taxId: integer,
	externalId: text,
});
const marketPlaceSystemConnection = record('MarketPlaceSystemConnection', {
	system: text,
	address: text.optional(),
});

const newApp = {
	name: text,
	description: text.optional(),
	category: text.optional(),
	isActive: flag.optional(),
};

const mappings = {
	connection: marketPlaceSystemConnection.optional(),
	locations: z.array(marketPlaceLocationMapping).optional(),
	taxes: z.array(marketPlaceTaxMapping).optional(),
};

export const marketPlaceAppRecord = record('MarketPlaceApp', {
	id,
	...newApp,
	isInstalled: flag,
	...mappings,
	modifiedDate: dateTime.optional(),
});

export const installMarketPlaceApp = record('InstallMarketPlaceApp', { appId: id, ...mappings });

export const marketPlaceApps = resource(
	'marketPlaceApp',
	'Integrations',
	'MarketPlaceApp',
	'assumed',
	{
		list: list('', marketPlaceAppRecord, z.object({ isInstalled: text.optional() })),
		create: create(
			'',
			record('AddMarketPlaceApp', newApp),
			marketPlaceAppRecord,
			oneMoreOnlineWith('name'),
		),
		get: get('/{id}', marketPlaceAppRecord),
		update: change('PUT', '/{id}', record('UpdateMarketPlaceApp', newApp), sameContentOnline),
		search: list('/search', marketPlaceAppRecord, searchQuery),
		install: change('POST', '/install', installMarketPlaceApp, installsOnline(true)),
		uninstall: change(
			'POST',
			'/uninstall',
			record('UninstallMarketPlaceApp', { appId: id }),
			installsOnline(false),
		),
	},
);
