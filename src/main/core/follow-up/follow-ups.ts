// The follow-ups of a location: what its receipts propose, with what a person decided about it.
import type { Phase } from '../../../shared/bridge/values.ts';
import { compare, isZero, subtract } from '../../../shared/domain/decimal.ts';
import type { FollowUpState } from '../../../shared/follow-up/follow-up.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { keptList } from '../document/kept-list.ts';
import { enteredBodyOf, isDue } from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { creditTables } from '../store/credits.ts';
import { followUpTables, type FollowUpRow } from '../store/follow-ups.ts';
import { keptOr, readable } from '../store/kept-json.ts';
import { Options } from './options.ts';
import { proposalsOf, type Proposal } from './proposals.ts';
import { ReceiptProposals, type ReceiptRead, type Source } from './receipt-proposals.ts';
import { returnClaims } from './return-claims.ts';

export interface FoundFollowUp {
	readonly followUpId: string;
	readonly source: Source;
	readonly proposal: Proposal;
	readonly figures: string;
	readonly state: FollowUpState;
	/** The last decision; not of these figures if the receipt was changed since. */
	readonly decision: FollowUpRow | null;
	readonly isChanged: boolean;
}

/** The rail counts follow-ups of receipts of this many days; older ones are only in the list. Older returns propose nothing. */
const RECENT_DAYS = 60;

export class FollowUps {
	readonly #context: CoreContext;
	readonly #receipts: ReceiptProposals;
	readonly #orderReceipts;
	readonly #options: Options;
	readonly #returns;
	readonly #tables;
	readonly #credits;
	readonly #recent;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#receipts = new ReceiptProposals(context);
		this.#orderReceipts = orderReceipts(context);
		this.#options = new Options(context);
		this.#returns = returnClaims(context);
		this.#tables = followUpTables(store.durable);
		this.#credits = creditTables(store.durable);
		this.#recent = keptList(store, (account, locationId) => {
			const since = this.#context.ports.clock.now() - RECENT_DAYS * 86_400_000;
			return this.at(account, locationId, since).filter(({ state }) => state === 'open').length;
		});
	}

	/** The number of open ones. */
	recent(account: ActiveAccount, locationId: string): number {
		return this.#recent(account, locationId);
	}

	/** Of receipts, the oldest first, then of recent returns. */
	at(account: ActiveAccount, locationId: string, since = 0): FoundFollowUp[] {
		const { accountId } = account;
		const ofReturns = this.#returns.at(account, locationId, RECENT_DAYS).flatMap((source) => {
			const decisions = this.#tables.ofReceipt(accountId, source.id);
			return source.proposals.map((proposal) =>
				this.#askedAgain(foundOf(source, proposal, decisions)),
			);
		});
		return [...this.#ofReceipts(account, locationId, since), ...ofReturns];
	}

	/** Proposes a withdrawn claim again, for example if the return was rejected and then sent again. */
	#askedAgain(found: FoundFollowUp): FoundFollowUp {
		const { state, decision } = found;
		const creditId = decision?.result_id ?? null;
		if (state !== 'confirmed' || creditId === null) return found;
		const last = this.#credits.steps(creditId).at(-1);
		return last?.state === 'withdrawn' ? { ...found, state: 'open' } : found;
	}

	/**
	 * A rise that was settled for at least as much is not asked again: the claim for what went back since leaves out what
	 * was credited.
	 */
	#settled(found: FoundFollowUp): FoundFollowUp {
		const { state, decision, proposal } = found;
		const creditId = decision?.result_id ?? null;
		if (state !== 'open' || proposal.kind !== 'claim-price' || creditId === null) return found;
		const last = this.#credits.steps(creditId).at(-1);
		return (last?.state === 'credited' || last?.state === 'refused') &&
			compare(proposal.amount ?? '0', last.amount) <= 0
			? { ...found, state: 'confirmed', isChanged: false }
			: found;
	}

	/** Without open ones of undone receipts, and those that have settled themselves. */
	#ofReceipts(account: ActiveAccount, locationId: string, since: number): FoundFollowUp[] {
		const { accountId } = account;
		const receipts = this.#receipts.at(account, locationId, since);
		const returnedOf = this.#returns.of(account, locationId);
		const lastPaid = new Map(
			receipts.flatMap((receipt) =>
				receipt.proposals
					.filter(({ kind }) => kind === 'accept-price')
					.map((proposal) => [priceKey(receipt, proposal), receipt] as const),
			),
		);
		return receipts.flatMap((receipt) => {
			const decisions = this.#tables.ofReceipt(accountId, receipt.id);
			const rests = new Map(
				receipt.proposals.flatMap((proposal) =>
					proposal.kind === 'wait'
						? [[proposal.line.record.id, this.#restNow(account, receipt, proposal)] as const]
						: [],
				),
			);
			const isClaimed = receipt.proposals.some(({ kind }) => kind === 'claim-price');
			const returned = isClaimed ? returnedOf(receipt) : new Map<string, string>();
			const found = proposalsNow(account, receipt, rests, returned)
				.map((proposal) => this.#settled(foundOf(receipt, proposal, decisions)))
				.filter(isAbout);
			if (found.every(({ state }) => state !== 'open')) return found;
			const stands = this.#orderReceipts.stands(accountId, receipt.orderId, receipt.id);
			const isLeft = ({ proposal }: FoundFollowUp): boolean => {
				if (!stands) return false;
				if (proposal.kind === 'wait') return rests.get(proposal.line.record.id) === 'due';
				if (proposal.kind !== 'accept-price') return true;
				return (
					lastPaid.get(priceKey(receipt, proposal)) === receipt &&
					this.#options.toChange(account, receipt, proposal) !== null
				);
			};
			return found.filter((each) => each.state !== 'open' || isLeft(each));
		});
	}

	/** A later receipt of the line proposes what to do with the rest. */
	#restNow(
		{ accountId, profile }: ActiveAccount,
		{ id, order }: ReceiptRead,
		{ line }: Proposal,
	): RestNow {
		const { id: lineId } = line.record;
		const sent = this.#context.store.drafts.submittedAgainst(accountId, 'order-receipt', order.id);
		const later = sent.slice(sent.findIndex(({ draft_id: draftId }) => draftId === id) + 1);
		if (readable(later, enteredBodyOf).some(({ lines }) => (lines[lineId]?.due ?? null) !== null))
			return 'settled';
		const copy = this.#context.store.records.get(accountId, 'purchaseOrder', order.id);
		const now = copy && keptOr(purchaseOrderRecord, copy.json, null);
		if (now === null) return 'due';
		const record = now.items.find(({ id }) => id === lineId);
		if (record === undefined || !isDue('order-receipt', { ...line, record, closedShort: '0' }))
			return 'settled';
		const phase = phaseOf(profile, 'purchaseOrder', now.status);
		const closedShort = this.#orderReceipts.closedShort(accountId, order.id).get(lineId) ?? '0';
		const isLeft = isDue('order-receipt', { ...line, record, closedShort });
		if (profile.purchasing.receiveIn.includes(phase) && isLeft) return 'due';
		return isLeft && !ended.includes(phase)
			? 'settled'
			: { closed: subtract(record.quantity, record.quantityReceived) };
	}
}

