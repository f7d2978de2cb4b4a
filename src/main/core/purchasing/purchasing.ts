// What purchasing adds to the kit: orders sent to suppliers, lines closed short, orders from requests.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { OrderHere, RequestHere } from '../../../shared/bridge/purchasing.ts';
import { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { add, decimalText } from '../../../shared/domain/decimal.ts';
import { againBecause, approvedOf } from '../../../shared/ordering/amending.ts';
import { supplierRecord } from '../../../shared/service/purchasing.ts';
import { connected, type Answer } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { DocumentsOf, OnThisPcOf } from '../document/all-kinds.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { ShownDocument } from '../document/shown-document.ts';
import { dueOf, inUnitOf, isDue } from '../receiving/entered.ts';
import { closedShortField } from '../receiving/order-receipts.ts';
import { keptOr } from '../store/kept-json.ts';
import { OrderOnThisPc, type OrderBeside } from './order-on-this-pc.ts';
import { OrdersFromRequest, RequestOnThisPc } from './orders-from-request.ts';

const { name: kind } = purchaseOrder;
const receipt = 'order-receipt';
const reasonField = 'closedShortReason';

export const purchasingOnThisPc =
	(context: CoreContext) =>
	(documents: DocumentsOf): OnThisPcOf => ({
		purchaseOrder: () => new OrderOnThisPc(context),
		purchaseRequest: () => new RequestOnThisPc(documents.purchaseOrder),
	});

interface FoundOrder {
	readonly document: ShownDocument;
	readonly beside: OrderBeside;
}

class Purchasing {
	readonly #context: CoreContext;
	readonly #documents: DocumentsOf;
	readonly #here: OrderOnThisPc;

	constructor(context: CoreContext, documents: DocumentsOf) {
		this.#context = context;
		this.#documents = documents;
		this.#here = new OrderOnThisPc(context);
	}

	order(account: ActiveAccount, documentId: string): Reply<OrderHere> {
		const found = this.#find(account, documentId);
		return found === null ? notHere() : succeed(this.#shown(account, found));
	}

	readonly send: Answer<'purchasing.send'> = (account, { documentId, how }) => {
		return this.#change(account, documentId, (found) => {
			if (!isAgreed(found.document)) return notNow();
			const { ports, settings } = this.#context;
			const { content } = found.beside;
			this.#here.keepSent(account.accountId, documentId, {
				at: ports.clock.now(),
				how,
				by: settings().person,
				content,
			});
			return null;
		});
	};

	markApproved(account: ActiveAccount, documentId: string): Reply<OrderHere> {
		return this.#change(account, documentId, ({ document }) => {
			if (!isAgreed(document)) return notNow();
			this.#here.keepApproved(account.accountId, documentId);
			return null;
		});
	}

	takeBack(account: ActiveAccount, documentId: string): Reply<OrderHere> {
		return this.#change(account, documentId, () => {
			this.#here.keepSent(account.accountId, documentId, null);
			return null;
		});
	}

	readonly closeLine: Answer<'purchasing.closeLine'> = (
		account,
		{ documentId, lineId, reason },
	) => {
		return this.#change(account, documentId, ({ document, beside }) => {
			const line = beside.lines.find(({ record }) => record.id === lineId);
			if (line === undefined) return notHere();
			if (!isAgreed(document) || !isDue(receipt, line)) return notNow();
			const before = this.#here.kept(account.accountId, documentId)(closedShortField, lineId);
			const closed = add(dueOf(receipt, line), before?.value ?? '0');
			this.#keepClosed(account.accountId, documentId, lineId, { closed, reason });
			return null;
		});
	};

	readonly reopenLine: Answer<'purchasing.reopenLine'> = (account, { documentId, lineId }) => {
		return this.#change(account, documentId, () => {
			this.#keepClosed(account.accountId, documentId, lineId, { closed: null, reason: null });
			return null;
		});
	};

	#keepClosed(
		accountId: string,
		documentId: string,
		lineId: string,
		{ closed, reason }: { closed: string | null; reason: string | null },
	): void {
		const of = { documentId, lineId };
		this.#here.keep(accountId, { ...of, field: closedShortField }, closed);
		this.#here.keep(accountId, { ...of, field: reasonField }, reason);
	}

	/** @param change answers a failure, or null once it is kept */
	#change(
		account: ActiveAccount,
		documentId: string,
		change: (found: FoundOrder) => ReturnType<typeof fail> | null,
	): Reply<OrderHere> {
		const found = this.#find(account, documentId);
		if (found === null) return notHere();
		const { store, emit, appChanged } = this.#context;
		const failed = store.durable.transaction(() => change(found)).immediate();
		if (failed !== null) return failed;
		emit('documents.changed', { area: kind });
		appChanged();
		return this.order(account, documentId);
	}

	#find(account: ActiveAccount, documentId: string): FoundOrder | null {
		const serverId = serverIdOf(kind, documentId);
		if (serverId === null) return null;
		const document = this.#documents.purchaseOrder().shown.get(account, documentId);
		const beside = this.#here.beside(account, serverId);
		return document === null || beside === null ? null : { document, beside };
	}

	#shown(account: ActiveAccount, { document, beside }: FoundOrder): OrderHere {
		const { accountId, profile } = account;
		const { documentId } = document;
		const { content, sent, isSent, isDone, record } = beside;
		const charges = this.#here.charges(account, record);
		const now = approvedOf(content, document.currency, charges);
		const before = this.#here.approved(account, record);
		const approved =
			before === null ? now : approvedOf(before.content, document.currency, before.charges);
		const { supplierId, itemIds, total } = approved;
		const percent = String(profile.purchasing.approveAgainPercent);
		const kept = this.#here.kept(accountId, documentId);
		const lines = beside.lines.map((line, at): OrderHere['lines'][number] => {
			const { id } = line.record;
			const here = kept(closedShortField, id);
			const isKnown = line.item.units.some(({ unitId }) => unitId === String(line.record.uomId));
			return {
				lineId: id,
				name: line.item.name,
				unitName: content.lines[at]?.unitName ?? '',
				ordered: decimalText(line.record.quantity),
				received: decimalText(record.items[at]?.quantityReceived ?? '0'),
				closedShort: inUnitOf(line, line.closedShort ?? '0'),
				open: isKnown ? inUnitOf(line, dueOf(receipt, line)) : null,
				closed:
					here === undefined
						? null
						: {
								reason: kept(reasonField, id)?.value ?? '',
								by: here.changed_by,
								at: here.changed_at,
							},
			};
		});
		const agreed = isAgreed(document);
		return {
			documentId,
			sent,
			content,
			approved: { supplierId, itemIds: [...itemIds], total },
			charges,
			again: agreed && before !== null ? [...againBecause(approved, now, percent)] : [],
			supplier: this.#supplier(accountId, record.supplierId),
			lines,
			isToSend: agreed && !isSent && (sent !== null || document.phase === 'approved'),
			isOpen: agreed,
			isToClose: agreed && isDone,
			approveAgainPercent: percent,
		};
	}

	#supplier(accountId: string, supplierId: string): OrderHere['supplier'] {
		const copy = this.#context.store.records.get(accountId, 'supplier', supplierId);
		const record = copy && keptOr(supplierRecord, copy.json, null);
		return {
			name: record?.name ?? supplierId,
			email: record?.email ?? '',
			phone: record?.phone ?? '',
		};
	}
}

