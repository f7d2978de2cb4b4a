// Reads of the service on demand: counts, the tree of the business, rates, coming numbers, and where things are sold.
import { notShown } from '../api/refusal.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { AtService, PlaceInBusiness } from '../../../shared/bridge/lookup.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { decimalText, sum } from '../../../shared/domain/decimal.ts';
import { searchText, wordsOf } from '../../../shared/domain/words.ts';
import type { GenericItemRecord } from '../../../shared/service/catalogue.ts';
import type { IngredientsData } from '../../../shared/service/menu.ts';
import {
	businessStructureRecord,
	locationRecord,
	type LocationHierarchyRow,
} from '../../../shared/service/organisation.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ReadResult } from '../api/verdict.ts';
import { connected, type LaterAnswer } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { RecordCopies } from '../store/record-copies.ts';
import { quantitiesByArea, stockRows } from './stock-rows.ts';

export function lookupCapability(context: CoreContext): Handlers<'lookup'> {
	const lookup = new Lookup(context);
	return {
		'lookup.count': connected(context, (_account, input) => lookup.count(input)),
		'lookup.hierarchy': connected(context, lookup.hierarchy),
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
		'lookup.stock': connected(context, (_account, query) =>
			lookup.ask(
				() => stockRows(context.api, 'prepItem.currentStock', query),
				(rows) => ({ quantity: rows.length === 0 ? null : sum(rows.map((row) => row.quantity)) }),
			),
		),
		'lookup.itemStock': connected(context, (_account, query) =>
			lookup.ask(
				() => stockRows(context.api, 'inventoryItem.currentStock', query),
				(rows) => ({ areas: quantitiesByArea(rows) }),
			),
		),
		'lookup.offered': connected(context, (account, { by, search }) =>
			lookup.ask(
				() => context.api.readFirst(offers[by], { query: { search } }),
				(rows) => lookup.fitting(account, search, rows),
			),
		),
		'lookup.item': connected(context, (account, { itemId }) =>
			lookup.ask(
				() => lookup.item(itemId),
				(item) => ({ item: item && lookup.atService(account, item) }),
			),
		),
	};
}

const offers = {
	genericItem: 'genericItem.list',
	menuItem: 'menuItem.ingredients',
	modifier: 'modifier.ingredients',
	prepItem: 'prepItem.ingredients',
} as const;

const mostFound = 20;
type ItemAtService = GenericItemRecord | IngredientsData;

class Lookup {
	readonly #context: CoreContext;
	readonly #copies;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#copies = new RecordCopies(context.store);
	}

	async ask<Answer, Value>(
		read: () => Promise<ReadResult<Answer>>,
		shown: (answer: Answer) => Value,
	): Promise<Reply<Value>> {
		if (!this.#context.outbox.maySend()) {
			return fail('needs-network', 'Only the service knows this.');
		}
		const answer = await read();
		return answer.ok ? succeed(shown(answer.value)) : notShown(answer);
	}

	/**
	 * A service that knows no such query answers its first rows: those without the words are left out. What this PC does
	 * not have comes first.
	 */
	fitting(
		account: ActiveAccount,
		search: string,
		rows: readonly ItemAtService[],
	): CallOutput<'lookup.offered'> {
		const words = wordsOf(search);
		const fit = rows.filter(({ name, code = '' }) => {
			const text = searchText([name, code]);
			return words.every((word) => text.includes(word));
		});
		const { missing = [], here = [] } = Object.groupBy(
			fit.map((row) => this.atService(account, row)),
			({ isHere }) => (isHere ? 'here' : 'missing'),
		);
		return {
			found: [...missing, ...here].slice(0, mostFound),
			isPart: fit.length > mostFound,
		};
	}

	async item(itemId: string): Promise<ReadResult<ItemAtService | null>> {
		const read = await this.#context.api.read('genericItem.get', { path: { itemId } });
		if (read.ok || read.kind !== 'not-found') return read;
		return { ok: true, value: null, serverDate: null, readNo: 0 };
	}

	atService(
		{ accountId, profile }: ActiveAccount,
		{ itemId, name, code = '', itemType }: ItemAtService,
	): AtService {
		const types = ['inventoryItem', 'prepItem', 'menuItem'] as const;
		const copied = types.find((each) => this.#copies.get(accountId, each, itemId) !== null);
		const type = copied ?? profile.itemTypes[String(itemType.id)] ?? null;
		return { itemId, name, code, kind: itemType.name, type, isHere: copied !== undefined };
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

	readonly hierarchy: LaterAnswer<'lookup.hierarchy'> = async ({ accountId }, { inactive }) => {
		const operation = inactive ? 'location.hierarchy' : 'location.activeHierarchy';
		const { api, outbox } = this.#context;
		const read = outbox.maySend() ? await api.readAll(operation, {}) : null;
		if (read?.ok === true) {
			return succeed({ places: placesOf(read.value.rows), asOf: null });
		}
		const rows = this.#copiedPlaces(accountId).filter(
			({ isActive }) => inactive || isActive !== false,
		);
		return succeed({
			places: placesOf(rows),
			asOf: this.#context.store.pulls.asOf(accountId, 'location'),
		});
	};

	#copiedPlaces(accountId: string): readonly LocationHierarchyRow[] {
		const structures = readable(
			this.#context.store.records.all(accountId, 'businessStructure'),
			({ json }) => keptAs(businessStructureRecord, json),
		);
		const locations = readable(this.#context.store.records.all(accountId, 'location'), ({ json }) =>
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
