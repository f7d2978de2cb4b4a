// How a transfer stands, in a word and its tone; and which transfers stand where in the list.
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

export interface StateWord {
	/** Null for a state of the service that we do not know: its own word is shown. */
	readonly key: MessageKey | null;
	readonly word: string;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

type Standing = Pick<TransferSummary, 'standing' | 'phase' | 'stateWord' | 'edits'>;

/** What waits here comes before what the service last said: that is what will change next. */
export function stateOf({ standing, phase, stateWord, edits }: Standing): StateWord {
	if (standing === 'needs-you')
		return { key: 'transfers.standing-needs-you', word: stateWord, tone: 'rust' };
	if (standing === 'waiting')
		return { key: 'transfers.standing-waiting', word: stateWord, tone: 'amber' };
	if (standing === 'draft' && edits !== null) {
		return phase === 'rejected'
			? { key: 'edit.state-rejected', word: stateWord, tone: 'rust' }
			: { key: 'edit.state-draft', word: stateWord, tone: 'plain' };
	}
	if (phase === 'unknown') return { key: null, word: stateWord, tone: 'plain' };
	return { key: `transfers.state-${phase}`, word: stateWord, tone: toneOf[phase] };
}

const toneOf = {
	draft: 'plain',
	submitted: 'sea',
	approved: 'sea',
	rejected: 'rust',
	finalized: 'sea',
	'in-transit': 'sea',
	'partly-received': 'amber',
	received: 'thyme',
	fulfilled: 'sea',
} as const satisfies Record<Exclude<TransferSummary['phase'], 'unknown'>, StateWord['tone']>;

/** On its way here or come; asked for here and not sent yet; sent from here. */
export type TransferGroup = 'incoming' | 'asked' | 'outgoing';
export type TransferGroups = Readonly<Record<TransferGroup, readonly TransferSummary[]>>;

/**
 * The groups of the list. What is our move comes first, then what has been longest on its way; what nobody has to
 * move any more comes last, the latest first, and is left out of `open`.
 */
export function groupTransfers(
	documents: readonly TransferSummary[],
	show: 'open' | 'all',
): TransferGroups {
	const shown = documents
		.filter(({ move }) => show === 'all' || move !== 'nobody')
		.toSorted((a, b) => rankOf(a) - rankOf(b) || byAge(a, b));
	return {
		incoming: shown.filter((transfer) => groupOf(transfer) === 'incoming'),
		asked: shown.filter((transfer) => groupOf(transfer) === 'asked'),
		outgoing: shown.filter((transfer) => groupOf(transfer) === 'outgoing'),
	};
}

function groupOf({ direction, sentAt, phase }: TransferSummary): TransferGroup {
	if (direction === 'out') return 'outgoing';
	return sentAt === null && notSent.includes(phase) ? 'asked' : 'incoming';
}

/** Phases of what was asked for in which nothing of it has left. */
const notSent: readonly TransferSummary['phase'][] = [
	'draft',
	'submitted',
	'approved',
	'rejected',
	'finalized',
];

/** What of the transfers is on its way, at the sender's cost; null while nothing is. They share a currency. */
export function onTheWay(transfers: readonly TransferSummary[]): string | null {
	const values = transfers.flatMap((transfer) => transfer.onTheWay ?? []);
	return values.length === 0 ? null : sumMoney(values);
}

const rankOf = ({ move, standing }: TransferSummary): number => {
	if (standing === 'needs-you') return 0;
	return { ours: 1, network: 2, theirs: 3, nobody: 4 }[move];
};

function byAge(a: TransferSummary, b: TransferSummary): number {
	const [first, second] = [a.sentAt ?? a.changedAt, b.sentAt ?? b.changedAt];
	return a.move === 'nobody' ? second - first : first - second;
}
