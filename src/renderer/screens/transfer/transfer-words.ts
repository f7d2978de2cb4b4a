// The names of a transfer's ends, and when its goods left.
import type { App } from '../../app.svelte.ts';
import type { TransferDocument, TransferSummary } from '../../../shared/bridge/transfer.ts';

/** Names of the sender and the receiver. */
export function endsOf(
	{ locations }: Pick<App, 'locations'>,
	{ kind, locationId, otherLocationName: other }: TransferDocument,
): { from: string; to: string } {
	const here = locations.find((each) => each.locationId === locationId)?.name ?? locationId;
	return kind === 'transferOut' ? { from: here, to: other } : { from: other, to: here };
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
		? t('transfer.receiveSub', facts)
		: t('transfer.receiveSubAge', { ...facts, age });
}
