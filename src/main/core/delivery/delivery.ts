// Deliveries to a location: orders that still expect goods, and the quantities entered on arrival.
import {
	deliveryGroup,
	type Delivery,
	type DeliveryGroup,
	type DeliveryLine,
	type DeliveryRow,
} from '../../../shared/bridge/delivery.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { nominalOf } from '../../../shared/domain/catch-weight.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { fitsWords, searchText } from '../../../shared/domain/words.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import type { Documents } from '../document/documents.ts';
import { keptList } from '../document/kept-list.ts';
import { enteredBodyOf, expectedOf, isDue, notReceived, problemsOf } from '../receiving/entered.ts';
import { billedPriceOf } from '../receiving/receipt-step.ts';
import { Receiving } from '../receiving/receiving.ts';
import { Settling } from '../receiving/settling.ts';
import { itemTables } from '../store/items.ts';
import { DeliveredLines } from './delivered-lines.ts';
import { ExpectedOrders, type ExpectedDelivery } from './expected-orders.ts';
import { ExtraItems } from './extra-items.ts';
import { FreeReceipts } from './free-receipt.ts';
import {
	invoiceOf,
	invoiceProblems,
	isOddWeight,
	likelierUnitOf,
	priceFlagOf,
	receivedWith,
} from './invoice.ts';
import { DeliverySending } from './delivery-sending.ts';
import { sentOf, sentReceipts } from './sent-receipts.ts';

const name = 'order-receipt';
const kind = kinds[receivings[name].against];

interface Listed {
	readonly row: DeliveryRow;
	readonly text: string;
	readonly itemIds: ReadonlySet<string>;
	/** The supplier's item codes, in lower case. */
	readonly codes: ReadonlySet<string>;
}

