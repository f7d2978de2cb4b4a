// Size, depth and time limits of answers, over real connections.
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../../test/support/client.ts';
import {
	startScriptedService,
	type ScriptedService,
} from '../../../../test/support/scripted-service.ts';
import { openTransport } from '../../host/transport.ts';
import type { Client } from './client.ts';

let transport: ReturnType<typeof openTransport>;
let service: ScriptedService;

beforeEach(async () => {
	transport = openTransport();
	service = await startScriptedService();
});
afterEach(async () => {
	await transport.close();
	await service.close();
});

const clientWith = (profile: unknown = {}, secret = 'client-secret-0123456789') =>
	openClient({ url: service.url, network: transport, profile, secret });
const body = {
	locationId: 'L1',
	date: '2026-11-20T09:00:00.000Z',
	items: [{ itemId: 'I1', uomId: 1, quantity: '2' }],
};
const post = (client: Client) => client.write('wastage.create', { body });
const answering = (status: number, text: string | Uint8Array, headers = {}) => {
	service.script = (_seen, answer) => answer(status, text, headers);
};
const signingInWith = (login: object, status = 200) => {
	service.account = (_seen, answer) => answer(status, JSON.stringify(login));
};

test('stops reading an answer that is too large, compressed or not', async () => {
	const { client, connectivity } = clientWith({ limits: { responseBytes: 100_000 } });
	const large = JSON.stringify(['x'.repeat(1_000_000)]);
	const said = expect.stringMatching(/too large/) as string;
	answering(200, large);
	expect(await client.readAllByName('supplier.list', {})).toMatchObject({
		ok: false,
		kind: 'unreadable',
		said,
	});
	expect(await post(client)).toMatchObject({ kind: 'unknown', code: 'too-large' });
	answering(200, gzipSync(large), { 'content-encoding': 'gzip' });
	expect(await client.readAllByName('supplier.list', {})).toMatchObject({ kind: 'unreadable' });
	expect(connectivity.state().state).toBe('online');
});

test('aborts an answer without progress long before the timeout', async () => {
	const { client } = clientWith({ limits: { idleMs: 60 } });
	service.script = (_seen, _answer, _destroy, begin) => begin('{"id":');
	const begun = performance.now();
	expect(await post(client)).toMatchObject({ kind: 'unknown', code: 'timeout' });
	expect(performance.now() - begun).toBeLessThan(5_000);
});

test('aborts a trickling answer at the timeout', async () => {
	const { client } = clientWith({ timeouts: { writeMs: 300 } });
	let trickle: NodeJS.Timeout | undefined;
	service.script = (_seen, _answer, _destroy, begin) => {
		begin('{');
		trickle = setInterval(() => begin(' '), 20);
	};
	expect(await post(client)).toMatchObject({ kind: 'unknown', code: 'timeout' });
	clearInterval(trickle);
});

test.each([
	['lists', '['.repeat(200_000)],
	['records', '{"a":'.repeat(200_000)],
	['closed lists', '['.repeat(102) + ']'.repeat(102)],
])('does not read an answer with %s nested too deeply', async (_what, text) => {
	const { client } = clientWith();
	answering(200, text);
	expect(await post(client)).toMatchObject({ kind: 'unknown', code: 'unparsable' });
});

test('an impossible number makes its list unreadable, and nothing else', async () => {
	const { client } = clientWith();
	for (const number of ['1e999', '-1e-999', '9'.repeat(5_000), '1e99999999999999999999']) {
		answering(200, `[{"itemId":"I1","locationId":"L1","storageAreaId":"S1","quantity":${number}}]`);
		expect(
			await client.readAllByName('inventoryItem.currentStock', { query: { locationId: 'L1' } }),
		).toMatchObject({ ok: false, kind: 'unreadable' });
	}
});

test("caps Retry-After at the profile's limit, and reads its date by the clock that dated the answer", async () => {
	const { client } = clientWith({ pauses: { waitMostMs: 60_000 } });
	const waitOf = async (retryAfter: string, date: string) => {
		answering(429, '', { 'retry-after': retryAfter, date });
		const before = Date.now();
		const verdict = await post(client);
		return verdict.kind === 'unknown' && verdict.waitUntil !== null
			? Math.round((verdict.waitUntil - before) / 1_000)
			: null;
	};
	const year = 'Fri, 20 Nov 2015 09:00:';
	expect(await waitOf('1000000000000000000000000000000', `${year}00 GMT`)).toBe(60);
	expect(await waitOf(`${year}07 GMT`, `${year}00 GMT`)).toBe(7);
	expect(await waitOf(`${year}00 GMT`, `${year}07 GMT`)).toBe(0);
	expect(await waitOf('soon', `${year}00 GMT`)).toBeNull();
});

