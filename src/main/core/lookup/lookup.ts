// Reads of the service on demand: counts, the tree of the business, rates, coming numbers, and where things are sold.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { PlaceInBusiness } from '../../../shared/bridge/lookup.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import {
	businessStructureRecord,
	locationRecord,
	type LocationHierarchyRow,
} from '../../../shared/service/organisation.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ReadResult } from '../api/verdict.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { pullTable } from '../store/pulls.ts';

export function lookupCapability(context: CoreContext): Handlers<'lookup'> {
	const lookup = new Lookup(context);
	return {
		'lookup.count': connected(context, (_account, input) => lookup.count(input)),
		'lookup.hierarchy': connected(context, (account, input) => lookup.hierarchy(account, input)),
		'lookup.rate': connected(context, (_account, query) =>
			lookup.ask(
				() => context.api.read('currency.exchangeRate', { query }),
				({ rate, date = '' }) => ({ rate: decimalText(rate), date }),
			),
		),
		'lookup.nextCode': connected(context, (_account, query) =>
			lookup.ask(
				() => context.api.read('prefixConfiguration.code', { query }),
				({ code }) => ({ code }),
			),
		),
		'lookup.soldAt': connected(context, (_account, { type }) =>
			lookup.ask(
				() => context.api.readAll(`${type}.diningOptions`, {}),
				({ rows }) => ({
					places: rows.map(({ brandName = '', locationId, locationName, diningOptions }) => ({
						brandName,
						locationId,
						locationName,
						diningOptions: diningOptions.map(({ name }) => name),
					})),
				}),
			),
		),
		'lookup.suppliers': connected(context, (_account, query) =>
			lookup.ask(
				() => context.api.readAll('purchaseOption.suppliers', { query }),
				({ rows }) => ({ suppliers: rows.map(({ id, name }) => ({ supplierId: id, name })) }),
			),
		),
	};
}

class Lookup {
	readonly #context: CoreContext;
	readonly #records;
	readonly #pulls;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#records = cacheRecords(context.store.cache);
		this.#pulls = pullTable(context.store.cache);
	}

	async ask<Answer, Value>(
		read: () => Promise<ReadResult<Answer>>,
		shown: (answer: Answer) => Value,
	): Promise<Reply<Value>> {
		if (!this.#context.outbox.maySend()) {
			return fail('needs-network', 'Only the service knows this.');
		}
		const answer = await read();
		return answer.ok ? succeed(shown(answer.value)) : fail('unreachable', answer.said);
	}

	async count({ type }: CallArguments<'lookup.count'>): Promise<Reply<CallOutput<'lookup.count'>>> {
		const operation = findOperation(`${type}.count`);
		if (operation === undefined || !this.#context.outbox.maySend()) {
			return succeed({ count: null });
		}
		const answer = await this.#context.api.readByName(operation.name, {});
		const count = answer.ok && typeof answer.value === 'number' ? answer.value : null;
		return succeed({ count });
	}

	async hierarchy(
		{ accountId }: ActiveAccount,
		{ inactive }: CallArguments<'lookup.hierarchy'>,
	): Promise<Reply<CallOutput<'lookup.hierarchy'>>> {
		const operation = inactive ? 'location.hierarchy' : 'location.activeHierarchy';
		const { api, outbox } = this.#context;
		const read = outbox.maySend() ? await api.readAll(operation, {}) : null;
		if (read?.ok === true) {
			return succeed({ places: placesOf(read.value.rows), asOf: null });
		}
		const rows = this.#copiedPlaces(accountId).filter(
			({ isActive }) => inactive || isActive !== false,
		);
		return succeed({ places: placesOf(rows), asOf: this.#pulls.asOf(accountId, 'location') });
	}

	#copiedPlaces(accountId: string): readonly LocationHierarchyRow[] {
		const structures = readable(this.#records.all(accountId, 'businessStructure'), ({ json }) =>
			keptAs(businessStructureRecord, json),
		);
		const locations = readable(this.#records.all(accountId, 'location'), ({ json }) =>
			keptAs(locationRecord, json),
		);
		return [
			...structures,
			...locations.map(({ id, name, businessStructureId, isActive }) => ({
				id,
				name,
				level: 'location',
				...(businessStructureId === undefined ? {} : { parentId: businessStructureId }),
				...(isActive === undefined ? {} : { isActive }),
			})),
		];
	}
}

function placesOf(rows: readonly LocationHierarchyRow[]): PlaceInBusiness[] {
	const known = new Set(rows.map(({ id }) => id));
	return rows.map(({ id, name, level, parentId, isActive }) => ({
		id,
		name,
		level,
		parentId: parentId !== undefined && parentId !== id && known.has(parentId) ? parentId : null,
		isActive: isActive !== false,
	}));
}
