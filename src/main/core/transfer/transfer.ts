// Transfers, a kind of document at each end: the kit's documents with what the other end says, and what is received.
import { succeed } from '../../../shared/bridge/reply.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import { receivings, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import { transferIn, transferOut } from '../../../shared/document/transfer.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { Documents, type OpenDocument } from '../document/documents.ts';
import type { FindIn } from '../document/finding.ts';
import { Receiving } from '../receiving/receiving.ts';
import { Settling } from '../receiving/settling.ts';
import { transferReports } from './report.ts';
import { transferList } from './transfer-list.ts';
import { TwoEnds } from './two-ends.ts';

export interface Transfers {
	readonly handlers: Handlers<'transfer' | 'transferIn' | 'transferOut'>;
	/** For the cut-off of a count. */
	readonly open: (account: ActiveAccount, locationId: string) => readonly OpenDocument[];
	readonly find: readonly FindIn[];
}

type Kind = typeof transferIn | typeof transferOut;
type DocumentAt<At extends Kind> = CallOutput<`${At['name']}.get`>;

function transferEnd<At extends Kind, Name extends ReceivingDraft>(
	context: CoreContext,
	kind: At,
	name: Name,
) {
	const settling = new Settling(context);
	const ends = new TwoEnds(context, kind, name, settling);
	const documents = new Documents<At, DocumentAt<At>, TransferSummary>(context, kind, ends);
	const received = {
		expected: (account: ActiveAccount, documentId: string) => {
			const found = documents.shown.find(account, documentId);
			return found && ends.expected(account, found.document, found.seen);
		},
		shown: (account: ActiveAccount, documentId: string) => documents.get(account, documentId),
	};
	return {
		documents,
		handlers: {
			...documents.documentHandlers(),
			...new Receiving(context, name, received, settling).handlers(),
		},
		/** To be received or to leave, and whatever waits. */
		open: (account: ActiveAccount, locationId: string) =>
			documents.open(account, locationId, receivings[name].openIn(account.profile)),
	};
}

export function transferCapability(context: CoreContext): Transfers {
	const incoming = transferEnd(context, transferIn, 'receipt');
	const outgoing = transferEnd(context, transferOut, 'fulfilment');
	const report = transferReports(context);
	const { asOf } = context.store.pulls;
	const list = transferList(
		context.store,
		(account, locationId) =>
			[incoming, outgoing].flatMap(({ documents }) => documents.rows(account, locationId)),
		() => nameOrder(context.settings().locale),
	);
	return {
		handlers: {
			'transfer.list': connected(context, (account, input) =>
				succeed({
					...list(account, input),
					asOf: oldest(
						asOf(account.accountId, transferOut.name),
						asOf(account.accountId, transferIn.name),
					),
				}),
			),
			'transfer.report': connected(context, report),
			'transfer.get': connected(context, (account, { documentId }) => {
				const found = incoming.documents.get(account, documentId);
				return found.ok ? found : outgoing.documents.get(account, documentId);
			}),
			...incoming.handlers,
			...outgoing.handlers,
		},
		find: [incoming.documents.find, outgoing.documents.find],
		open: (account, locationId) =>
			[incoming, outgoing].flatMap(({ open }) => open(account, locationId)),
	};
}

const oldest = (...ages: (number | null)[]): number | null =>
	ages.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
