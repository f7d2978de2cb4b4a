// The names of what is fetched from the service.
import { messagesOf, type MessageKey } from '../../messages/catalogue.ts';
import type { Language } from '../../messages/language.svelte.ts';

const known = messagesOf('en');
const isKey = (key: string): key is MessageKey => known.has(key);

/** A kind without a name of its own in the catalogue is shown as the core calls it. */
export function kindWords(t: Language['t'], kind: string): string {
	const key = `settings.kind-${kind}`;
	return isKey(key) ? t(key) : kind;
}
