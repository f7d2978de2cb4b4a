// Alt and a digit choose the reason for the difference of the line in hand.
import type { App } from '../app.svelte.ts';
import { causesOf, type Cause, type ReceivingDraft } from '../../shared/document/receiving.ts';
import { signOf } from '../ui/sign.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

/** The usual reasons of a line with a difference, as texts; 1 takes the first. */
export const usualReasons = (
	{ t }: Pick<App, 't'>,
	name: ReceivingDraft,
	{ entry }: ReceivingLine,
): readonly { readonly cause: Cause; readonly label: string }[] =>
	causesOf(name, signOf(entry?.difference ?? '0') === 'up').map((cause) => {
		return { cause, label: t(`receiving.why-${cause}`) };
	});

/** The digit of a chord with Alt, by its position: an Arabic keyboard types other digits. Null for any other key. */
export function reasonDigit({ altKey, ctrlKey, metaKey, code }: KeyboardEvent): number | null {
	if (!altKey || ctrlKey || metaKey) return null;
	const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(code) ?? [];
	return digit === undefined ? null : Number(digit);
}
