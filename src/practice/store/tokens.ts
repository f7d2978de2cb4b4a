// Access and refresh tokens. Refreshing rotates: a refresh token works once.
import { createHash, randomBytes } from 'node:crypto';
import type { Sqlite } from './open.ts';

export class Tokens {
	readonly #db: Sqlite;
	/** Lifetimes in seconds. */
	readonly accessSeconds: number;
	readonly refreshSeconds = 24 * 60 * 60;

	constructor(db: Sqlite, accessSeconds: number) {
		this.#db = db;
		this.accessSeconds = accessSeconds;
	}

	issue(now: number): { access: string; refresh: string } {
		this.#db.prepare('DELETE FROM token WHERE expires_at <= ?').run(now);
		const keep = (kind: 'access' | 'refresh', seconds: number) => {
			const token = randomBytes(32).toString('base64url');
			const insert = this.#db.prepare('INSERT INTO token VALUES (?, ?, ?)');
			insert.run(digest(token), kind, now + seconds * 1000);
			return token;
		};
		return {
			access: keep('access', this.accessSeconds),
			refresh: keep('refresh', this.refreshSeconds),
		};
	}

	accepts(access: string, now: number): boolean {
		const find = this.#db.prepare(
			`SELECT 1 FROM token WHERE digest = ? AND kind = 'access' AND expires_at > ?`,
		);
		return find.get(digest(access), now) !== undefined;
	}

	/** Consumes a refresh token. @returns whether it was valid. */
	redeem(refresh: string, now: number): boolean {
		const redeem = this.#db.prepare(
			`DELETE FROM token WHERE digest = ? AND kind = 'refresh' AND expires_at > ?`,
		);
		return redeem.run(digest(refresh), now).changes === 1;
	}

	revoke(access: string): void {
		const revoke = this.#db.prepare(`DELETE FROM token WHERE digest = ? AND kind = 'access'`);
		revoke.run(digest(access));
	}
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
