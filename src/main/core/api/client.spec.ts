import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../../test/support/client.ts';
import {
	startScriptedService,
	type ScriptedService,
} from '../../../../test/support/scripted-service.ts';
import { openTransport } from '../../host/transport.ts';
import type { Client } from './client.ts';
import type { Connectivity } from './connectivity.ts';

let service: ScriptedService;
let transport: ReturnType<typeof openTransport>;
let connectivity: Connectivity;
let client: Client;

beforeEach(async () => {
	service = await startScriptedService();
	transport = openTransport();
	client = makeClient();
});
afterEach(async () => {
	connectivity.stop();
	await transport.close();
	await service.close();
});

function makeClient(profile: unknown = {}, secret: string | null = 'secret'): Client {
	const opened = openClient({ url: service.url, network: transport, profile, secret });
	({ connectivity } = opened);
	return opened.client;
}

const waste = {
	locationId: 'L1',
	date: '2026-11-20T09:00:00.000Z',
	items: [{ itemId: 'I1', uomId: 1, quantity: '2.350' }],
};
const post = () => client.write('wastage.create', { body: waste });
const answering = (status: number, body?: string, headers?: Record<string, string>) => {
	service.script = (_seen, answer) => answer(status, body, headers);
};
/** Refuses the first token. */
const acceptSecondToken = (body: string) => {
	service.script = (seen, answer) =>
		answer(seen.headers.authorization === 'Bearer token-2' ? 200 : 401, body);
};
const paths = () => service.seen.map((seen) => seen.path);

test('signs in with a multipart form and sends the token as the profile says', async () => {
	client = makeClient({ token: { header: 'x-access-token', scheme: '' } });
	await client.read('location.count', {});
	const [login, read] = service.seen;
	expect(login?.headers['content-type']).toMatch(/^multipart\/form-data/);
	expect(login?.body).toContain('name="client_id"');
	expect(login?.body).toContain('name="client_secret"');
	expect(read?.headers['x-access-token']).toBe('token-1');
	expect(read?.headers.authorization).toBeUndefined();
});

test('asks caches not to answer reads', async () => {
	await client.read('location.count', {});
	expect(service.seen.at(-1)?.headers['cache-control']).toBe('no-cache');
});

test('sends a quantity with the digits that were entered', async () => {
	await post();
	expect(service.seen.at(-1)?.body).toContain('"quantity":2.350');
});

test.each([
	[200, '{"id":"W1","number":"WST-1"}', { kind: 'applied', id: 'W1', number: 'WST-1' }],
	[200, '"W1"', { kind: 'applied', id: 'W1' }],
	[201, '{"id":12345678901234567890}', { kind: 'applied', id: '12345678901234567890' }],
	[200, '"OK"', { kind: 'applied', id: null }],
	[200, '{"id":"W1","success":true,"error":null,"errors":[]}', { kind: 'applied', id: 'W1' }],
	[200, '', { kind: 'unknown', code: 'empty', askAtOnce: true }],
	[200, 'null', { kind: 'unknown', code: 'empty', askAtOnce: true }],
	[204, '', { kind: 'unknown', code: 'empty' }],
	[202, '{"id":"W1"}', { kind: 'unknown', code: 'accepted' }],
	[200, 'false', { kind: 'unknown', code: 'says-error', askAtOnce: true }],
	...[
		'{"success":false}',
		'{"Succeeded":false,"id":"W1"}',
		'{"error":{"code":7}}',
		'{"errors":["No stock"],"data":null}',
		'{"result":{"success":false}}',
		'{"title":"Bad gateway","status":502}',
	].map((body) => [200, body, { kind: 'unknown', code: 'says-error' }] as const),
	[200, '{"isFailed":true,"message":"No stock"}', { kind: 'rejected', said: 'No stock' }],
	[200, 'OK', { kind: 'unknown', code: 'unparsable', askAtOnce: true }],
	[502, 'No', { kind: 'unknown', code: 'unparsable' }],
	[400, '{"title":"Bad","items":"empty"}', { kind: 'rejected', said: 'Bad · items: empty' }],
	[403, '{"title":"Forbidden","status":403}', { kind: 'rejected' }],
	// A filter, a gateway.
	[403, '{"message":"Blocked by policy"}', { kind: 'unknown', status: 403 }],
	[404, '{"message":"no Route matched"}', { kind: 'unknown', status: 404 }],
	[404, '{"title":"T","detail":"Gone"}', { kind: 'rejected' }],
	[499, '{"title":"T","detail":"Closed"}', { kind: 'unknown', status: 499 }],
	[422, '{"items":"empty"}', { kind: 'rejected', said: 'HTTP 422 · items: empty' }],
	...[400, 403, 404, 409, 422].flatMap((status) =>
		['', '{}', '"No"'].map((body) => [status, body, { kind: 'unknown' }] as const),
	),
	[409, '{"detail":"Already submitted"}', { kind: 'rejected', said: 'Already submitted' }],
	[408, '', { kind: 'unknown', status: 408 }],
	[500, '', { kind: 'unknown', code: 'http-500' }],
	[502, '', { kind: 'unknown' }],
	[429, '', { kind: 'unknown', code: 'wait' }],
] as const)('the verdict on %i %j', async (status, body, verdict) => {
	answering(status, body);
	expect(await post()).toMatchObject(verdict);
});

