// Stores client secrets, encrypted by the system's key store. Without a real one, people enter the secret at each
// start.
import type { SafeStorage } from 'electron';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Log, SecretStore } from '../core/ports.ts';

const keptSecrets = z.record(z.string(), z.base64());

type Encryption = Pick<
	SafeStorage,
	| 'isAsyncEncryptionAvailable'
	| 'encryptStringAsync'
	| 'decryptStringAsync'
	| 'getSelectedStorageBackend'
>;

export function secretFile(
	file: string,
	{ safeStorage, platform, log }: { safeStorage: Encryption; platform: NodeJS.Platform; log: Log },
): SecretStore {
	/** On Linux, `basic_text` encrypts with a fixed, publicly known password, which protects nothing. */
	async function isSafe(): Promise<boolean> {
		if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
		if (platform !== 'linux') return true;
		const backend = safeStorage.getSelectedStorageBackend();
		return backend !== 'basic_text' && backend !== 'unknown';
	}

	const store: SecretStore = {
		async read(accountId) {
			const encrypted = readAll(file)[accountId];
			if (encrypted === undefined || !(await isSafe())) return null;
			try {
				const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
					Buffer.from(encrypted, 'base64'),
				);
				if (shouldReEncrypt) await store.keep(accountId, result);
				return result;
			} catch (error) {
				// Another user of this PC, or a reset key store: ask for the secret again.
				log.warn('A kept secret could not be read', { accountId, error });
				return null;
			}
		},
		async keep(accountId, secret) {
			if (!(await isSafe())) return false;
			const encrypted = await safeStorage.encryptStringAsync(secret);
			writeAll(file, { ...readAll(file), [accountId]: encrypted.toString('base64') });
			return true;
		},
		async forget(accountId) {
			const { [accountId]: forgotten, ...others } = readAll(file);
			if (forgotten !== undefined) writeAll(file, others);
		},
	};
	return store;
}

function readAll(file: string): Record<string, string> {
	try {
		return keptSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		return {};
	}
}

function writeAll(file: string, secrets: Record<string, string>): void {
	const next = `${file}.next`;
	writeFileSync(next, JSON.stringify(secrets), { mode: 0o600 });
	renameSync(next, file);
}
