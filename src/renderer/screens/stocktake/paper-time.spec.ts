import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../app.svelte.ts';
import { PaperTime } from './paper-time.svelte.ts';

const kept = new Map<string, string>();
/** When the core says the book was read; null if it has none. */
let asOf: number | null;
beforeEach(() => {
	kept.clear();
	asOf = 1;
	vi.stubGlobal('sessionStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
		removeItem: (key: string) => kept.delete(key),
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
});

const app = {
	language: { locale: 'en-GB' },
	call: () => Promise.resolve({ ok: true, value: { asOf } }),
} as unknown as Pick<App, 'call' | 'language'>;

test('a future time is rejected and not kept', async () => {
	const paper = new PaperTime(app, 'count-1');
	Object.assign(paper, { when: 'earlier', day: '2999-01-01', time: '12:00' });
	await paper.changed();
	expect(paper.problem()).toBe('later');
	expect(kept.size).toBe(0);
});

test('the time survives a reload for this count only', async () => {
	asOf = null;
	const before = new PaperTime(app, 'count-1');
	Object.assign(before, { when: 'earlier', day: '2026-03-02', time: '22:05' });
	await before.changed();
	const after = new PaperTime(app, 'count-1');
	await after.open();
	expect([after.when, after.day, after.time]).toEqual(['earlier', '2026-03-02', '22:05']);
	expect(after.countedAt).toBe(before.countedAt);
	expect(after.bookAsOf).toBeNull();
	const other = new PaperTime(app, 'count-2');
	await other.open();
	expect(other.when).toBe('now');
});
