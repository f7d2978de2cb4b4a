// Waste beside its documents, which are the kit's: items often wasted, and possible duplicates.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { WasteDuplicate } from '../../../shared/bridge/waste.ts';
import type { wastage } from '../../../shared/document/wastage.ts';
import { addDays } from '../../../shared/domain/business-date.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import type { Documents, OpenDocument } from '../document/documents.ts';
import { itemViews } from '../document/item-view.ts';
import { duplicatesOf, oftenWasted, wasteShortcuts } from './shortcuts.ts';

/** Window, in days, and length of the "often wasted" list. */
const OFTEN_DAYS = 90;
const MOST_OFTEN = 8;

/** For the cut-off of a count. */
export const openWaste = (
	documents: Documents<typeof wastage>,
	account: ActiveAccount,
	locationId: string,
): readonly OpenDocument[] =>
	documents.inPhases(account, locationId, account.profile.stocktake.cutOff.wastage);

export function wasteCapability(
	context: CoreContext,
	documents: Documents<typeof wastage>,
): Handlers<'waste'> {
	const { own, shown, list } = documents;
	const { locations } = context.store;
	const items = itemViews(context.store);

	const often = (account: ActiveAccount, { locationId }: CallArguments<'waste.often'>) => {
		const { accountId } = account;
		const today = businessDateAt(locations.get(accountId, locationId), context.ports.clock.now());
		const since = addDays(today, -OFTEN_DAYS);
		const recent = list.all(account, locationId).filter(({ row }) => row.businessDate >= since);
		return oftenWasted(recent, MOST_OFTEN).flatMap(
			(itemId) => items.get(accountId, itemId, locationId) ?? [],
		);
	};

	const duplicates = (
		account: ActiveAccount,
		{ documentId }: CallArguments<'waste.duplicates'>,
	): WasteDuplicate[] => {
		const row = own.get(account, documentId);
		if (row?.state !== 'open') return [];
		const draft = shown.listed(shown.open(account, row));
		return duplicatesOf(draft, list.all(account, row.location_id));
	};

	return {
		...wasteShortcuts(context),
		'waste.often': connected(context, (account, input) =>
			succeed({ items: often(account, input) }),
		),
		'waste.duplicates': connected(context, (account, input) =>
			succeed({ duplicates: duplicates(account, input) }),
		),
	};
}