/** The supplier may deliver it, and none of our work on it waits. */
const isAgreed = ({ phase, standing }: ShownDocument): boolean =>
	standing === 'service' && (phase === 'approved' || phase === 'partly-received');

const notHere = () => fail('not-found', 'This order is not here.');
const notNow = () => fail('not-possible-now', 'This cannot be done with the order as it is.');

export function purchasingCapability(
	context: CoreContext,
	documents: DocumentsOf,
): Handlers<'purchasing'> {
	const purchasing = new Purchasing(context, documents);
	const requests = new OrdersFromRequest(context, documents);
	return {
		'purchasing.ofOrder': connected(context, (account, { documentId }) =>
			purchasing.order(account, documentId),
		),
		'purchasing.send': connected(context, purchasing.send),
		'purchasing.markApproved': connected(context, (account, { documentId }) =>
			purchasing.markApproved(account, documentId),
		),
		'purchasing.takeBack': connected(context, (account, { documentId }) =>
			purchasing.takeBack(account, documentId),
		),
		'purchasing.closeLine': connected(context, purchasing.closeLine),
		'purchasing.reopenLine': connected(context, purchasing.reopenLine),
		'purchasing.ofRequest': connected(context, (account, { documentId }): Reply<RequestHere> =>
			requests.request(account, documentId),
		),
		'purchasing.orderFrom': connected(context, requests.orderFrom),
	};
}
