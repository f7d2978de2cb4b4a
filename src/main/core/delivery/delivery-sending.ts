// Sends the entries of a delivery: a receipt for its order, and a separate one for items that were not ordered.
import type { Caller, CallInput } from '../../../shared/bridge/contract.ts';
import type { Delivery } from '../../../shared/bridge/delivery.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { problemsOf } from '../receiving/entered.ts';
import { sentBody } from '../receiving/receiving.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import type { ExpectedDelivery } from './expected-orders.ts';
import type { FreeReceipts } from './free-receipt.ts';
import { comes, invoiceProblems } from './invoice.ts';

const name = 'order-receipt';
const { area } = kinds[receivings[name].against];

interface Deliveries {
	find(account: ActiveAccount, documentId: string): ExpectedDelivery | null;
	shown(account: ActiveAccount, documentId: string): Reply<Delivery>;
	/** Sends the receipt of the order. */
	receive(input: CallInput<'delivery.receive'>, caller: Caller): Reply<Delivery>;
}

export class DeliverySending {
	readonly #context: CoreContext;
	readonly #free: FreeReceipts;
	readonly #deliveries: Deliveries;
	readonly #saving;

	constructor(context: CoreContext, free: FreeReceipts, deliveries: Deliveries) {
		this.#context = context;
		this.#free = free;
		this.#deliveries = deliveries;
		this.#saving = new DraftSaving(context);
	}

	handlers() {
		return {
			'delivery.begin': connected(this.#context, (account, asked: CallInput<'delivery.begin'>) => {
				const { draft_id: documentId } = this.#free.begin(account, asked);
				this.#changed();
				return this.#deliveries.shown(account, documentId);
			}),
			'delivery.discard': connected(
				this.#context,
				(account, { documentId }: CallInput<'delivery.discard'>) => {
					const discarded = this.#free.discard(account, documentId);
					if (discarded.ok) this.#changed();
					return discarded;
				},
			),
			'delivery.receive': connected(
				this.#context,
				(account, asked: CallInput<'delivery.receive'>, caller) =>
					this.#receive(account, asked, caller),
			),
		};
	}

	#receive(
		account: ActiveAccount,
		asked: CallInput<'delivery.receive'>,
		caller: Caller,
	): Reply<Delivery> {
		const { documentId } = asked;
		const expected = this.#deliveries.find(account, documentId);
		const hasExtras = expected?.lines.some(({ extra }) => extra !== undefined) ?? false;
		if (expected === null || (expected.afterwards === null && !hasExtras)) {
			return this.#deliveries.receive(asked, caller);
		}
		if (!expected.open) {
			return expected.queued
				? this.#deliveries.shown(account, documentId)
				: this.#deliveries.receive(asked, caller);
		}
		const problems = [...problemsOf(expected, account.profile), ...invoiceProblems(expected)];
		if (problems.length > 0) {
			return fail('incomplete', 'This cannot go as it stands.', problems);
		}
		const queued = allOrNothing(this.#context.store.durable, () => {
			if (expected.afterwards !== null) return this.#free.send(account, expected);
			return this.#sendBoth(account, expected, asked.intentId, () =>
				this.#deliveries.receive(asked, caller),
			);
		});
		if (!queued.ok) return queued;
		this.#context.outbox.wake();
		this.#changed();
		return this.#deliveries.shown(account, documentId);
	}

	/** If nothing of the order came, it gets no receipt: only its lines closed short are stored. */
	#sendBoth(
		account: ActiveAccount,
		expected: ExpectedDelivery,
		intentId: string,
		receive: () => Reply<Delivery>,
	): Reply<null> {
		const { entered, lines } = expected;
		if (entered === null) return fail('not-possible-now', 'Nothing was entered.');
		const { body } = entered;
		const split = this.#free.split(account, expected, entered);
		if (!split.ok) return split;
		const isOrderReceived = lines.some(
			(line) => line.extra === undefined && comes(name, line, body.lines[line.record.id]),
		);
		if (isOrderReceived) {
			const received = receive();
			return received.ok ? succeed(null) : received;
		}
		const rest = this.#deliveries.find(account, expected.documentId);
		if (rest === null || rest.entered === null)
			return fail('not-found', 'This document is not here.');
		const { row } = rest.entered;
		this.#saving.change(row, row.revision, JSON.stringify(sentBody(rest, rest.entered)));
		this.#context.store.drafts.close(row.draft_id, 'submitted', this.#context.ports.clock.now());
		this.#context.store.drafts.remember(account.accountId, intentId, row.draft_id);
		return succeed(null);
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area });
		this.#context.appChanged();
	}
}