test.each([-5, 0, 1e300, Number.MAX_SAFE_INTEGER])(
	'a token that claims to end in %d s is used until it is refused',
	async (expires) => {
		signingInWith({ access_token: 'access', expires_in: expires });
		const { client } = clientWith();
		answering(200, '3');
		await client.read('location.count', {});
		await client.read('location.count', {});
		expect(service.seen.filter(({ path }) => path.endsWith('Login'))).toHaveLength(1);
	},
);

test('keeps no part of a secret that a service repeats', async () => {
	signingInWith({ access_token: 'access-0123456789', refresh_token: 'refresh-0123456789' });
	const { client } = clientWith();
	const parts = ['access-0123', 'esh-0123456789', 'client-secret-0123456789', '-secret-01'];
	answering(422, JSON.stringify({ detail: `Not ${parts.join(', nor ')}!`, items: parts[0] }));
	const said = 'Not …, nor …, nor …, nor …! · items: …';
	expect(await post(client)).toMatchObject({ kind: 'rejected', said });
	expect(await client.read('location.count', {})).toMatchObject({ said });
	signingInWith({});
	expect(await client.session.signIn('another-secret-98765')).toMatchObject({ ok: false });
});

test('a sign-in answer that repeats the secret does not reveal it', async () => {
	const { client } = clientWith();
	signingInWith({ error_description: 'Unknown secret another-secret-98765' }, 400);
	expect(await client.session.signIn('another-secret-98765')).toMatchObject({
		ok: false,
		said: 'Unknown secret …',
	});
});

test.each([
	['an address under the create', '/api/v1/Wastage/W-7', 'W-7'],
	['a whole address', 'URL/api/v1/Wastage/W-7/', 'W-7'],
	['a place beside the create', 'Wastage/W-7', 'W-7'],
	['a place under the create', 'W-7', 'W-7'],
	['other letters and a query', '/API/v1/wastage/W%2F7?version=2', 'W/7'],
	['another service', 'http://127.0.0.2/api/v1/Wastage/W-7', null],
	['another place', '/login', null],
	['the create itself', '/api/v1/Wastage', null],
	['nothing that is an address', 'http://', null],
])('takes the id of a new document from a Location with %s', async (_, location, id) => {
	const { client } = clientWith({ behaviour: { emptyAnswersMeanDone: true } });
	answering(201, '', { location: location.replace('URL', service.url) });
	expect(await post(client)).toMatchObject({ kind: 'applied', id });
});

test('a Location header proves that the document was made, an empty answer alone does not', async () => {
	const { client } = clientWith();
	answering(201, '', { location: '/api/v1/Wastage/W-7' });
	expect(await post(client)).toMatchObject({ kind: 'applied', id: 'W-7' });
	answering(201, '');
	expect(await post(client)).toMatchObject({ kind: 'unknown' });
});

test.each(['a/b', '../x', '%2e%2e', '...', 'ä b', '?a#b', '\\'])(
	'the id %s stays one part of the path',
	async (id) => {
		const { client } = clientWith();
		answering(200, '{}');
		await client.readByName('wastage.get', { path: { id } });
		expect(service.seen.at(-1)?.path).toBe(`/api/v1/Wastage/${encodeURIComponent(id)}`);
	},
);

test.each(['.', '..', '', 'x'.repeat(1_000_000), '\ud800'])(
	'rejects an id that no address can hold, without a request',
	async (id) => {
		const { client } = clientWith();
		const said = expect.stringContaining(id.slice(0, 40)) as string;
		expect(await client.readByName('wastage.get', { path: { id } })).toMatchObject({
			ok: false,
			kind: 'refused',
			said,
		});
		expect(await client.write('wastage.submit', { path: { id } })).toMatchObject({
			kind: 'not-sent',
			code: 'no-address',
			said,
		});
		expect(service.seen).toEqual([]);
	},
);
