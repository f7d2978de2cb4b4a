import { expect, test, vi } from 'vitest';
import { Clock } from './clock.svelte.ts';

test('a clock of seconds ticks each second, while something shows it', async () => {
	vi.useFakeTimers({ now: 5_000 });
	const clock = new Clock(1_000);
	const shown: number[] = [];
	const stop = $effect.root(() => {
		$effect(() => void shown.push(clock.now));
	});
	await vi.advanceTimersByTimeAsync(2_000);
	expect(shown).toEqual([5_000, 6_000, 7_000]);
	stop();
	await vi.advanceTimersByTimeAsync(1_000);
	expect([shown.length, vi.getTimerCount()]).toEqual([3, 0]);
	vi.useRealTimers();
});