test('a web page instead of an answer proves nothing, whatever its status', async () => {
	answering(200, '<html>Sign in to the Wi-Fi</html>', { 'content-type': 'text/html' });
	expect(await post()).toMatchObject({ kind: 'unknown', code: 'html' });
	expect(await client.read('location.count', {})).toMatchObject({
		ok: false,
		kind: 'not-this-service',
	});
	expect(connectivity.state().state).toBe('offline');
});

test('a redirect is not followed and proves nothing', async () => {
	answering(302, '', { location: '/elsewhere' });
	expect(await post()).toMatchObject({ kind: 'unknown', status: 302 });
	expect(paths()).not.toContain('/elsewhere');
});

test('a 429 counts as not sent only if the service is known to do nothing then, and everyone waits', async () => {
	answering(429, '', { 'retry-after': '7' });
	client = makeClient({ behaviour: { refusalsDoNothing: true } });
	const verdict = await post();
	expect(verdict).toMatchObject({ kind: 'not-sent', code: 'wait' });
	expect(connectivity.state().state).toBe('busy');
	expect(connectivity.open()).toBe(false);
});

test('a connection that dies after the request was read is unknown, and the request is sent once', async () => {
	service.script = (_seen, _answer, destroy) => destroy();
	expect(await post()).toMatchObject({ kind: 'unknown' });
	expect(paths().filter((path) => path === '/api/v1/Wastage')).toHaveLength(1);
});

test('a missing answer is unknown', async () => {
	service.script = () => undefined;
	client = makeClient({ timeouts: { writeMs: 100 } });
	expect(await post()).toMatchObject({ kind: 'unknown', code: 'timeout' });
});

test('an answer that stalls is unknown for a write and a failure for a read', async () => {
	service.script = (_seen, _answer, _destroy, begin) => begin('{"id":');
	client = makeClient({ timeouts: { writeMs: 100, readMs: 100 } });
	expect(await post()).toMatchObject({ kind: 'unknown', code: 'timeout' });
	expect(await client.read('location.count', {})).toMatchObject({ ok: false });
});

test('a refused connection is surely not sent', async () => {
	await post();
	await service.close();
	expect(await post()).toMatchObject({ kind: 'not-sent', code: 'ECONNREFUSED' });
	expect(connectivity.open()).toBe(false);
	service = await startScriptedService();
});

test('a read with a refused token is repeated once with a new one', async () => {
	acceptSecondToken('3');
	expect(await client.read('location.count', {})).toMatchObject({ ok: true, value: 3 });
	expect(paths()).toEqual([
		'/api/Account/Login',
		'/api/v1/Location/AllLocationCount',
		'/api/Account/RefreshToken',
		'/api/v1/Location/AllLocationCount',
	]);
});

