import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../test/support/practice.ts';
import { operationNamed } from '../shared/service/index.ts';
import { createFaults } from './faults.ts';

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
const lastEntry = async () => (await practice.journal()).at(-1);

describe('without doing it', () => {
	test('offline cuts off everything but the control routes, until switched off', async () => {
		await practice.setFaults({ kind: 'offline' });
		await expect(create()).rejects.toThrow('fetch failed');
		await expect(practice.login()).rejects.toThrow('fetch failed');
		await expect(practice.send('GET', '/nowhere')).rejects.toThrow('fetch failed');
		expect(await practice.journal()).toEqual([]);
		await practice.setFaults();
		expect((await create()).status).toBe(200);
		expect(await made()).toBe(1);
	});

	test('drop-before-commit cuts off', async () => {
		await practice.setFaults({ kind: 'drop-before-commit', operation: 'wastage.create' });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(await made()).toBe(0);
		expect(await practice.journal()).toEqual([]);
	});

	test('unauthorized answers 401 and the token is gone for good', async () => {
		await practice.setFaults({ kind: 'unauthorized', times: 1 });
		expect((await create()).status).toBe(401);
		expect((await create()).status).toBe(401);
		expect(await made()).toBe(0);
		await practice.signIn();
		expect((await create()).status).toBe(200);
	});

	test('too-many-requests answers 429 and when to come again', async () => {
		await practice.setFaults({ kind: 'too-many-requests', times: 1 });
		const answer = await create();
		expect(answer.status).toBe(429);
		expect(answer.headers.get('retry-after')).toBe('2');
		expect(await made()).toBe(0);
	});

	test('html answers 200 with a page, as a guest network does', async () => {
		await practice.setFaults({ kind: 'html', times: 1 });
		const answer = await create();
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('text/html');
		expect(await made()).toBe(0);
	});
});

describe('having done it', () => {
	test('drop-reply commits and then cuts off', async () => {
		await practice.setFaults({ kind: 'drop-reply', operation: 'writes', times: 1 });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(await made()).toBe(1);
		expect(await lastEntry()).toMatchObject({
			operation: 'wastage.create',
			reference: 'SR-0123456789',
			committed: true,
			answered: false,
		});
	});

	test('cut-reply commits and stops in the middle of the answer', async () => {
		await practice.setFaults({ kind: 'cut-reply', times: 1 });
		await expect(create()).rejects.toThrow('terminated');
		expect(await made()).toBe(1);
		expect(await lastEntry()).toMatchObject({ committed: true, answered: false });
	});

	test.each(['stall-reply', 'trickle-reply'] as const)(
		'%s commits and begins an answer that never ends',
		async (kind) => {
			await practice.setFaults({ kind, times: 1 });
			const given = AbortSignal.timeout(150);
			await expect(practice.call('wastage.create', { body, signal: given })).rejects.toThrow();
			expect(await made()).toBe(1);
			expect(await lastEntry()).toMatchObject({ committed: true, answered: false });
		},
	);

	test('error-after-commit commits and answers 500', async () => {
		await practice.setFaults({ kind: 'error-after-commit', times: 1 });
		expect((await create()).status).toBe(500);
		expect(await made()).toBe(1);
		expect(await lastEntry()).toMatchObject({ committed: true, answered: false, status: 200 });
	});

	test('slow answers as ever, after the pause', async () => {
		await practice.setFaults({ kind: 'slow', delayMs: 80, times: 1 });
		const begun = performance.now();
		expect((await create()).status).toBe(200);
		expect(performance.now() - begun).toBeGreaterThan(75);
		expect(await made()).toBe(1);
	});

	test('a slow request is done even when its client has given up', async () => {
		await practice.setFaults({ kind: 'slow', delayMs: 150, times: 1 });
		const asked = practice.call('wastage.create', { body, signal: AbortSignal.timeout(50) });
		await expect(asked).rejects.toThrow();
		await expect.poll(made).toBe(1);
	});
});

test('a fault strikes the operations it names and as often as it says', async () => {
	await practice.setFaults(
		{ kind: 'too-many-requests', operation: 'wastage.submit' },
		{ kind: 'error-after-commit', operation: 'writes', times: 2 },
	);
	expect((await practice.call('location.count')).status).toBe(200);
	expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
		500, 500, 200,
	]);
	expect((await practice.call('wastage.submit', { path: { id: 'any' } })).status).toBe(429);
	const left = (await practice.control('GET', 'faults')).json as { faults: { kind: string }[] };
	expect(left.faults.map(({ kind }) => kind)).toEqual(['too-many-requests']);
});

test('chance strikes the same requests each time', () => {
	const struck = () => {
		const faults = createFaults(7);
		const drop = { operation: '*', times: null, probability: 0.3, delayMs: 0 };
		faults.set([{ ...drop, kind: 'drop-reply' }]);
		return Array.from({ length: 400 }, () => faults.strike(operationNamed('wastage.create')).kind);
	};
	const share = struck().filter((kind) => kind !== null).length / 400;
	expect(struck()).toEqual(struck());
	expect(share).toBeGreaterThan(0.2);
	expect(share).toBeLessThan(0.4);
});
