// Goods that came without an order: the order is made, submitted, approved and received in one lane. An item that nobody
// ordered goes this way too, as the receipt of another order of the same supplier.
import { z } from 'zod';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { divide, isZero, multiplyByRatio, placesOf, sum } from '../../../shared/domain/decimal.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import { BASE_PLACES, isBase } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { createdBody } from '../document/created-body.ts';
import { sentDate } from '../document/dates.ts';
import { storedBody, type DraftBody } from '../document/draft-body.ts';
import { costOfRead, readLines, type DraftLine } from '../document/draft-line.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { ofDocument, operationOf } from '../document/editing.ts';
import { referredNames } from '../document/referred.ts';
import {
	lineId,
	serverId,
	type LaneStanding,
	type NewAction,
	type NewLane,
} from '../outbox/outbox.ts';
import {
	cameOf,
	enteredBodyOf,
	inUnitOf,
	type EnteredBody,
	type Expected,
	type ExpectedLine,
} from '../receiving/entered.ts';
import { unitPriceOf } from '../receiving/receipt-step.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { DeliveredLines } from './delivered-lines.ts';
import type { ExpectedDelivery } from './expected-orders.ts';
import { amountOf } from './invoice.ts';
import { ReceivedElsewhere } from './received-elsewhere.ts';

const name = 'order-receipt';
const kind = kinds[receivings[name].against];

/** A quantity with more decimals is sent in base units. */
const MOST_PLACES = 3;

const seenSupplier = z.looseObject({ supplierId: z.string() });
const supplierOf = ({ seen }: EnteredBody): string => seenSupplier.parse(seen).supplierId;

type Entered = NonNullable<Expected['entered']>;

interface SentLine {
	readonly line: DraftLine;
	readonly note: string;
}

export class FreeReceipts {
	readonly #context: CoreContext;
	readonly #lines: DeliveredLines;
	readonly #drafts;
	readonly #saving;
	readonly #elsewhere;
	readonly #referred;

	constructor(context: CoreContext, lines: DeliveredLines) {
		this.#context = context;
		this.#lines = lines;
		this.#drafts = context.store.drafts;
		this.#saving = new DraftSaving(context);
		this.#elsewhere = new ReceivedElsewhere(context);
		this.#referred = referredNames(context.store);
	}

	find(account: ActiveAccount, documentId: string): ExpectedDelivery | null {
		const row = this.#drafts.get(account.accountId, documentId);
		if (row?.document !== name || row.server_id !== null || row.state === 'discarded') return null;
		return this.#expected(account, row);
	}

