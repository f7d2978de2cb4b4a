import { afterEach, expect, test } from 'vitest';
import { credentials, startTestPractice, type TestPractice } from '../../test/support/practice.ts';

let practice: TestPractice | undefined;
afterEach(() => practice?.close());

/** Signs in and calls with the token in this header. */
async function start(variant: 'b' | 'c', header: (token: string) => Record<string, string>) {
	const service = await startTestPractice({ variant });
	practice = service;
	const login = (await service.login(credentials.clientSecret)).json as Record<string, unknown>;
	const headers = header(String(login['access_token']));
	const call = (method: string, path: string, body?: unknown) =>
		service.send(method, path, {
			headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
	return { login, call };
}

test('variant b has bare arrays, pages from 1, states by number and PascalCase fields', async () => {
	const { call } = await start('b', (token) => ({ 'x-access-token': token }));
	const first = (await call('GET', '/api/v1/inventoryitem?page=1&size=40')).json as object[];
	const second = (await call('GET', '/api/v1/inventoryitem?page=2&size=40')).json as object[];
	expect([first.length, second.length]).toEqual([40, 20]);
	expect(first[0]).toHaveProperty('Id');
	expect(first[0]).toHaveProperty('Units[0].ConversionFactor');
	expect((await call('GET', '/api/v1/inventoryitem?page=0')).status).toBe(400);
	const wastes = (await call('GET', '/api/v1/Wastage')).json as { Status: unknown }[];
	expect(wastes.length).toBeGreaterThan(0);
	expect(wastes.every((each) => typeof each.Status === 'number')).toBe(true);
	expect((await call('GET', '/api/v1/Location/AllLocationCount')).json).toBe(2);
});

test('variant c has cursors, rows inside a result, identifiers by number, and keeps no description', async () => {
	const { login, call } = await start('c', (token) => ({ authorization: `Bearer ${token}` }));
	expect(login).not.toHaveProperty('refresh_token');
	const seen: unknown[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
		const { result } = (await call('GET', `/api/v1/inventoryitem?limit=25${query}`)).json as {
			result: { rows: { id: unknown }[]; next: string | null };
		};
		seen.push(...result.rows.map((row) => row.id));
		cursor = result.next;
	}
	expect(seen.every((id) => typeof id === 'number')).toBe(true);
	expect(new Set(seen).size).toBe(60);
	expect((await call('GET', '/api/v1/inventoryitem?cursor=2')).status).toBe(400);

	const location = (
		(await call('GET', '/api/v1/Location')).json as { result: { rows: { id: number }[] } }
	).result.rows[0]!.id;
	const item = (
		(await call('GET', '/api/v1/inventoryitem')).json as {
			result: { rows: { id: number; baseUomId: number }[] };
		}
	).result.rows[0]!;
	const created = await call('POST', '/api/v1/Wastage', {
		locationId: location,
		date: '2026-03-02T09:00:00Z',
		description: 'Dropped [SR-ABCDEFGHJK]',
		items: [{ itemId: item.id, uomId: item.baseUomId, quantity: 1 }],
	});
	expect([created.status, created.text]).toEqual([200, '']);
	const { result } = (await call('GET', '/api/v1/Wastage?limit=1')).json as {
		result: { rows: object[] };
	};
	expect(result.rows[0]).toMatchObject({ locationId: location, items: [{ itemId: item.id }] });
	expect(result.rows[0]).not.toHaveProperty('description');
});
