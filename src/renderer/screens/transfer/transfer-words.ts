// The name of a transfer's other end, and when its goods left.
import type { App } from '../../app.svelte.ts';
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { Language } from '../../messages/language.svelte.ts';

/** Name of the other location. */
export function otherEnd(
	{ direction, fromName, toName }: Pick<TransferSummary, 'direction' | 'fromName' | 'toName'>,
	t: Language['t'],
): string {
	if (direction === 'in') return fromName;
	return toName === '' ? t('transfers.noDestination') : toName;
}

/** Number, and when the goods were sent, under the title of the sheet for receiving. */
export function receivingFacts(
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
