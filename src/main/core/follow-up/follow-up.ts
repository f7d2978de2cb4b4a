// Calls of the follow-ups of receipts.
import type { FollowUp } from '../../../shared/bridge/follow-up.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { piecesOf } from '../../../shared/domain/pieces.ts';
import { fitsWords, searchText } from '../../../shared/domain/words.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { CreditRegister } from '../credit/register.ts';
import type { Documents } from '../document/documents.ts';
import { referredNames } from '../document/referred.ts';
import { CarryingOut } from './carrying-out.ts';
import type { FollowUps, FoundFollowUp } from './follow-ups.ts';
import { Options } from './options.ts';

type NameOf = (supplierId: string) => string;

export function followUpCapability(
	context: CoreContext,
	followUps: FollowUps,
	orders: () => Documents<typeof purchaseOrder>,
	records: () => Pick<Handlers<'record'>, 'record.save'>,
): Handlers<'followUp'> {
	const options = new Options(context);
	const carryingOut = new CarryingOut(context, {
		followUps,
		options,
		records,
		register: new CreditRegister(context),
		orders: () => orders().own,
	});
	const referred = referredNames(context.store);
	const nameIn = ({ accountId }: ActiveAccount): NameOf => {
		const { nameOf } = referred(accountId);
		return (supplierId) => nameOf('supplier', supplierId);
	};
	return {
		'followUp.list': connected(
			context,
			(account, { locationId, state, kind, text, from, limit }) => {
				const name = nameIn(account);
				const all = followUps.at(account, locationId);
				const fitsText = fitsWords(text);
				const wanted = all.filter(
					(each) =>
						each.state === state &&
						(kind === null || each.proposal.kind === kind) &&
						fitsText(wordsOf(each, name)),
				);
				const inOrder = state === 'open' ? wanted : wanted.toSorted(byDecision);
				return succeed({
					followUps: inOrder
						.slice(from, from + limit)
						.map((each) => shownOf(account, each, name, options)),
					total: wanted.length,
					open: all.filter((each) => each.state === 'open').length,
				});
			},
		),
		'followUp.decide': connected(context, (account, asked, caller) => {
			const outcomes = carryingOut.decide(account, asked, caller);
			const { locationId } = asked;
			context.emit('followUp.changed', { locationId });
			context.emit('credit.changed', { locationId });
			for (const area of ['purchaseOrder', 'returnOrder'] as const)
				context.emit('documents.changed', { area });
			context.appChanged();
			return succeed({ outcomes });
		}),
	};
}

const byDecision = ({ decision: a }: FoundFollowUp, { decision: b }: FoundFollowUp): number =>
	(b?.decided_at ?? 0) - (a?.decided_at ?? 0);

const wordsOf = ({ source, proposal }: FoundFollowUp, name: NameOf): string =>
	searchText([
		name(source.supplierId),
		proposal.line.item.name,
		proposal.line.item.code,
		source.number,
		source.invoiceNumber,
	]);

function shownOf(
	account: ActiveAccount,
	found: FoundFollowUp,
	name: NameOf,
	options: Options,
): FollowUp {
	const { followUpId, source, proposal, figures, state, decision, isChanged } = found;
	const { documentId, number, invoiceNumber, businessDate, supplierId, currency } = source;
	const { kind, line, uomId, quantity, price, orderedPrice, amount, isBilled, reason } = proposal;
	const { item } = line;
	const elsewhere =
		kind === 'order-elsewhere' ? options.elsewhere(account, source, proposal) : null;
	return {
		followUpId,
		kind,
		state,
		figures,
		documentId,
		number,
		invoiceNumber,
		businessDate,
		supplierId,
		supplierName: name(supplierId),
		itemId: item.itemId,
		itemName: item.name,
		code: item.code,
		unitName: item.units.find(({ unitId }) => unitId === String(uomId))?.name ?? '',
		quantity,
		pieces: quantity === null ? null : piecesOf(item.units, { unitId: String(uomId), quantity }),
		price,
		orderedPrice,
		amount,
		isBilled,
		currency,
		reason,
		offer: elsewhere && {
			supplierId: elsewhere.supplierId,
			supplierName: name(elsewhere.supplierId),
			unitName: elsewhere.unitName,
			quantity: elsewhere.quantity,
			price: elsewhere.price,
		},
		listed:
			kind === 'accept-price'
				? (options.toChange(account, source, proposal)?.listed ?? null)
				: null,
		resultId: decision?.result_id ?? null,
		decided:
			state === 'open' ? null : decision && { at: decision.decided_at, by: decision.decided_by },
		isChanged,
	};
}
