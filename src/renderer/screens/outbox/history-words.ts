// Why a step moved on, in the person's language: by its code where there are words for it, else as it was written.
import {
	historyCodes,
	type HistoryCode,
	type Told,
} from '../../../shared/bridge/outbox-history.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import type { MessageArguments } from '../../messages/language.svelte.ts';

export interface HistoryWords {
	key: MessageKey;
	values: MessageArguments;
}

const isKnown = (code: string): code is HistoryCode => Object.hasOwn(historyCodes, code);

/** Null for a code of a newer Stillroom: then `said` is all there is. */
export const historyWords = ({ code, args }: Told): HistoryWords | null =>
	isKnown(code) ? { key: `outboxHistory.${code}`, values: args } : null;

const words: readonly string[] = ['refused', 'refused-after-unknown', 'look-refused'];

/** Whether what was said is meant for the person. Else it is what a network or a program says of itself. */
export const isForThePerson = (told: Told): boolean =>
	words.includes(told.code) || !isKnown(told.code);
