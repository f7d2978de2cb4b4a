// What becomes of a difference, and how a part of it was settled, in words.
import type { App } from '../app.svelte.ts';
import type { Settled, Settlement } from '../../shared/bridge/receiving.ts';
import type { ReceivingDraft } from '../../shared/document/receiving.ts';

/** @param unit the base unit */
export function settledWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ how, quantity, documentId, reason }: Settled,
	unit: string,
): string {
	const what = t(`receiving.settled-${how}`, {
		quantity: `${format.quantity(quantity)} ${unit}`,
		reason,
	});
	return how === 'keep' || documentId !== null ? what : t('receiving.settledDiscarded', { what });
}

/** @param over more came than was due */
export function settlementWords(
	{ t }: Pick<App, 't'>,
	name: ReceivingDraft,
	settlement: Settlement,
	over: boolean,
): string {
	if (settlement !== 'none') return t(`receiving.settle-${settlement}`);
	return over ? t(`receiving.settle-keep-${name}`) : t('receiving.settle-wait');
}
