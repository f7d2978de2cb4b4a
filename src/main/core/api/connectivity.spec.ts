// The breaker: what opens it, when it pings, and that one lost packet is not shown.
import { expect, test } from 'vitest';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import type { Answer } from './answer.ts';
import { Connectivity, type ConnectivityOptions } from './connectivity.ts';

const { pauses } = serviceProfile.parse({});
const json = (status: number, more: Partial<Answer> = {}): Answer => ({
	status,
	json: undefined,
	form: 'json',
	isProblem: false,
	serverDate: null,
	headers: new Headers(),
	retryAfterMs: null,
	location: null,
	...more,
});
const page: Answer = { ...json(200), form: 'html' };
const minute = 60_000;

/** A connectivity with pings answered by `service`; null means no answer. */
function open(more: Partial<ConnectivityOptions> = {}) {
	const clock = virtualClock();
	const pings: number[] = [];
	const told: string[] = [];
	let opened = 0;
	let service: Answer | null = json(200);
	const connectivity = new Connectivity({
		clock,
		random: () => 0.5,
		pauses,
		changed: () => told.push(connectivity.state().state),
		opened: () => (opened += 1),
		...more,
	});
	connectivity.start(async () => {
		pings.push(clock.monotonic());
		if (service === null) connectivity.noAnswer('Connection refused.');
		else connectivity.answered(service);
		return service?.status === 200;
	});
	return {
		clock,
		connectivity,
		pings,
		told,
		opened: () => opened,
		answerWith(answer: Answer | null) {
			service = answer;
		},
		gaps: () => pings.slice(1).map((at, index) => at - pings[index]!),
	};
}

async function openOnline(more: Partial<ConnectivityOptions> = {}) {
	const online = open(more);
	await online.connectivity.pingNow();
	return online;
}

test('one lost connection pauses writes until a ping, and is not shown', async () => {
	const { clock, connectivity, told, opened } = await openOnline();
	expect(connectivity.open()).toBe(true);
	connectivity.noAnswer('Connection reset.');
	expect(connectivity.open()).toBe(false);
	await clock.pass(pauses.retryFirstMs);
	expect(connectivity.open()).toBe(true);
	expect(opened()).toBe(2);
	expect(told).toEqual(['online']);
});

test('the second failure shows as offline', async () => {
	const { clock, connectivity, answerWith } = await openOnline();
	answerWith(null);
	connectivity.noAnswer('Connection reset.');
	await clock.pass(pauses.retryFirstMs);
	expect(connectivity.state()).toMatchObject({ state: 'offline', reason: 'Connection refused.' });
});

