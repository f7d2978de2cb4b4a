// A form problem in the person's language by its code, else its own text.
import type { Problem } from '../../shared/bridge/reply.ts';
import type { Language } from './language.svelte.ts';
import { isMessageKey } from './message.ts';

export function problemWords(t: Language['t'], { message }: Pick<Problem, 'message'>): string {
	const key = `errors.problem-${message}`;
	return isMessageKey(key) ? t(key) : message;
}
