// Items that nobody ordered, added to a receipt: extra, or instead of an item of the order.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Delivery } from '../../../shared/bridge/delivery.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { blankLine, zeroOf, type EnteredBody, type EnteredLine } from '../receiving/entered.ts';
import type { DeliveredLines } from './delivered-lines.ts';
import type { ExpectedDelivery } from './expected-orders.ts';

const name = 'order-receipt';
const { area } = kinds[receivings[name].against];

export interface FoundDeliveries {
	find(account: ActiveAccount, documentId: string): ExpectedDelivery | null;
	shown(account: ActiveAccount, documentId: string): Reply<Delivery>;
}

export class ExtraItems {
	readonly #context: CoreContext;
	readonly #lines: DeliveredLines;
	readonly #deliveries: FoundDeliveries;
	readonly #saving;

	constructor(context: CoreContext, lines: DeliveredLines, deliveries: FoundDeliveries) {
		this.#context = context;
		this.#lines = lines;
		this.#deliveries = deliveries;
		this.#saving = new DraftSaving(context);
	}

	handlers() {
		return {
			'delivery.keep': connected(
				this.#context,
				(account, { documentId }: CallInput<'delivery.keep'>) =>
					this.#change(account, documentId, ({ entered }) => succeed(entered?.body.lines ?? {})),
			),
			'delivery.add': connected(this.#context, (account, asked: CallInput<'delivery.add'>) =>
				this.#change(account, asked.documentId, (expected) =>
					this.#added(account, expected, asked),
				),
			),
			'delivery.remove': connected(
				this.#context,
				(account, { documentId, lineId }: CallInput<'delivery.remove'>) =>
					this.#change(account, documentId, ({ entered }) => {
						const { [lineId]: line, ...others } = entered?.body.lines ?? {};
						return line?.extra ? succeed(others) : notNow();
					}),
			),
		};
	}

	/** An item that is there already stays as it is. */
	#added(
		account: ActiveAccount,
		expected: ExpectedDelivery,
		{ itemId, unitId, instead }: CallInput<'delivery.add'>,
	): Reply<EnteredBody['lines']> {
		const { supplierId, locationId, entered, lines } = expected;
		const before = entered?.body.lines ?? {};
		const replaced = instead === null ? null : instead.lineId;
		const isThere = lines.some(
			({ extra, item }) =>
				extra !== undefined && item.itemId === itemId && extra.instead === replaced,
		);
		if (isThere) return succeed(before);
		const extra = this.#lines.extraOf(account, { itemId, unitId, supplierId, locationId });
		const ordered = lines.find(({ record }) => record.id === replaced);
		if (extra === null || (replaced !== null && ordered?.extra !== undefined)) return notNow();
		const added: EnteredLine = { ...blankLine, extra: { ...extra, instead: replaced } };
		const of = replaced === null ? undefined : (before[replaced] ?? blankLine);
		const closes = instead?.closes === true && ordered !== undefined && of?.boxes.length === 0;
		return succeed({
			...before,
			...(closes && replaced !== null
				? {
						[replaced]: {
							...of,
							boxes: zeroOf(ordered.item, this.#context.settings().locale),
							reason: instead.reason,
							cause: 'substituted' as const,
							settlement: 'close-short' as const,
						},
					}
				: {}),
			[this.#context.ports.newId()]: added,
		});
	}

	/** Durable on return. */
	#change(
		account: ActiveAccount,
		documentId: string,
		change: (expected: ExpectedDelivery) => Reply<EnteredBody['lines']>,
	): Reply<Delivery> {
		const expected = this.#deliveries.find(account, documentId);
		if (expected === null) return fail('not-found', 'This document is not here.');
		if (!expected.open) return notNow();
		const changed = change(expected);
		if (!changed.ok) return changed;
		const { record, base, entered, locationId } = expected;
		if (entered === null) {
			this.#saving.begin(account.accountId, { document: name, locationId, serverId: record.id }, {
				seen: base ?? record,
				lines: changed.value,
			} satisfies EnteredBody);
		} else {
			const body = { ...entered.body, lines: changed.value };
			this.#saving.change(entered.row, entered.row.revision, JSON.stringify(body));
		}
		this.#context.emit('documents.changed', { area });
		this.#context.appChanged();
		return this.#deliveries.shown(account, documentId);
	}
}

const notNow = () => fail('not-possible-now', 'This cannot be added to the receipt now.');