const ended: readonly Phase[] = ['closed', 'cancelled'];

/** `closed`: what did not come, in the unit of the order. */
type RestNow = 'due' | 'settled' | { readonly closed: string };

function proposalsNow(
	{ profile }: ActiveAccount,
	receipt: ReceiptRead,
	rests: ReadonlyMap<string, RestNow>,
	returned: ReadonlyMap<string, string>,
): readonly Proposal[] {
	const closed = new Map(
		[...rests].flatMap(([lineId, rest]) =>
			typeof rest === 'string' ? [] : [[lineId, rest.closed] as const],
		),
	);
	return closed.size === 0 && returned.size === 0
		? receipt.proposals
		: proposalsOf(receipt, profile, { closed, returned });
}

/** Leaves out a claim of nothing that was never made. */
const isAbout = ({ proposal: { amount }, decision }: FoundFollowUp): boolean =>
	amount === null || !isZero(amount) || decision?.decision === 'confirmed';

const priceKey = ({ supplierId }: Source, { line, uomId }: Proposal): string =>
	JSON.stringify([supplierId, line.record.itemId, uomId]);

function foundOf(
	source: Source,
	proposal: Proposal,
	decisions: readonly FollowUpRow[],
): FoundFollowUp {
	const { kind, line, quantity, price, amount } = proposal;
	const figures = JSON.stringify([quantity, price, amount]);
	const decision =
		decisions.find((each) => each.line_id === line.record.id && each.kind === kind) ?? null;
	const isChanged = decision?.decision === 'confirmed' && decision.figures !== figures;
	const isDecided = decision !== null && decision.figures === figures;
	return {
		followUpId: JSON.stringify([source.id, line.record.id, kind]),
		source,
		proposal,
		figures,
		state: isDecided ? decision.decision : 'open',
		decision,
		isChanged,
	};
}
