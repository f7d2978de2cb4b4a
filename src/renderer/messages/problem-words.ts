// Texts of the core in the person's language: its codes and its own sentences. Other words are shown as they are.
import { ownWordsIn } from '../../shared/bridge/own-words.ts';
import type { Problem } from '../../shared/bridge/reply.ts';
import type { Language } from './language.svelte.ts';
import { isMessageKey } from './message.ts';

/** A form problem by its code. */
export function problemWords(t: Language['t'], { message }: Pick<Problem, 'message'>): string {
	const key = `errors.problem-${message}`;
	return isMessageKey(key) ? t(key) : saidWords(t, message);
}

/** What was said in place of an answer, by the service or by Stillroom itself. */
export function saidWords(t: Language['t'], said: string): string {
	const own = ownWordsIn(said);
	if (own === null) return said;
	const sentence = t(`errors.own-${own.sentence}`);
	return own.detail === '' ? sentence : t('errors.ownDetail', { sentence, detail: own.detail });
}
