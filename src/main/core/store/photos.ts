// Photos of documents: table `photo` of stillroom.db, with the pictures as files in a folder beside it.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from './open.ts';

export interface PhotoRow {
	photo_id: string;
	account_id: string;
	document_id: string;
	media_type: string;
	bytes: number;
	added_at: number;
	added_by: string;
	caption: string;
}

export function photoTable(durable: Sqlite) {
	const insert = durable.prepare<[PhotoRow]>(
		`INSERT INTO photo (photo_id, account_id, document_id, media_type, bytes, added_at, added_by, caption)
		 VALUES (@photo_id, @account_id, @document_id, @media_type, @bytes, @added_at, @added_by, @caption)
		 ON CONFLICT DO NOTHING`,
	);
	const one = durable.prepare<[string, string], PhotoRow>(
		'SELECT * FROM photo WHERE account_id = ? AND photo_id = ?',
	);
	const ofDocument = durable.prepare<[string, string], PhotoRow>(
		'SELECT * FROM photo WHERE account_id = ? AND document_id = ? ORDER BY photo_id',
	);
	const remove = durable.prepare<[string, string]>(
		'DELETE FROM photo WHERE account_id = ? AND photo_id = ?',
	);
	const isRemoved = durable
		.prepare<[string], number>(
			`SELECT 1 FROM tombstone WHERE table_name = 'photo' AND identity = ?`,
		)
		.pluck();
	const removed = durable
		.prepare<[string], string>(
			`SELECT identity ->> '$[0]' FROM tombstone
			 WHERE table_name = 'photo' AND document_id IN (SELECT value FROM json_each(?))`,
		)
		.pluck();
	const draftBehind = durable
		.prepare<[string, string, string], string>(
			'SELECT document_id FROM lane WHERE account_id = ? AND document = ? AND server_id = ? ORDER BY created_at LIMIT 1',
		)
		.pluck();
	return {
		insert: (row: PhotoRow): boolean => insert.run(row).changes > 0,
		get: (accountId: string, photoId: string): PhotoRow | null =>
			one.get(accountId, photoId) ?? null,
		of: (accountId: string, documentId: string): PhotoRow[] =>
			ofDocument.all(accountId, documentId),
		remove: (accountId: string, photoId: string): boolean =>
			remove.run(accountId, photoId).changes > 0,
		isRemoved: (photoId: string): boolean => isRemoved.get(JSON.stringify([photoId])) === 1,
		removed: (documents: readonly string[]): string[] => removed.all(JSON.stringify(documents)),
		draftBehind: (accountId: string, document: string, serverId: string): string | null =>
			draftBehind.get(accountId, document, serverId) ?? null,
	};
}

export interface PhotoFiles {
	/** Complete and durable when it returns, or not there at all. */
	write(photoId: string, bytes: Uint8Array): void;
	read(photoId: string): Uint8Array | null;
	remove(photoId: string): void;
}

/** @param folder created with the first photo */
export function photoFiles(folder: string): PhotoFiles {
	return {
		write(photoId, bytes) {
			mkdirSync(folder, { recursive: true });
			const half = join(folder, `${photoId}.part`);
			try {
				writeFileSync(half, bytes, { flush: true });
				renameSync(half, join(folder, photoId));
			} catch (error) {
				// On a full disk a partial file would take the last space.
				rmSync(half, { force: true });
				throw error;
			}
		},
		read(photoId) {
			try {
				return readFileSync(join(folder, photoId));
			} catch (error) {
				if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
				throw error;
			}
		},
		remove(photoId) {
			rmSync(join(folder, photoId), { force: true });
		},
	};
}
