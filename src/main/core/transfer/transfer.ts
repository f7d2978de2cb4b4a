// Transfers of one location: created here (own-transfers.ts) and from the service (held-transfer.ts).
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferSummary } from '../../../shared/bridge/transfer.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { transferIdOf, transferNameOf } from '../document/transfer-id.ts';
import { pullTable } from '../store/pulls.ts';
import { deciding } from './deciding.ts';
import { handoverCalls } from './handover-calls.ts';
import { endList } from './end-list.ts';
import { transferEnds, notHere } from './transfer-end.ts';
import { ownTransfers } from './own-transfers.ts';
import { transferReports } from './report.ts';
import { settling } from './settling.ts';
import { listedTransfer, transferLists, type ListedTransfer } from './transfer-list.ts';

export interface Transfers {
	handlers: Handlers<'transfer'>;
	/** Transfers to send or receive at a location, including pending work of ours. */
	open(account: ActiveAccount, locationId: string): TransferSummary[];
}

export function transferCapability(context: CoreContext): Transfers {
	const changed = (): void => {
		context.emit('documents.changed', { area: 'transfer' });
		context.appChanged();
	};
	const own = ownTransfers(context, changed);
	const settle = settling(context);
	const held = transferEnds(context, settle);
	const handover = handoverCalls(context, { held, settle, changed });
	const decide = deciding(context, held, changed);
	const theirs = endList(context, held);
	const report = transferReports(context);
	const pulls = pullTable(context.store.cache);

	const get = (account: ActiveAccount, documentId: string): TransferDocument | null => {
		if (transferIdOf(documentId) !== null) return held.get(account, documentId);
		const ours = own.get(account, documentId);
		return ours?.shows === 'service'
			? held.get(account, transferNameOf(ours.direction, ours.serverId))
			: (ours?.document ?? null);
	};

	const shown = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const document = get(account, documentId);
		return document === null ? notHere() : succeed(document);
	};

	const ends = ['in', 'out'] as const;
	const withOwn =
		(listed: typeof theirs.listed) =>
		(account: ActiveAccount, locationId: string): ListedTransfer[] =>
			ends.flatMap((direction) => {
				const ours = own.at(account, direction, locationId);
				const hidden = new Set(ours.flatMap(({ serverId }) => serverId ?? []));
				return [
					...ours.map(({ document }) => listedTransfer(document)),
					...listed(account, direction, locationId, hidden),
				];
			});
	const everything = withOwn(theirs.listed);
	const openAt = withOwn(theirs.open);
	const list = transferLists(context.store, everything, () => nameOrder(context.settings().locale));

	const handlers: Handlers<'transfer'> = {
		'transfer.list': connected(context, (account, input) =>
			succeed({
				...list(account, input),
				asOf: oldest(
					pulls.asOf(account.accountId, 'transferOut'),
					pulls.asOf(account.accountId, 'transferIn'),
				),
			}),
		),
		'transfer.report': connected(context, report),
		'transfer.get': connected(context, (account, { documentId }) => shown(account, documentId)),
		'transfer.save': connected(context, own.save),
		'transfer.edit': connected(context, (account, { documentId }) => {
			const document = get(account, documentId);
			const record = document && held.record(account, document.documentId);
			if (document === null || record === null) return notHere();
			return document.edit === null
				? fail('not-possible-now', 'This cannot be changed as it is.')
				: succeed(own.edit(account, document, record));
		}),
		'transfer.send': connected(context, (account, input) => {
			const sent = own.send(account, input);
			return sent.ok ? shown(account, input.documentId) : sent;
		}),
		'transfer.approve': connected(context, (account, input) => decide(account, 'approve', input)),
		'transfer.reject': connected(context, (account, input) => decide(account, 'reject', input)),
		'transfer.finalize': connected(context, (account, input) => decide(account, 'finalize', input)),
		'transfer.discard': connected(context, (account, { documentId }) =>
			own.discard(account, documentId),
		),
		'transfer.enter': connected(context, handover.enter),
		'transfer.explain': connected(context, handover.explain),
		'transfer.settle': connected(context, handover.settle),
		'transfer.settleExcess': connected(context, handover.settleExcess),
		'transfer.enterAllAsDue': connected(context, (account, { documentId }) =>
			handover.enterAllAsDue(account, documentId),
		),
		'transfer.confirmBlanksAsZero': connected(context, (account, { documentId }) =>
			handover.confirmBlanksAsZero(account, documentId),
		),
		'transfer.receive': connected(context, (account, { documentId }) =>
			handover.exportWork(account, 'receive', documentId),
		),
		'transfer.fulfill': connected(context, (account, { documentId }) =>
			handover.exportWork(account, 'fulfill', documentId),
		),
	};
	return {
		handlers,
		open(account, locationId) {
			const { receiveIn, fulfillIn } = account.profile.transfer;
			return openAt(account, locationId)
				.map(({ summary }) => summary)
				.filter(
					({ direction, phase, standing }) =>
						(direction === 'in' ? receiveIn : fulfillIn).includes(phase) ||
						standing === 'waiting' ||
						standing === 'needs-you',
				);
		},
	};
}

const oldest = (...ages: (number | null)[]): number | null =>
	ages.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