test('opens after five failures in a row, then pings one at a time, with pauses that double up to the limit', async () => {
	const { clock, connectivity, pings, answerWith, gaps } = await openOnline();
	answerWith(null);
	connectivity.noAnswer('Connection reset.');
	await clock.pass(20 * minute);
	// With random 0.5: quick pauses double from half a second, the others are three quarters of the full pause.
	expect(gaps().slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
	expect(gaps().slice(4, 9)).toEqual([7_500, 15_000, 30_000, 60_000, 90_000]);
	expect(Math.max(...gaps())).toBe(90_000);
	answerWith(json(200));
	await clock.pass(pauses.offlinePingMostMs);
	expect(connectivity.open()).toBe(true);
	const asked = pings.length;
	await clock.pass(pauses.onlinePingMs);
	expect(pings).toHaveLength(asked + 1);
});

test('server errors count as failures, and any other answer resets the count', async () => {
	const { connectivity } = await openOnline();
	for (let each = 0; each < 4; each += 1) connectivity.answered(json(500));
	connectivity.answered(json(404));
	expect(connectivity.open()).toBe(true);
	for (let each = 0; each < 5; each += 1) connectivity.answered(json(502));
	expect(connectivity.state().state).toBe('offline');
});

test('a captive portal opens it at once, and its pages never close it', async () => {
	const { clock, connectivity, answerWith } = await openOnline();
	answerWith(page);
	connectivity.answered(page);
	expect(connectivity.state().reason).toBe('Something else answers in place of the service.');
	await clock.pass(10 * minute);
	expect(connectivity.open()).toBe(false);
	answerWith(json(200));
	await clock.pass(pauses.offlinePingMostMs);
	expect(connectivity.open()).toBe(true);
});

test('two PCs that lost the same service do not return together', async () => {
	const when = async (chance: number) => {
		const { clock, connectivity, pings, answerWith } = open({ random: () => chance });
		answerWith(null);
		await connectivity.pingNow();
		await clock.pass(5 * minute);
		return pings;
	};
	const first = await when(0.1);
	expect((await when(0.9)).some((at) => at > 0 && first.includes(at))).toBe(false);
});

test('the system reporting no network only delays, and an answer overrules it', async () => {
	const { clock, connectivity, pings, answerWith } = open({ systemOnline: () => false });
	answerWith(null);
	await connectivity.pingNow();
	await clock.pass(minute);
	const asked = pings.length;
	answerWith(json(200));
	await clock.pass(pauses.offlinePingMostMs);
	expect(pings.length).toBeGreaterThan(asked);
	expect(connectivity.open()).toBe(true);
});

test('a requested wait applies to everything, is not shortened by an answer, and ends', async () => {
	const { clock, connectivity } = await openOnline();
	connectivity.answered(json(429, { retryAfterMs: 30_000 }));
	connectivity.answered(json(200));
	await clock.pass(30_000);
	expect(connectivity.open()).toBe(false);
	expect(connectivity.state().state).toBe('busy');
	await clock.pass(15_000);
	expect(connectivity.open()).toBe(true);
});

test('PCs told to wait do not return together, and return less often while the service stays busy', async () => {
	const [early, late] = [open({ random: () => 0 }), open({ random: () => 0.9 })];
	for (const { clock, connectivity, answerWith } of [early, late]) {
		await connectivity.pingNow();
		answerWith(json(429, { retryAfterMs: 1_000 }));
		await connectivity.pingNow();
		await clock.pass(10 * minute);
	}
	expect(new Set(early.gaps().slice(1))).toEqual(new Set([1_000]));
	expect(late.gaps().slice(1, 5)).toEqual([1_450, 1_900, 2_800, 4_600]);
	expect(Math.max(...late.gaps())).toBe(1_000 + 0.9 * pauses.offlinePingMostMs);
});

test('ignores a request to wait for a year', async () => {
	const { clock, connectivity } = await openOnline();
	connectivity.answered(json(503, { retryAfterMs: 365 * 24 * 60 * minute }));
	await clock.pass(pauses.waitMostMs + pauses.offlinePingMostMs);
	expect(connectivity.open()).toBe(true);
});

test('a requested wait still applies when the account comes back into use', async () => {
	const { clock, connectivity } = await openOnline({ waitsUntil: 30_000 });
	expect(connectivity.state().state).toBe('busy');
	expect(connectivity.open()).toBe(false);
	await clock.pass(30_000);
	expect(connectivity.open()).toBe(true);
	expect(open({ waitsUntil: 0 }).connectivity.state().state).toBe('unknown');
});

test('starts nothing while asleep, and pings the service before sending when awake', async () => {
	const { clock, connectivity, pings, answerWith, opened } = await openOnline();
	connectivity.suspend();
	await clock.pass(60 * minute);
	expect(pings).toHaveLength(1);
	expect(connectivity.open()).toBe(false);
	answerWith(null);
	connectivity.resume();
	await clock.settle();
	expect(pings).toHaveLength(2);
	expect(connectivity.open()).toBe(false);
	answerWith(json(200));
	await clock.pass(minute);
	expect(connectivity.open()).toBe(true);
	expect(opened()).toBe(2);
});

async function afterOutage(more: Partial<ConnectivityOptions> = {}) {
	const opened = open({ random: () => 0.5, ...more });
	opened.answerWith(null);
	await opened.connectivity.pingNow();
	await opened.clock.pass(minute);
	opened.answerWith(json(200));
	return opened;
}

test('after an outage the first ping waits for a random time, unless a person asks', async () => {
	const { clock, connectivity, pings } = await afterOutage();
	const asked = pings.length;
	const answered = connectivity.pingSoon();
	expect(connectivity.pingSoon()).toBe(answered);
	const waited = Math.ceil(0.5 * pauses.reconnectWindowMs);
	await clock.pass(waited - 1);
	expect(pings).toHaveLength(asked);
	await clock.pass(1);
	expect(pings).toHaveLength(asked + 1);
	expect(await answered).toBe(true);
	expect(connectivity.returning()).toBe(true);

	const impatient = await afterOutage();
	expect(await impatient.connectivity.pingNow()).toBe(true);
});

test('the more locations a business has, the longer its PCs take to return', async () => {
	const { clock, connectivity, pings } = await afterOutage({ locations: () => 500 });
	const asked = pings.length;
	void connectivity.pingSoon();
	await clock.pass(250 * pauses.reconnectPerLocationMs - 1);
	expect(pings).toHaveLength(asked);
	await clock.pass(1);
	expect(pings).toHaveLength(asked + 1);
});

test('pings at once after an outage of some seconds', async () => {
	const { clock, connectivity, pings, answerWith } = open();
	answerWith(null);
	await connectivity.pingNow();
	await clock.pass(1_000);
	answerWith(json(200));
	const asked = pings.length;
	void connectivity.pingSoon();
	await clock.settle();
	expect(pings).toHaveLength(asked + 1);
	expect(connectivity.returning()).toBe(false);
});

test('a PC told to wait after an outage uses a growing window, and then sends without a ping', async () => {
	let waits = true;
	const { clock, connectivity, pings, opened } = await afterOutage({ waits: () => waits });
	await connectivity.pingNow();
	const asked = pings.length;
	const toldToWait = async () => {
		connectivity.answered(json(429, { retryAfterMs: 1_000 }));
		const [at, before] = [clock.monotonic(), opened()];
		while (opened() === before) await clock.pass(100);
		return clock.monotonic() - at;
	};
	const taken: number[] = [];
	for (let times = 0; times < 5; times += 1) taken.push(await toldToWait());
	expect(pings).toHaveLength(asked);
	expect(taken).toEqual([...taken].sort((one, other) => one - other));
	expect(taken[0]).toBeLessThan(3_000);
	// The longer it takes, the more others are still waiting.
	await clock.pass(45_000);
	expect(await toldToWait()).toBeGreaterThan(taken[0]! * 5);

	waits = false;
	connectivity.answered(json(429, { retryAfterMs: 1_000 }));
	await clock.pass(minute);
	expect(pings.length).toBeGreaterThan(asked);
});
