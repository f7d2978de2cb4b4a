// Destroying a page with an open box commits the typed text, once; nothing is focused on it later.
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { GridState } from './grid.svelte.ts';

function openBox() {
	const committed: string[] = [];
	const columns = [{ key: 'each', label: 'Each', box: () => ({ typed: '' }) }];
	const grid = new GridState<string>({
		entries: () => [{ kind: 'line', key: 'l0', line: 'l0' }],
		columns: () => columns,
		commit: (line, column, typed) => {
			committed.push(`${line} ${column} ${typed}`);
			return Promise.resolve({ ok: true });
		},
	});
	const goes = $effect.root(() => {
		$effect(() => grid.mount({ focus: () => undefined, painted: () => undefined }));
		// The line is rendered.
		$effect(() => void grid.outcomesOf('l0'));
	});
	flushSync();
	grid.arrive('l0', 'each');
	grid.type('l0', 'each', '7');
	flushSync();
	return { grid, goes, committed };
}

it('commits an open box once if the destroyed page blurs it first', async () => {
	const { grid, goes, committed } = openBox();
	grid.blur();
	goes();
	// A second one would wait for the answer to the first.
	await grid.settle();
	expect(committed).toEqual(['l0 each 7']);
});

it('commits an open box if the page is destroyed without a blur', () => {
	const { goes, committed } = openBox();
	goes();
	expect(committed).toEqual(['l0 each 7']);
});

it('reads nothing of a page that is gone, and goes on if it is mounted again', () => {
	const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
	let keys = $state.raw(['l0', 'l1']);
	const focused: string[] = [];
	const stage = {
		focus: ({ key }: { key: string }) => void focused.push(key),
		painted: (then: () => void) => then(),
	};
	let grid!: GridState<string>;
	const page = $effect.root(() => {
		grid = new GridState({
			entries: () => keys.map((key) => ({ kind: 'line', key, line: key })),
			columns: () => [{ key: 'each', label: 'Each', box: () => ({ typed: '' }) }],
		});
	});
	const unmount = grid.mount(stage);
	expect(grid.focusRow('l1')).toBe(true);
	unmount();
	expect(grid.focusRow('l0')).toBe(false);
	grid.mount(stage)();
	expect(focused).toEqual(['l1', 'l0']);
	page();
	keys = ['l1'];
	expect(grid.focusRow('l1')).toBe(false);
	expect(warned.mock.calls).toEqual([]);
	warned.mockRestore();
});
