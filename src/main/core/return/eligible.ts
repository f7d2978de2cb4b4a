// How much of a receipt can go back: received − returned, including returns that wait here. Calculated from the cached
// records, or by the service's eligible items if it was asked since.
import { withoutEffect } from '../../../shared/bridge/values.ts';
import type { ReceiptLine as ShownReceiptLine } from '../../../shared/bridge/return.ts';
import type { returnOrder } from '../../../shared/document/return-order.ts';
import {
	add,
	decimalText,
	isZero,
	larger,
	notBelowZero,
	smaller,
	subtract,
} from '../../../shared/domain/decimal.ts';
import type { EligibleReturnItem } from '../../../shared/service/return-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { Documents } from '../document/documents.ts';
import type { ShownDocument, ShownLine } from '../document/shown-document.ts';
import { baseOf } from '../receiving/entered.ts';
import { ReturnableReceipts, type Receipt, type ReceiptLine } from './returnable-receipts.ts';

/** Base units. */
export type Eligible = Pick<ShownReceiptLine, 'received' | 'returned' | 'left'>;

interface Answer {
	readonly rows: readonly EligibleReturnItem[];
	readonly readNo: number;
	readonly at: number;
	/** Returns of this PC that the answer does not include. */
	readonly unsent: ReadonlySet<string>;
}

export interface Age {
	readonly asOf: number | null;
	readonly isAnswer: boolean;
}

export class EligibleItems {
	readonly #context: CoreContext;
	readonly #documents: Documents<typeof returnOrder>;
	readonly #receipts;
	/** By account and order. */
	readonly #answers = new Map<string, Answer>();

	constructor(context: CoreContext, documents: Documents<typeof returnOrder>) {
		this.#context = context;
		this.#documents = documents;
		this.#receipts = new ReturnableReceipts(context);
	}

	/** @returns whether the service answered */
	async ask(account: ActiveAccount, locationId: string, orderId: string): Promise<boolean> {
		const { api, ports } = this.#context;
		const unsent = this.#unsent(account, locationId, orderId);
		const read = await api.readAll('returnOrder.eligibleItems', {
			query: { purchaseOrderId: orderId, locationId },
		});
		if (!read.ok || !read.value.complete) return false;
		const { readNo, value } = read;
		const answer = { rows: value.rows, readNo, at: ports.clock.now(), unsent };
		this.#answers.set(keyOf(account, orderId), answer);
		return true;
	}

	age(account: ActiveAccount, locationId: string, orderId: string): Age {
		const answer = this.#answer(account, locationId, orderId);
		if (answer !== null) return { asOf: answer.at, isAnswer: true };
		const ages = (['receiving', 'returnOrder', 'purchaseOrder'] as const).map((kind) =>
			this.#context.store.pulls.asOf(account.accountId, kind),
		);
		const oldest = ages.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
		return { asOf: oldest ?? null, isAnswer: false };
	}

	/** By line of the order. @param except the draft that is being entered: its own quantities do not count */
	of(account: ActiveAccount, receipt: Receipt, except: string | null): Map<string, Eligible> {
		const { locationId, orderId } = receipt;
		const back = this.#returns(account, locationId, orderId, except);
		const answer = this.#answer(account, locationId, orderId);
		// A receipt that waits comes on top of those that the service shows.
		const shown =
			receipt.receivingId === null
				? this.#receipts.shown(account, locationId, (each) => each.purchaseOrderId === orderId)
				: [];
		const besides = shown.flatMap(({ lines }) => lines);
		const own = this.#changed(account, locationId, except);
		return new Map(
			receipt.lines.map((line) => {
				const said = answer?.rows.find(
					(row) => row.purchaseOrderReceivingItemId === line.receiptLine,
				);
				const waiting = back.filter(({ documentId }) => answer?.unsent.has(documentId) === true);
				const counted = leftOf(line, receipt, back, besides);
				const mine = sumOf(own, ({ receiptLine }) => receiptLine === line.receiptLine);
				const left = said ? withMine(leftAsSaid(line, said, waiting), mine, counted) : counted;
				const received = receivedOf(line);
				return [line.orderLine, { received, left, returned: subtract(received, left) }];
			}),
		);
	}

