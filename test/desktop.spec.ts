// The core's part of the desktop program: what an update may not interrupt, the service of the policy, and the support
// report. A real core over a real network.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCore } from '../src/main/core/create-core.ts';
import type { Core, CreateCore } from '../src/main/core/core.ts';
import { presentCounters } from '../src/main/core/stocktake/counters.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { hostFacts } from '../src/main/host/host-facts.ts';
import { fileLog } from '../src/main/host/log.ts';
import { noSecrets, openPorts } from '../src/main/host/ports.ts';
import { startScriptedService, type ScriptedService } from './support/scripted-service.ts';
import { freshFolder } from './support/fresh-folder.ts';

type Ports = Parameters<CreateCore>[0]['ports'];

const folder = freshFolder();
let service: ScriptedService;
let core: Core;
let close: () => Promise<void>;

beforeEach(async () => {
	service = await startScriptedService();
});
afterEach(async () => {
	await core.stop();
	await close();
	await service.close();
});

function open(more: Partial<Ports> = {}): void {
	const opened = openPorts({
		dataFolder: folder(),
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('Not here.');
		},
		log: fileLog(folder('logs')),
		systemLocale: 'en-GB',
		dataSet: 'small',
		hostFacts: hostFacts({ dataFolder: folder(), policy: null }),
	});
	close = opened.close;
	core = createCore({ dataFolder: folder(), ports: { ...opened.ports, ...more } });
}

const connect = (serviceUrl: string) =>
	core.call('session.connect', {
		serviceUrl,
		clientId: 'kitchen-7',
		clientSecret: 'open-sesame-7',
		profile: undefined,
	});

test('the policy lets a PC connect to its service only', async () => {
	open({ onlyService: `${service.url}/` });
	expect(await connect('https://other.example/')).toMatchObject({
		ok: false,
		code: 'not-possible-now',
	});
	expect(service.seen).toEqual([]);
	expect(await connect(service.url)).toMatchObject({ ok: true });
});

test('a support report has no secret, person or token, and says what is going on', async () => {
	open();
	await core.call('settings.set', { person: 'Noor Haddad' });
	expect(await connect(service.url)).toMatchObject({ ok: true });
	await core.start();
	await expect.poll(() => service.seen.length).toBeGreaterThan(1);
	const report = await core.call('support.report', {});
	if (!report.ok) throw new Error(report.message);
	expect(report.value.name).toMatch(/^stillroom-report-\d{8}T\d{6}Z\.txt$/);
	expect(report.value.text).toContain(`Service: ${service.url}`);
	expect(report.value.text).toContain('Outbox: 0 waiting, 0 need attention');
	expect(report.value.text).not.toMatch(/open-sesame-7|kitchen-7|Noor|token-\d|refresh-\d/);
});

test('a host without updates says so', async () => {
	open();
	expect(await core.call('desktop.state', {})).toMatchObject({
		value: { updates: { stage: 'off', offBecause: 'browser' }, startsWithSystem: null },
	});
	expect(await core.call('desktop.install', { when: 'now' })).toMatchObject({
		code: 'not-possible-now',
	});
	expect(await core.call('desktop.startWithSystem', { on: true })).toMatchObject({
		code: 'not-possible-now',
	});
	expect(await core.call('desktop.underWay', {})).toMatchObject({
		value: { sending: false, counting: false },
	});
});

test('the screens reach the desktop program', async () => {
	const asked: unknown[] = [];
	const updates = {
		...{ stage: 'ready' as const, offBecause: null, version: '2.0.0', percent: null },
		...{ checkedAt: 1_000, failure: null, onClose: true, asksAdministrator: false },
		waitsFor: null,
	};
	open({
		desktop: {
			state: () => ({ updates, startsWithSystem: false }),
			checkForUpdates: () => void asked.push('check'),
			install: (when) => asked.push(when) > 0,
			startWithSystem: (on) => asked.push(on) > 0,
		},
	});
	expect(await core.call('desktop.state', {})).toMatchObject({ value: { updates } });
	expect(await core.call('desktop.checkForUpdates', {})).toMatchObject({ ok: true });
	expect(await core.call('desktop.install', { when: 'on-close' })).toMatchObject({ ok: true });
	expect(await core.call('desktop.startWithSystem', { on: true })).toMatchObject({ ok: true });
	expect(asked).toEqual(['check', 'on-close', true]);
});

test('only another window with an open count holds an update back, and not for ever', () => {
	let now = 0;
	const present = presentCounters({ ...systemClock, monotonic: () => now });
	const here = (window: string, connection: string, leaving = false) =>
		present.here('count-1', { window, connection, person: '', areaId: null }, leaving);
	here('page', 'window');
	expect(present.elsewhere('window')).toBe(false);
	here('tablet', 'browser');
	expect(present.elsewhere('window')).toBe(true);
	here('tablet', 'browser', true);
	expect(present.elsewhere('window')).toBe(false);
	here('tablet', 'browser');
	now += 200_000;
	expect(present.elsewhere('window')).toBe(false);
	open();
});
