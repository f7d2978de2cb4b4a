// Apps that connect the service with other systems: found, installed with their mappings, and uninstalled. All of it is
// sent while somebody waits, and proved by reading the app back.
import { z } from 'zod';
import { call } from './call.ts';
import { instant, intentId } from './values.ts';

const appId = z.string().min(1).max(200);
const written = z.string().trim().min(1).max(200);

const mappings = z.object({
	/** The other system, and where it answers. */
	connection: z.object({ system: written, address: z.string().trim().max(500) }).nullable(),
	locations: z.array(z.object({ locationId: z.string(), externalId: written })).max(1000),
	taxes: z.array(z.object({ taxId: z.number().int(), externalId: written })).max(200),
});
export type Mappings = z.infer<typeof mappings>;

export const marketApp = z.object({
	appId: z.string(),
	name: z.string(),
	description: z.string(),
	category: z.string(),
	isInstalled: z.boolean(),
	...mappings.shape,
});
export type MarketApp = z.infer<typeof marketApp>;

const changed = z.object({ state: z.enum(['applied', 'not-confirmed']) });

export const marketplaceCalls = {
	/** Asks the service; while it does not answer, the copies here that have the words. */
	'marketplace.search': call(
		{ search: z.string().max(100).default('') },
		{
			apps: z.array(marketApp),
			/** What a mapping can name. */
			locations: z.array(z.object({ locationId: z.string(), name: z.string() })),
			taxes: z.array(z.object({ taxId: z.number().int(), name: z.string() })),
			/** Of the copies; null if the service answered now. */
			asOf: instant.nullable(),
			online: z.boolean(),
		},
	),
	/** Fails with `needs-network`, `refused` or `not-possible-now`. Installing again changes the mappings. */
	'marketplace.install': call({ appId, ...mappings.shape, intentId }, changed),
	/** Fails likewise. */
	'marketplace.uninstall': call({ appId, intentId }, changed),
};
