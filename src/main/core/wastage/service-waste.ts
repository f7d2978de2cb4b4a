// The service's own wastage documents, as the cache has them, on the screens.
import type { WasteDocument, WasteSummary } from '../../../shared/bridge/wastage.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../../shared/domain/money.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { wastageRecord, type WastageRecord } from '../../../shared/service/wastage.ts';
import { wasteReasonRecord } from '../../../shared/service/waste-reason.ts';
import type { ActiveAccount } from '../context.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { documentOf } from '../document/lane-fold.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { locations } from '../store/locations.ts';
import type { Store } from '../store/open.ts';

type ServiceLine = NonNullable<WastageRecord['items']>[number];

export function serviceWaste(store: Store) {
	const records = cacheRecords(store.cache);
	const places = locations(store.cache);
	const items = itemViews(store);
	const reasons = wasteReasons(store);

	const head = (
		{ accountId, profile }: ActiveAccount,
		record: WastageRecord,
		fetchedAt: number,
	): Omit<WasteSummary, 'lines' | 'cost'> => ({
		documentId: documentOf(record.id),
		number: record.number ?? '',
		locationId: record.locationId,
		businessDate: businessDateAt(
			places.get(accountId, record.locationId),
			instantOf([record.date, record.createdDate], fetchedAt),
		),
		phase: phaseOf(profile, 'wastage', record.status),
		stateWord: record.status,
		standing: 'service',
		enteredBy: '',
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
			box: { unitId, typed: quantity, quantity },
			reasonId: record.wasteReasonId ?? null,
			reasonName:
				record.wasteReasonId === undefined
					? ''
					: (names.get(record.wasteReasonId) ?? record.wasteReasonId),
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

	const document = (account: ActiveAccount, { json, fetchedAt }: CachedRecord): WasteDocument => {
		const { accountId } = account;
		const record = wastageRecord.parse(JSON.parse(json));
		const { currency } = places.get(accountId, record.locationId);
		const names = reasons.names(accountId);
		const lines = (record.items ?? []).map((each, index) =>
			line(accountId, record.locationId, currency, names, each, index),
		);
		return {
			...head(account, record, fetchedAt),
			cost:
				record.totalCost === undefined
					? sumMoney(lines.flatMap(({ cost }) => cost ?? []))
					: decimalText(record.totalCost),
			currency,
			description: withoutReference(record.description ?? ''),
			revision: 0,
			lines,
			problems: [],
		};
	};

	return {
		summary(account: ActiveAccount, copy: CachedRecord): WasteSummary {
			const record = wastageRecord.parse(JSON.parse(copy.json));
			return {
				...head(account, record, copy.fetchedAt),
				lines: record.items?.length ?? 0,
				cost:
					record.totalCost === undefined
						? document(account, copy).cost
						: decimalText(record.totalCost),
			};
		},
		document(account: ActiveAccount, serverId: string): WasteDocument | null {
			const copy = records.get(account.accountId, 'wastage', serverId);
			return copy === null ? null : document(account, copy);
		},
	};
}

export function wasteReasons(store: Store) {
	const records = cacheRecords(store.cache);
	return {
		/** Names by id. */
		names: (accountId: string): ReadonlyMap<string, string> =>
			new Map(
				records
					.all(accountId, 'wasteReason')
					.map(({ json }) => wasteReasonRecord.parse(JSON.parse(json)))
					.map(({ id, name }) => [id, name]),
			),
	};
}