	/** Of a location: begun, or sent and not at the service yet. */
	at(account: ActiveAccount, locationId: string): ExpectedDelivery[] {
		const open = this.#drafts
			.open(account.accountId, name, locationId)
			.filter(({ server_id: against }) => against === null);
		const { outbox } = this.#context;
		const waiting = outbox.lanes(kind.name).flatMap(({ standing, documentId, actions }) => {
			const receives = actions.some(({ operation }) => isReceive(operation));
			if (standing === 'done' || !receives) return [];
			const step = outbox
				.stepsOf(kind.name, documentId)
				.findLast(({ operation }) => isReceive(operation));
			const row = step && this.#drafts.get(account.accountId, step.madeFrom);
			return row?.state === 'submitted' && row.server_id === null && row.location_id === locationId
				? [row]
				: [];
		});
		return [...open, ...waiting].map((row) => this.#expected(account, row));
	}

	/** Durable on return. A repeated call answers the same entry. */
	begin(
		{ accountId }: ActiveAccount,
		{
			locationId,
			supplierId,
			intentId,
		}: { locationId: string; supplierId: string; intentId: string },
	): DraftRow {
		const known = this.#drafts.ofIntent(accountId, intentId);
		const row = known === null ? null : this.#drafts.get(accountId, known);
		return (
			row ??
			this.#saving.begin(accountId, { document: name, locationId, intentId }, {
				seen: { id: NO_ORDER, supplierId, items: [] },
				lines: {},
			} satisfies EnteredBody)
		);
	}

	discard({ accountId }: ActiveAccount, documentId: string): Reply<Record<string, never>> {
		const row = this.#drafts.get(accountId, documentId);
		if (row?.document !== name || row.server_id !== null) {
			return fail('not-found', 'This document is not here.');
		}
		const isGone = this.#drafts.close(documentId, 'discarded', this.#context.ports.clock.now());
		return isGone ? succeed({}) : fail('not-possible-now', 'This was sent or discarded before.');
	}

	/** In the caller's transaction: takes the extra items off a receipt, and queues them by themselves. */
	split(account: ActiveAccount, expected: ExpectedDelivery, { row, body }: Entered): Reply<null> {
		const isExtra = (lineId: string) => body.lines[lineId]?.extra !== null;
		const lines = Object.entries(body.lines);
		const own: EnteredBody = {
			seen: { id: NO_ORDER, supplierId: expected.supplierId, items: [] },
			lines: Object.fromEntries(lines.filter(([lineId]) => isExtra(lineId))),
			...(body.invoice === undefined
				? {}
				: { invoice: { ...body.invoice, total: '', totalValue: null, differenceIs: '' } }),
			cameWith: expected.record.id,
		};
		const rest = Object.fromEntries(lines.filter(([lineId]) => !isExtra(lineId)));
		const { location_id: locationId, business_date: businessDate } = row;
		const extras = expected.lines.filter(({ extra }) => extra !== undefined);
		const besides = sum([body.besides ?? '0', ...extras.map((line) => amountOf(expected, line))]);
		const besidesLines = (body.besidesLines ?? 0) + extras.length;
		const kept = { ...body, lines: rest, besides, besidesLines } satisfies EnteredBody;
		this.#saving.change(row, row.revision, JSON.stringify(kept));
		const made = this.#saving.begin(
			account.accountId,
			{ document: name, locationId, businessDate },
			own,
		);
		return this.send(account, this.#expected(account, made));
	}

	/** In the caller's transaction: closes the entry and queues its lane. */
	send(account: ActiveAccount, expected: ExpectedDelivery): Reply<null> {
		const { entered, locationId } = expected;
		if (entered === null) throw new Error('Nothing was entered.');
		const { outbox, ports } = this.#context;
		const { row, body } = entered;
		const now = ports.clock.now();
		const lines = this.#sentLines(account, expected, entered);
		const number = body.invoice?.number ?? '';
		const text = account.profile.purchasing.afterwardsText;
		const location = this.#context.store.locations.get(account.accountId, locationId);
		const content: DraftBody = {
			values: {
				supplierId: expected.supplierId,
				deliveryDate: null,
				description: [text, number].filter((each) => each !== '').join(' · '),
				purchaseRequestId: null,
			},
			currency: location.currency,
			lines: lines.map(({ line }) => line),
		};
		const order = this.#saving.begin(
			account.accountId,
			{ document: kind.name, locationId, businessDate: row.business_date },
			storedBody(content),
			'submitted',
		);
		const changed = this.#saving.change(
			row,
			row.revision,
			JSON.stringify({ ...body, orderId: order.draft_id } satisfies EnteredBody),
		);
		if (changed === null || !this.#drafts.close(row.draft_id, 'submitted', now)) {
			return fail('changed-meanwhile', 'This was changed in another window.');
		}
		const read = readLines(kind, content.lines, content.currency);
		const lane: NewLane = {
			document: kind.name,
			documentId: order.draft_id,
			label: {
				locationId,
				title: expected.head.supplierName,
				lines: lines.length,
				...costOfRead(read.map((each) => each.read)),
				currency: content.currency,
			},
			server: null,
		};
		const date = sentDate(row, location, now);
		const create = createdBody(kind, { row: order, body: content, lines: read }, date, location);
		const actions = this.#actions(account, `${row.draft_id}/${changed.revision}`, create, {
			number,
			notes: lines.map(({ note }) => note),
			date: new Date(now).toISOString(),
		});
		// The approval may wait: nobody can change the order before it is received.
		const queued = outbox.enqueue(lane, actions, { mayWait: true });
		return queued.ok ? succeed(null) : queued;
	}

	#actions(
		account: ActiveAccount,
		intent: string,
		create: Readonly<Record<string, unknown>>,
		{ number, notes, date }: { number: string; notes: readonly string[]; date: string },
	): NewAction[] {
		const items = createdLines.parse(create).items.map((item, at) => {
			const note = notes[at] ?? '';
			return {
				[receivings[name].names.line]: lineId(at),
				...item,
				...(note === '' ? {} : { description: note }),
			};
		});
		const step = (verb: string, payload: NewAction['payload']): NewAction => ({
			intentId: `${intent}/${verb}`,
			operation: operationOf(kind.name, verb).name,
			payload,
		});
		const invoice = number === '' ? {} : { invoiceNumber: number };
		const ofOrder = (verb: string) => ofDocument(operationOf(kind.name, verb), serverId).payload;
		return [
			step('create', { body: create }),
			step('submit', ofOrder('submit')),
			...(this.#anotherApproves(account) ? [] : [step('approve', ofOrder('approve'))]),
			step(receivings[name].verb, {
				body: { [receivings[name].names.document]: serverId, ...invoice, date, items },
			}),
		];
	}

	#anotherApproves({ profile }: ActiveAccount): boolean {
		return (
			profile.purchasing.afterwardsApprovedBy === 'another' ||
			this.#context.settings().anotherApproves.includes(kind.name)
		);
	}

	#sentLines(
		account: ActiveAccount,
		{ lines, locationId }: Expected,
		{ body }: Entered,
	): SentLine[] {
		const { locale } = this.#context.settings();
		const find = this.#lines.itemsAt(account.accountId, locationId);
		return lines.flatMap((line) => {
			const entered = body.lines[line.record.id];
			const came = cameOf(name, line, entered);
			if (entered === undefined || came === null || isZero(came)) return [];
			const { unitId, quantity, price } = inOneUnit(line, came, unitPriceOf(name, line, entered));
			const typed = asTyped(quantity, locale);
			const item = find(line.item.itemId) ?? line.item;
			const values = { price, note: '' };
			const boxes = [{ unitId, typed, locale, quantity }];
			return [{ line: { lineId: line.record.id, item, boxes, values }, note: entered.reason }];
		});
	}

	#expected(account: ActiveAccount, row: DraftRow): ExpectedDelivery {
		const { accountId } = account;
		const { location_id: locationId, draft_id: documentId } = row;
		const body = enteredBodyOf(row);
		const supplierId = supplierOf(body);
		const supplierName = this.#referred(accountId).all('supplier').get(supplierId) ?? supplierId;
		const orderId = body.orderId ?? null;
		const isOpen = row.state === 'open';
		const lane =
			isOpen || orderId === null ? null : this.#context.outbox.laneOf(kind.name, orderId);
		const standing = lane === null || lane.standing === 'done' ? 'service' : lane.standing;
		const lines = this.#lines.extras(account, body, supplierId, {
			locationId,
			day: row.business_date,
		});
		const { currency } = this.#context.store.locations.get(accountId, locationId);
		return {
			name,
			documentId,
			record: body.seen,
			lines,
			phase: 'draft',
			locationId,
			businessDate: row.business_date,
			entered: { row, body },
			open: isOpen,
			queued: !isOpen,
			lane: {
				document: kind.name,
				documentId,
				label: { locationId, title: supplierName, lines: lines.length, cost: null, currency },
				server: null,
			},
			draftHead: {},
			supplierId,
			currency,
			head: {
				number: lane?.serverNumber ?? '',
				stateWord: '',
				cost: null,
				costsUnknown: 0,
				version: '',
				rejectedBecause: '',
				reasonGoes: false,
				supplierName,
				deliveryDate: null,
				description: '',
			},
			ordered: [],
			standing: isOpen ? 'draft' : standing,
			receipts: this.#drafts
				.unordered(accountId, locationId)
				.filter((each) => supplierOf(enteredBodyOf(each)) === supplierId),
			orderOf: (number) =>
				this.#elsewhere.orderOf(
					accountId,
					{ locationId, supplierId, orderId: body.cameWith ?? null },
					number,
				),
			waiting: standing === 'service' ? 0 : 1,
			afterwards: {
				orderId,
				needsApproval: isOpen
					? this.#anotherApproves(account)
					: lane !== null && waitsForApproval(lane),
			},
		};
	}
}

/** Until the order has an id. */
const NO_ORDER = 'new';

const createdLines = z.looseObject({
	items: z.array(
		z.object({
			itemId: z.string(),
			uomId: z.number(),
			quantity: z.string(),
			price: z.string().optional(),
		}),
	),
});

const isReceive = (operation: string): boolean => operation === `${kind.name}.receive`;

const waitsForApproval = ({ actions }: LaneStanding): boolean =>
	actions.some(({ operation, state }) => isReceive(operation) && state !== 'confirmed') &&
	!actions.some(({ operation }) => operation.endsWith('.approve'));

/** In the unit of the line, or in base units if that has no short decimal. */
function inOneUnit(line: ExpectedLine, came: string, price: string | null) {
	const { record, item } = line;
	const quantity = inUnitOf(line, came);
	const base = item.units.find(isBase);
	const unit = item.units.find(({ unitId }) => unitId === String(record.uomId));
	if (placesOf(quantity) <= MOST_PLACES || base === undefined || unit === undefined) {
		return { unitId: String(record.uomId), quantity, price };
	}
	const perBase = price && divide(price, multiplyByRatio('1', unit.factor), BASE_PLACES);
	return { unitId: base.unitId, quantity: came, price: perBase };
}
