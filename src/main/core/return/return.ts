// Returns: the kit's documents, made from a receipt and compared with what can go back.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import {
	fail,
	succeed,
	type Failure,
	type Problem,
	type Reply,
} from '../../../shared/bridge/reply.ts';
import type { Receipt as ShownReceipt } from '../../../shared/bridge/return.ts';
import type { DocumentOf } from '../../../shared/document/document-calls.ts';
import { returnOrder } from '../../../shared/document/return-order.ts';
import { addTo, compare, decimalText } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { receiptsList } from '../../../shared/service/purchase-order.ts';
import { connected, type Answer } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { dayIn } from '../document/fields.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { Documents, OpenDocument } from '../document/documents.ts';
import { draftBodyOf, type DraftBody } from '../document/draft-body.ts';
import { isUntouched } from '../document/editing.ts';
import { referredNames } from '../document/referred.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptRecord } from '../sync/rows.ts';
import { EligibleItems } from './eligible.ts';
import { ReturnableReceipts, type Receipt } from './returnable-receipts.ts';
import { fieldsOf, returnDrafts } from './return-drafts.ts';
import { awaitedReceipt, returnLinks } from './return-links.ts';

/** Older ones are found by their order. */
const MOST_RECEIPTS = 100;

type Document = DocumentOf<typeof returnOrder>;

/** For the cut-off of a count. */
export const openReturns = (
	documents: Documents<typeof returnOrder>,
	account: ActiveAccount,
	locationId: string,
): readonly OpenDocument[] =>
	documents.inPhases(account, locationId, account.profile.stocktake.cutOff.returns);

class Returns {
	readonly #context: CoreContext;
	readonly #documents: Documents<typeof returnOrder>;
	readonly #receipts;
	readonly #eligible;
	readonly #links;
	readonly #made;
	readonly #referred;

	constructor(context: CoreContext, documents: Documents<typeof returnOrder>) {
		const { store } = context;
		this.#context = context;
		this.#documents = documents;
		this.#receipts = new ReturnableReceipts(context);
		this.#eligible = new EligibleItems(context, documents);
		this.#links = returnLinks(context);
		this.#made = returnDrafts(context);
		this.#referred = referredNames(store);
	}

