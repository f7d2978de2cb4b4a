// The person who makes the call that is being handled. Each window has its own; work that no call started is recorded
// under the person last chosen on this PC.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Settings } from '../../shared/bridge/app.ts';

const acting = new AsyncLocalStorage<string | undefined>();

/** Runs a handler, with everything it awaits, as this person. */
export const actAs = <Value>(person: string | undefined, handle: () => Value): Value =>
	acting.run(person, handle);

/** The settings with the person of the current call. */
export function settingsInCall(settings: Settings): Settings {
	const person = acting.getStore();
	return person === undefined ? settings : { ...settings, person };
}
