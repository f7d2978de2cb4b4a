// What people do with an order at a kitchen, and a little book of it in whole pieces that shares no code with the program.
import { typedInvoice } from './invoice.ts';
import { refusalOf } from './kitchen.ts';
import type { PracticeKitchen } from './practice-kitchen.ts';

/** Of what is due on a line: so many quarters of it, or more than it. */
export interface Came {
	readonly quarters: 0 | 1 | 2 | 3 | 4 | 'more';
	/** `replaced`: another item came instead of all of it. */
	readonly rest: 'none' | 'close-short' | 'order-elsewhere' | 'replaced';
	readonly over: 'none' | 'keep-free' | 'send-back';
}

export type Act =
	| { readonly does: 'receive'; readonly lines: readonly [Came, Came] }
	| { readonly does: 'return' | 'close-line' | 'reopen-line' | 'colleague'; readonly line: 0 | 1 }
	| { readonly does: 'amend'; readonly line: 0 | 1; readonly by: -1 | 1 }
	| { readonly does: 'undo' | 'send' | 'restart' | 'lose before' | 'lose after' | 'refuse' };

/** Pieces in the unit of each line: a case of milk, and butter by the piece. */
const size = [12, 1] as const;
const lineAt = [0, 1] as const;

interface Receipt {
	readonly invoice: string;
	readonly came: readonly [number, number];
	readonly closed: readonly [number, number];
	/** Pieces that went back, or wait to. */
	readonly back: [number, number];
}

const locale = 'en-GB';
let orders = 0;

export class OrderHistory {
	readonly #world: PracticeKitchen;
	readonly #orderId: string;
	readonly #lineIds: readonly string[];
	readonly #stockBefore: readonly [number, number];
	readonly #documentId: string;
	readonly #number: number;
	#ordered: [number, number];
	#amended: [number, number] | null = null;
	/** At the service, and those that wait. */
	#there: Receipt[] = [];
	#waiting: Receipt[] = [];
	#returns: { of: Receipt; line: 0 | 1; pieces: number; isSent: boolean }[] = [];
	#closedHere: [number, number] = [0, 0];
	#invoices = 0;

	private constructor(world: PracticeKitchen, orderId: string, ordered: [number, number]) {
		this.#world = world;
		this.#orderId = orderId;
		this.#documentId = `service:purchaseOrder:${orderId}`;
		this.#ordered = ordered;
		this.#number = orders += 1;
		this.#lineIds = this.#order().items.map(({ id }) => id);
		this.#stockBefore = [this.#stock(0), this.#stock(1)];
	}

	/** An approved order of so many cases of milk and pieces of butter. */
	static async begin(
		world: PracticeKitchen,
		[cases, pieces]: readonly [number, number],
	): Promise<OrderHistory> {
		const { id } = world.ask('purchaseOrder.create', {
			body: {
				locationId: 'L-1',
				supplierId: 'P-1',
				date: '2026-11-18T10:00:00Z',
				isDraft: false,
				items: [
					{ itemId: '1', uomId: 3, quantity: String(cases), price: '6' },
					{ itemId: '2', uomId: 1, quantity: String(pieces), price: '2' },
				],
			},
		}) as { id: string };
		world.ask('purchaseOrder.approve', { path: { id } });
		await world.online(() => Promise.resolve());
		return new OrderHistory(world, id, [cases * 12, pieces]);
	}

	async take(act: Act): Promise<void> {
		const { service } = this.#world;
		switch (act.does) {
			case 'receive':
				this.#receive(act.lines);
				break;
			case 'return':
				this.#return(act.line);
				break;
			case 'close-line':
				this.#closeLine(act.line);
				break;
			case 'reopen-line':
				this.#call('purchasing.reopenLine', { lineId: this.#lineIds[act.line]! });
				this.#closedHere[act.line] = 0;
				break;
			case 'colleague':
				await this.#colleague(act.line);
				break;
			case 'amend':
				this.#amend(act.line, act.by);
				break;
			case 'undo':
				this.#undo();
				break;
			case 'send':
				await this.send();
				break;
			case 'restart':
				await this.#world.restart();
				break;
			case 'lose before':
				service.fate = 'lost before';
				break;
			case 'lose after':
				service.fate = 'lost after';
				break;
			case 'refuse':
				service.fate = 'refused';
		}
	}

