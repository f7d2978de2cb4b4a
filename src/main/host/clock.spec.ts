import { describe, expect, it } from 'vitest';
import { systemClock, systemRandom, uuidV7 } from './clock.ts';

describe('ids', () => {
	it('are version 7 UUIDs that begin with the time', () => {
		const id = uuidV7(() => 0x0123_4567_89ab)();
		expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	});

	it('increase within one millisecond and when the clock jumps back', () => {
		const times = [5, 5, 5, 9, 3, 3, 10, 10];
		let at = 0;
		const newId = uuidV7(() => times[Math.floor(at++ / 2_000)] ?? 11);
		const ids = Array.from({ length: 16_000 }, newId);
		expect(ids).toEqual([...ids].sort());
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('do not repeat between starts of the program', () => {
		const ids = Array.from({ length: 1_000 }, () => uuidV7(() => 7)());
		expect(new Set(ids).size).toBe(ids.length);
	});
});

it('random numbers are spread evenly over [0, 1)', () => {
	const drawn = Array.from({ length: 20_000 }, systemRandom);
	expect(drawn.every((x) => x >= 0 && x < 1)).toBe(true);
	const mean = drawn.reduce((sum, x) => sum + x, 0) / drawn.length;
	// Six standard deviations of the mean.
	expect(Math.abs(mean - 0.5)).toBeLessThan(0.0125);
});

it('a scheduled call can be cancelled', async () => {
	const called: string[] = [];
	const takeBack = systemClock.after(0, () => called.push('taken back'));
	takeBack();
	await new Promise<void>((resolve) => {
		systemClock.after(1, () => {
			called.push('called');
			resolve();
		});
	});
	expect(called).toEqual(['called']);
});
