// A transfer's status and tone, its name, and settled differences.
import type { App } from '../../app.svelte.ts';
import type { TransferLine, TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import type { Language } from '../../messages/language.svelte.ts';

export interface StateWord {
	/** null for an unknown service state: its own word is shown. */
	readonly key: MessageKey | null;
	readonly word: string;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

type Standing = Pick<TransferSummary, 'standing' | 'phase' | 'stateWord' | 'edits'>;

/** Local status wins over the service's last state, because it changes next. */
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

/** Name in a list: the service's number, or that there is none yet. */
export function numberWord(
	{ number, standing }: Pick<TransferSummary, 'number' | 'standing'>,
	t: Language['t'],
): string {
	if (number !== '') return number;
	return standing === 'draft' ? t('common.draft') : t('common.pendingNumber');
}

/** Name of the other location. */
export function otherEnd(
	{ direction, fromName, toName }: Pick<TransferSummary, 'direction' | 'fromName' | 'toName'>,
	t: Language['t'],
): string {
	if (direction === 'in') return fromName;
	return toName === '' ? t('transfers.noDestination') : toName;
}

/** How a part of a difference was settled. @param unit the base unit. */
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

/** Words of the columns at the receiver's end, or the sender's. */
export const handoverLabels = (t: Language['t'], receives: boolean) =>
	receives
		? {
				before: t('transfers.columnCameBefore'),
				due: t('common.expected'),
				total: t('transfers.columnReceived'),
				why: t('common.reason'),
				tooMuch: t('transfers.tooMuchReceived'),
			}
		: {
				before: t('transfers.columnLeftBefore'),
				due: t('transfers.columnDueOut'),
				total: t('transfers.columnLeaves'),
				why: t('transfers.tags'),
				tooMuch: t('transfers.tooMuchSent'),
			};

/** Number, and when the goods were sent, under the title of a handover. */
export function handoverFacts(
	{ t, format, clock }: Pick<App, 't' | 'format' | 'clock'>,
	{ number, sentAt }: Pick<TransferSummary, 'number' | 'sentAt'>,
): string {
	if (sentAt === null) return number;
	const facts = { number, sent: format.dateTime(sentAt) };
	const age = format.age(sentAt, clock.now);
	return age === null
		? t('transfers.receiveSub', facts)
		: t('transfers.receiveSubAge', { ...facts, age });
}
