// The ports of a core in a test. Each test replaces those that it looks at.
import type { CorePorts, Log } from '../../src/main/core/ports.ts';
import { noSecrets } from '../../src/main/host/ports.ts';

export const silentLog: Log = {
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};

/** A key store with one secret; null if it has none. */
export const holding = (secret: string | null): CorePorts['secrets'] => ({
	...noSecrets,
	read: () => Promise.resolve(secret),
});

const notUsed = () => Promise.reject(new Error('not used'));

/** Numbers the ids in order of creation. */
export function quietPorts(): Omit<CorePorts, 'clock'> {
	let ids = 0;
	return {
		newId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
		random: () => 0.5,
		network: { read: notUsed, write: notUsed },
		secrets: noSecrets,
		log: silentLog,
		practice: null,
		crashPoint: () => undefined,
		systemLocale: 'en-GB',
		version: '0',
	};
}