test.each([
	['a problem record', '{"title":"Unauthorized","status":401}'],
	['nothing', ''],
])('sends a write once and renews the token if it is refused with %s', async (_, body) => {
	acceptSecondToken(body);
	expect(await post()).toMatchObject({ kind: 'unauthorized', status: 401 });
	expect(paths()).toEqual(['/api/Account/Login', '/api/v1/Wastage', '/api/Account/RefreshToken']);
	answering(200, '"W1"');
	expect(await post()).toMatchObject({ kind: 'applied' });
	expect(service.seen.at(-1)?.headers.authorization).toBe('Bearer token-2');
});

test('a 401 web page proves nothing, and the write is sent once', async () => {
	answering(401, '<html>Sign in</html>', { 'content-type': 'text/html' });
	expect(await post()).toMatchObject({ kind: 'unknown', status: 401, code: 'html' });
	expect(paths().filter((path) => path === '/api/v1/Wastage')).toHaveLength(1);
});

test('callers with the same refused token share one renewal', async () => {
	acceptSecondToken('3');
	await Promise.all(Array.from({ length: 10 }, () => client.read('location.count', {})));
	expect(paths().filter((path) => path.startsWith('/api/Account/'))).toEqual([
		'/api/Account/Login',
		'/api/Account/RefreshToken',
	]);
});

test('a refused refresh leads to a new sign-in', async () => {
	const give = service.account;
	service.account = (seen, answer, ...more) =>
		seen.path.endsWith('RefreshToken') ? answer(400, '{}') : give(seen, answer, ...more);
	acceptSecondToken('3');
	expect(await client.read('location.count', {})).toMatchObject({ ok: true, value: 3 });
});

test('a sign-in told to wait does not ask for another secret, and everyone waits', async () => {
	const give = service.account;
	service.account = (_seen, answer) => answer(429, '', { 'retry-after': '7' });
	const sent = await post();
	expect(sent).toMatchObject({ kind: 'not-sent' });
	expect(sent.kind === 'not-sent' && (sent.waitUntil ?? 0) > Date.now() + 5_000).toBe(true);
	expect(client.session.state()).toBe('offline');
	expect(connectivity.state().state).toBe('busy');
	expect(await client.session.signIn('secret')).toMatchObject({ kind: 'wait' });

	service.account = give;
	answering(200, '"W1"');
	expect(await post()).toMatchObject({ kind: 'applied' });
});

test('a renewal told to wait does not lead to a new sign-in', async () => {
	const give = service.account;
	service.account = (seen, answer, ...more) =>
		seen.path.endsWith('RefreshToken') ? answer(503, '') : give(seen, answer, ...more);
	answering(401, '');
	expect(await client.read('location.count', {})).toMatchObject({ ok: false, kind: 'wait' });
	expect(paths().filter((path) => path.endsWith('Login'))).toHaveLength(1);
});

test('stops if the renewed token is refused too', async () => {
	answering(401, '{"title":"No"}');
	expect(await client.read('location.count', {})).toMatchObject({ kind: 'unauthorized' });
	expect(paths().filter((path) => path === '/api/v1/Location/AllLocationCount')).toHaveLength(2);
});

test('sends nothing without a secret, and the session asks for it', async () => {
	client = makeClient({}, null);
	expect(await post()).toMatchObject({ kind: 'not-sent', code: 'sign-in' });
	expect(client.session.state()).toBe('secret-needed');
	expect(service.seen).toEqual([]);
});

test('keeps undeclared fields', async () => {
	answering(200, '[{"id":"S1","name":"a","rating":4.50,"tags":["x"]}]');
	const read = await client.readAll('supplier.list', {});
	expect(read.ok && String(read.value.rows[0]?.['rating'])).toBe('4.50');
});

test('takes the method and path of an operation from the profile', async () => {
	client = makeClient({ operations: { 'wastage.create': { method: 'PUT', path: '/v2/waste' } } });
	await post();
	expect(service.seen.at(-1)).toMatchObject({ method: 'PUT', path: '/v2/waste' });
});
