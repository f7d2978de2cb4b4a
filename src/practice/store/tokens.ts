// Access and refresh tokens. Refreshing rotates: a refresh token works once.
import { createHash, randomBytes } from 'node:crypto';
import type { Sqlite } from './open.ts';

export interface Tokens {
	/** A new pair. Lifetimes in seconds. */
	issue(now: number): { access: string; refresh: string };
	accepts(access: string, now: number): boolean;
	/** Consumes a refresh token. @returns whether it was valid. */
	redeem(refresh: string, now: number): boolean;
	revoke(access: string): void;
	readonly accessSeconds: number;
	readonly refreshSeconds: number;
}

const REFRESH_SECONDS = 24 * 60 * 60;

/** @param accessSeconds lifetime of an access token. */
export function openTokens(db: Sqlite, accessSeconds: number): Tokens {
	const insert = db.prepare('INSERT INTO token VALUES (?, ?, ?)');
	const expire = db.prepare('DELETE FROM token WHERE expires_at <= ?');
	const find = db
		.prepare<[string, number], number>(
			`SELECT 1 FROM token WHERE digest = ? AND kind = 'access' AND expires_at > ?`,
		)
		.pluck();
	const redeem = db.prepare(
		`DELETE FROM token WHERE digest = ? AND kind = 'refresh' AND expires_at > ?`,
	);
	const revoke = db.prepare(`DELETE FROM token WHERE digest = ? AND kind = 'access'`);

	return {
		accessSeconds,
		refreshSeconds: REFRESH_SECONDS,
		issue(now) {
			const access = randomBytes(32).toString('base64url');
			const refresh = randomBytes(32).toString('base64url');
			expire.run(now);
			insert.run(digest(access), 'access', now + accessSeconds * 1000);
			insert.run(digest(refresh), 'refresh', now + REFRESH_SECONDS * 1000);
			return { access, refresh };
		},
		accepts: (access, now) => find.get(digest(access), now) !== undefined,
		redeem: (refresh, now) => redeem.run(digest(refresh), now).changes === 1,
		revoke(access) {
			revoke.run(digest(access));
		},
	};
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
