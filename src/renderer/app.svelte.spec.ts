import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState, Settings } from '../shared/bridge/app.ts';
import { fail, succeed, type Reply } from '../shared/bridge/reply.ts';
import {
	createTestCore,
	someSettings,
	someState,
	type TestCore,
} from '../../test/support/test-core.ts';
import { App } from './app.svelte.ts';
import type { Bridge } from './bridge/bridge.ts';
import { Route } from './shell/route.svelte.ts';

const account = {
	accountId: 'a-1',
	name: 'Harbour',
	serviceUrl: 'https://service.example',
	clientId: 'kit',
	practice: false,
};
const stateOf = (order: number, more: Partial<AppState> = {}): AppState => ({
	...someState,
	account,
	order,
	...more,
});
const named = (name: string) => ({
	locations: [
		{
			locationId: 'L-1',
			name,
			areas: [],
			currency: 'EUR',
			timeZone: 'Europe/Dublin',
			dayStartHour: 4,
			today: '2026-11-20',
		},
	],
	currencies: [],
	asOf: null,
});

let core: TestCore;
let app: App;

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('sessionStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
	});
	core = createTestCore();
	core.answer('location.list', () => succeed(named('Harbour Kitchen')));
	const bridge: Bridge = {
		host: { kind: 'loopback', can: [] },
		call: core.call,
		on: core.on,
		onReconnect: () => () => undefined,
		saveFile: async () => ({ kind: 'cancelled' }),
		print: async () => ({ kind: 'cancelled' }),
		savePdf: null,
		takeOpenedFile: async () => null,
		setMenu: async () => undefined,
	};
	app = new App(bridge, new Route([]));
});

afterEach(() => {
	vi.unstubAllGlobals();
});

describe('the person at a window', () => {
	const settings = (person: string): Partial<AppState> => ({
		settings: { ...someSettings, person },
	});

	it('stays when another window chooses its own, and is named with each call', async () => {
		core.answer('app.state', () => succeed(stateOf(1, settings('Noor'))));
		await app.start();
		core.emit('app.changed', stateOf(2, settings('Ben')));
		expect(app.settings.person).toBe('Noor');
		await app.call('stock.ofItem', { itemId: 'I-1', locationId: 'L-1' });
		expect(core.callers.at(-1)?.person).toBe('Noor');
	});

	it('changes when somebody is chosen in this window', async () => {
		core.answer('app.state', () => succeed(stateOf(1, settings('Noor'))));
		core.answer('settings.set', () => succeed({ ...someSettings, person: 'Ana' }));
		await app.start();
		core.answer('app.state', () => succeed(stateOf(2, settings('Ana'))));
		await app.change({ person: 'Ana' });
		expect(app.settings.person).toBe('Ana');
	});

	it('is the first one chosen on this PC, if the window had none', async () => {
		core.answer('app.state', () => succeed(stateOf(1, settings(''))));
		await app.start();
		core.emit('app.changed', stateOf(2, settings('Ben')));
		expect(app.settings.person).toBe('Ben');
	});
});

describe('program state on the page', () => {
	it('asks nothing anew in an effect that calls', async () => {
		core.answer('app.state', () => succeed(stateOf(1)));
		await app.start();
		let calls = 0;
		core.answer('stock.ofItem', () => {
			calls += 1;
			return fail('not-found', 'Nothing.');
		});
		const stop = $effect.root(() => {
			$effect(() => void app.call('stock.ofItem', { itemId: 'I-1', locationId: 'L-1' }));
		});
		flushSync();
		core.emit('app.changed', stateOf(2, { diskFull: true }));
		flushSync();
		expect(calls).toBe(1);
		stop();
	});

	it('comes from an event if an older answer arrives later', async () => {
		const answer = Promise.withResolvers<Reply<AppState>>();
		core.answer('app.state', () => answer.promise);
		const starting = app.start();
		core.emit('app.changed', stateOf(2, { diskFull: true }));
		answer.resolve(succeed(stateOf(1)));
		await starting;
		expect(app.state.diskFull).toBe(true);
		// A late event does not replace a newer state either.
		core.emit('app.changed', stateOf(1));
		expect(app.state.diskFull).toBe(true);
	});

	it('waits for the locations, even if an event arrives before the answer', async () => {
		const answer = Promise.withResolvers<Reply<AppState>>();
		const locations = Promise.withResolvers<Reply<ReturnType<typeof named>>>();
		core.answer('app.state', () => answer.promise);
		core.answer('location.list', () => locations.promise);
		let started = false;
		const starting = app.start().then(() => (started = true));
		core.emit('app.changed', stateOf(1));
		answer.resolve(succeed(stateOf(2)));
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		expect(started).toBe(false);
		locations.resolve(succeed(named('Harbour Kitchen')));
		await starting;
		expect(app.locations.map(({ name }) => name)).toEqual(['Harbour Kitchen']);
	});

	it("has the current account's locations, and asks again if that failed", async () => {
		core.answer('app.state', () => succeed(stateOf(1)));
		core.answer('location.list', () => fail('unreachable', ''));
		await app.start();
		expect(app.locations).toEqual([]);
		core.answer('location.list', () => succeed(named('Harbour Kitchen')));
		core.answer('app.state', () => succeed(stateOf(2)));
		await app.refresh();
		expect(app.locations.map(({ name }) => name)).toEqual(['Harbour Kitchen']);

		core.answer('location.list', () => succeed(named('Practice')));
		core.answer('app.state', () =>
			succeed(stateOf(3, { account: { ...account, accountId: 'a-2' } })),
		);
		await app.refresh();
		expect(app.locations.map(({ name }) => name)).toEqual(['Practice']);
	});
});

describe('a settings change', () => {
	it('builds on the result of the change before it, however late that is answered', async () => {
		let order = 1;
		let kept: Settings = someSettings;
		const first = Promise.withResolvers<undefined>();
		const sent: unknown[] = [];
		core.answer('app.state', () => succeed(stateOf(order, { settings: kept })));
		core.answer('settings.set', async (wanted) => {
			sent.push(wanted);
			if (sent.length === 1) await first.promise;
			kept = { ...kept, ...(wanted as Partial<Settings>) };
			order += 1;
			return succeed(kept);
		});
		await app.start();
		const both = Promise.all([
			app.change(({ scanner }) => ({ scanner: { ...scanner, prefix: '*' } })),
			app.change(({ scanner }) => ({ scanner: { ...scanner, sound: false } })),
		]);
		first.resolve(undefined);
		await both;
		expect(app.settings.scanner).toEqual({ prefix: '*', suffix: 'enter', sound: false });
		expect(sent).toHaveLength(2);
	});
});

describe('what depends on the network', () => {
	it('is asked again when the service begins or stops to answer, and at no other change', async () => {
		const network = (state: AppState['network']['state']): Partial<AppState> => ({
			network: { ...someState.network, state },
		});
		core.answer('app.state', () => succeed(stateOf(1, network('offline'))));
		await app.start();
		const asked = vi.fn();
		const stop = app.onNetwork(asked);
		core.emit('app.changed', stateOf(2, network('offline')));
		expect(asked).toHaveBeenCalledTimes(0);
		core.emit('app.changed', stateOf(3, network('online')));
		expect(asked).toHaveBeenCalledTimes(1);
		stop();
		core.emit('app.changed', stateOf(4, network('offline')));
		expect(asked).toHaveBeenCalledTimes(1);
	});
});
