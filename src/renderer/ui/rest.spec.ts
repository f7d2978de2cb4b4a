import { afterEach, expect, test, vi } from 'vitest';
import { onceRested } from './rest.ts';

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** Every timer is late by this much, ms. */
function timersLateBy(late: number): void {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	let read = 0;
	// Read when a timer starts, and again when it fires.
	vi.spyOn(performance, 'now').mockImplementation(() => {
		read += 1;
		return read * (200 + late);
	});
}

test('calls back after the pause', () => {
	timersLateBy(0);
	const then = vi.fn();
	onceRested(200, then);
	vi.advanceTimersByTime(199);
	expect(then).not.toHaveBeenCalled();
	vi.advanceTimersByTime(1);
	expect(then).toHaveBeenCalledOnce();
});

test('waits again on a busy page, but not for ever', () => {
	timersLateBy(50);
	const then = vi.fn();
	onceRested(200, then);
	vi.advanceTimersByTime(800);
	expect(then).not.toHaveBeenCalled();
	vi.advanceTimersByTime(200);
	expect(then).toHaveBeenCalledOnce();
});

test('can be cancelled while it waits again', () => {
	timersLateBy(50);
	const then = vi.fn();
	const cancel = onceRested(200, then);
	vi.advanceTimersByTime(300);
	cancel();
	vi.advanceTimersByTime(5_000);
	expect(then).not.toHaveBeenCalled();
});