export function deliveryCapability(
	context: CoreContext,
	documents: Documents<typeof kind>,
): Handlers<'delivery'> {
	const { store } = context;
	const lines = new DeliveredLines(store);
	const orders = new ExpectedOrders(context, documents, lines);
	const free = new FreeReceipts(context, lines);
	const settling = new Settling(context);
	const items = itemTables(store.cache);
	const { pulls } = store;
	const list = listing(context, documents, { orders, free, lines });

	const find = (account: ActiveAccount, documentId: string): ExpectedDelivery | null =>
		orders.find(account, documentId) ?? free.find(account, documentId);
	const shown = (account: ActiveAccount, documentId: string): Reply<Delivery> => {
		const expected = find(account, documentId);
		return expected === null
			? fail('not-found', 'This document is not here.')
			: succeed(deliveryOf(account, expected, { settling, lines }));
	};
	const receiving = new Receiving(
		context,
		name,
		{ expected: find, shown, problems: invoiceProblems },
		settling,
	);
	const handlers = receiving.handlers();
	const sending = new DeliverySending(context, free, {
		find,
		shown,
		receive: handlers['delivery.receive'],
	});
	const extras = new ExtraItems(context, lines, receiving);
	return {
		'delivery.list': connected(context, (account, { locationId, text, code }) => {
			const itemId = code === '' ? null : items.byBarcode(account.accountId, code)?.itemId;
			const fitsText = fitsWords(text);
			const fitsCode = (row: Listed): boolean =>
				code === '' ||
				(itemId !== undefined && itemId !== null && row.itemIds.has(itemId)) ||
				row.codes.has(code.trim().toLowerCase());
			const found = list(account, locationId).filter((row) => fitsText(row.text) && fitsCode(row));
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
		'delivery.receipts': connected(context, (account, { documentId }) => {
			const expected = find(account, documentId);
			if (expected === null) return fail('not-found', 'This document is not here.');
			return succeed({ receipts: sentReceipts(account, expected, lines) });
		}),
		...handlers,
		...sending.handlers(),
		...extras.handlers(),
	};
}

interface Parts {
	readonly orders: ExpectedOrders;
	readonly free: FreeReceipts;
	readonly lines: DeliveredLines;
}

function listing(
	context: CoreContext,
	documents: Documents<typeof kind>,
	{ orders, free, lines: { offers } }: Parts,
) {
	const { store, outbox, ports } = context;
	const { locations } = store;
	const kept = keptList(store, (account, locationId) => {
		// A confirmed receipt counts as the whole order until the order is read again: its rest may still be due.
		const ours = new Set(outbox.lanes(kind.name).map(({ documentId }) => documentId));
		const due = documents.list.all(account, locationId).flatMap(({ row, text }) => {
			if (
				!receivings[name].openIn(account.profile).includes(row.phase) &&
				row.standing === 'service' &&
				!ours.has(row.documentId)
			)
				return [];
			const expected = orders.find(account, row.documentId);
			if (expected === null) return [];
			const { standing, open, entered } = expected;
			return open || standing !== 'service' || entered !== null ? [{ expected, text }] : [];
		});
		const unordered = free.at(account, locationId).map((expected) => ({
			expected,
			text: searchText([
				expected.head.supplierName,
				...expected.lines.flatMap(({ item }) => [item.name, item.code]),
			]),
		}));
		return [...due, ...unordered].map(({ expected, text }): ExpectedListed => {
			const { supplierId, lines } = expected;
			const codes = lines.flatMap(({ record: { itemId } }) =>
				offers
					.of(account.accountId, supplierId, itemId)
					.flatMap(({ supplierItemCode: code }) => code ?? []),
			);
			return {
				expected,
				text: `${text} ${searchText(codes)}`,
				itemIds: new Set(lines.map(({ item }) => item.itemId)),
				codes: new Set(codes.map((code) => code.toLowerCase())),
			};
		});
	});
	return (account: ActiveAccount, locationId: string): Listed[] => {
		const today = businessDateAt(locations.get(account.accountId, locationId), ports.clock.now());
		return kept(account, locationId)
			.map(({ expected, ...found }) => ({ ...found, row: rowOf(expected, today) }))
			.sort(({ row: a }, { row: b }) => byGroup(a, b));
	};
}

interface ExpectedListed extends Omit<Listed, 'row'> {
	readonly expected: ExpectedDelivery;
}

const placeOf = (group: DeliveryGroup): number => deliveryGroup.options.indexOf(group);

const byGroup = (a: DeliveryRow, b: DeliveryRow): number =>
	placeOf(a.group) - placeOf(b.group) ||
	(a.deliveryDate ?? '').localeCompare(b.deliveryDate ?? '') ||
	a.number.localeCompare(b.number);

function rowOf(expected: ExpectedDelivery, today: string): DeliveryRow {
	const { lines, entered, head } = expected;
	return {
		...headOf(expected),
		cost: head.cost,
		costsUnknown: head.costsUnknown,
		group: groupOf(expected, today),
		lines: lines.length,
		due: lines.filter((line) => isDue(name, line)).length,
		isBegun: entered !== null && expected.open,
	};
}

function groupOf(expected: ExpectedDelivery, today: string): DeliveryGroup {
	const { entered, standing, lines, head, open, afterwards } = expected;
	if ((entered !== null && open) || standing === 'needs-you') return 'check';
	if (afterwards !== null) return 'afterwards';
	const { deliveryDate } = head;
	if (deliveryDate !== null && deliveryDate < today) return 'late';
	if (deliveryDate === today) return 'today';
	if (lines.some(({ record }) => Number(record['quantityReceived']) > 0)) return 'partly';
	return deliveryDate === null ? 'undated' : 'later';
}

function headOf(expected: ExpectedDelivery) {
	const { head, documentId, locationId, currency, businessDate, phase, standing, waiting } =
		expected;
	const { number, stateWord, supplierName, deliveryDate } = head;
	return {
		documentId,
		number,
		locationId,
		supplierName,
		businessDate,
		deliveryDate,
		phase,
		stateWord,
		standing,
		currency,
		waiting,
		isOrderedAfterwards: expected.afterwards !== null,
		needsApproval: expected.afterwards?.needsApproval ?? false,
	};
}

/** Adds the other order with which the number was received, while that is to be asked about. */
function withOrder(
	expected: ExpectedDelivery,
	invoice: ReturnType<typeof invoiceOf>,
): Delivery['invoice'] {
	const { number, isAnother } = invoice;
	const isAsked = expected.open && number !== '' && !isAnother;
	return { ...invoice, receivedWith: (isAsked ? receivedWith(expected, number) : null) ?? '' };
}

interface Showing {
	readonly settling: Settling;
	readonly lines: DeliveredLines;
}

function deliveryOf(
	account: ActiveAccount,
	expected: ExpectedDelivery,
	{ settling, lines }: Showing,
): Delivery {
	const { head, entered, open, afterwards } = expected;
	const { version, rejectedBecause, reasonGoes } = head;
	const received = settling.lines(account, expected);
	return {
		...headOf(expected),
		receipts: sentOf(expected).map((row) => ({
			draftId: row.draft_id,
			invoiceNumber: enteredBodyOf(row).invoice?.number ?? '',
		})),
		draftId: entered?.row.draft_id ?? null,
		orderId: afterwards?.orderId ?? null,
		description: head.description,
		revision: entered?.row.revision ?? 0,
		problems: open ? [...problemsOf(expected, account.profile), ...invoiceProblems(expected)] : [],
		can: [],
		version,
		rejectedBecause,
		reasonGoes,
		edit: null,
		isOpen: open,
		invoice: withOrder(expected, invoiceOf(expected)),
		lines: expected.lines.map((line): DeliveryLine => {
			const { record, item, closedShort = '0', extra, weighed } = line;
			const typed = entered?.body.lines[record.id];
			const unit = item.units.find(({ unitId }) => unitId === String(record.uomId));
			const entry = received.get(record.id) ?? notReceived;
			const orderedPrice = billedPriceOf(line);
			return {
				lineId: record.id,
				item,
				note: typeof record['description'] === 'string' ? record['description'] : '',
				ordered: expectedOf(line),
				unitName: weighed?.measure === 'weight' ? weighed.unit.name : (unit?.name ?? ''),
				supplierCode: lines.offers.codeOf(
					account.accountId,
					expected.supplierId,
					record.itemId,
					record.uomId ?? 0,
				),
				extra: extra === undefined ? null : { instead: extra.instead },
				weighed:
					weighed === undefined
						? null
						: {
								measure: weighed.measure,
								unitName: weighed.unit.name,
								typed: typed?.weight?.typed ?? '',
								nominal: entry.entry?.total ? nominalOf(weighed, entry.entry.total) : null,
								isOdd: isOddWeight(line, typed),
							},
				closedShort,
				difference: entry.entry?.difference ?? null,
				orderedPrice: orderedPrice === null ? null : decimalText(orderedPrice),
				priceFlag: priceFlagOf(orderedPrice, typed, expected.currency, account.profile),
				likelierUnit: likelierUnitOf(line, orderedPrice, typed),
				...entry,
			};
		}),
	};
}
