import { expect, it } from 'vitest';
import { virtualClock } from '../../../test/support/virtual-clock.ts';
import { watchForSleep } from './sleep-watch.ts';

const hour = 3_600_000;

it('notices once that the wall clock jumped ahead of the monotonic one or was set back', async () => {
	const clock = virtualClock();
	let noticed = 0;
	const stop = watchForSleep(clock, () => (noticed += 1));
	await clock.pass(hour);
	expect(noticed).toBe(0);
	clock.setWallClock(clock.now() + 8 * hour);
	await clock.pass(60_000);
	expect(noticed).toBe(1);
	clock.setWallClock(clock.now() - hour);
	await clock.pass(60_000);
	expect(noticed).toBe(2);
	stop();
	clock.setWallClock(clock.now() + hour);
	await clock.pass(hour);
	expect(noticed).toBe(2);
});

it('notices a timer that fires much too late if both clocks count the sleep', async () => {
	const still = virtualClock();
	let slept = 0;
	const clock = {
		...still,
		now: () => still.now() + slept,
		monotonic: () => still.monotonic() + slept,
	};
	let noticed = 0;
	const stop = watchForSleep(clock, () => (noticed += 1));
	await still.pass(15_000);
	slept = hour;
	await still.pass(20_000);
	expect(noticed).toBe(1);
	stop();
});
