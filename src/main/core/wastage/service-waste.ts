// Turns copied waste documents of the service into documents for the screens.
import type { Phase } from '../../../shared/bridge/values.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import { wastage } from '../../../shared/document/wastage.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import { searchText } from '../../../shared/domain/words.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { wastageRecord, type WastageRecord } from '../../../shared/service/wastage.ts';
import type { ActiveAccount } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { keptRows } from '../document/kept-list.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import { moveOf } from '../document/move.ts';
import { transitionsFrom, versionOf } from '../document/transitions.ts';
import { wasteReasons } from '../document/waste-reasons.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { itemTables, type ItemName } from '../store/items.ts';
import { locationTable, type Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { canLock } from './locking.ts';
import type { ListedLine, ListedWaste } from './waste-list.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export const firstItems = (lines: readonly ListedLine[]): string[] =>
	[...new Set(lines.map(({ item }) => item))].slice(0, 3);

const readRecord = ({ json }: Pick<CachedRecord, 'json'>): WastageRecord =>
	keptAs(wastageRecord, json);

/** Applies a queued edit. Drops the stated total: we compute one until the service shows the edit. */
function withUpdate(
	{ description: _before, ...record }: WastageRecord,
	update: Payload,
): WastageRecord {
	const { totalCost: _was, ...edited } = wastageRecord.parse({ ...record, ...update });
	return edited;
}

type ServiceLine = NonNullable<WastageRecord['items']>[number];

/** The parts of a location's waste that all its documents share; items are looked up once each. */
interface AtLocation {
	readonly location: Location;
	readonly reasons: ReadonlyMap<string, string>;
	nameOf(itemId: string): ItemName;
}

export class ServiceWaste {
	readonly #records;
	readonly #locations;
	readonly #items;
	readonly #reasons;
	readonly #itemNames;
	readonly #keptRows;

	constructor(store: Store) {
		this.#records = cacheRecords(store.cache);
		this.#locations = locationTable(store.cache);
		this.#items = itemViews(store);
		this.#reasons = wasteReasons(store);
		this.#itemNames = itemTables(store.cache);
		this.#keptRows = keptRows<ListedWaste>(store, 'wastage', null);
	}

	/** Reads only copies that changed since the last call. */
	listed(account: ActiveAccount, locationId: string): ListedWaste[] {
		const at = this.#at(account, locationId);
		const rows = this.#keptRows(account, locationId, (copy) => {
			const row = this.#listed(account, copy, at);
			return { row, otherId: null, itemIds: row.lines.map(({ itemId }) => itemId) };
		});
		return [...rows.values()].map(({ row }) => row);
	}

	/** @param also document names to include in any phase */
	listedIn(
		account: ActiveAccount,
		locationId: string,
		phases: readonly Phase[],
		also: readonly string[],
	): ListedWaste[] {
		const at = this.#at(account, locationId);
		const inPhase = copiesInPhases(this.#records, account, 'wastage', locationId, phases);
		const wanted = also.flatMap(
			(name) =>
				this.#records.get(account.accountId, 'wastage', serverIdOf('wastage', name) ?? '') ?? [],
		);
		const copies = new Map([...inPhase, ...wanted].map((copy) => [copy.id, copy]));
		return readable([...copies.values()], (copy) => this.#listed(account, copy, at)).filter(
			({ summary }) => summary.locationId === locationId,
		);
	}

	/** @param update a queued edit, to show instead of what it changes */
	document(
		account: ActiveAccount,
		serverId: string,
		update: Payload | null = null,
	): WasteDocument | null {
		const { accountId } = account;
		const copy = this.#records.get(accountId, 'wastage', serverId);
		if (copy === null) return null;
		const record = update === null ? readRecord(copy) : withUpdate(readRecord(copy), update);
		const location = this.#locations.get(accountId, record.locationId);
		const names = this.#reasons(accountId);
		const lines = (record.items ?? []).map((each, index) =>
			this.#line(accountId, location, names, each, index),
		);
		const top = headOf(account, record, location, copy.fetchedAt);
		return {
			...top,
			...statedOr(record.totalCost, lines),
			revision: 0,
			lines,
			problems: [],
			mayNotApprove: null,
			can: [
				...(['approve', 'reject'] as const).filter(
					(verb) => !top.locked && transitionsFrom('wastage', top.phase).includes(verb),
				),
				...(canLock(top) ? (['lock'] as const) : []),
			],
			version: versionOf(record),
			rejectedBecause: '',
			reasonGoes: account.profile.rejection.wastage !== null,
			edit: null,
		};
	}

	record(accountId: string, serverId: string): WastageRecord | null {
		const copy = this.#records.get(accountId, 'wastage', serverId);
		return copy && readRecord(copy);
	}

	#at({ accountId }: ActiveAccount, locationId: string): AtLocation {
		const known = new Map<string, ItemName>();
		return {
			location: this.#locations.get(accountId, locationId),
			reasons: this.#reasons(accountId),
			nameOf: (itemId) => {
				const found = known.get(itemId) ??
					this.#itemNames.nameOf(accountId, itemId) ?? { code: '', name: itemId, category: '' };
				known.set(itemId, found);
				return found;
			},
		};
	}

	#line(
		accountId: string,
		{ locationId, currency }: Location,
		names: ReadonlyMap<string, string>,
		record: ServiceLine,
		index: number,
	): WasteDocument['lines'][number] {
		const item =
			this.#items.get(accountId, record.itemId, locationId) ?? unknownItem(record.itemId);
		const unitId = String(record.uomId);
		const quantity = decimalText(record.quantity);
		const known = item.units.some((unit) => unit.unitId === unitId);
		const total = known ? toBase([{ unitId, quantity }], item.units) : null;
		const unitCost = record.unitCost ?? item.unitCost;
		return {
			lineId: record.id ?? String(index + 1),
			item,
			boxes: [{ unitId, typed: quantity, quantity }],
			...reasonOf(record.wasteReasonId ?? null, names),
			label: '',
			note: record.description ?? '',
			total,
			cost:
				record.totalCost !== undefined
					? decimalText(record.totalCost)
					: total === null || unitCost === null
						? null
						: lineCost(total, unitCost, currency),
		};
	}

	#listed(account: ActiveAccount, copy: CachedRecord, at: AtLocation): ListedWaste {
		const { location, reasons, nameOf } = at;
		const record = readRecord(copy);
		const { items = [] } = record;
		const lines = items.map((each, index): ListedLine => {
			const { name, category } = nameOf(each.itemId);
			const reasonId = each.wasteReasonId ?? '';
			const read = () => this.#line(account.accountId, location, reasons, each, index);
			return {
				lineId: each.id ?? String(index + 1),
				itemId: each.itemId,
				get base() {
					// A getter, because the duplicate check needs it only for lines of one day.
					return read().total;
				},
				reasonId,
				reason: reasons.get(reasonId) ?? reasonId,
				category,
				item: name,
				cost: each.totalCost === undefined ? read().cost : decimalText(each.totalCost),
			};
		});
		const top = headOf(account, record, location, copy.fetchedAt);
		return {
			summary: {
				...top,
				lines: lines.length,
				items: firstItems(lines),
				...statedOr(record.totalCost, lines),
			},
			lines,
			text: searchText([
				top.number,
				top.description,
				...lines.flatMap(({ item, reason }) => [item, reason]),
				...items.flatMap(({ itemId, description }) => [nameOf(itemId).code, description ?? '']),
			]),
		};
	}
}

const headOf = (
	{ profile }: ActiveAccount,
	record: WastageRecord,
	location: Location,
	fetchedAt: number,
) => {
	const state = {
		standing: 'service' as const,
		phase: phaseOf(profile, 'wastage', record.status),
	};
	return {
		kind: 'wastage' as const,
		documentId: documentIdOf('wastage', record.id),
		number: record.number ?? '',
		locationId: record.locationId,
		businessDate: businessDateAt(location, instantOf([record.date, record.createdDate], fetchedAt)),
		...state,
		move: moveOf(wastage, state),
		stateWord: record.status,
		currency: location.currency,
		description: withoutReference(record.description ?? ''),
		locked: record.isLocked ?? false,
		enteredBy: '',
		edits: null,
		changedAt: instantOf([record.modifiedDate, record.createdDate, record.date], fetchedAt),
	};
};

/** @param names by id; a reason without a name is shown by its id */
export const reasonOf = (reasonId: string | null, names: ReadonlyMap<string, string>) => ({
	reasonId,
	reasonName: reasonId === null ? '' : (names.get(reasonId) ?? reasonId),
});
