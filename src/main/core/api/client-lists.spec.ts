// Reading whole lists over HTTP: by every style of paging, in parallel, and over a requested wait.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClient, type TestClient } from '../../../../test/support/client.ts';
import {
	startScriptedService,
	type ScriptedService,
} from '../../../../test/support/scripted-service.ts';
import { openTransport } from '../../host/transport.ts';

let service: ScriptedService;
let transport: ReturnType<typeof openTransport>;
let opened: TestClient;
let client: TestClient['client'];

beforeEach(async () => {
	service = await startScriptedService();
	transport = openTransport();
	client = makeClient();
});
afterEach(async () => {
	opened.connectivity.stop();
	await transport.close();
	await service.close();
});

function makeClient(profile: unknown = {}): TestClient['client'] {
	opened = openClient({ url: service.url, network: transport, profile, secret: 'secret' });
	return opened.client;
}

const paths = () => service.seen.map((seen) => seen.path);
const answering = (status: number, body?: string, headers?: Record<string, string>) => {
	service.script = (_seen, answer) => answer(status, body, headers);
};
const rows = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({ id: `S${String(from + index)}`, name: 'x' }));

test.each([
	[
		'pages',
		{ style: 'page', parameter: 'pageNumber', first: 1 },
		(page: string | null) => (Number(page) - 1) * 3,
	],
	[
		'pages from zero',
		{ style: 'page', parameter: 'p', first: 0 },
		(page: string | null) => Number(page) * 3,
	],
	[
		'offsets',
		{ style: 'offset', parameter: 'skip', first: 0 },
		(page: string | null) => Number(page),
	],
])('reads a list by %s to its end', async (_name, paging, offsetOf) => {
	client = makeClient({ paging: { ...paging, size: 3 } });
	service.script = (seen, answer) => {
		const from = offsetOf(seen.query.get(paging.parameter));
		answer(200, JSON.stringify({ items: rows(from, Math.min(from + 3, 7)), totalCount: 7 }));
	};
	const read = await client.readAll('supplier.list', {});
	expect(read).toMatchObject({ ok: true, value: { complete: true } });
	expect(read.ok && read.value.rows.map((row) => row.id)).toEqual(rows(0, 7).map((row) => row.id));
});

test.each([
	['page numbers', { style: 'page', parameter: 'pageNumber', first: 1 }, ['1', '2', '2', '3']],
	['offsets', { style: 'offset', parameter: 'skip', first: 0 }, ['0', '3', '3', '6']],
	[
		'cursors',
		{ style: 'cursor', parameter: 'after', nextCursor: 'next' },
		[null, 'c3', 'c3', 'c6'],
	],
])('continues by %s after a requested wait', async (_name, paging, asked) => {
	client = makeClient({ paging: { ...paging, size: 3 } });
	let answered = 0;
	service.script = (_seen, answer) => {
		const turn = service.seen.length - before;
		if (turn === 2) {
			answer(429, '{}', { 'retry-after': '1' });
			return;
		}
		const from = 3 * answered++;
		const next = from < 6 ? `c${String(from + 3)}` : null;
		answer(200, JSON.stringify({ items: rows(from, Math.min(from + 3, 7)), next, totalCount: 7 }));
	};
	await client.session.signIn('secret');
	const before = service.seen.length;
	const came: string[] = [];
	const waits: number[] = [];
	const begun = Date.now();
	const read = await client.readAll(
		'supplier.list',
		{},
		{
			onPage: (page) => void came.push(...page.map(({ id }) => id)),
			onWait(until) {
				waits.push(until - begun);
				return Promise.resolve(true);
			},
		},
	);
	expect(read).toMatchObject({ ok: true, value: { complete: true } });
	expect(came).toEqual(rows(0, 7).map(({ id }) => id));
	expect(service.seen.slice(before).map(({ query }) => query.get(paging.parameter))).toEqual(asked);
	expect(waits).toHaveLength(1);
	expect(waits[0]).toBeGreaterThanOrEqual(1_000);
});

