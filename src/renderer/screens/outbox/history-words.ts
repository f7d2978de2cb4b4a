// Why a step changed, in the person's language by its code, else as written.
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

/** null for a newer Stillroom's code: then only `said` is shown. */
export const historyWords = ({ code, args }: Told): HistoryWords | null =>
	isKnown(code) ? { key: `outboxHistory.${code}`, values: args } : null;

const words: readonly string[] = [
	'refused',
	'refused-after-unknown',
	'look-refused',
	'look-not-found',
];

/** Whether the message is for the person, not a technical message of a network or program. */
export const isForThePerson = (told: Told): boolean =>
	words.includes(told.code) || !isKnown(told.code);
