// Access to the browser host: a link carries a single-use token, exchanged for a session in an HttpOnly cookie.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Session {
	readonly connection: string;
}

interface Links {
	make(): string;
	redeem(token: string): { cookie: string; session: Session } | null;
	session(cookie: string): Session | null;
}

interface Kept<Value> {
	/** Only a digest is stored, which also gives all comparisons the same length. */
	readonly digest: Buffer;
	readonly value: Value;
}

export function createLinks(newId: () => string): Links {
	const tokens = new Set<Kept<null>>();
	const sessions = new Set<Kept<Session>>();
	return {
		make() {
			const token = newSecret();
			tokens.add({ digest: digestOf(token), value: null });
			return token;
		},
		redeem(token) {
			const found = find(tokens, token);
			if (found === null) return null;
			tokens.delete(found);
			const cookie = newSecret();
			const session = { connection: newId() };
			sessions.add({ digest: digestOf(cookie), value: session });
			return { cookie, session };
		},
		session: (cookie) => find(sessions, cookie)?.value ?? null,
	};
}

const newSecret = () => randomBytes(32).toString('base64url');
const digestOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Constant time: always compares with every entry. */
function find<Value>(among: Iterable<Kept<Value>>, secret: string): Kept<Value> | null {
	const digest = digestOf(secret);
	let found: Kept<Value> | null = null;
	for (const one of among) if (timingSafeEqual(one.digest, digest)) found = one;
	return found;
}
