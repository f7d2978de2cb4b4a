import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { silentLog } from '../../../test/support/ports.ts';
import { secretFile } from './secrets.ts';

type Options = Parameters<typeof secretFile>[1];
type Backend = ReturnType<Options['safeStorage']['getSelectedStorageBackend']>;

const folder = freshFolder();
const file = () => folder('secrets.json');

/** Encrypts by reversing the text, prefixed with the number of the key. */
function keyStore({
	available = true,
	backend = 'gnome_libsecret',
	key = 1,
}: { available?: boolean; backend?: Backend; key?: number } = {}): Options['safeStorage'] {
	const reversed = (text: string) => [...text].reverse().join('');
	return {
		isAsyncEncryptionAvailable: async () => available,
		getSelectedStorageBackend: () => backend,
		encryptStringAsync: async (text) => Buffer.from(`${key}${reversed(text)}`),
		async decryptStringAsync(encrypted) {
			const text = encrypted.toString();
			if (Number(text[0]) > key) throw new Error('No such key');
			return { result: reversed(text.slice(1)), shouldReEncrypt: Number(text[0]) < key };
		},
	};
}

const open = (safeStorage: Options['safeStorage'], platform: NodeJS.Platform = 'linux') =>
	secretFile(file(), { safeStorage, platform, log: silentLog });

it('stores each account’s secret between starts, never in clear text', async () => {
	expect(await open(keyStore()).keep('a', 'open sesame')).toBe(true);
	expect(await open(keyStore()).keep('b', 'other')).toBe(true);
	expect(await open(keyStore()).read('a')).toBe('open sesame');
	expect(await open(keyStore()).read('b')).toBe('other');
	expect(await open(keyStore()).read('c')).toBeNull();
	expect(readFileSync(file(), 'utf8')).not.toContain('sesame');
});

it.skipIf(process.platform === 'win32')('writes a file that others cannot read', async () => {
	await open(keyStore()).keep('a', 'open sesame');
	expect(statSync(file()).mode & 0o077).toBe(0);
});

it.each([
	['basic_text', keyStore({ backend: 'basic_text' })],
	['an unknown backend', keyStore({ backend: 'unknown' })],
	['no encryption', keyStore({ available: false })],
])('refuses to store anything with %s on Linux', async (_what, safeStorage) => {
	expect(await open(safeStorage).keep('a', 'open sesame')).toBe(false);
	expect(() => readFileSync(file())).toThrow('ENOENT');
	expect(await open(safeStorage).read('a')).toBeNull();
});

it('does not ask for the Linux backend on other systems', async () => {
	const store = open(keyStore({ backend: 'unknown' }), 'darwin');
	expect(await store.keep('a', 'open sesame')).toBe(true);
	expect(await store.read('a')).toBe('open sesame');
});

it('forgets one account and keeps the others', async () => {
	const store = open(keyStore());
	await store.keep('a', 'one');
	await store.keep('b', 'two');
	await store.forget('a');
	expect(await store.read('a')).toBeNull();
	expect(await store.read('b')).toBe('two');
});

it('encrypts again after the key has changed', async () => {
	await open(keyStore()).keep('a', 'open sesame');
	const before = readFileSync(file(), 'utf8');
	expect(await open(keyStore({ key: 2 })).read('a')).toBe('open sesame');
	expect(readFileSync(file(), 'utf8')).not.toBe(before);
	expect(await open(keyStore({ key: 2 })).read('a')).toBe('open sesame');
});

it('reports no secret if the stored one is unreadable', async () => {
	await open(keyStore({ key: 2 })).keep('a', 'open sesame');
	expect(await open(keyStore({ key: 1 })).read('a')).toBeNull();
	writeFileSync(file(), 'broken');
	expect(await open(keyStore()).read('a')).toBeNull();
	expect(await open(keyStore()).keep('a', 'again')).toBe(true);
});
