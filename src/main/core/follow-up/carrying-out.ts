// Carries out what a person confirmed: a claim in the credit register, a draft of an order, or an edit of a price.
// The decision is stored with what was made, in one transaction, so that nothing is made twice.
import type { CallArguments, CallOutput, Caller } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { claimed, isClaim, type FollowUpKind } from '../../../shared/follow-up/follow-up.ts';
import { isSettled, type CreditKind, type CreditState } from '../../../shared/credit/credit.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { CreditRegister } from '../credit/register.ts';
import type { OwnDrafts } from '../document/own-drafts.ts';
import { returnDrafts } from '../return/return-drafts.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { followUpTables } from '../store/follow-ups.ts';
import type { FollowUps, FoundFollowUp } from './follow-ups.ts';
import type { OfferElsewhere, Options } from './options.ts';

type Asked = CallArguments<'followUp.decide'>;
type Outcome = CallOutput<'followUp.decide'>['outcomes'][number];
type Made = Reply<{ resultId: string | null }>;

interface Parts {
	readonly followUps: FollowUps;
	readonly options: Options;
	readonly register: CreditRegister;
	readonly orders: () => OwnDrafts;
	readonly records: () => Pick<Handlers<'record'>, 'record.save'>;
}

export class CarryingOut {
	readonly #context: CoreContext;
	readonly #parts: Parts;
	readonly #tables;
	readonly #returns;

	constructor(context: CoreContext, parts: Parts) {
		this.#context = context;
		this.#parts = parts;
		this.#tables = followUpTables(context.store.durable);
		this.#returns = returnDrafts(context);
	}

	decide(
		account: ActiveAccount,
		{ locationId, decision, followUps }: Asked,
		caller: Caller,
	): Outcome[] {
		const now = this.#parts.followUps.at(account, locationId);
		const found = new Map(now.map((each) => [each.followUpId, each]));
		const outcomes = new Map<string, Outcome>();
		const toDecide: FoundFollowUp[] = [];
		for (const { followUpId, figures } of followUps) {
			const known = found.get(followUpId);
			const settled = known === undefined ? 'changed' : settledOf(known, figures, decision);
			if (known !== undefined && settled === null) toDecide.push(known);
			else {
				const resultId = known?.decision?.result_id ?? null;
				outcomes.set(followUpId, {
					...nothingSaid,
					followUpId,
					outcome: settled ?? 'changed',
					resultId,
				});
			}
		}
		for (const { together, make } of this.#groups(account, toDecide, decision, caller)) {
			for (const outcome of this.#store(account, together, decision, make))
				outcomes.set(outcome.followUpId, outcome);
		}
		return followUps.flatMap(({ followUpId }) => outcomes.get(followUpId) ?? []);
	}

	/** Lines that go on one draft are confirmed together, everything else by itself. */
	#groups(
		account: ActiveAccount,
		toDecide: readonly FoundFollowUp[],
		decision: Asked['decision'],
		caller: Caller,
	): { together: readonly FoundFollowUp[]; make: () => Made }[] {
		if (decision !== 'confirmed')
			return toDecide.map((each) => ({
				together: [each],
				make: () => succeed({ resultId: null }),
			}));
		const of = (kind: FollowUpKind) => toDecide.filter(({ proposal }) => proposal.kind === kind);
		const ordered = of('order-elsewhere').map((each): ToOrder => ({
			each,
			offer: this.#parts.options.elsewhere(account, each.source, each.proposal),
		}));
		const bySupplier = Map.groupBy(ordered, ({ offer }) => offer?.supplierId ?? null);
		return [
			...[...bySupplier].map(([supplierId, lines]) => ({
				together: lines.map(({ each }) => each),
				make: () => this.#order(account, supplierId, lines),
			})),
			...[...Map.groupBy(of('return'), ({ source }) => source).values()].map((together) => ({
				together,
				make: () => this.#return(account, together),
			})),
			...toDecide
				.filter(({ proposal: { kind } }) => kind !== 'order-elsewhere' && kind !== 'return')
				.map((each) => ({ together: [each], make: () => this.#make(account, each, caller) })),
		];
	}

	#store(
		{ accountId }: ActiveAccount,
		together: readonly FoundFollowUp[],
		decision: Asked['decision'],
		make: () => Made,
	): Outcome[] {
		const { store, ports, settings } = this.#context;
		const made = allOrNothing(store.durable, () => {
			const reply = make();
			if (!reply.ok) return reply;
			for (const { source, proposal, figures } of together) {
				this.#tables.put({
					account_id: accountId,
					receipt_id: source.id,
					line_id: proposal.line.record.id,
					kind: proposal.kind,
					decision,
					result_id: reply.value.resultId,
					figures,
					decided_at: ports.clock.now(),
					decided_by: settings().person,
				});
			}
			return reply;
		});
		return together.map(({ followUpId }) =>
			made.ok
				? { ...nothingSaid, followUpId, outcome: decision, resultId: made.value.resultId }
				: { followUpId, outcome: 'refused', resultId: null, said: made.message },
		);
	}

