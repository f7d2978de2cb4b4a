// How a part of a difference was settled, in words.
import type { App } from '../app.svelte.ts';
import type { Settled } from '../../shared/bridge/receiving.ts';

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
