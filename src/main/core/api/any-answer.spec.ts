// Whatever answers instead of the service, every request ends with a verdict, and no step gets stuck.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../../test/support/client.ts';
import { body as waste, create, openQueue, submit } from '../../../../test/support/queue.ts';
import { operations } from '../../../shared/service/index.ts';
import { partsOfPath, type Operation } from '../../../shared/service/operation.ts';
import type { Network } from '../ports.ts';
import { whole } from '../../../../test/support/whole.ts';

const rejections: unknown[] = [];
const note = (error: unknown) => rejections.push(error);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
	process.off('unhandledRejection', note);
	expect(rejections).toEqual([]);
});

const number = fc.oneof(
	fc.constantFrom('1e999', '-1e999', '1e-999', '9'.repeat(2_000), '-0', '1e30', '0.1e-3', '404'),
	fc.integer().map(String),
);
const names = fc.constantFrom(
	'id',
	'number',
	'status',
	'items',
	'quantity',
	'quantityReceived',
	'date',
	'description',
	'data',
	'result',
	'error',
	'errors',
	'success',
	'isFailed',
	'title',
	'detail',
	'message',
	'totalCount',
	'count',
	'access_token',
	'expires_in',
	'__proto__',
	'toString',
	'locationId',
);
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'Draft'));
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'medium' },
		number,
		text.map((each) => JSON.stringify(each)),
		fc.constantFrom('null', 'true', 'false', '{}', '[]'),
		fc.array(tie('value'), { maxLength: 4 }).map((rows) => `[${rows.join(',')}]`),
		fc
			.array(fc.tuple(names, tie('value')), { maxLength: 6 })
			.map((fields) => `{${fields.map(([name, is]) => `"${name}":${is}`).join(',')}}`),
	),
}));
const body = fc.oneof(
	{ weight: 6, arbitrary: json },
	{ weight: 1, arbitrary: fc.tuple(json, fc.nat(40)).map(([all, end]) => all.slice(0, end)) },
	{ weight: 1, arbitrary: text },
	fc.constantFrom('', '<html></html>', '['.repeat(20_000), '{"a":'.repeat(20_000), '\ufeff{}'),
);
const header = fc.oneof(
	fc.stringMatching(/^[ -~]{0,20}$/),
	fc.constantFrom('1000000000000000000000000000000', '-1', '0', 'NaN', '1e9'),
	fc.constantFrom('Fri, 20 Nov 2026 09:00:00 GMT', 'Fri, 32 Foo 275761 99:99:99 GMT', '/x/7', '..'),
);
const response = fc.record({
	status: fc.oneof(
		fc.integer({ min: 200, max: 599 }),
		fc.constantFrom(200, 201, 202, 204, 400, 401, 403, 404, 409, 422, 429, 499, 500, 503),
	),
	headers: fc.record(
		{
			'content-type': fc.oneof(
				fc.constantFrom('application/json', 'application/problem+json', 'text/html', ''),
				header,
			),
			'retry-after': header,
			date: header,
			location: header,
		},
		{ requiredKeys: [] },
	),
	body,
});
type Arbitrary = typeof response extends fc.Arbitrary<infer Value> ? Value : never;

const toResponse = ({ status, headers, body }: Arbitrary): Response =>
	new Response([204, 205, 304].includes(status) ? null : body, { status, headers });

const answering = (arbitrary: Arbitrary, login?: Arbitrary): Network => {
	const fetch: Network['read'] = (request) => {
		const isLogin = new URL(request.url).pathname.startsWith('/api/Account/');
		if (!isLogin) return Promise.resolve(toResponse(arbitrary));
		return Promise.resolve(login ? toResponse(login) : Response.json({ access_token: 'token' }));
	};
	return { read: fetch, write: fetch };
};

const url = 'http://service.test';
const profiles = fc.constantFrom<unknown>(
	{},
	{ behaviour: { emptyAnswersMeanDone: true, refusalsDoNothing: true }, ids: 'integer' },
	{ lists: { rows: 'data.items', record: 'data' }, problems: { sentence: 'error.message' } },
);
const path = { id: 'x1' };
const verdicts = ['not-sent', 'applied', 'rejected', 'unknown', 'unauthorized'];
const called = (operations as readonly Operation[]).filter(({ open }) => open !== true);

test('every answer to every operation gives a verdict or a failure, and every wait ends', async () => {
	await fc.assert(
		fc.asyncProperty(
			response,
			profiles,
			fc.constantFrom(...called),
			async (arbitrary, profile, { name, method, path: address }) => {
				const parts = Object.fromEntries(partsOfPath(address).map((part) => [part, 'x1']));
				const { client, connectivity } = openClient({
					url,
					profile,
					network: answering(arbitrary),
				});
				const before = Date.now();
				const outcome =
					method === 'GET'
						? await client.readByName(name, { path: parts })
						: await client.write(name, { path: parts });
				if ('kind' in outcome && !('ok' in outcome)) expect(verdicts).toContain(outcome.kind);
				const waitUntil = 'waitUntil' in outcome ? outcome.waitUntil : null;
				if (waitUntil !== null) {
					expect(Number.isSafeInteger(Math.ceil(waitUntil))).toBe(true);
					expect(waitUntil - before).toBeLessThanOrEqual(3_600_000 + 60_000);
				}
				connectivity.stop();
			},
		),
		{ numRuns: whole ? 5_000 : 500 },
	);
});

test('every answer to a sign-in ends it', async () => {
	const idle = { status: 200, headers: {}, body: '3' };
	await fc.assert(
		fc.asyncProperty(response, async (login) => {
			const { client, connectivity } = openClient({ url, network: answering(idle, login) });
			const signedIn = await client.session.signIn('a-client-secret');
			expect(typeof signedIn.ok).toBe('boolean');
			await client.write('wastage.submit', { path });
			connectivity.stop();
		}),
		{ numRuns: whole ? 1_000 : 100 },
	);
});

test('no answer leaves a step stuck: it continues, is done, or needs attention', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(response, { minLength: 1, maxLength: 3 }),
			response,
			profiles,
			async (written, read, profile) => {
				const queue = openQueue();
				try {
					const clientOf = (arbitrary: Arbitrary) =>
						openClient({ url, profile, network: answering(arbitrary), clock: queue.clock }).client;
					queue.service.verdicts = written.map(
						(each) => () => clientOf(each).write('wastage.create', { body: waste }),
					);
					const reading = clientOf(read);
					queue.service.reads['wastage.list'] = () => reading.readAllByName('wastage.list', {});
					queue.service.reads['wastage.get'] = () => reading.readByName('wastage.get', { path });
					const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
					await queue.clock.pass(20_000);
					for (const { state } of queue.rows(laneId)) {
						expect(['confirmed', 'queued', 'ambiguous', 'attention']).toContain(state);
					}
					const open = queue.store.durable
						.prepare<[], number>('SELECT count(*) FROM attempt WHERE verdict IS NULL')
						.pluck();
					expect(open.get()).toBe(0);
				} finally {
					await queue.remove();
				}
			},
		),
		{ numRuns: 25 },
	);
});
