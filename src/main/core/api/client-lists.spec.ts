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

beforeEach(async () => {
	service = await startScriptedService();
	transport = openTransport();
});
afterEach(async () => {
	opened.connectivity.stop();
	await transport.close();
	await service.close();
});

function makeClient(profile: unknown = {}): TestClient['client'] {
	opened = openClient({ url: service.url, network: transport, profile });
	return opened.client;
}
const answering = (status: number, body?: string, headers?: Record<string, string>) => {
	service.script = (_seen, answer) => answer(status, body, headers);
};
const rows = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({ id: `S${String(from + index)}`, name: 'x' }));
const inOneAnswer = { paging: { style: 'none' } };
/** What was asked for with each read of the list. */
const asked = (parameter: string) =>
	service.seen
		.filter(({ path }) => path.endsWith('/Supplier'))
		.map(({ query }) => query.get(parameter));

test.each([
	['page numbers', { style: 'page', parameter: 'pageNumber' }, ['1', '2', '2', '3']],
	['page numbers from zero', { style: 'page', parameter: 'p', first: 0 }, ['0', '1', '1', '2']],
	['offsets', { style: 'offset', parameter: 'skip' }, ['0', '3', '3', '6']],
	['offsets from one', { style: 'offset', parameter: 'start', first: 1 }, ['1', '4', '4', '7']],
	[
		'cursors',
		{ style: 'cursor', parameter: 'after', nextCursor: 'next' },
		[null, 'c3', 'c3', 'c6'],
	],
])('reads a list by %s to its end, and over a requested wait', async (_name, paging, expected) => {
	const client = makeClient({ paging: { ...paging, size: 3 } });
	let answered = 0;
	service.script = (_seen, answer) => {
		if (asked('').length === 2) {
			answer(429, '{}', { 'retry-after': '1' });
			return;
		}
		const from = 3 * answered++;
		const next = from < 6 ? `c${String(from + 3)}` : null;
		answer(200, JSON.stringify({ items: rows(from, Math.min(from + 3, 7)), next, totalCount: 7 }));
	};
	const came: unknown[] = [];
	const waits: number[] = [];
	const begun = Date.now();
	const reader = {
		onPage: (page: readonly { id: string }[]) => void came.push(...page.map(({ id }) => id)),
		onWait(until: number) {
			waits.push(until - begun);
			return Promise.resolve(true);
		},
	};
	const read = await client.readAll('supplier.list', {}, reader);
	expect(read).toMatchObject({ ok: true, value: { complete: true } });
	expect(came).toEqual(rows(0, 7).map(({ id }) => id));
	expect(asked(paging.parameter)).toEqual(expected);
	expect(waits).toEqual([expect.closeTo(1_000, -3)]);
});

test.each([
	['page numbers', { style: 'page', parameter: 'pageNumber', first: 1 }, ['1', '2', '3', '4']],
	['offsets', { style: 'offset', parameter: 'skip', first: 0 }, ['0', '3', '6', '9']],
])('reads a whole list in parallel by %s', async (_name, paging, expected) => {
	const client = makeClient({ paging: { ...paging, size: 3, pagesAtOnce: 3 } });
	const held: (() => void)[] = [];
	service.script = (seen, answer) => {
		const page = expected.indexOf(seen.query.get(paging.parameter) ?? '');
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
	expect(asked(paging.parameter)).toEqual(expected);
});

test.each([
	['of which nobody knows how long it is', { pagesAtOnce: 3 }, {}],
	['of a service that takes one at a time', { pagesAtOnce: 1 }, { totalCount: 11 }],
])('reads a list %s one page at a time', async (_name, paging, more) => {
	const client = makeClient({ paging: { ...paging, size: 3 } });
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
	const client = makeClient(inOneAnswer);
	service.script = (seen, answer) => {
		answer(200, seen.path === '/api/v1/Supplier/Count' ? '12' : JSON.stringify(rows(0, 11)));
	};
	expect(await client.readAllByName('supplier.list', {})).toMatchObject({
		value: { complete: false, incomplete: { code: 'fewer-than-told', told: 12, came: 11 } },
	});
});

test('a list that nobody waits for stops if the service asks to wait', async () => {
	const client = makeClient();
	answering(429, '{}', { 'retry-after': '1' });
	expect(await client.readAll('supplier.list', {})).toMatchObject({ ok: false, kind: 'wait' });
	const reader = { onPage: () => undefined, onWait: () => Promise.resolve(false) };
	expect(await client.readAll('supplier.list', {}, reader)).toMatchObject({ kind: 'wait' });
	expect(asked('')).toHaveLength(2);
});

test('reads the envelope that the profile names', async () => {
	const client = makeClient({ ...inOneAnswer, lists: { rows: 'result.rows' } });
	answering(200, JSON.stringify({ result: { rows: [{ id: 1, name: 'a' }] } }));
	expect(await client.readAll('supplier.list', {})).toMatchObject({
		value: { rows: [{ id: '1' }], complete: true },
	});
});

test.each([
	['an unreadable row costs only itself', '[{"id":"S1","name":"a"},{"name":"b"}]', { ok: true }],
	['a list without a readable row is no empty list', '[{"name":"a"}]', { kind: 'unreadable' }],
])('%s', async (_, body, read) => {
	answering(200, body);
	const came = await makeClient(inOneAnswer).readAll('supplier.list', {});
	expect(came).toMatchObject(read);
	if (came.ok) {
		expect(came.value).toMatchObject({
			rows: [{ id: 'S1' }],
			complete: false,
			whole: true,
			unreadable: [{ place: 2, field: 'id' }],
		});
	}
});

test('a list for a probe fails if rows are missing', async () => {
	answering(200, JSON.stringify({ items: rows(0, 2), totalCount: 5 }));
	expect(await makeClient().readByName('supplier.list', {})).toMatchObject({
		ok: false,
		kind: 'unreadable',
	});
});

test('reads only the first page of a list for a search', async () => {
	const client = makeClient({ paging: { size: 3 } });
	answering(200, JSON.stringify({ items: rows(0, 3), totalCount: 90 }));
	const read = await client.readFirst('supplier.list', { query: { search: 'x' } });
	expect(read).toMatchObject({ ok: true, value: rows(0, 3) });
	expect(asked('pageNumber')).toEqual(['1']);
	expect(asked('search')).toEqual(['x']);
});