	link(account: ActiveAccount, documentId: string | null): void {
		const row = this.#draft(account, documentId);
		if (row !== null && this.#links.fill(account, row)) this.#changed();
	}

	/** Adds the problems beyond those of the kit. */
	withProblems(account: ActiveAccount, reply: Reply<Document>): Reply<Document> {
		if (!reply.ok) return reply;
		const row = this.#draft(account, reply.value.documentId);
		if (row === null) return reply;
		const more = this.#problems(account, row);
		return succeed({ ...reply.value, problems: [...reply.value.problems, ...more] });
	}

	/** Has all problems, those of the kit too; null if the receipt causes none. */
	refusal(account: ActiveAccount, documentId: string): Failure | null {
		const row = this.#draft(account, documentId);
		if (row === null || this.#problems(account, row).length === 0) return null;
		const found = this.withProblems(account, this.#documents.get(account, documentId));
		return found.ok
			? fail('incomplete', 'This cannot be submitted as it is.', found.value.problems)
			: found;
	}

	/** A found or scanned item takes the first line of the receipt that has it and is not on the draft. */
	onReceipt(account: ActiveAccount, input: CallArguments<'returnOrder.save'>): typeof input {
		const { orderReceipt, receiptDraft } = input;
		if (input.lines.every(({ orderLine }) => orderLine !== null)) return input;
		const receipt = this.#ofBody(account, { values: { orderReceipt, receiptDraft } });
		const named = new Set(input.lines.map(({ orderLine }) => orderLine));
		const lines = input.lines.map((line) => {
			const found = receipt?.lines.find(
				({ orderLine, item }) => item.itemId === line.itemId && !named.has(orderLine),
			);
			if (line.orderLine !== null || found === undefined) return line;
			named.add(found.orderLine);
			return { ...line, ...fieldsOf(found) };
		});
		return { ...input, lines };
	}

	suppliers({ accountId }: ActiveAccount, locationId: string) {
		const { nameOf } = this.#referred(accountId);
		const ids = new Set<string>();
		for (const { supplierId } of this.#receipts.heads(accountId, locationId)) ids.add(supplierId);
		const inOrder = nameOrder(this.#context.settings().locale);
		return [...ids]
			.map((supplierId) => ({ supplierId, name: nameOf('supplier', supplierId) }))
			.sort((a, b) => inOrder(a.name, b.name));
	}

	receipts(
		account: ActiveAccount,
		{ locationId, supplierId, documentId }: CallArguments<'return.receipts'>,
	) {
		const orderId = documentId === null ? null : serverIdOf('purchaseOrder', documentId);
		const unseen =
			orderId === null
				? this.#receipts.unseenAt(account, locationId)
				: this.#receipts.unseen(account, orderId);
		const found = [
			...unseen.filter((each) => supplierId === null || each.supplierId === supplierId),
			...this.#receipts.shown(
				account,
				locationId,
				(each) =>
					(supplierId === null || each.supplierId === supplierId) &&
					(documentId === null || each.purchaseOrderId === orderId),
				MOST_RECEIPTS,
			),
		];
		return {
			receipts: found.map((receipt) => this.#shown(account, receipt)),
			...this.#eligible.age(account, locationId, orderId ?? ''),
		};
	}

	readonly begin: Answer<'return.begin'> = (
		account,
		{ locationId, orderId, receivingId, receiptDraftId, lineIds, intentId },
	) => {
		const { store } = this.#context;
		const before = store.drafts.ofIntent(account.accountId, intentId);
		if (before !== null) return succeed({ documentId: before });
		const receipt = this.#find(account, receivingId, receiptDraftId);
		if (receipt?.orderId !== orderId) return notHere();
		const wanted = receipt.lines.filter(({ orderLine }) => lineIds.includes(orderLine));
		const lines = wanted.map(({ orderLine: lineId }) => {
			return { lineId, quantity: null, reason: '', condition: '' };
		});
		const of = receivingId === null ? { receiptDraftId: receiptDraftId ?? '' } : { receivingId };
		const { draftId } = store.durable
			.transaction(() => this.#made.draft(account, { ...of, locationId, orderId, lines, intentId }))
			.immediate();
		this.#changed();
		return succeed({ documentId: draftId });
	};

	eligible(account: ActiveAccount, documentId: string) {
		const row = this.#draft(account, documentId);
		const body = row && draftBodyOf(returnOrder.name, row);
		const receipt = body && this.#ofBody(account, body);
		if (row === null || body === null || receipt === null)
			return { lines: [], others: [], waits: null, orderId: null, asOf: null, isAnswer: false };
		const figures = this.#eligible.of(account, receipt, row.draft_id);
		const named = body.lines.map(({ values }) => values['orderLine']);
		return {
			lines: body.lines.flatMap(({ lineId, values: { orderLine } }) => {
				const found = figures.get(String(orderLine));
				return found === undefined ? [] : [{ lineId, ...found }];
			}),
			others: this.#shown(account, receipt).lines.flatMap((line) => {
				const found = receipt.lines.find(({ orderLine }) => orderLine === line.lineId);
				return found === undefined || named.includes(line.lineId)
					? []
					: [{ ...line, fields: fieldsOf(found) }];
			}),
			waits: this.#links.problems(account, body)[0]?.message ?? null,
			orderId: receipt.orderId,
			...this.#eligible.age(account, receipt.locationId, receipt.orderId),
		};
	}

	async ask(account: ActiveAccount, { locationId, orderId }: CallArguments<'return.ask'>) {
		const { api, ports, outbox, store } = this.#context;
		if (!outbox.maySend()) return { answered: false };
		const read = await api.readAll(receiptsList, { query: { purchaseOrderId: orderId } });
		if (read.ok) {
			const at = { readNo: read.readNo, at: ports.clock.now(), touch: true };
			for (const row of read.value.rows)
				store.records.put(account.accountId, 'receiving', keptRecord(row, 'locationId'), at);
		}
		const answered = await this.#eligible.ask(account, locationId, orderId);
		if (read.ok || answered) this.#changed();
		return { answered };
	}

	#problems(account: ActiveAccount, row: DraftRow): Problem[] {
		const body = draftBodyOf(returnOrder.name, row);
		const waits = this.#links.problems(account, body);
		const receipt = this.#ofBody(account, body);
		if (receipt === null) {
			// Returns that were made elsewhere may name no receipt.
			const isOurs = body.edits === undefined && waits.length === 0;
			return isOurs ? [{ path: 'receipt', message: 'no-receipt' }] : waits;
		}
		const figures = this.#eligible.of(account, receipt, row.draft_id);
		const sums = new Map<string, string>();
		const { lines } = this.#documents.own.read(row);
		return [
			...waits,
			...lines.flatMap(({ line, read }): Problem[] => {
				if (isUntouched(body.edits, line)) return [];
				const orderLine = String(line.values['orderLine']);
				const found = figures.get(orderLine);
				if (found === undefined)
					return [{ path: `lines.${line.lineId}.item`, message: 'not-on-receipt' }];
				// Two lines of one line of the receipt are one quantity.
				const sum = addTo(sums, orderLine, read.total ?? '0');
				return compare(sum, found.left) > 0
					? [{ path: `lines.${line.lineId}.quantity`, message: 'more-than-eligible' }]
					: [];
			}),
		];
	}

	#find(account: ActiveAccount, receivingId: string | null, draftId: string | null) {
		if (receivingId !== null) return this.#receipts.get(account, receivingId);
		return draftId === null ? null : this.#receipts.ofDraft(account, draftId);
	}

	#ofBody(account: ActiveAccount, body: Pick<DraftBody, 'values'>): Receipt | null {
		const { orderReceipt } = body.values;
		return this.#find(
			account,
			typeof orderReceipt === 'string' ? orderReceipt : null,
			awaitedReceipt(body),
		);
	}

