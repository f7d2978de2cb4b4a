// Apps of the service's market place: found there, else among the copies; installed and uninstalled.
import type { MarketApp } from '../../../shared/bridge/marketplace.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { rowsWithWords, searchText, wordsOf } from '../../../shared/domain/words.ts';
import { marketPlaceAppRecord } from '../../../shared/service/market-place-app.ts';
import { locationRecord, systemTaxSettingRecord } from '../../../shared/service/organisation.ts';
import type { z } from 'zod';
import { connected, type LaterAnswer } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { sendNow } from '../record/send-now.ts';
import type { RecordKind } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export function marketplaceCapability(context: CoreContext): Handlers<'marketplace'> {
	const market = new Marketplace(context);
	return {
		'marketplace.search': connected(context, market.search),
		'marketplace.install': connected(
			context,
			({ accountId }, { appId, intentId, connection, locations, taxes }) =>
				sendNow(context, {
					type: 'marketPlaceApp',
					id: appId,
					title: market.nameOf(accountId, appId),
					operation: 'marketPlaceApp.install',
					intentId,
					body: { appId, ...(connection === null ? {} : { connection }), locations, taxes },
				}),
		),
		'marketplace.uninstall': connected(context, ({ accountId }, { appId, intentId }) =>
			sendNow(context, {
				type: 'marketPlaceApp',
				id: appId,
				title: market.nameOf(accountId, appId),
				operation: 'marketPlaceApp.uninstall',
				intentId,
				body: { appId },
			}),
		),
	};
}

class Marketplace {
	readonly #context: CoreContext;

	constructor(context: CoreContext) {
		this.#context = context;
	}

	nameOf(accountId: string, appId: string): string {
		const copy = this.#context.store.records.get(accountId, 'marketPlaceApp', appId);
		return copy === null ? '' : keptAs(marketPlaceAppRecord, copy.json).name;
	}

	readonly search: LaterAnswer<'marketplace.search'> = async ({ accountId }, { search }) => {
		const { api, outbox } = this.#context;
		const query = search.trim() === '' ? {} : { search: search.trim() };
		const read = outbox.maySend() ? await api.readAll('marketPlaceApp.search', { query }) : null;
		const found = read?.ok === true ? read.value.rows : null;
		const copies = this.#copies(accountId, 'marketPlaceApp', marketPlaceAppRecord);
		const named =
			wordsOf(search).length === 0
				? copies
				: rowsWithWords(search, copies, ({ name, category = '' }) => searchText([name, category]));
		return succeed({
			apps: (found ?? named).map(shownApp),
			locations: this.#copies(accountId, 'location', locationRecord)
				.filter(({ isActive }) => isActive !== false)
				.map(({ id, name }) => ({ locationId: id, name })),
			taxes: this.#copies(accountId, 'systemTaxSetting', systemTaxSettingRecord)
				.filter(({ isActive }) => isActive !== false)
				.map(({ taxId, name }) => ({ taxId, name })),
			asOf: found === null ? this.#context.store.pulls.asOf(accountId, 'marketPlaceApp') : null,
			online: outbox.maySend(),
		});
	};

	#copies<Row>(accountId: string, kind: RecordKind, schema: z.ZodType<Row>): readonly Row[] {
		return readable(this.#context.store.records.all(accountId, kind), ({ json }) =>
			keptAs(schema, json),
		);
	}
}

const shownApp = ({
	id,
	name,
	description = '',
	category = '',
	isInstalled,
	connection,
	locations = [],
	taxes = [],
}: z.output<typeof marketPlaceAppRecord>): MarketApp => ({
	appId: id,
	name,
	description,
	category,
	isInstalled,
	connection:
		connection === undefined
			? null
			: { system: connection.system, address: connection.address ?? '' },
	locations: locations.map(({ locationId, externalId }) => ({ locationId, externalId })),
	taxes: taxes.map(({ taxId, externalId }) => ({ taxId, externalId })),
});
