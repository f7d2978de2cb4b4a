// Transfers of one location: created here (own-transfers.ts) and from the service (transfer-end.ts).
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { Transition } from '../../../shared/bridge/values.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { documentIdOf } from '../document/document-id.ts';
import { deciding, notNow, type Decision } from '../document/deciding.ts';
import type { FindIn } from '../document/finding.ts';
import { Receiving, type ReceivedDocuments } from '../receiving/receiving.ts';
import { Settling } from '../receiving/settling.ts';
import { pullTable } from '../store/pulls.ts';
import { EndList } from './end-list.ts';
import { OwnTransfers } from './own-transfers.ts';
import { transferReports } from './report.ts';
import { endOf, kindOf } from './service-transfer.ts';
import { expectedOf, found, laneAt, notHere, receivingAt, TransferEnds } from './transfer-end.ts';
import { listedTransfer, transferLists, type ListedTransfer } from './transfer-list.ts';

export interface Transfers {
	handlers: Handlers<'transfer' | 'transferIn' | 'transferOut'>;
	/** Transfers to send or receive at a location, including pending work of ours. */
	open(account: ActiveAccount, locationId: string): TransferSummary[];
	find: FindIn;
}

export function transferCapability(context: CoreContext): Transfers {
	const changed = (): void => {
		context.emit('documents.changed', { area: 'transfer' });
		context.appChanged();
	};
	const settling = new Settling(context);
	const own = new OwnTransfers(context);
	const ends = new TransferEnds(context, settling, own.drafts);
	const ofService = new EndList(context, ends);
	const queueDecision = deciding(context);
	const { asOf } = pullTable(context.store.cache);

	const get = (account: ActiveAccount, documentId: string): TransferDocument | null => {
		if (endOf(documentId) !== null) return ends.get(account, documentId);
		const ours = own.get(account, documentId);
		return ours?.shows === 'service'
			? ends.get(account, documentIdOf(kindOf[ours.direction], ours.serverId))
			: (ours?.document ?? null);
	};

	const shown = (account: ActiveAccount, documentId: string): Reply<TransferDocument> =>
		found(get(account, documentId));

	const edit = (account: ActiveAccount, documentId: string): Reply<TransferDocument> => {
		const document = get(account, documentId);
		const record = document && ends.record(account, document.documentId);
		if (document === null || record === null) return notHere();
		if (document.edit === null) return notNow();
		const draft = own.edit(account, document, record);
		changed();
		return succeed(draft);
	};

	const decide = (
		account: ActiveAccount,
		verb: Transition,
		{ documentId, ...decision }: Decision & { documentId: string },
	): Reply<TransferDocument> => {
		const end = ends.find(account, documentId);
		if (end === null) return notHere();
		const queued = queueDecision(account, verb, decision, {
			kind: kinds[kindOf[end.transfer.head.direction]],
			can: ends.whole(account, end).can,
			lane: laneAt(end.transfer),
		});
		if (!queued.ok) return queued;
		changed();
		return ends.shown(account, documentId);
	};

	/** Transfers of a location from both ends, each shown once. */
	const everyEnd = (
		account: ActiveAccount,
		locationId: string,
		listed: 'listed' | 'open',
	): ListedTransfer[] =>
		(['in', 'out'] as const).flatMap((direction) => {
			const ours = own.at(account, direction, locationId);
			const hidden = new Set(ours.flatMap(({ serverId }) => serverId ?? []));
			return [
				...ours.map(({ document }) => listedTransfer(document)),
				...ofService[listed](account, { direction, locationId, hidden }),
			];
		});
	const { list, find } = transferLists(
		context.store,
		(...of) => everyEnd(...of, 'listed'),
		() => nameOrder(context.settings().locale),
	);

	const handlers: Transfers['handlers'] = {
		'transfer.list': connected(context, (account, input) =>
			succeed({
				...list(account, input),
				asOf: oldest(asOf(account.accountId, 'transferOut'), asOf(account.accountId, 'transferIn')),
			}),
		),
		'transfer.report': connected(context, transferReports(context)),
		'transfer.get': connected(context, (account, { documentId }) => shown(account, documentId)),
		'transfer.save': connected(context, (account, input) => {
			const saved = own.save(account, input);
			if (saved.ok) changed();
			return saved;
		}),
		'transfer.edit': connected(context, (account, { documentId }) => edit(account, documentId)),
		'transfer.send': connected(context, (account, input) => {
			const sent = own.send(account, input);
			if (!sent.ok) return sent;
			if (sent.value) changed();
			return shown(account, input.documentId);
		}),
		'transfer.approve': connected(context, (account, input) => decide(account, 'approve', input)),
		'transfer.reject': connected(context, (account, input) => decide(account, 'reject', input)),
		'transfer.finalize': connected(context, (account, input) => decide(account, 'finalize', input)),
		'transfer.discard': connected(context, (account, { documentId }) => {
			const discarded = own.discard(account, documentId);
			if (discarded.ok) changed();
			return discarded;
		}),
		...receivingHandlers(context, ends, settling),
	};
	return {
		handlers,
		find,
		open(account, locationId) {
			return everyEnd(account, locationId, 'open')
				.map(({ summary }) => summary)
				.filter(
					({ direction, phase, standing }) =>
						receivings[receivingAt[direction]].openIn(account.profile).includes(phase) ||
						standing === 'waiting' ||
						standing === 'needs-you',
				);
		},
	};
}

function receivingHandlers(context: CoreContext, ends: TransferEnds, settling: Settling) {
	const documents: ReceivedDocuments<TransferDocument> = {
		expected: (account, documentId) => {
			const end = ends.find(account, documentId);
			return end && expectedOf(end);
		},
		shown: (account, documentId) => ends.shown(account, documentId),
	};
	return {
		...new Receiving(context, 'receipt', documents, settling).handlers(),
		...new Receiving(context, 'fulfilment', documents, settling).handlers(),
	};
}

const oldest = (...ages: (number | null)[]): number | null =>
	ages.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
