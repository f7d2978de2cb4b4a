import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../test/support/practice.ts';
import { operationNamed } from '../shared/service/index.ts';
import { Faults } from './faults.ts';

let practice: TestPractice;
let body: object;

beforeEach(async () => {
	practice = await startTestPractice();
	await practice.signIn();
	const [location] = await practice.all<{ id: string }>('location.list');
	const [item] = await practice.all<{ id: string; baseUomId: number }>('inventoryItem.list');
	body = {
		locationId: location!.id,
		date: '2026-03-02T09:00:00Z',
		description: 'Fridge check [SR-0123456789]',
		items: [{ itemId: item!.id, uomId: item!.baseUomId, quantity: 1 }],
	};
	await practice.control('POST', 'reset');
});

afterEach(() => practice.close());

const create = () => practice.call('wastage.create', { body });
const made = async () =>
	(await practice.snapshot()).wastage.filter((each) => each.description?.includes('SR-0123456789'))
		.length;

test('offline cuts off everything but the control routes until switched off', async () => {
	await practice.setFaults({ kind: 'offline' });
	await expect(create()).rejects.toThrow('fetch failed');
	await expect(practice.login()).rejects.toThrow('fetch failed');
	await expect(practice.send('GET', '/nowhere')).rejects.toThrow('fetch failed');
	expect(await practice.journal()).toEqual([]);
	await practice.setFaults();
	expect((await create()).status).toBe(200);
	expect(await made()).toBe(1);
});

test('unauthorized answers 401 and revokes the token', async () => {
	await practice.setFaults({ kind: 'unauthorized', times: 1 });
	expect([(await create()).status, (await create()).status]).toEqual([401, 401]);
	expect(await made()).toBe(0);
	await practice.signIn();
	expect((await create()).status).toBe(200);
});

test.each([
	['too-many-requests', 429, { 'retry-after': '2' }],
	['refused', 422, { 'content-type': 'application/problem+json; charset=utf-8' }],
	['html', 200, { 'content-type': 'text/html; charset=utf-8' }],
] as const)('%s answers %i and does nothing', async (kind, status, headers) => {
	await practice.setFaults({ kind, times: 1 });
	const answer = await create();
	expect(answer.status).toBe(status);
	expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
	expect(await made()).toBe(0);
});

test.each(['drop-reply', 'cut-reply', 'stall-reply', 'trickle-reply'] as const)(
	'%s does what is asked, without an answer',
	async (kind) => {
		await practice.setFaults({ kind, operation: 'writes', times: 1 });
		const signal = AbortSignal.timeout(500);
		await expect(practice.call('wastage.create', { body, signal })).rejects.toThrow();
		expect(await made()).toBe(1);
		expect(await practice.journal()).toMatchObject([
			{
				operation: 'wastage.create',
				reference: 'SR-0123456789',
				committed: true,
				answered: false,
			},
		]);
	},
);

test('a slow request completes even after its client gave up', async () => {
	await practice.setFaults({ kind: 'slow', delayMs: 150, times: 1 });
	const asked = practice.call('wastage.create', { body, signal: AbortSignal.timeout(50) });
	await expect(asked).rejects.toThrow();
	await expect.poll(made).toBe(1);
});

test('a fault affects only the operations it names, and only as often as it says', async () => {
	await practice.setFaults(
		{ kind: 'too-many-requests', operation: 'wastage.submit' },
		{ kind: 'error-after-commit', operation: 'writes', times: 2 },
	);
	expect((await practice.call('location.count')).status).toBe(200);
	expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
		500, 500, 200,
	]);
	expect(await made()).toBe(3);
	expect((await practice.call('wastage.submit', { path: { id: 'any' } })).status).toBe(429);
	const left = (await practice.control('GET', 'faults')).json as { faults: { kind: string }[] };
	expect(left.faults.map(({ kind }) => kind)).toEqual(['too-many-requests']);
});

test('probability affects the same requests each time', () => {
	const struck = () => {
		const faults = new Faults(7);
		const drop = { operation: '*', times: null, probability: 0.3, delayMs: 0 };
		faults.set([{ ...drop, kind: 'drop-reply' }]);
		return Array.from({ length: 400 }, () => faults.strike(operationNamed('wastage.create')).kind);
	};
	const share = struck().filter((kind) => kind !== null).length / 400;
	expect(struck()).toEqual(struck());
	expect(share).toBeGreaterThan(0.2);
	expect(share).toBeLessThan(0.4);
});
