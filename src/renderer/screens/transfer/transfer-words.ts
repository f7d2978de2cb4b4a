// How a transfer stands, in a word and its tone, what it is called, and what was made of a difference.
import type { App } from '../../app.svelte.ts';
import type { TransferLine, TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import type { Language } from '../../messages/language.svelte.ts';

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

/** What it is called in a list: the service's number, or that it has none yet. */
export function numberWord(
	{ number, standing }: Pick<TransferSummary, 'number' | 'standing'>,
	t: Language['t'],
): string {
	if (number !== '') return number;
	return standing === 'draft' ? t('transfers.draftNumber') : t('transfers.pendingNumber');
}

/** The name of the location at the other end. */
export function otherEnd(
	{ direction, fromName, toName }: Pick<TransferSummary, 'direction' | 'fromName' | 'toName'>,
	t: Language['t'],
): string {
	if (direction === 'in') return fromName;
	return toName === '' ? t('transfers.noDestination') : toName;
}

/** What was made of a part of a line's difference. @param unit in which stock is kept. */
export function settledWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ how, quantity, documentId, reason }: TransferLine['settled'][number],
	unit: string,
): string {
	const what = t(`transfers.settled-${how}`, {
		quantity: `${format.quantity(quantity)} ${unit}`,
		reason,
	});
	return how === 'keep' || documentId !== null ? what : t('transfers.settledDiscarded', { what });
}
