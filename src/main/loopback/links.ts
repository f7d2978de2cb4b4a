// Who may come in. A link holds a token that is good for one use; it is exchanged for a session, which the browser keeps
// in a cookie that no script can read. Any number of links can be made, for a second browser or a second counter.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Session {
	/** Goes into the caller of each call. */
	readonly connection: string;
}

interface Links {
	/** A token for a new link, good for one use while the program runs. */
	make(): string;
	/** Uses up a token. Null when it is not one, or was used. */
	redeem(token: string): { cookie: string; session: Session } | null;
	/** The session of a cookie's value, or null. */
	session(cookie: string): Session | null;
}

interface Kept<Value> {
	/** Only a digest is kept, which also makes all comparisons of one length. */
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

/** Looks at all of them, so that the time it takes says nothing. */
function find<Value>(among: Iterable<Kept<Value>>, secret: string): Kept<Value> | null {
	const digest = digestOf(secret);
	let found: Kept<Value> | null = null;
	for (const one of among) if (timingSafeEqual(one.digest, digest)) found = one;
	return found;
}
