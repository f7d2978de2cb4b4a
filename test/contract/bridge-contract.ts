// Requirements of every transport between screens and core. Each transport's spec runs this suite.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallTarget } from '../../src/shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../src/shared/bridge/reply.ts';
import { createTestCore, someSettings, someState, type TestCore } from '../support/test-core.ts';

/** The screens' side of a transport. */
export interface Connected extends CallTarget {
	/** Bypasses the types. */
	callUnchecked(name: string, input: unknown): Promise<Reply<unknown>>;
	close(): Promise<void>;
}

export type Connect = (core: TestCore) => Promise<Connected>;

export function bridgeContract(transport: string, connect: Connect): void {
	describe(`calls over the ${transport} transport`, () => callContract(connect));
	describe(`events over the ${transport} transport`, () => eventContract(connect));
}

interface Joined {
	core: TestCore;
	bridge: Connected;
}

/** A connected core for each test. */
function joined(connect: Connect): Joined {
	let open: Joined;
	beforeEach(async () => {
		const core = createTestCore();
		open = { core, bridge: await connect(core) };
	});
	afterEach(async () => {
		await open.bridge.close();
	});
	return {
		get core() {
			return open.core;
		},
		get bridge() {
			return open.bridge;
		},
	};
}

function callContract(connect: Connect): void {
	const at = joined(connect);

	it('delivers a call to the core and its answer back', async () => {
		at.core.answer('settings.set', (input) => succeed({ ...someSettings, ...(input as object) }));
		const reply = await at.bridge.call('settings.set', { person: 'ليلى', language: 'ar' });
		expect(reply).toStrictEqual(succeed({ ...someSettings, person: 'ليلى', language: 'ar' }));
	});

	it('tells the core which connection calls', async () => {
		at.core.answer('app.state', () => succeed(someState));
		await at.bridge.call('app.state', {});
		await at.bridge.call('app.state', {});
		const [first, second] = at.core.callers;
		expect(first?.connection).toMatch(/./);
		expect(second).toEqual(first);
	});

	it('tells the core who works at the window that calls', async () => {
		at.core.answer('app.state', () => succeed(someState));
		await at.bridge.call('app.state', {}, 'ليلى');
		await at.bridge.call('app.state', {});
		expect(at.core.callers.map(({ person }) => person)).toEqual(['ليلى', undefined]);
	});

	it('returns an expected failure as a value with code, message and details', async () => {
		const failure = fail('incomplete', 'Something is still missing.', [
			{ path: 'lines.a.quantity', message: 'not-a-quantity', readings: ['1.5', '1500'] },
		]);
		at.core.answer('wastage.submit', () => failure);
		const reply = await at.bridge.call('wastage.submit', {
			documentId: 'd-1',
			intentId: 'intent-01',
		});
		expect(reply).toStrictEqual(failure);
	});

	it('answers `unknown-call` to a call outside the contract', async () => {
		for (const name of ['nothing.here', 'constructor', '__proto__', 'app.state/..', '']) {
			expect(await at.bridge.callUnchecked(name, {})).toMatchObject({
				ok: false,
				code: 'unknown-call',
			});
		}
	});

	it('answers `invalid-input` with every problem by its path', async () => {
		const reply = await at.bridge.callUnchecked('settings.set', { theme: 'pink', person: 7 });
		expect(reply).toMatchObject({ ok: false, code: 'invalid-input' });
		const paths = reply.ok ? [] : (reply.details ?? []).map(({ path }) => path);
		expect(paths.sort()).toEqual(['person', 'theme']);
	});

	it('answers `invalid-input` to a missing input', async () => {
		expect(await at.bridge.callUnchecked('app.state', undefined)).toMatchObject({
			ok: false,
			code: 'invalid-input',
		});
	});

	it('transfers a large answer whole', async () => {
		const version = 'ß→📦'.repeat(500_000);
		at.core.answer('app.state', () => succeed({ ...someState, version }));
		const reply = await at.bridge.call('app.state', {});
		expect(reply.ok && reply.value.version === version).toBe(true);
	});

	it('matches answers to parallel calls, even in reverse order', async () => {
		const waiting: (() => void)[] = [];
		at.core.answer(
			'settings.set',
			(input) =>
				new Promise((resolve) => {
					waiting.push(() => resolve(succeed({ ...someSettings, ...(input as object) })));
					if (waiting.length === 40) for (const answer of waiting.reverse()) answer();
				}),
		);
		const replies = await Promise.all(
			Array.from({ length: 40 }, (_, index) =>
				at.bridge.call('settings.set', { person: `person ${index}` }),
			),
		);
		const people = replies.map((reply) => reply.ok && reply.value.person);
		expect(people).toEqual(Array.from({ length: 40 }, (_, index) => `person ${index}`));
	});
}

function eventContract(connect: Connect): void {
	const at = joined(connect);

	it('delivers events in order', async () => {
		const heard = new Promise<string[]>((resolve) => {
			const people: string[] = [];
			at.bridge.on('app.changed', ({ settings }) => {
				people.push(settings.person);
				if (people.length === 200) resolve(people);
			});
		});
		const sent = Array.from({ length: 200 }, (_, index) => `person ${index}`);
		for (const person of sent)
			at.core.emit('app.changed', { ...someState, settings: { ...someSettings, person } });
		expect(await heard).toEqual(sent);
	});

	it('delivers an event only to its listeners, and stops when they unsubscribe', async () => {
		const areas: string[] = [];
		const versions: string[] = [];
		const stop = at.bridge.on('documents.changed', ({ area }) => areas.push(area));
		const last = new Promise<void>((resolve) => {
			at.bridge.on('app.changed', ({ version }) => {
				versions.push(version);
				if (versions.length === 1) stop();
				else resolve();
			});
		});
		at.core.emit('documents.changed', { area: 'wastage' });
		at.core.emit('app.changed', { ...someState, version: '1' });
		// Wait until the page has handled that one and unsubscribed.
		await expect.poll(() => versions).toEqual(['1']);
		at.core.emit('documents.changed', { area: 'transfer' });
		at.core.emit('app.changed', { ...someState, version: '2' });
		await last;
		expect(areas).toEqual(['wastage']);
		expect(versions).toEqual(['1', '2']);
	});
}

/**
 * For transports with a wire: anything but JSON is dropped, so both hosts behave alike, and a bug in the core becomes a
 * reply.
 */
export function wireContract(transport: string, connect: Connect): void {
	describe(`the wire of the ${transport} transport`, () => {
		it('carries only JSON, in answers and events', async () => {
			const core = createTestCore();
			const bridge = await connect(core);
			const unclean = {
				gone: undefined,
				date: new Date(0),
				map: new Map([['a', 1]]),
				list: [undefined],
			};
			const clean = { date: '1970-01-01T00:00:00.000Z', map: {}, list: [null] };

			core.answer('app.state', () => succeed(unclean));
			expect(await bridge.callUnchecked('app.state', {})).toStrictEqual(succeed(clean));

			const heard = new Promise<unknown>((resolve) => {
				bridge.on('app.changed', resolve);
			});
			core.emit('app.changed', unclean);
			expect(await heard).toStrictEqual(clean);
			await bridge.close();
		});

		it("answers `internal`, without the error's text, if the core throws", async () => {
			const core = createTestCore();
			const bridge = await connect(core);
			core.answer('app.state', () => {
				throw new Error('token=abc at line 7');
			});
			const reply = await bridge.call('app.state', {});
			expect(reply).toMatchObject({ ok: false, code: 'internal' });
			expect(JSON.stringify(reply)).not.toContain('abc');
			await bridge.close();
		});
	});
}
