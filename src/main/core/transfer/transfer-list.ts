// The transfer list of a location: our own and the service's transfers, grouped and filtered.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type {
	TransferFilter,
	TransferGroup,
	TransferSummary,
} from '../../../shared/bridge/transfer.ts';
import { transferGroup } from '../../../shared/bridge/transfer.ts';
import { sumOfTotals, type TotalCost } from '../../../shared/domain/money.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';
import { fitsWords } from '../../../shared/domain/words.ts';
import type { ActiveAccount } from '../context.ts';
import { keptList } from '../document/kept-list.ts';
import type { Store } from '../store/open.ts';

interface Listed {
	readonly row: TransferSummary;
	readonly text: string;
}

/** @param read the transfers at both ends of a location, each once */
export function transferList(
	store: Store,
	read: (account: ActiveAccount, locationId: string) => readonly Listed[],
	names: () => NameOrder,
) {
	const all = keptList(store, (account, locationId) => {
		const listed = inOrder(read(account, locationId));
		return { listed, open: openOf(listed), others: othersOf(listed) };
	});
	return (
		account: ActiveAccount,
		{ locationId, filter, from, limit }: CallArguments<'transfer.list'>,
	): Omit<CallOutput<'transfer.list'>, 'asOf'> => {
		const { listed, open, others } = all(account, locationId);
		const order = names();
		const fitting = listed.filter(fits(filter));
		const byGroup = Map.groupBy(fitting, ({ row }) => groupOf(row));
		return {
			documents: fitting.slice(from, from + limit).map(({ row }) => row),
			total: fitting.length,
			groups: transferGroup.options.flatMap((group) => {
				const summaries = (byGroup.get(group) ?? []).map(({ row }) => row);
				const [first] = summaries;
				if (first === undefined) return [];
				const { currency } = first;
				return [{ group, count: summaries.length, onTheWay: onTheWay(summaries), currency }];
			}),
			open,
			others: others.toSorted((a, b) => order(a.name, b.name)),
		};
	};
}

function fits(filter: TransferFilter): (transfer: Listed) => boolean {
	const { show, otherLocationId, tag, from, to } = filter;
	const fitsText = fitsWords(filter.text);
	return ({ row, text }) =>
		(show === 'all' || row.move !== 'nobody') &&
		(otherLocationId === null || row.otherLocationId === otherLocationId) &&
		(tag === null || row.tags.includes(tag)) &&
		(from === null || row.businessDate >= from) &&
		(to === null || row.businessDate <= to) &&
		fitsText(text);
}

const inOrder = (listed: readonly Listed[]): readonly Listed[] =>
	listed.toSorted(
		({ row: a }, { row: b }) =>
			placeOf[groupOf(a)] - placeOf[groupOf(b)] || rankOf(a) - rankOf(b) || byAge(a, b),
	);

const placeOf = { incoming: 0, asked: 1, outgoing: 2, ended: 3 } satisfies Record<
	TransferGroup,
	number
>;

function groupOf({ kind, sentAt, phase }: TransferSummary): TransferGroup {
	if (kind === 'transferOut') return 'outgoing';
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
	return values.length === 0 ? null : sumOfTotals(values);
}

function openOf(listed: readonly Listed[]): Record<TransferGroup, number> {
	const open = { incoming: 0, asked: 0, outgoing: 0, ended: 0 };
	for (const { row } of listed) {
		if (row.move !== 'nobody') open[groupOf(row)] += 1;
	}
	return open;
}

function othersOf(listed: readonly Listed[]): { locationId: string; name: string }[] {
	const names = new Map<string, string>();
	for (const { row } of listed) {
		const { otherLocationId, otherLocationName } = row;
		if (otherLocationId !== null) names.set(otherLocationId, otherLocationName);
	}
	return [...names].map(([locationId, name]) => ({ locationId, name }));
}