	/** Everything that waits reaches the service; a person answers by what the service has. */
	async send(): Promise<void> {
		const world = this.#world;
		await world.online(async () => {
			for (let round = 0; round < 20; round += 1) {
				await world.kitchen.clock.pass(600_000);
				if (!this.#answer()) break;
			}
			// A colleague approves what waits for that.
			for (const kind of ['purchaseOrder', 'returnOrder'] as const) {
				for (const { id, status } of world.practice.records.all(kind))
					if (status === 'submitted') world.ask(`${kind}.approve`, { path: { id } });
			}
		});
		world.service.fate = null;
		if (this.#amended !== null) {
			this.#ordered = this.#amended;
			this.#amended = null;
		}
		this.#there.push(...this.#waiting);
		this.#waiting = [];
		for (const back of this.#returns) back.isSent = true;
	}

	/** What the screens say that is wrong, and after everything was sent, what the service has. */
	wrong(isSent = false): string[] {
		const wrong: string[] = [];
		const same = (what: string, said: unknown, kept: unknown): void => {
			if (said !== kept) wrong.push(`${what}: ${String(said)} instead of ${String(kept)}`);
		};
		const delivery = this.#world.kitchen.call('delivery.get', { documentId: this.#documentId });
		const here = this.#world.kitchen.call('purchasing.ofOrder', { documentId: this.#documentId });
		for (const at of lineAt) {
			const line = delivery.lines.find(({ lineId }) => lineId === this.#lineIds[at]);
			const beside = here.lines.find(({ lineId }) => lineId === this.#lineIds[at]);
			const name = `line ${String(at + 1)}`;
			same(`${name} closed short`, Number(line?.closedShort), this.#closed(at));
			if (line?.entry) {
				same(`${name} received`, Number(line.entry.before), this.#received(at));
				same(`${name} due`, Number(line.entry.due), this.#due(at));
			}
			const pieces = (quantity: string | null | undefined) =>
				Math.round(Number(quantity) * size[at]);
			// A change that waits is shown on the order once the service has it.
			if (this.#amended === null) {
				same(`${name} of the order received`, pieces(beside?.received), this.#received(at));
				same(`${name} of the order open`, pieces(beside?.open), this.#due(at));
			}
			if (isSent) {
				const order = this.#order().items[at];
				same(`${name} at the service`, pieces(order?.quantityReceived), this.#received(at));
				const moved = this.#stock(at) - this.#stockBefore[at];
				const kept = this.#received(at) - this.#back(at);
				if (Math.abs(moved - kept) > 0.001) same(`stock of ${name}`, moved, kept);
			}
		}
		const invoices = this.#receiptsThere().map(({ invoiceNumber }) => invoiceNumber);
		if (isSent) same('receipts', invoices.sort().join(), this.#invoicesOf(this.#there));
		return wrong;
	}

	#receive(lines: readonly [Came, Came]): void {
		const { kitchen } = this.#world;
		const documentId = this.#documentId;
		if (!kitchen.call('delivery.get', { documentId }).isOpen) return;
		const came: [number, number] = [0, 0];
		const closed: [number, number] = [0, 0];
		for (const at of lineAt) {
			const { quarters, rest, over } = lines[at];
			const of = { documentId, lineId: this.#lineIds[at]! };
			const due = this.#due(at);
			const most = Math.floor(this.#ordered[at] * 1.1 + 1e-9) - this.#received(at);
			const wanted = quarters === 'more' ? most : Math.floor((due * quarters) / 4);
			came[at] = Math.max(0, Math.min(wanted, most));
			for (const unitId of ['1', '3'])
				kitchen.call('delivery.enter', { ...of, unitId, typed: '', locale });
			if (due === 0 && came[at] === 0) continue;
			if (rest === 'replaced' && due > 0) {
				came[at] = 0;
				closed[at] = due;
				this.#replace(of);
				continue;
			}
			kitchen.call('delivery.enter', { ...of, unitId: '1', typed: String(came[at]), locale });
			if (came[at] === due) continue;
			kitchen.call('delivery.explain', { ...of, reason: 'As it came' });
			const settlement = came[at] > due ? over : rest === 'replaced' ? 'none' : rest;
			kitchen.call('delivery.settle', { ...of, settlement });
			if (came[at] < due && settlement !== 'none') closed[at] = due - came[at];
		}
		const hasExtras = kitchen
			.call('delivery.get', { documentId })
			.lines.some(({ extra }) => extra !== null);
		const isNothing = came[0] + came[1] === 0;
		if (isNothing && !hasExtras) return;
		this.#invoices += 1;
		const number = `INV-${String(this.#number)}-${String(this.#invoices)}`;
		const invoice = typedInvoice(number);
		kitchen.call('delivery.invoice', { documentId, invoice, locale });
		kitchen.call('delivery.receive', { documentId, intentId: `intent-${number}` });
		// Of the order alone there is nothing to send.
		const sent = isNothing ? this.#there : this.#waiting;
		sent.push({ invoice: number, came, closed, back: [0, 0] });
	}

	#replace(of: { documentId: string; lineId: string }): void {
		const { kitchen } = this.#world;
		const { documentId, lineId } = of;
		const instead = { lineId, closes: true, reason: 'Substituted' };
		const cream = { documentId, itemId: '3', unitId: '1', instead };
		const { lines } = kitchen.call('delivery.add', cream);
		const extra = lines.find((each) => each.extra?.instead === lineId)?.lineId ?? '';
		const box = { documentId, lineId: extra, locale };
		kitchen.call('delivery.enter', { ...box, unitId: '1', typed: '5' });
		kitchen.call('delivery.price', { ...box, typed: '1' });
		kitchen.call('delivery.settle', { ...of, settlement: 'close-short' });
		kitchen.call('delivery.explain', { ...of, reason: 'Substituted', cause: 'substituted' });
	}

	/** Goods of the first receipt that has some. */
	#return(line: 0 | 1): void {
		const { kitchen } = this.#world;
		const of = this.#there.find((each) => each.came[line] > each.back[line]);
		if (of === undefined) return;
		const asked = { locationId: 'L-1', documentId: this.#documentId };
		const { receipts } = kitchen.call('return.receipts', asked);
		const receipt = receipts.find(({ invoiceNumber }) => invoiceNumber === of.invoice);
		const lineId = this.#lineIds[line]!;
		const left = Number(receipt?.lines.find((each) => each.lineId === lineId)?.left);
		const kept = of.came[line] - of.back[line];
		if (Math.abs(left - kept) > 0.001)
			throw new Error(
				`Of line ${String(line + 1)} ${String(left)} can go back, not ${String(kept)}.`,
			);
		const pieces = Math.ceil(kept / 2);
		const { documentId } = kitchen.call('return.begin', {
			locationId: 'L-1',
			orderId: this.#orderId,
			receivingId: receipt?.receivingId ?? null,
			receiptDraftId: receipt?.receiptDraftId ?? null,
			lineIds: [lineId],
			intentId: crypto.randomUUID(),
		});
		const draft = kitchen.call('returnOrder.get', { documentId });
		const lines = draft.lines.map((each) => ({
			...each,
			itemId: each.item.itemId,
			boxes: [{ unitId: '1', typed: String(pieces) }],
			itemCondition: 'Opened',
			returnReason: 'Sour',
		}));
		kitchen.call('returnOrder.save', { ...draft, lines, locale });
		kitchen.call('returnOrder.submit', { documentId, intentId: crypto.randomUUID() });
		of.back[line] += pieces;
		this.#returns.push({ of, line, pieces, isSent: false });
	}

	#closeLine(line: 0 | 1): void {
		const lineId = this.#lineIds[line]!;
		const failed = refusalOf(() => {
			this.#call('purchasing.closeLine', { lineId, reason: 'Not any more' });
		});
		if (failed === null) this.#closedHere[line] += this.#due(line);
	}

	/** Another PC receives half of what is due, while nothing of ours waits. */
	async #colleague(line: 0 | 1): Promise<void> {
		const whole = Math.floor(this.#due(line) / size[line] / 2);
		const { status } = this.#order();
		const isOpen = status === 'approved' || status === 'partly-received';
		if (!isOpen || whole === 0 || this.#waiting.length > 0 || this.#amended !== null) return;
		this.#invoices += 1;
		const invoice = `THEIRS-${String(this.#number)}-${String(this.#invoices)}`;
		const { itemId, uomId } = this.#order().items[line]!;
		const item = { purchaseOrderItemId: this.#lineIds[line], itemId, uomId };
		this.#world.ask('purchaseOrder.receive', {
			body: {
				purchaseOrderId: this.#orderId,
				invoiceNumber: invoice,
				date: '2026-11-20T08:00:00Z',
				items: [{ ...item, quantity: String(whole) }],
			},
		});
		const came: [number, number] = [0, 0];
		came[line] = whole * size[line];
		this.#there.push({ invoice, came, closed: [0, 0], back: [0, 0] });
		await this.#world.online(() => Promise.resolve());
	}

	/** One unit of a line more or less, while nothing waits and no entry is begun. */
	#amend(line: 0 | 1, by: -1 | 1): void {
		const { kitchen } = this.#world;
		const documentId = this.#documentId;
		const ordered: [number, number] = [...this.#ordered];
		ordered[line] += by * size[line];
		if (this.#waiting.length > 0 || this.#amended !== null) return;
		if (ordered[line] <= 0 || ordered[line] < this.#received(line)) return;
		if (kitchen.call('purchaseOrder.get', { documentId }).edit === null) return;
		const draft = kitchen.call('purchaseOrder.edit', { documentId });
		const lines = draft.lines.map((each) => {
			const at = lineAt.find((one) => each.item.itemId === String(one + 1)) ?? 0;
			return {
				...each,
				itemId: each.item.itemId,
				boxes: [{ unitId: size[at] === 12 ? '3' : '1', typed: String(ordered[at] / size[at]) }],
			};
		});
		kitchen.call('purchaseOrder.save', { ...draft, lines, locale });
		const failed = refusalOf(() =>
			kitchen.call('purchaseOrder.submit', {
				documentId: draft.documentId,
				intentId: crypto.randomUUID(),
			}),
		);
		if (failed !== null) throw new Error(JSON.stringify(failed));
		this.#amended = ordered;
	}

	#undo(): void {
		if (this.#waiting.length === 0 && this.#amended === null) return;
		const failed = refusalOf(() => {
			this.#world.kitchen.undo('purchaseOrder', this.#documentId);
		});
		if (failed !== null) return;
		if (this.#amended !== null) this.#amended = null;
		else this.#waiting.shift();
	}

	/** @returns whether something was asked */
	#answer(): boolean {
		const { kitchen } = this.#world;
		const { lanes } = kitchen.call('outbox.list', { filter: 'needs-you', limit: 100 });
		for (const { steps } of lanes) {
			const step = steps.find(({ state }) => state === 'attention' || state === 'stale-review');
			if (step === undefined) continue;
			const target = { actionId: step.actionId, revision: step.revision };
			if (step.attention === 'entered-before') throw new Error('Nobody entered it before.');
			if (step.attention === 'rejected' && this.#isOurs(step)) {
				kitchen.call('outbox.discard', { ...target, reason: 'Not wanted' });
				this.#waiting.shift();
				continue;
			}
			const isDone = this.#isOurs(step) && this.#isThere(step.actionId);
			if (isDone) kitchen.call('outbox.markDone', { ...target, serverId: null });
			else kitchen.call('outbox.sendAgain', target);
		}
		return lanes.length > 0;
	}

	/** A receipt of the order. */
	#isOurs({ verb, actionId }: { verb: string; actionId: string }): boolean {
		const steps = this.#world.kitchen.outbox.stepsOf('purchaseOrder', this.#documentId);
		return verb === 'receive' && steps.some((each) => each.actionId === actionId);
	}

	#isThere(actionId: string): boolean {
		const step = this.#world.kitchen.outbox
			.stepsOf('purchaseOrder', this.#documentId)
			.find((each) => each.actionId === actionId);
		return this.#receiptsThere().some(
			({ invoiceNumber }) => invoiceNumber === step?.body['invoiceNumber'],
		);
	}

	#call(
		name: 'purchasing.closeLine' | 'purchasing.reopenLine',
		{ lineId, reason = '' }: { lineId: string; reason?: string },
	): void {
		const { kitchen } = this.#world;
		const of = { documentId: this.#documentId, lineId };
		if (name === 'purchasing.closeLine') kitchen.call(name, { ...of, reason });
		else kitchen.call(name, of);
	}

	#received(at: 0 | 1): number {
		return [...this.#there, ...this.#waiting].reduce((all, { came }) => all + came[at], 0);
	}

	#closed(at: 0 | 1): number {
		const receipts = [...this.#there, ...this.#waiting];
		return receipts.reduce((all, { closed }) => all + closed[at], this.#closedHere[at]);
	}

	#due(at: 0 | 1): number {
		return Math.max(0, this.#ordered[at] - this.#received(at) - this.#closed(at));
	}

	#back(at: 0 | 1): number {
		return this.#returns.reduce(
			(all, { line, pieces, isSent }) => all + (line === at && isSent ? pieces : 0),
			0,
		);
	}

	#order() {
		const order = this.#world.practice.records.get('purchaseOrder', this.#orderId);
		if (order === undefined) throw new Error('The order is gone.');
		return order;
	}

	#receiptsThere() {
		return this.#world.practice.records
			.all('purchaseReceiving')
			.filter(({ purchaseOrderId }) => purchaseOrderId === this.#orderId);
	}

	#invoicesOf(receipts: readonly Receipt[]): string {
		return receipts
			.filter(({ came }) => came[0] + came[1] > 0)
			.map(({ invoice }) => invoice)
			.sort()
			.join();
	}

	#stock(at: 0 | 1): number {
		const rows = this.#world.practice.ledger.list(
			{ locationId: 'L-1', itemId: String(at + 1) },
			{ offset: 0, limit: -1 },
		).rows;
		return rows.reduce((all, { quantity }) => all + Number(quantity), 0);
	}
}