	#make(account: ActiveAccount, each: FoundFollowUp, caller: Caller): Made {
		const { kind } = each.proposal;
		if (isClaim(kind)) return this.#claim(account, each, claimed[kind]);
		return kind === 'accept-price'
			? this.#acceptPrice(account, each, caller)
			: succeed({ resultId: null });
	}

	/** If the figures changed after the claim was made, it gets the new amount. A claim of nothing is withdrawn. */
	#claim(account: ActiveAccount, each: FoundFollowUp, kind: CreditKind): Made {
		const { source, proposal, decision } = each;
		const { documentId, number, invoiceNumber, supplierId, locationId } = source;
		const { line, uomId, quantity, amount, reason } = proposal;
		if (amount === null) return fail('not-possible-now', 'No amount is claimed.');
		const { register } = this.#parts;
		const before = decision?.result_id ?? null;
		const known = before === null ? null : register.get(account, before);
		if (known?.ok === true) {
			const { creditId, version } = known.value;
			const stands = known.value.state === 'withdrawn' ? 'open' : known.value.state;
			if (isSettled(stands)) return fail('not-possible-now', 'The claim is settled.');
			const state: CreditState = isZero(amount) ? 'withdrawn' : stands;
			const businessDate = register.today(account, locationId);
			const step = { creditId, version, state, businessDate, amount, note: '' };
			const changed = register.change(account, step);
			return changed.ok ? succeed({ resultId: creditId }) : changed;
		}
		const added = register.add(account, {
			creditId: `${source.id}/${line.record.id}/${kind}`,
			locationId,
			supplierId,
			kind,
			documentId,
			documentNumber: [number, invoiceNumber].filter((each) => each !== '').join(' / '),
			lines: [{ itemId: line.record.itemId, unitId: String(uomId), quantity, amount }],
			note: reason,
		});
		return added.ok ? succeed({ resultId: added.value.creditId }) : added;
	}

	/** An edit of the purchase option, as from its form. */
	#acceptPrice(account: ActiveAccount, each: FoundFollowUp, caller: Caller): Made {
		const { source, proposal } = each;
		const option = this.#parts.options.toChange(account, source, proposal);
		if (option === null)
			return fail('not-possible-now', 'The purchase option already has this price.');
		const { newId } = this.#context.ports;
		const draft = { type: 'purchaseOption', id: option.optionId, draftId: newId() } as const;
		const save = (input: CallArguments<'record.save'>) => {
			const reply = this.#parts.records()['record.save'](input, caller);
			if (reply instanceof Promise) throw new Error('An edit of a purchase option may wait.');
			return reply;
		};
		const change = { at: 'price', was: option.listed, to: proposal.price };
		const kept = save({ ...draft, revision: 0, step: 'keep', changes: [change], typed: {} });
		if (!kept.ok) return kept;
		const revision = kept.value.state === 'kept' ? kept.value.revision : 0;
		const sent = save({ ...draft, revision, step: 'send', choices: {}, intentId: newId() });
		if (!sent.ok) return sent;
		return sent.value.state === 'queued'
			? succeed({ resultId: option.optionId })
			: fail('not-possible-now', 'The purchase option was not changed.');
	}

	#return(account: ActiveAccount, together: readonly FoundFollowUp[]): Made {
		const [first] = together;
		if (first === undefined) return succeed({ resultId: null });
		const { id, orderId, locationId } = first.source;
		const { draftId } = this.#returns.draft(account, {
			receiptDraftId: id,
			locationId,
			orderId,
			lines: together.map(({ proposal: { line, quantity, reason } }) => ({
				lineId: line.record.id,
				quantity,
				reason,
				condition: '',
			})),
		});
		return succeed({ resultId: draftId });
	}

	#order(account: ActiveAccount, supplierId: string | null, lines: readonly ToOrder[]): Made {
		const [first] = lines;
		if (first === undefined) return succeed({ resultId: null });
		const { ports, settings } = this.#context;
		const { locale } = settings();
		const { locationId } = first.each.source;
		const orders = this.#parts.orders();
		const typed = {
			documentId: null,
			revision: 0,
			locationId,
			locale,
			supplierId,
			lines: lines.map(({ each: { source, proposal }, offer }) => ({
				lineId: ports.newId(),
				itemId: proposal.line.record.itemId,
				boxes: [
					{
						unitId: String(offer?.uomId ?? proposal.uomId),
						typed: asTyped(offer?.quantity ?? proposal.quantity ?? '0', locale),
					},
				],
				price: offer?.price ?? null,
				note: source.number,
			})),
		};
		const saved = orders.save(account, typed, orders.itemsAt(account, locationId));
		return saved.ok ? succeed({ resultId: saved.value.draft_id }) : saved;
	}
}

interface ToOrder {
	readonly each: FoundFollowUp;
	readonly offer: OfferElsewhere | null;
}

const nothingSaid = { resultId: null, said: '' };

/** The outcome if there is nothing to do; null if it is to be decided. */
function settledOf(
	{ state, figures: now, decision: last }: FoundFollowUp,
	figures: string,
	decision: Asked['decision'],
): Outcome['outcome'] | null {
	if (figures !== now) return 'changed';
	if (state === decision) return last === null ? 'changed' : state;
	if (decision === 'open') return state === 'discarded' ? null : 'changed';
	return state === 'open' ? null : 'changed';
}
