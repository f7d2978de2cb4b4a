// The transfer list of a location: our own and the service's transfers, grouped and filtered.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type {
	TransferFilter,
	TransferGroup,
	TransferSummary,
} from '../../../shared/bridge/transfer.ts';
import { transferGroup } from '../../../shared/bridge/transfer.ts';
import { totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { fitsWords, searchText } from '../../../shared/domain/words.ts';
import type { ActiveAccount } from '../context.ts';
import { findIn } from '../document/finding.ts';
import { keptList } from '../document/kept-list.ts';
import type { Store } from '../store/open.ts';

export interface ListedTransfer {
	readonly summary: TransferSummary;
	readonly description: string;
	readonly text: string;
}

type Listable = Omit<TransferSummary, 'lines'> & {
	readonly description: string;
	readonly lines: readonly { readonly item: { readonly name: string; readonly code: string } }[];
};

export function transferLists(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => readonly ListedTransfer[],
	names: () => NameOrder,
) {
	const all = keptList(store, (account, locationId) => {
		const listed = inOrder(read(account, locationId));
		return { listed, open: openOf(listed), others: othersOf(listed) };
	});
	const find = findIn<ListedTransfer>({
		rows: (account, locationId) => all(account, locationId).listed,
		text: ({ text }) => text,
		changedAt: ({ summary }) => summary.changedAt,
		document: ({ summary, description }) => ({
			document: summary.direction === 'out' ? 'transferOut' : 'transferIn',
			documentId: summary.documentId,
			number: summary.number,
			title: description,
			other: otherOf(summary).name,
			businessDate: summary.businessDate,
		}),
	});
	const list = (
		account: ActiveAccount,
		{ locationId, filter, from, limit }: CallArguments<'transfer.list'>,
	): Omit<CallOutput<'transfer.list'>, 'asOf'> => {
		const { listed, open, others } = all(account, locationId);
		const order = names();
		const fitting = listed.filter(fits(filter));
		const byGroup = Map.groupBy(fitting, ({ summary }) => groupOf(summary));
		return {
			documents: fitting.slice(from, from + limit).map(({ summary }) => summary),
			total: fitting.length,
			groups: transferGroup.options.flatMap((group) => {
				const summaries = (byGroup.get(group) ?? []).map(({ summary }) => summary);
				const [first] = summaries;
				if (first === undefined) return [];
				const { currency } = first;
				return [{ group, count: summaries.length, onTheWay: onTheWay(summaries), currency }];
			}),
			open,
			others: others.toSorted((a, b) => order(a.name, b.name)),
		};
	};
	return { list, find };
}

export function listedTransfer(document: Listable): ListedTransfer {
	const { number, description, fromName, toName, direction, lines } = document;
	return {
		summary: summaryOf(document),
		description,
		text: searchText([
			number,
			description,
			direction === 'out' ? toName : fromName,
			...lines.flatMap(({ item }) => [item.name, item.code]),
		]),
	};
}

const summaryOf = (document: Listable): TransferSummary => ({
	documentId: document.documentId,
	direction: document.direction,
	number: document.number,
	fromLocationId: document.fromLocationId,
	fromName: document.fromName,
	toLocationId: document.toLocationId,
	toName: document.toName,
	businessDate: document.businessDate,
	phase: document.phase,
	stateWord: document.stateWord,
	standing: document.standing,
	lines: document.lines.length,
	cost: document.cost,
	costsUnknown: document.costsUnknown,
	currency: document.currency,
	onTheWay: document.onTheWay,
	sentAt: document.sentAt,
	changedAt: document.changedAt,
	move: document.move,
	edits: document.edits,
	tags: document.tags,
});

function fits(filter: TransferFilter): (transfer: ListedTransfer) => boolean {
	const { show, otherLocationId, tag, from, to } = filter;
	const fitsText = fitsWords(filter.text);
	return ({ summary, text }) =>
		(show === 'all' || summary.move !== 'nobody') &&
		(otherLocationId === null || otherOf(summary).locationId === otherLocationId) &&
		(tag === null || summary.tags.includes(tag)) &&
		(from === null || summary.businessDate >= from) &&
		(to === null || summary.businessDate <= to) &&
		fitsText(text);
}

const inOrder = (listed: readonly ListedTransfer[]): readonly ListedTransfer[] =>
	listed.toSorted(
		({ summary: a }, { summary: b }) =>
			placeOf[groupOf(a)] - placeOf[groupOf(b)] || rankOf(a) - rankOf(b) || byAge(a, b),
	);

const placeOf = { incoming: 0, asked: 1, outgoing: 2, ended: 3 } satisfies Record<
	TransferGroup,
	number
>;

function groupOf({ direction, sentAt, phase }: TransferSummary): TransferGroup {
	if (direction === 'out') return 'outgoing';
	if (sentAt === null && notSent.includes(phase)) return 'asked';
	return phase === 'received' || phase === 'rejected' ? 'ended' : 'incoming';
}

const notSent: readonly TransferSummary['phase'][] = [
	'draft',
	'submitted',
	'approved',
	'rejected',
	'finalized',
];

const rankOf = ({ move, standing }: TransferSummary): number => {
	if (standing === 'needs-you') return 0;
	return { ours: 1, approver: 2, network: 3, theirs: 4, nobody: 5 }[move];
};

function byAge(a: TransferSummary, b: TransferSummary): number {
	const [first, second] = [a.sentAt ?? a.changedAt, b.sentAt ?? b.changedAt];
	return a.move === 'nobody' ? second - first : first - second;
}

/** All must share a currency. */
function onTheWay(transfers: readonly TransferSummary[]): TotalCost | null {
	const values = transfers.flatMap((transfer) => transfer.onTheWay ?? []);
	if (values.length === 0) return null;
	const { cost, costsUnknown } = totalCost(values.map((value) => value.cost));
	const within = values.flatMap((value) => (value.cost === null ? [] : value.costsUnknown));
	return { cost, costsUnknown: within.reduce((all, one) => all + one, costsUnknown) };
}

function openOf(listed: readonly ListedTransfer[]): Record<TransferGroup, number> {
	const open = { incoming: 0, asked: 0, outgoing: 0, ended: 0 };
	for (const { summary } of listed) {
		if (summary.move !== 'nobody') open[groupOf(summary)] += 1;
	}
	return open;
}

const otherOf = ({ direction, fromLocationId, fromName, toLocationId, toName }: TransferSummary) =>
	direction === 'out'
		? { locationId: toLocationId, name: toName }
		: { locationId: fromLocationId, name: fromName };

function othersOf(listed: readonly ListedTransfer[]): { locationId: string; name: string }[] {
	const names = new Map<string, string>();
	for (const { summary } of listed) {
		const { locationId, name } = otherOf(summary);
		if (locationId !== '') names.set(locationId, name);
	}
	return [...names].map(([locationId, name]) => ({ locationId, name }));
}
