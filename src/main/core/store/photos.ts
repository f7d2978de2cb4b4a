// Photos of documents: table `photo` of stillroom.db, with the pictures as files in a folder beside it.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface PhotoRow {
	photo_id: string;
	account_id: string;
	document_id: string;
	media_type: string;
	bytes: number;
	added_at: number;
	added_by: string;
}

export function photoTable(durable: Sqlite) {
	const sql = new Queries(durable);
	const isRemoved = sql.has<[string]>(
		`SELECT 1 FROM tombstone WHERE table_name = 'photo' AND identity = ?`,
	);
	const removed = sql.values<[string], string>(
		`SELECT identity ->> '$[0]' FROM tombstone
		 WHERE table_name = 'photo' AND document_id IN (SELECT value FROM json_each(?))`,
	);
	return {
		insert: sql.change<[row: PhotoRow]>(
			`INSERT INTO photo (photo_id, account_id, document_id, media_type, bytes, added_at, added_by)
			 VALUES (@photo_id, @account_id, @document_id, @media_type, @bytes, @added_at, @added_by)
			 ON CONFLICT DO NOTHING`,
		),
		get: sql.row<[accountId: string, photoId: string], PhotoRow>(
			'SELECT * FROM photo WHERE account_id = ? AND photo_id = ?',
		),
		of: sql.rows<[accountId: string, documentId: string], PhotoRow>(
			'SELECT * FROM photo WHERE account_id = ? AND document_id = ? ORDER BY photo_id',
		),
		remove: sql.change<[accountId: string, photoId: string]>(
			'DELETE FROM photo WHERE account_id = ? AND photo_id = ?',
		),
		isRemoved: (photoId: string): boolean => isRemoved(JSON.stringify([photoId])),
		removed: (documents: readonly string[]): string[] => removed(JSON.stringify(documents)),
		draftBehind: sql.value<[accountId: string, document: string, serverId: string], string>(
			'SELECT document_id FROM lane WHERE account_id = ? AND document = ? AND server_id = ? ORDER BY created_at LIMIT 1',
		),
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
