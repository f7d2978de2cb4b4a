// Apps connecting the service with other systems. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

/** Location, tax and address of the other system, mapped to ours. */
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

const addMarketPlaceApp = record('AddMarketPlaceApp', {
	name: text,
	description: text.optional(),
	category: text.optional(),
	isActive: flag.optional(),
});
const updateMarketPlaceApp = record('UpdateMarketPlaceApp', { ...addMarketPlaceApp.shape });

const mappings = {
	connection: marketPlaceSystemConnection.optional(),
	locations: z.array(marketPlaceLocationMapping).optional(),
	taxes: z.array(marketPlaceTaxMapping).optional(),
};

export const marketPlaceAppRecord = record('MarketPlaceApp', {
	id,
	...addMarketPlaceApp.shape,
	isInstalled: flag,
	...mappings,
	modifiedDate: dateTime.optional(),
});

export const installMarketPlaceApp = record('InstallMarketPlaceApp', { appId: id, ...mappings });
const uninstallMarketPlaceApp = record('UninstallMarketPlaceApp', { appId: id });

const app = resource('Integrations', 'MarketPlaceApp', 'assumed');

export const marketPlaceAppOperations = [
	app.list(
		'marketPlaceApp.list',
		'/api/v1/MarketPlaceApp',
		marketPlaceAppRecord,
		z.object({ isInstalled: text.optional() }),
	),
	app.create(
		'marketPlaceApp.create',
		'/api/v1/MarketPlaceApp',
		addMarketPlaceApp,
		marketPlaceAppRecord,
		onlineOnly('draft'),
	),
	app.get('marketPlaceApp.get', '/api/v1/MarketPlaceApp/{id}', marketPlaceAppRecord),
	app.change(
		'marketPlaceApp.update',
		'PUT',
		'/api/v1/MarketPlaceApp/{id}',
		updateMarketPlaceApp,
		onlineOnly('draft'),
	),
	app.list(
		'marketPlaceApp.search',
		'/api/v1/MarketPlaceApp/search',
		marketPlaceAppRecord,
		searchQuery,
	),
	app.change(
		'marketPlaceApp.install',
		'POST',
		'/api/v1/MarketPlaceApp/install',
		installMarketPlaceApp,
		onlineOnly('draft'),
	),
	app.change(
		'marketPlaceApp.uninstall',
		'POST',
		'/api/v1/MarketPlaceApp/uninstall',
		uninstallMarketPlaceApp,
		onlineOnly('draft'),
	),
] as const;
