// Destroying a page with an open box commits the typed text, once.
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
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
