// The in-memory service of the simulation: wastage, transfers and stock, behaving like the practice service, with a
// record of each action's effects. Answers at once; network.ts adds the rest.
import Big from 'big.js';
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../src/shared/exact-json.ts';
import {
	findOperation,
	operationNamed,
	type OperationName,
} from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { stockChanges } from '../../src/shared/service/inventory-item.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import { receiveTransferIn, transferRequest } from '../../src/shared/service/transfer.ts';
import {
	updateWastage,
	wastageRequest,
	type WastageRecord,
} from '../../src/shared/service/wastage.ts';
import { codecOf } from '../../src/shared/service/wire.ts';
import { pageOf, plain, shownAs, type Appearance } from './appearance.ts';
import { colleagues } from './colleagues.ts';
import { takesChanges, transitions, type Books, openBooks } from './books.ts';
import type { Documents } from './documents.ts';
import { orderFrom, receiptFrom, returnFrom, stateIn } from './orders.ts';

export interface Call {
	operation: Operation;
	id: string | null;
	body: unknown;
	page: number;
}

export interface Answer {
	status: number;
	body: string;
	contentType?: string;
	headers?: Record<string, string>;
	/** The decoded read; rows for a list. */
	shows?: unknown;
	/** For a list: whether the last row is included. */
	isLast?: boolean;
}

export interface Effect {
	actionId: string;
	documentId: string | null;
	/** ms of the steady clock. */
	at: number;
	/** The action affected this document before, and others or we changed it since. */
	undoes: boolean;
	/** Creator of the affected document: our action, or null for someone else. */
	maker: string | null;
	/** Creation time of that document. */
	madeAt: number;
	/** A transition that the document had already made: the service accepted it, and moved no stock. */
	again: boolean;
}

const served: readonly OperationName[] = [
	'location.count',
	'wastage.create',
	'wastage.update',
	'wastage.list',
	'wastage.get',
	'wastage.submit',
	'wastage.approve',
	'wastage.reject',
	'transferOut.create',
	'transferOut.list',
	'transferOut.get',
	'transferOut.submit',
	'transferIn.get',
	'transferIn.receive',
	'purchaseOrder.create',
	'purchaseOrder.list',
	'purchaseOrder.receivings',
	'purchaseOrder.get',
	'purchaseOrder.submit',
	'purchaseOrder.approve',
	'purchaseOrder.close',
	'purchaseOrder.cancel',
	'purchaseOrder.receive',
	'returnOrder.create',
	'returnOrder.list',
	'returnOrder.get',
	'returnOrder.submit',
	'returnOrder.approve',
	'inventoryItem.currentStock',
	'inventoryItem.changeStock',
];

const refusal = (status: number, detail: string): Answer => ({
	status,
	contentType: 'application/problem+json',
	body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail }),
});
const nothing: Answer = { status: 204, body: '' };
const missing = () => refusal(404, 'There is no such document.');

const withId = z.looseObject({ id: z.string() });

const kindOf = ({ name }: Operation): string => name.split('.')[0] ?? '';

const isKeyOf = <All extends object>(all: All, key: PropertyKey): key is keyof All => key in all;