	/** null without an answer, or if newer lists were downloaded or a return was sent since. */
	#answer(account: ActiveAccount, locationId: string, orderId: string): Answer | null {
		const answer = this.#answers.get(keyOf(account, orderId));
		if (answer === undefined) return null;
		const { accountId } = account;
		const isOlder = (['receiving', 'returnOrder'] as const).some(
			(kind) => (this.#context.store.pulls.get(accountId, kind)?.readNo ?? 0) > answer.readNo,
		);
		const now = this.#unsent(account, locationId, orderId);
		const isSent = [...answer.unsent].some((documentId) => !now.has(documentId));
		return isOlder || isSent ? null : { ...answer, unsent: now };
	}

	#unsent(account: ActiveAccount, locationId: string, orderId: string): ReadonlySet<string> {
		return new Set(
			this.#returns(account, locationId, orderId, null)
				.filter(({ standing }) => standing !== 'service')
				.map(({ documentId }) => documentId),
		);
	}

	/** The service's copy of the return that a draft edits; empty for a new one. */
	#changed(account: ActiveAccount, locationId: string, draft: string | null): ShownDocument[] {
		const { list, shown } = this.#documents;
		const edits = list
			.all(account, locationId)
			.find(({ row }) => draft !== null && row.documentId === draft)?.row.edits;
		const document = edits ? shown.get(account, edits) : null;
		return document === null ? [] : [document];
	}

	#returns(
		account: ActiveAccount,
		locationId: string,
		orderId: string,
		except: string | null,
	): ShownDocument[] {
		const { list, shown } = this.#documents;
		return list
			.all(account, locationId)
			.filter(({ row }) => row.fields['purchaseOrderId'] === orderId)
			.flatMap(({ row: { documentId, standing, edits } }) => {
				if (documentId === except || (standing === 'draft' && edits === null)) return [];
				return (
					shown.get(account, standing === 'draft' && edits !== null ? edits : documentId) ?? []
				);
			})
			.filter(({ phase, standing }) => standing !== 'service' || !withoutEffect.includes(phase));
	}
}

const keyOf = ({ accountId }: ActiveAccount, orderId: string): string =>
	JSON.stringify([accountId, orderId]);

const inBase = ({ uomId, item }: ReceiptLine, quantity: string): string =>
	baseOf({ record: { uomId }, item }, decimalText(quantity));

const receivedOf = (line: ReceiptLine): string => inBase(line, line.received);

function leftOf(
	line: ReceiptLine,
	{ order }: Receipt,
	back: readonly ShownDocument[],
	besides: readonly ReceiptLine[],
): string {
	const here = sumOf(back, (fields) => fields['receiptLine'] === line.receiptLine);
	const left = subtract(receivedOf(line), line.receiptLine === null ? '0' : here);
	const ordered = order?.items.find(({ id }) => id === line.orderLine);
	if (ordered === undefined) return notBelowZero(left);
	// Other returns may name only the line of the order, or are not cached yet.
	const ofOrder = sumOf(back, (fields) => fields['orderLine'] === line.orderLine);
	const returned = larger(inBase(line, ordered.quantityReturned ?? '0'), ofOrder);
	const came = besides
		.filter(({ orderLine }) => orderLine === line.orderLine)
		.reduce((all, each) => add(all, receivedOf(each)), receivedOf(line));
	const received = larger(inBase(line, ordered.quantityReceived), came);
	return notBelowZero(smaller(left, subtract(received, returned)));
}

function leftAsSaid(
	line: ReceiptLine,
	{ quantityReceived, quantityReturned }: EligibleReturnItem,
	waiting: readonly ShownDocument[],
): string {
	const left = subtract(inBase(line, quantityReceived), inBase(line, quantityReturned));
	return notBelowZero(
		subtract(
			left,
			sumOf(waiting, ({ receiptLine }) => receiptLine === line.receiptLine),
		),
	);
}

/** The service may or may not count the return that is being changed. */
const withMine = (said: string, mine: string, counted: string): string =>
	isZero(mine) ? said : smaller(add(said, mine), counted);

/** Base units. */
const sumOf = (
	documents: readonly ShownDocument[],
	isOf: (fields: ShownLine['fields']) => boolean,
): string =>
	documents
		.flatMap(({ lines }) => lines)
		.filter(({ fields }) => isOf(fields))
		.reduce((all, line) => add(all, totalOf(line)), '0');

/** A long decimal of a case stands for whole pieces. */
const totalOf = ({ item, boxes }: ShownLine): string =>
	boxes.reduce(
		(all, { unitId, quantity }) =>
			quantity === null
				? all
				: add(all, baseOf({ record: { uomId: Number(unitId) }, item }, quantity)),
		'0',
	);
