// Turns copied waste documents of the service into documents for the screens.
import type { Phase } from '../../../shared/bridge/values.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { lineCost, statedOr } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import { searchText } from '../../../shared/domain/words.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { wastageRecord, type WastageRecord } from '../../../shared/service/wastage.ts';
import { wasteReasonRecord } from '../../../shared/service/wastage.ts';
import type { ActiveAccount } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { keptRows } from '../document/kept-list.ts';
import { documentOf, serverIdOf } from '../document/lane-fold.ts';
import { transitionsFrom, versionOf } from '../document/transitions.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { itemTables, type ItemName } from '../store/items.ts';
import { locationTable, type Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { lockOf } from './locking.ts';
import type { ListedLine, ListedWaste } from './waste-list.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export const firstItems = (lines: readonly ListedLine[]): string[] =>
	[...new Set(lines.map(({ item }) => item))].slice(0, 3);

const readRecord = ({ json }: Pick<CachedRecord, 'json'>): WastageRecord =>
	keptAs(wastageRecord, json);

/** Applies a queued edit. Drops the stated total: we compute one until the service shows the edit. */
function withUpdate({ description: _before, ...record }: WastageRecord, update: Payload) {
	const { totalCost: _was, ...edited } = wastageRecord.parse({ ...record, ...update });
	return edited;
}

type ServiceLine = NonNullable<WastageRecord['items']>[number];

export function serviceWaste(store: Store) {
	const records = cacheRecords(store.cache);
	const locations = locationTable(store.cache);
	const items = itemViews(store);
	const reasons = wasteReasons(store);
	const itemNames = itemTables(store.cache);
	const read = keptRows<ListedWaste>(store, 'wastage', null);

	const head = (
		{ profile }: ActiveAccount,
		record: WastageRecord,
		location: Location,
		fetchedAt: number,
	) => ({
		documentId: documentOf(record.id),
		number: record.number ?? '',
		locationId: record.locationId,
		businessDate: businessDateAt(location, instantOf([record.date, record.createdDate], fetchedAt)),
		phase: phaseOf(profile, 'wastage', record.status),
		stateWord: record.status,
		standing: 'service' as const,
		description: withoutReference(record.description ?? ''),
		locked: record.isLocked ?? false,
		enteredBy: '',
		edits: null,
		changedAt: instantOf([record.modifiedDate, record.createdDate, record.date], fetchedAt),
	});

	const line = (
		accountId: string,
		locationId: string,
		currency: string,
		names: ReadonlyMap<string, string>,
		record: ServiceLine,
		index: number,
	): WasteDocument['lines'][number] => {
		const item = items.get(accountId, record.itemId, locationId) ?? unknownItem(record.itemId);
		const unitId = String(record.uomId);
		const quantity = decimalText(record.quantity);
		const known = item.units.some((unit) => unit.unitId === unitId);
		const total = known ? toBase([{ unitId, quantity }], item.units) : null;
		const unitCost = record.unitCost ?? item.unitCost;
		return {
			lineId: record.id ?? String(index + 1),
			item,
			boxes: [{ unitId, typed: quantity, quantity }],
			reasonId: record.wasteReasonId ?? null,
			reasonName:
				record.wasteReasonId === undefined
					? ''
					: (names.get(record.wasteReasonId) ?? record.wasteReasonId),
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
	};

	const document = (
		account: ActiveAccount,
		record: WastageRecord,
		fetchedAt: number,
	): WasteDocument => {
		const { accountId } = account;
		const location = locations.get(accountId, record.locationId);
		const { currency } = location;
		const names = reasons.names(accountId);
		const lines = (record.items ?? []).map((each, index) =>
			line(accountId, record.locationId, currency, names, each, index),
		);
		const top = head(account, record, location, fetchedAt);
		return {
			...top,
			...statedOr(record.totalCost, lines),
			currency,
			revision: 0,
			lines,
			problems: [],
			lock: lockOf(top),
			can: top.locked ? [] : transitionsFrom('wastage', top.phase),
			version: versionOf(record),
			rejectedBecause: '',
			reasonGoes: account.profile.rejection.wastage !== null,
			edit: null,
		};
	};

	const listed = (
		account: ActiveAccount,
		copy: CachedRecord,
		location: Location,
		names: ReadonlyMap<string, string>,
		nameOf: (itemId: string) => ItemName,
	): ListedWaste => {
		const { accountId } = account;
		const record = readRecord(copy);
		const lines = (record.items ?? []).map((each, index): ListedLine => {
			const { name, category } = nameOf(each.itemId);
			const reasonId = each.wasteReasonId ?? '';
			return {
				lineId: each.id ?? String(index + 1),
				itemId: each.itemId,
				get base() {
					// A getter, because the duplicate check needs it only for lines of one day.
					return line(accountId, record.locationId, location.currency, names, each, index).total;
				},
				reasonId,
				reason: names.get(reasonId) ?? reasonId,
				category,
				item: name,
				cost:
					each.totalCost === undefined
						? line(accountId, record.locationId, location.currency, names, each, index).cost
						: decimalText(each.totalCost),
			};
		});
		const top = head(account, record, location, copy.fetchedAt);
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
				...(record.items ?? []).flatMap(({ itemId, description }) => [
					nameOf(itemId).code,
					description ?? '',
				]),
			]),
		};
	};

	const itemsByName = (accountId: string): ((itemId: string) => ItemName) => {
		const known = new Map<string, ItemName>();
		return (itemId) => {
			const found = known.get(itemId) ??
				itemNames.nameOf(accountId, itemId) ?? { code: '', name: itemId, category: '' };
			known.set(itemId, found);
			return found;
		};
	};

	return {
		/** Reads only copies that changed since the last call. */
		listed(account: ActiveAccount, locationId: string): ListedWaste[] {
			const { accountId } = account;
			const location = locations.get(accountId, locationId);
			const names = reasons.names(accountId);
			const nameOf = itemsByName(accountId);
			const rows = read(account, locationId, (copy) => {
				const row = listed(account, copy, location, names, nameOf);
				return { row, otherId: null, itemIds: row.lines.map(({ itemId }) => itemId) };
			});
			return [...rows.values()].map(({ row }) => row);
		},
		/** @param also document names to include in any phase */
		listedIn(
			account: ActiveAccount,
			locationId: string,
			phases: readonly Phase[],
			also: readonly string[],
		): ListedWaste[] {
			const { accountId } = account;
			const location = locations.get(accountId, locationId);
			const names = reasons.names(accountId);
			const nameOf = itemsByName(accountId);
			const inPhase = copiesInPhases(records, account, 'wastage', locationId, phases);
			const wanted = also.flatMap(
				(name) => records.get(accountId, 'wastage', serverIdOf(name) ?? '') ?? [],
			);
			const copies = new Map([...inPhase, ...wanted].map((copy) => [copy.id, copy]));
			return readable([...copies.values()], (copy) =>
				listed(account, copy, location, names, nameOf),
			).filter(({ summary }) => summary.locationId === locationId);
		},
		document(
			account: ActiveAccount,
			serverId: string,
			update: Payload | null = null,
		): WasteDocument | null {
			const copy = records.get(account.accountId, 'wastage', serverId);
			if (copy === null) return null;
			const record = readRecord(copy);
			return document(
				account,
				update === null ? record : withUpdate(record, update),
				copy.fetchedAt,
			);
		},
		record(accountId: string, serverId: string): WastageRecord | null {
			const copy = records.get(accountId, 'wastage', serverId);
			return copy && readRecord(copy);
		},
	};
}

export function wasteReasons(store: Store) {
	const records = cacheRecords(store.cache);
	return {
		names: (accountId: string): ReadonlyMap<string, string> =>
			new Map(
				readable(records.all(accountId, 'wasteReason'), ({ json }) => {
					const { id, name } = keptAs(wasteReasonRecord, json);
					return [id, name] as const;
				}),
			),
	};
}
