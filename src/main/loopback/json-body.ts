// Reads a request body as JSON, up to a limit.
import type { IncomingMessage } from 'node:http';

/** Bytes. The largest real call, a page of lines, is well below this. */
export const bodyLimit = 1024 * 1024;
/** Bytes after which we stop reading. */
const patience = 16 * bodyLimit;

type JsonBody = { ok: true; value: unknown } | { ok: false; why: 'too-large' | 'not-json' };

/** Reads a body over the limit to its end: a client that is still sending would not see our response. */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= bodyLimit) chunks.push(chunk);
		else if (size > patience) break;
	}
	if (size > bodyLimit) return { ok: false, why: 'too-large' };
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
		return { ok: true, value: JSON.parse(text) };
	} catch {
		return { ok: false, why: 'not-json' };
	}
}
