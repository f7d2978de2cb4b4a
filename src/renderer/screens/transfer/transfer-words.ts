// The name of a transfer's other end, and settled differences.
import type { App } from '../../app.svelte.ts';
import type {
	TransferDocument,
	TransferLine,
	TransferSummary,
} from '../../../shared/bridge/transfer.ts';
import type { Language } from '../../messages/language.svelte.ts';

/** Names of the sender and the receiver. */
export function endsOf(
	{ locations }: Pick<App, 'locations'>,
	{ kind, locationId, otherLocationName: other }: TransferDocument,
): { from: string; to: string } {
	const here = locations.find((each) => each.locationId === locationId)?.name ?? locationId;
	return kind === 'transferOut' ? { from: here, to: other } : { from: other, to: here };
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
