// Deliveries of a location: orders whose goods are expected, and what is entered when they come.
import {
	deliveryGroup,
	type Delivery,
	type DeliveryGroup,
	type DeliveryLine,
	type DeliveryRow,
} from '../../../shared/bridge/delivery.ts';
import { fail, succeed, type Problem, type Reply } from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { fitsWords } from '../../../shared/domain/words.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import type { Documents } from '../document/documents.ts';
import { keptList } from '../document/kept-list.ts';
import { expectedOf, isDue, notReceived, problemsOf } from '../receiving/entered.ts';
import { Receiving } from '../receiving/receiving.ts';
import { Settling } from '../receiving/settling.ts';
import { itemTables } from '../store/items.ts';
import { locationTable } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { ExpectedOrders, type ExpectedOrder } from './expected-orders.ts';
import { invoiceOf, invoiceProblems, priceFlagOf } from './invoice.ts';

const name = 'order-receipt';
const kind = kinds[receivings[name].against];

interface Listed {
	readonly row: DeliveryRow;
	readonly text: string;
	readonly itemIds: ReadonlySet<string>;
}

export function deliveryCapability(
	context: CoreContext,
	documents: Documents<typeof kind>,
): Handlers<'delivery'> {
	const { store } = context;
	const orders = new ExpectedOrders(context, documents);
	const settling = new Settling(context);
	const locations = locationTable(store.cache);
	const items = itemTables(store.cache);
	const pulls = pullTable(store.cache);
	const list = listing(context, documents, orders);

	const problems = (account: ActiveAccount, { documentId }: { documentId: string }): Problem[] => {
		const expected = orders.find(account, documentId);
		return expected === null ? [] : invoiceProblems(expected, currencyOf(account, expected));
	};
	const currencyOf = ({ accountId }: ActiveAccount, { locationId }: ExpectedOrder): string =>
		locations.get(accountId, locationId).currency;
	const shown = (account: ActiveAccount, documentId: string): Reply<Delivery> => {
		const expected = orders.find(account, documentId);
		return expected === null
			? fail('not-found', 'This document is not here.')
			: succeed(deliveryOf(account, expected, settling, currencyOf(account, expected)));
	};
	const received = {
		expected: (account: ActiveAccount, documentId: string) => orders.find(account, documentId),
		shown,
		problems,
	};
	return {
		'delivery.list': connected(context, (account, { locationId, text, code }) => {
			const itemId = code === '' ? null : items.byBarcode(account.accountId, code)?.itemId;
			const fitsText = fitsWords(text);
			const found = list(account, locationId).filter(
				({ text: words, itemIds }) =>
					fitsText(words) && (itemId === null || (itemId !== undefined && itemIds.has(itemId))),
			);
			return succeed({
				deliveries: found.map(({ row }) => row),
				groups: deliveryGroup.options.flatMap((group) => {
					const count = found.filter(({ row }) => row.group === group).length;
					return count === 0 ? [] : [{ group, count }];
				}),
				asOf: pulls.asOf(account.accountId, kind.name),
			});
		}),
		'delivery.get': connected(context, (account, { documentId }) => shown(account, documentId)),
		...new Receiving(context, name, received, settling).handlers(),
	};
}

function listing(context: CoreContext, documents: Documents<typeof kind>, orders: ExpectedOrders) {
	const { store, ports } = context;
	const locations = locationTable(store.cache);
	const kept = keptList(store, (account, locationId): readonly ExpectedListed[] =>
		documents.list.all(account, locationId).flatMap(({ row, lines, text }) => {
			if (
				!receivings[name].openIn(account.profile).includes(row.phase) &&
				row.standing === 'service'
			)
				return [];
			const expected = orders.find(account, row.documentId);
			if (expected === null) return [];
			const { waiting, open, entered } = expected;
			if (!open && waiting === 0 && entered === null) return [];
			return { expected, text, itemIds: new Set(lines.map(({ itemId }) => itemId)) };
		}),
	);
	return (account: ActiveAccount, locationId: string): Listed[] => {
		const today = businessDateAt(locations.get(account.accountId, locationId), ports.clock.now());
		return kept(account, locationId)
			.map(({ expected, ...found }) => ({ ...found, row: rowOf(expected, today) }))
			.sort(({ row: a }, { row: b }) => byGroup(a, b));
	};
}

interface ExpectedListed extends Omit<Listed, 'row'> {
	readonly expected: ExpectedOrder;
}

const placeOf = (group: DeliveryGroup): number => deliveryGroup.options.indexOf(group);

const byGroup = (a: DeliveryRow, b: DeliveryRow): number =>
	placeOf(a.group) - placeOf(b.group) ||
	(a.deliveryDate ?? '').localeCompare(b.deliveryDate ?? '') ||
	a.number.localeCompare(b.number);

function rowOf(expected: ExpectedOrder, today: string): DeliveryRow {
	const { lines, entered, document, order } = expected;
	return {
		...headOf(expected),
		cost: document.cost,
		costsUnknown: document.costsUnknown,
		group: groupOf(expected, today),
		lines: order.items.length,
		due: lines.filter((line) => isDue(name, line)).length,
		isBegun: entered !== null,
	};
}

function groupOf(expected: ExpectedOrder, today: string): DeliveryGroup {
	const { entered, standing, lines } = expected;
	if (entered !== null || standing === 'needs-you') return 'check';
	const { deliveryDate } = headOf(expected);
	if (deliveryDate !== null && deliveryDate < today) return 'late';
	if (deliveryDate === today) return 'today';
	if (lines.some(({ record }) => Number(record['quantityReceived']) > 0)) return 'partly';
	return deliveryDate === null ? 'undated' : 'later';
}

function headOf(expected: ExpectedOrder) {
	const { document, documentId, locationId, businessDate, phase, standing, waiting } = expected;
	const { number, stateWord, currency, fields } = document;
	const text = (field: string): string => {
		const value = fields[field];
		return typeof value === 'string' ? value : '';
	};
	return {
		documentId,
		number,
		locationId,
		supplierName: text('supplierName') || text('supplierId'),
		businessDate,
		deliveryDate: text('deliveryDate') || null,
		phase,
		stateWord,
		standing,
		currency,
		waiting,
	};
}

function deliveryOf(
	account: ActiveAccount,
	expected: ExpectedOrder,
	settling: Settling,
	currency: string,
): Delivery {
	const { document, order, entered, open } = expected;
	const { version, rejectedBecause, reasonGoes } = document;
	const received = settling.lines(account, expected);
	return {
		...headOf(expected),
		description: order.description ?? '',
		revision: entered?.row.revision ?? 0,
		problems: open
			? [...problemsOf(expected, account.profile), ...invoiceProblems(expected, currency)]
			: [],
		can: [],
		version,
		rejectedBecause,
		reasonGoes,
		edit: null,
		isOpen: open,
		invoice: invoiceOf(expected, currency),
		lines: expected.lines.map((line): DeliveryLine => {
			const { record, item, closedShort = '0' } = line;
			const { price } = record;
			const unit = item.units.find(({ unitId }) => unitId === String(record.uomId));
			const entry = received.get(record.id) ?? notReceived;
			return {
				lineId: record.id,
				item,
				note: typeof record['description'] === 'string' ? record['description'] : '',
				ordered: expectedOf(line),
				unitName: unit?.name ?? '',
				closedShort,
				difference: entry.entry?.difference ?? null,
				orderedPrice: price === undefined ? null : decimalText(price),
				priceFlag: priceFlagOf(price, entered?.body.lines[record.id], account.profile),
				...entry,
			};
		}),
	};
}
