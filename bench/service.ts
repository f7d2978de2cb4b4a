// A practice service in its own process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '../scripts/tour/program.ts';
import { openTransport } from '../src/main/host/transport.ts';
import { practiceClient } from '../test/support/practice.ts';

export async function openService() {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-bench-'));
	const { access, answerAfter, stop } = await startPractice(folder, 'a');
	const client = practiceClient(access.url);
	return {
		access,
		client,
		answerAfter,
		/** @returns a token */
		async signIn(): Promise<string> {
			const body = new FormData();
			body.set('client_id', access.clientId);
			body.set('client_secret', access.clientSecret);
			const { json } = await client.send('POST', '/api/Account/Login', { body });
			return (json as { access_token: string }).access_token;
		},
		async close() {
			await stop();
			rmSync(folder, { recursive: true });
		},
	};
}
export type OpenService = Awaited<ReturnType<typeof openService>>;

/** Requests like the outbox, over its own transport, without checking answers. */
export function openBareClient(serviceUrl: string, token: string) {
	const transport = openTransport();
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	return {
		async ask(how: 'read' | 'write', method: string, path: string, body?: string) {
			const init = { method, headers, ...(body === undefined ? {} : { body }) };
			const answer = await transport[how](new Request(serviceUrl + path, init));
			const text = await answer.text();
			if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${text}`);
			return text === '' ? null : (JSON.parse(text) as { id: string });
		},
		close: () => transport.close(),
	};
}