test.each([
	['page numbers', { style: 'page', parameter: 'pageNumber', first: 1 }, ['1', '2', '3', '4']],
	['offsets', { style: 'offset', parameter: 'skip', first: 0 }, ['0', '3', '6', '9']],
])('reads a whole list in parallel by %s', async (_name, paging, asked) => {
	client = makeClient({ paging: { ...paging, size: 3, pagesAtOnce: 3 } });
	const held: (() => void)[] = [];
	service.script = (seen, answer) => {
		const page = asked.indexOf(seen.query.get(paging.parameter) ?? '');
		const give = () => {
			const body = { items: rows(3 * page, Math.min(3 * page + 3, 11)), totalCount: 11 };
			answer(200, JSON.stringify(body));
		};
		if (page === 0) give();
		// Answers only once all are requested, the last one first.
		else if (held.push(give) === 3) for (const each of held.reverse()) each();
	};
	const read = await client.readAllByName('supplier.list', {});
	expect(read).toMatchObject({ ok: true, value: { rows: rows(0, 11), complete: true } });
	expect(service.seen.slice(1).map(({ query }) => query.get(paging.parameter))).toEqual(asked);
});

test.each([
	['of which nobody knows how long it is', { pagesAtOnce: 3 }, {}],
	['of a service that takes one at a time', { pagesAtOnce: 1 }, { totalCount: 11 }],
])('reads a list %s one page at a time', async (_name, paging, more) => {
	client = makeClient({ paging: { ...paging, size: 3 } });
	let underWay = 0;
	let most = 0;
	service.script = (seen, answer) => {
		most = Math.max(most, (underWay += 1));
		const from = 3 * (Number(seen.query.get('pageNumber')) - 1);
		setImmediate(() => {
			underWay -= 1;
			answer(200, JSON.stringify({ items: rows(from, Math.min(from + 3, 11)), ...more }));
		});
	};
	expect(await client.readAllByName('supplier.list', {})).toMatchObject({
		value: { rows: rows(0, 11) },
	});
	expect(most).toBe(1);
});

test('a list in one answer is incomplete if its count operation reports another number', async () => {
	client = makeClient({ paging: { style: 'none' } });
	service.script = (seen, answer) => {
		answer(200, seen.path === '/api/v1/Supplier/Count' ? '12' : JSON.stringify(rows(0, 11)));
	};
	expect(await client.readAllByName('supplier.list', {})).toMatchObject({
		value: { complete: false, incomplete: { code: 'fewer-than-told', told: 12, came: 11 } },
	});
});

test('a list that nobody waits for stops if the service asks to wait', async () => {
	answering(429, '{}', { 'retry-after': '1' });
	expect(await client.readAll('supplier.list', {})).toMatchObject({ ok: false, kind: 'wait' });
	const reader = { onPage: () => undefined, onWait: () => Promise.resolve(false) };
	expect(await client.readAll('supplier.list', {}, reader)).toMatchObject({ kind: 'wait' });
	expect(paths().filter((path) => path.endsWith('upplier'))).toHaveLength(2);
});

test('reads a list by cursors, from the envelope that the profile names', async () => {
	client = makeClient({
		paging: { style: 'cursor', parameter: 'after', size: 2, nextCursor: 'result.next' },
		lists: { rows: 'result.rows' },
	});
	service.script = (seen, answer) =>
		answer(
			200,
			seen.query.get('after') === null
				? '{"result":{"rows":[{"id":1,"name":"a"}],"next":"abc"}}'
				: '{"result":{"rows":[{"id":2,"name":"b"}],"next":null}}',
		);
	expect(await client.readAll('supplier.list', {})).toMatchObject({
		value: { rows: [{ id: '1' }, { id: '2' }], complete: true },
	});
});

test('a list that ends before its total is incomplete', async () => {
	answering(200, JSON.stringify({ items: rows(0, 2), totalCount: 5 }));
	expect(await client.readAll('supplier.list', {})).toMatchObject({
		ok: true,
		value: { complete: false },
	});
});

test('a list without a single readable row is a failure, not an empty list', async () => {
	answering(200, '[{"name":"a"},{"name":"b"}]');
	expect(await client.readAll('supplier.list', {})).toMatchObject({
		ok: false,
		kind: 'unreadable',
	});
});

test('a list for a probe fails if rows are missing', async () => {
	answering(200, JSON.stringify({ items: rows(0, 2), totalCount: 5 }));
	expect(await client.readByName('supplier.list', {})).toMatchObject({
		ok: false,
		kind: 'unreadable',
	});
});
