// Ports of a core without network, practice service and log.
import type { CorePorts, Log, SecretStore } from '../../src/main/core/ports.ts';

export const silentLog: Log = {
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};

/** Knows this secret and keeps no other. */
export const secretOf = (secret: string | null): SecretStore => ({
	read: () => Promise.resolve(secret),
	keep: () => Promise.resolve(false),
	forget: () => Promise.resolve(),
});

const noNetwork = () => Promise.reject(new Error('not used'));

export const quietPorts: Omit<CorePorts, 'clock' | 'newId'> = {
	random: () => 0.5,
	network: { read: noNetwork, write: noNetwork },
	secrets: secretOf(null),
	log: silentLog,
	practice: null,
	crashPoint: () => undefined,
	systemLocale: 'en-GB',
	version: '0',
};