	#draft({ accountId }: ActiveAccount, documentId: string | null): DraftRow | null {
		const row = documentId === null ? null : this.#context.store.drafts.get(accountId, documentId);
		return row?.document === returnOrder.name && row.state === 'open' ? row : null;
	}

	#shown(account: ActiveAccount, receipt: Receipt): ShownReceipt {
		const { accountId } = account;
		const location = this.#context.store.locations.get(accountId, receipt.locationId);
		const { now } = this.#context.ports.clock;
		const figures = this.#eligible.of(account, receipt, null);
		return {
			receivingId: receipt.receivingId,
			receiptDraftId: receipt.draftId,
			orderId: receipt.orderId,
			orderNumber: receipt.order?.number ?? '',
			number: receipt.number,
			invoiceNumber: receipt.invoiceNumber,
			supplierName: this.#referred(accountId).nameOf('supplier', receipt.supplierId),
			receivedOn: dayIn(receipt.date, location) ?? businessDateAt(location, now()),
			totalAmount: receipt.totalAmount === null ? null : decimalText(receipt.totalAmount),
			currency: location.currency,
			lines: receipt.lines.map(({ orderLine, item, uomId, price }) => ({
				lineId: orderLine,
				item,
				unitName: item.units.find(({ unitId }) => unitId === String(uomId))?.name ?? '',
				...(figures.get(orderLine) ?? nothingKnown),
				price: price === null ? null : decimalText(price),
			})),
		};
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area: returnOrder.area });
		this.#context.appChanged();
	}
}

export function returnCapability(
	context: CoreContext,
	documents: Documents<typeof returnOrder>,
): Handlers<'return' | 'returnOrder'> {
	const returns = new Returns(context, documents);
	const kit = documents.handlers();
	return {
		...kit,
		'returnOrder.get': connected(context, (account, input, caller) => {
			returns.link(account, input.documentId);
			return returns.withProblems(account, kit['returnOrder.get'](input, caller));
		}),
		'returnOrder.save': connected(context, (account, input, caller) =>
			returns.withProblems(
				account,
				kit['returnOrder.save'](returns.onReceipt(account, input), caller),
			),
		),
		'returnOrder.edit': connected(context, (account, input, caller) =>
			returns.withProblems(account, kit['returnOrder.edit'](input, caller)),
		),
		'returnOrder.submit': connected(context, (account, input, caller) => {
			returns.link(account, input.documentId);
			return returns.refusal(account, input.documentId) ?? kit['returnOrder.submit'](input, caller);
		}),
		'return.suppliers': connected(context, (account, { locationId }) =>
			succeed({ suppliers: returns.suppliers(account, locationId) }),
		),
		'return.receipts': connected(context, (account, asked) =>
			succeed(returns.receipts(account, asked)),
		),
		'return.begin': connected(context, returns.begin),
		'return.eligible': connected(context, (account, { documentId }) =>
			succeed(returns.eligible(account, documentId)),
		),
		'return.ask': connected(context, async (account, asked) =>
			succeed(await returns.ask(account, asked)),
		),
	};
}

const nothingKnown = { received: '0', returned: '0', left: '0' };

const notHere = (): Failure => fail('not-found', 'This receipt is not here.');
