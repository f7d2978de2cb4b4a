// Records every request of the service check: the structure of requests and answers, without records or secrets.
import { ExactNumber, parseExact, type ExactJson } from '../../../shared/exact-json.ts';
import type { CheckEvidence } from '../../../shared/bridge/service-check.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import { withoutSecrets } from '../api/secrets.ts';
import type { Fetch, Network } from '../ports.ts';

export type Recorder = ReturnType<typeof recordingNetwork>;

const mostEvidence = 8;
const mostText = 300;
/** Longer than any scheme's name, shorter than any token. */
const shortestToken = 10;

/** @param secrets kept out of the evidence; tokens are added */
export function recordingNetwork(network: Network, secrets: Set<string>, told: () => void) {
	const kept: CheckEvidence[] = [];
	const refused: ExactJson[] = [];
	const cut = (text: string): string => {
		const clean = withoutSecrets(text, secrets);
		return clean.length <= mostText ? clean : `${clean.slice(0, mostText)}…`;
	};

	const recording =
		(send: Fetch): Fetch =>
		async (request) => {
			// Any header may carry the token, and a refusal may repeat it.
			for (const [name, value] of request.headers) {
				if (name === 'accept' || name === 'content-type') continue;
				for (const word of value.split(' ')) if (word.length > shortestToken) secrets.add(word);
			}
			const { pathname, search } = new URL(request.url);
			const sent = `${request.method} ${pathname}${decodeURIComponent(search)}`;
			try {
				const response = await send(request);
				const body = await textOf(response.clone());
				// A refusal matters for its words, any other answer for its structure.
				const came = body === null ? '(too long)' : response.status >= 400 ? body : outlineOf(body);
				kept.push({ sent: cut(sent), came: cut(`${String(response.status)} ${came}`) });
				if (response.status >= 400 && response.status < 500) refused.push(...parsed(body ?? ''));
				return response;
			} catch (error) {
				kept.push({ sent: cut(sent), came: `no answer (${String(error)})` });
				throw error;
			} finally {
				told();
			}
		};

	return {
		read: recording(network.read),
		write: recording(network.write),
		count: () => kept.length,
		refusals: (): readonly ExactJson[] => refused,
		/** Newest last. */
		since: (mark: number) => kept.slice(mark).slice(-mostEvidence),
		/** First answers of matching reads without parameters. */
		of: (addresses: readonly RegExp[]) =>
			addresses
				.flatMap((address) => kept.find(({ sent }) => address.test(sent)) ?? [])
				.slice(0, mostEvidence),
	};
}

/** The caller has its own limits. */
const mostBytes = 32 * 1024 * 1024;

async function textOf({ body }: Response): Promise<string | null> {
	if (body === null) return '';
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	// Leaving the loop cancels the rest.
	for await (const part of body as AsyncIterable<Uint8Array>) {
		size += part.byteLength;
		if (size > mostBytes) return null;
		text += decoder.decode(part, { stream: true });
	}
	return text + decoder.decode();
}

function parsed(body: string): ExactJson[] {
	try {
		return body.trim() === '' ? [] : [parseExact(body)];
	} catch {
		return [];
	}
}

/** The structure of a body: names, kinds, row counts, and short values beside the rows, such as a total. */
function outlineOf(body: string): string {
	if (body.trim() === '') return '(empty)';
	try {
		return outline(parseExact(body), 0);
	} catch {
		return '(not JSON)';
	}
}

function outline(json: ExactJson | undefined, depth: number): string {
	if (json instanceof ExactNumber) return depth <= 1 ? json.text : 'number';
	if (Array.isArray(json)) {
		const rows = json as readonly ExactJson[];
		const [first] = rows;
		return first === undefined ? '[]' : `[${String(rows.length)} × ${outline(first, depth + 2)}]`;
	}
	if (!isJsonObject(json))
		return json === null || typeof json === 'boolean' ? String(json) : 'text';
	const fields = Object.entries(json);
	// Values of inner records are omitted: any may be a token.
	return depth >= 2
		? `{${fields.map(([name]) => name).join(', ')}}`
		: `{${fields.map(([name, value]) => `${name}: ${outline(value, depth + 1)}`).join(', ')}}`;
}
