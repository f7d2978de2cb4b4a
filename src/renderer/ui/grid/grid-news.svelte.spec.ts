// The rows that re-render on Enter: only the one it leaves and the one it reaches.
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import type { GridEntry } from './grid-types.ts';
import { GridState } from './grid.svelte.ts';

it('notifies only the line left and the line reached', async () => {
	const entries = Array.from({ length: 300 }, (_, number): GridEntry<number> => {
		return { kind: 'line', key: `l${String(number)}`, line: number };
	});
	const columns = [{ key: 'each', label: 'Each', box: () => ({ typed: '' }) }];
	const saved = Promise.withResolvers<{ ok: true }>();
	const grid = new GridState<number>({
		entries: () => entries,
		columns: () => columns,
		commit: () => saved.promise,
	});
	grid.window.viewportHeight = 600;
	grid.arrive('l3', 'each');
	const heard: string[] = [];
	let laidOut = 0;
	const stop = $effect.root(() => {
		for (const { index } of grid.window.rows) {
			const key = entries[index]?.key ?? '';
			$effect(() => {
				const inHand = grid.isAt(key) && grid.tabStopOf(key) !== null ? 'in hand' : '';
				heard.push(`${key} ${inHand} ${grid.outcomesOf(key).get('each')?.state ?? ''}`);
			});
		}
		$effect(() => {
			laidOut += Number(grid.window.rows.length > 0);
		});
	});
	flushSync();
	expect(heard.splice(0).length).toBeGreaterThan(15);

	grid.type('l3', 'each', '7');
	const key = { key: 'Enter', ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
	grid.press(key, 'ltr');
	flushSync();
	expect(heard.splice(0)).toEqual(['l3  saving', 'l4 in hand ']);
	saved.resolve({ ok: true });
	for (let turn = 0; turn < 6; turn++) await Promise.resolve();
	flushSync();
	expect(heard).toEqual(['l3  saved']);
	expect(laidOut).toBe(1);
	stop();
});

it('makes the first line the tab stop before the first focus, and while the current line is gone', () => {
	let keys = $state.raw(['l0', 'l1', 'l2']);
	const grid = new GridState<string>({
		entries: () => keys.map((key) => ({ kind: 'line', key, line: key })),
		columns: () => [{ key: 'each', label: 'Each', box: () => ({ typed: '' }) }],
	});
	const stops = () => ['l0', 'l1', 'l2'].filter((key) => grid.tabStopOf(key) !== null);
	expect(stops()).toEqual(['l0']);
	for (const key of ['l2', 'l1', 'l2']) {
		grid.arrive(key, 'each');
		expect(stops()).toEqual([key]);
	}
	keys = ['l0', 'l1'];
	expect(stops()).toContain('l0');
	keys = ['l0', 'l1', 'l2'];
	expect(stops()).toEqual(['l2']);
	keys = ['l1'];
	grid.arrive('l1', 'each');
	expect(stops()).toContain('l1');
	expect(grid.isAt('l2')).toBe(false);
});
