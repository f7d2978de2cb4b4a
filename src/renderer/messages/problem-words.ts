// A problem of a form in the person's language: by its code where the catalogue knows it, else as it was said.
import type { Problem } from '../../shared/bridge/reply.ts';
import { messagesOf, type MessageKey } from './catalogue.ts';
import type { Language } from './language.svelte.ts';

const known = messagesOf('en');
const isKey = (key: string): key is MessageKey => known.has(key);

export function problemWords(t: Language['t'], { message }: Pick<Problem, 'message'>): string {
	const key = `errors.problem-${message}`;
	return isKey(key) ? t(key) : message;
}