const routes = served.map((name) => {
	const operation: Operation = operationNamed(name);
	const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`);
	return { operation, pattern };
});

export type SimulatedService = Service & ReturnType<typeof colleagues>;

/** @param wire its record format, not the program's profile, which may change. */
export function simulatedService(
	wire: ServiceProfile,
	now: () => number,
	look: Appearance = plain,
): SimulatedService {
	const service = new Service(wire, now, look);
	const others = colleagues(service.books, {
		receive: (body) => void service.receive(body, null),
		receiveOrder: (body) => void service.receiveOrder(body, null),
		addToStock: (itemId, quantity, by) => {
			service.addToStock(itemId, quantity, by);
		},
	});
	return Object.assign(service, others);
}

class Service {
	readonly books: Books;
	/** What others moved in stock and received on lines of orders. */
	readonly othersMoves: { itemId: string; quantity: string }[] = [];
	readonly othersReceipts: { lineId: string; quantity: string }[] = [];
	readonly #effects: Effect[] = [];
	readonly #wire: ServiceProfile;
	readonly #now: () => number;
	readonly #look: Appearance;
	#lag = 0;
	#numbers = 0;

	constructor(wire: ServiceProfile, now: () => number, look: Appearance) {
		this.books = openBooks(now);
		this.#wire = wire;
		this.#now = now;
		this.#look = look;
	}

	get effects(): readonly Effect[] {
		return this.#effects;
	}

	get wastage(): ReadonlyMap<string, WastageRecord> {
		return new Map(this.books.wastage.all().map((document) => [document.id, document]));
	}

	callOf(method: string, path: string, body: string, query = new URLSearchParams()): Call | null {
		const page = Number(query.get(this.#look.lists === 'links' ? 'after' : 'pageNumber') ?? 1);
		for (const { operation, pattern } of routes) {
			const match = pattern.exec(path);
			if (!match || operation.method !== method) continue;
			const asked =
				operation.body && body !== ''
					? codecOf(operation.body, this.#wire).read(parseExact(body), '$', [])
					: undefined;
			// Some operations share a path: the state in the body tells them apart.
			if (operation.sets !== undefined && operation.sets !== stateIn(asked)) continue;
			return { operation, id: match[1] ?? null, body: asked, page };
		}
		return null;
	}

	/** Applies a write, or reads the state of an instant. `actionId` is the write's action. */
	execute(call: Call, actionId: string | null, asOf = this.#now()): Answer {
		return this.#read(call, asOf) ?? this.#write(call, actionId);
	}

	idsOf(kind: string): string[] {
		const documents = this.#shelfFor(kind).all();
		return documents.map(({ id }) => id);
	}

	/** A read's answer for the kind of document an operation creates. */
	readOf({ name }: Operation, id: string): Answer {
		const [kind = ''] = name.split('.');
		const get = findOperation(`${kind}.get`);
		const found = this.#shelfFor(kind).get(id);
		return get === undefined || found === undefined ? missing() : this.#one(get, found);
	}

	/** As the service shows it. */
	shown<Document>(document: Document): Document {
		return shownAs(document, this.#look);
	}

	/** A document of either kind, current view. */
	shownNow(documentId: string): unknown {
		return shownAs(this.#shelfOf(documentId).get(documentId), this.#look);
	}

	/** Current state words; null if there is no such document. */
	stateOf(documentId: string): string | null {
		return this.#shelfOf(documentId).get(documentId)?.status ?? null;
	}

	/** State words between two instants. */
	statesBetween(documentId: string, from: number, until: number): string[] {
		const versions: readonly { at: number; document: { status: string } }[] =
			this.#shelfOf(documentId).versions(documentId);
		const since = versions.findLastIndex(({ at }) => at <= from);
		return versions
			.slice(Math.max(0, since))
			.filter(({ at }) => at <= until)
			.map(({ document }) => document.status);
	}

	/** New documents appear in lists this many ms later. */
	listsLagBy(ms: number): void {
		this.#lag = ms;
	}

	addToStock(itemId: string, quantity: string, by: string | null): void {
		const { stock } = this.books;
		const before = stock.get(itemId)?.quantity ?? '100';
		stock.change({ id: itemId, quantity: new Big(before).plus(quantity).toFixed() }, by);
		if (by === null) this.othersMoves.push({ itemId, quantity });
	}

	receive(body: unknown, by: string | null): Answer {
		const { transfersIn } = this.books;
		const asked = receiveTransferIn.parse(body);
		const found = transfersIn.get(asked.transferId);
		if (!found) return missing();
		const cameOf = (lineId: string) =>
			asked.items
				.filter(({ transferItemId }) => transferItemId === lineId)
				.reduce((sum, { quantity }) => sum.plus(quantity), new Big(0));
		const items = (found.items ?? []).map((line) => ({
			...line,
			quantityReceived: cameOf(line.id)
				.plus(line.quantityReceived ?? '0')
				.toFixed(),
		}));
		this.#done(by, transfersIn, found.id);
		transfersIn.change({ ...found, items }, by);
		for (const { itemId, quantity } of asked.items) this.addToStock(itemId, quantity, by);
		return { status: 200, body: '' };
	}

	receiveOrder(body: unknown, by: string | null): Answer {
		const { orders, receipts } = this.books;
		const made = receiptFrom(this.books, body);
		if (made === null) return refusal(409, 'Nothing can be received now.');
		this.#done(by, orders, made.order.id);
		orders.change(made.order, by);
		receipts.make(made.receipt, by);
		for (const { itemId, quantity, purchaseOrderItemId: lineId } of made.receipt.items) {
			this.addToStock(itemId, quantity, by);
			if (by === null) this.othersReceipts.push({ lineId, quantity });
		}
		return { status: 200, body: '' };
	}

	#read(call: Call, asOf: number): Answer | null {
		const { stock, receipts } = this.books;
		const { operation } = call;
		const all = (shelf: Documents<{ id: string }>) =>
			shelf.all(asOf).filter(({ id }) => shelf.madeAt(id) + this.#lag <= asOf);
		switch (operation.name) {
			case 'location.count':
				return { status: 200, body: '2' };
			case 'purchaseOrder.receivings':
				return this.#list(call, all(receipts));
			case 'inventoryItem.currentStock':
				return this.#list(
					call,
					stock.all(asOf).map(({ id, quantity }) => ({
						itemId: id,
						locationId: 'L1',
						storageAreaId: 'S1',
						quantity,
					})),
				);
		}
		if (operation.method !== 'GET') return null;
		const shelf = this.#shelfFor(kindOf(operation));
		if (operation.name.endsWith('.list')) return this.#list(call, all(shelf));
		const found = shelf.get(call.id ?? '', asOf);
		return found === undefined ? missing() : this.#one(operation, found);
	}

	#write(call: Call, actionId: string | null): Answer {
		switch (call.operation.name) {
			case 'wastage.create':
				return this.#createWaste(call, actionId);
			case 'wastage.update':
				return this.#update(call, actionId);
			case 'transferOut.create':
				return this.#createTransfer(call, actionId);
			case 'transferIn.receive':
				return this.receive(call.body, actionId);
			case 'purchaseOrder.create':
				return this.#createOrder(call, actionId);
			case 'purchaseOrder.receive':
				return this.receiveOrder(call.body, actionId);
			case 'returnOrder.create':
				return this.#createReturn(call, actionId);
			case 'inventoryItem.changeStock':
				for (const { itemId, quantity } of stockChanges.parse(call.body).items) {
					this.addToStock(itemId, quantity, actionId);
				}
				this.#done(actionId, null, null);
				return { status: 200, body: '' };
			default:
				return this.#transition(call, actionId);
		}
	}

	#createWaste(call: Call, by: string | null): Answer {
		const id = `w-${String((this.#numbers += 1))}`;
		const asked = wastageRequest.parse(call.body);
		const record = { ...asked, id, number: `WST-${id}`, status: 'Draft' };
		this.books.wastage.make(record, by);
		this.#done(by, this.books.wastage, id);
		return this.#one(call.operation, record);
	}

	#createTransfer(call: Call, by: string | null): Answer {
		const id = `t-${String((this.#numbers += 1))}`;
		const { items, ...asked } = transferRequest.parse(call.body);
		const record = {
			...asked,
			id,
			number: `TRO-${id}`,
			status: 'Draft',
			items: items.map((line, index) => ({
				...line,
				id: `${id}-${String(index)}`,
				quantity: line.quantities[0]?.quantity ?? '0',
			})),
		};
		this.books.transfersOut.make(record, by);
		this.#done(by, this.books.transfersOut, id);
		return this.#one(call.operation, record);
	}

	#createOrder(call: Call, by: string | null): Answer {
		const record = orderFrom(call.body, `o-${String((this.#numbers += 1))}`);
		this.books.orders.make(record, by);
		this.#done(by, this.books.orders, record.id);
		return this.#one(call.operation, record);
	}

	#update(call: Call, by: string | null): Answer {
		const { wastage } = this.books;
		const { id, ...asked } = updateWastage.parse(call.body);
		const found = wastage.get(id);
		if (!found) return missing();
		if (!takesChanges(found)) return refusal(409, `It is ${found.status}.`);
		this.#done(by, wastage, id);
		wastage.change({ ...found, ...asked }, by);
		return nothing;
	}

	#createReturn(call: Call, by: string | null): Answer {
		const record = returnFrom(call.body, `r-${String((this.#numbers += 1))}`);
		this.books.returns.make(record, by);
		this.#done(by, this.books.returns, record.id);
		return this.#one(call.operation, record);
	}

	#transition({ operation, id, body }: Call, actionId: string | null): Answer {
		const shelf: Documents<{ id: string; status: string }> = this.#shelfFor(kindOf(operation));
		const found = shelf.get(id ?? withId.parse(body).id);
		const move = transitions[operation.name];
		if (!found || !move) return missing();
		const again = move.to === found.status && !this.#wire.behaviour.refusesRepeatedTransition;
		if (!move.from.includes(found.status) && !again) return refusal(409, `It is ${found.status}.`);
		this.#done(actionId, shelf, found.id, again);
		if (again) return nothing;
		shelf.change({ ...found, status: move.to }, actionId);
		// What goes back leaves with the approval.
		if (operation.name === 'returnOrder.approve') {
			for (const { itemId, returnQuantity } of this.books.returns.get(found.id)?.items ?? [])
				this.addToStock(itemId, `-${returnQuantity}`, actionId);
		}
		return nothing;
	}

	#done<Document extends { id: string }>(
		actionId: string | null,
		shelf: Documents<Document> | null,
		documentId: string | null,
		again = false,
	): void {
		if (actionId === null) return;
		const versions = shelf?.versions(documentId ?? '') ?? [];
		const ours = versions.findIndex(({ by }) => by === actionId);
		this.#effects.push({
			actionId,
			documentId,
			at: this.#now(),
			undoes: ours >= 0 && versions.slice(ours + 1).some(({ by }) => by !== actionId),
			maker: shelf?.makerOf(documentId ?? '') ?? null,
			madeAt: shelf?.madeAt(documentId ?? '') ?? -Infinity,
			again,
		});
	}

	#shelfOf(id: string) {
		const { wastage, transfersOut, orders, returns } = this.books;
		const all = [wastage, orders, returns] as const;
		return all.find((shelf) => shelf.get(id) !== undefined) ?? transfersOut;
	}

	#shelfFor(kind: string) {
		const { wastage, transfersOut, transfersIn, orders, returns } = this.books;
		const all = { wastage, transferIn: transfersIn, purchaseOrder: orders, returnOrder: returns };
		return isKeyOf(all, kind) ? all[kind] : transfersOut;
	}

	#one(operation: Operation, value: unknown): Answer {
		const shows = shownAs(value, this.#look);
		return { status: 200, body: this.#written(operation, shows), shows };
	}

	#list({ operation, page }: Call, all: readonly unknown[]): Answer {
		const { rows, isLast, link } = pageOf(all, page, this.#look);
		const shows = shownAs(rows, this.#look);
		const next = `<http://service.test${operation.path}?after=${String(link)}>; rel="next"`;
		return {
			status: 200,
			body: this.#written(operation, shows),
			shows,
			isLast,
			...(link === null ? {} : { headers: { link: next } }),
		};
	}

	#written(operation: Operation, value: unknown): string {
		const schema = 'schema' in operation.answer ? operation.answer.schema : null;
		if (schema === null) return '';
		const codec = codecOf(operation.answer.kind === 'list' ? z.array(schema) : schema, this.#wire);
		return stringifyExact(codec.write(value));
	}
}
