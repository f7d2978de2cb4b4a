// Items that nobody ordered, added to a receipt: extra, or instead of an item of the order.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Delivery } from '../../../shared/bridge/delivery.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { blankLine, isAdded, zeroOf, type EnteredLine } from '../receiving/entered.ts';
import type { Entries } from '../receiving/entry-changes.ts';
import type { Receiving } from '../receiving/receiving.ts';
import type { DeliveredLines } from './delivered-lines.ts';
import type { ExpectedDelivery } from './expected-orders.ts';

export class ExtraItems {
	readonly #context: CoreContext;
	readonly #lines: DeliveredLines;
	readonly #receiving: Receiving<'order-receipt', Delivery, ExpectedDelivery>;

	constructor(
		context: CoreContext,
		lines: DeliveredLines,
		receiving: Receiving<'order-receipt', Delivery, ExpectedDelivery>,
	) {
		this.#context = context;
		this.#lines = lines;
		this.#receiving = receiving;
	}

	handlers() {
		return {
			'delivery.keep': connected(this.#context, (account, of: CallInput<'delivery.keep'>) =>
				this.#receiving.change(account, of, () => succeed({})),
			),
			'delivery.add': connected(this.#context, (account, asked: CallInput<'delivery.add'>) =>
				this.#receiving.change(account, asked, (expected) => this.#added(account, expected, asked)),
			),
			'delivery.remove': connected(
				this.#context,
				(account, { lineId, ...of }: CallInput<'delivery.remove'>) =>
					this.#receiving.change(account, of, ({ entered }) => {
						const { [lineId]: line, ...lines } = entered?.body.lines ?? {};
						return line?.extra ? succeed({ lines }) : notNow();
					}),
			),
		};
	}

	#added(
		account: ActiveAccount,
		expected: ExpectedDelivery,
		{ itemId, unitId, instead }: CallInput<'delivery.add'>,
	): Reply<Partial<Entries>> {
		const { supplierId, locationId, entered } = expected;
		const before = entered?.body.lines ?? {};
		const replaced = instead === null ? null : instead.lineId;
		if (isAdded(expected.lines, { itemId, instead: replaced })) return succeed({});
		const extra = this.#lines.extraOf(account, { itemId, unitId, supplierId, locationId });
		const ordered = expected.lines.find(({ record }) => record.id === replaced);
		if (extra === null || (replaced !== null && ordered?.extra !== undefined)) return notNow();
		const added: EnteredLine = { ...blankLine, extra: { ...extra, instead: replaced } };
		const of = replaced === null ? undefined : (before[replaced] ?? blankLine);
		const closes = instead?.closes === true && ordered !== undefined && of?.boxes.length === 0;
		const lines = { ...before, [this.#context.ports.newId()]: added };
		if (closes && replaced !== null) {
			lines[replaced] = {
				...of,
				boxes: zeroOf(ordered.item, this.#context.settings().locale),
				reason: instead.reason,
				cause: 'substituted',
				settlement: 'close-short',
			};
		}
		return succeed({ lines });
	}
}

const notNow = () => fail('not-possible-now', 'This cannot be added to the receipt now.');
