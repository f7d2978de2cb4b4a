// The core's part of the desktop program: what an update may not interrupt, the service of the policy, and the support
// report. A real core over a real network.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CorePorts } from '../src/main/core/ports.ts';
import { presentCounters } from '../src/main/core/stocktake/counters.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { hostFacts } from '../src/main/host/host-facts.ts';
import { fileLog } from '../src/main/host/log.ts';
import { openTestPc, removePc, type TestPc } from './support/pc.ts';
import { startScriptedService, type ScriptedService } from './support/scripted-service.ts';

let service: ScriptedService;
let pc: TestPc;

beforeEach(async () => {
	service = await startScriptedService();
});
afterEach(async () => {
	await pc.stop();
	removePc(pc);
	await service.close();
});

async function open(more: Partial<CorePorts> = {}): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-desktop-core-'));
	const facts = hostFacts({ dataFolder: folder, policy: null });
	const ports = { log: fileLog(join(folder, 'logs')), hostFacts: facts, ...more };
	pc = await openTestPc({ folder, ports });
}

const connect = (serviceUrl: string) =>
	pc.reply('session.connect', {
		serviceUrl,
		clientId: 'kitchen-7',
		clientSecret: 'open-sesame-7',
		profile: undefined,
	});

test('the policy lets a PC connect to its service only', async () => {
	await open({ onlyService: `${service.url}/` });
	expect(await connect('https://other.example/')).toMatchObject({
		ok: false,
		code: 'not-possible-now',
	});
	expect(service.seen).toEqual([]);
	expect(await connect(service.url)).toMatchObject({ ok: true });
});

test('a support report has no secret, person or token, and says what is going on', async () => {
	await open();
	await pc.call('settings.set', { person: 'Noor Haddad' });
	expect(await connect(service.url)).toMatchObject({ ok: true });
	await expect.poll(() => service.seen.length).toBeGreaterThan(1);
	const { name, text } = await pc.call('support.report', {});
	expect(name).toMatch(/^stillroom-report-\d{8}T\d{6}Z\.txt$/);
	expect(text).toContain(`Service: ${service.url}`);
	expect(text).toContain('Outbox: 0 waiting, 0 need attention');
	expect(text).not.toMatch(/open-sesame-7|kitchen-7|Noor|token-\d|refresh-\d/);
});

test('a host without updates says so', async () => {
	await open();
	expect(await pc.reply('desktop.state', {})).toMatchObject({
		value: { updates: { stage: 'off', offBecause: 'browser' }, startsWithSystem: null },
	});
	expect(await pc.reply('desktop.install', { when: 'now' })).toMatchObject({
		code: 'not-possible-now',
	});
	expect(await pc.reply('desktop.startWithSystem', { on: true })).toMatchObject({
		code: 'not-possible-now',
	});
	expect(await pc.reply('desktop.underWay', {})).toMatchObject({
		value: { sending: false, counting: false },
	});
});

test('the screens reach the desktop program', async () => {
	const asked: unknown[] = [];
	const updates = {
		stage: 'ready' as const,
		offBecause: null,
		version: '2.0.0',
		percent: null,
		checkedAt: 1_000,
		failure: null,
		onClose: true,
		asksAdministrator: false,
		waitsFor: null,
	};
	await open({
		desktop: {
			state: () => ({ updates, startsWithSystem: false }),
			checkForUpdates: () => void asked.push('check'),
			install: (when) => asked.push(when) > 0,
			startWithSystem: (on) => asked.push(on) > 0,
		},
	});
	expect(await pc.reply('desktop.state', {})).toMatchObject({ value: { updates } });
	expect(await pc.reply('desktop.checkForUpdates', {})).toMatchObject({ ok: true });
	expect(await pc.reply('desktop.install', { when: 'on-close' })).toMatchObject({ ok: true });
	expect(await pc.reply('desktop.startWithSystem', { on: true })).toMatchObject({ ok: true });
	expect(asked).toEqual(['check', 'on-close', true]);
});

test('only another window with an open count holds an update back, and not for ever', async () => {
	await open();
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
});
