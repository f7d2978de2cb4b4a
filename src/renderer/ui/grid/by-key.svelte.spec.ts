import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { ByKey } from './by-key.svelte.ts';

it('notifies only readers of a key, whether it was set before or after', () => {
	const byKey = new ByKey<number>(0);
	byKey.set('b', 1);
	const heard: string[] = [];
	const stop = $effect.root(() => {
		for (const key of ['a', 'b', 'c']) {
			const value = $derived(byKey.get(key) * 10);
			$effect(() => {
				heard.push(`${key} ${String(value)}`);
			});
		}
	});
	flushSync();
	expect(heard.splice(0)).toEqual(['a 0', 'b 10', 'c 0']);
	byKey.set('a', 2);
	flushSync();
	byKey.set('b', 3);
	byKey.set('d', 4);
	flushSync();
	expect(heard).toEqual(['a 20', 'b 30']);
	expect([byKey.get('d'), byKey.get('e'), byKey.values()]).toEqual([4, 0, [3, 2, 0, 4]]);
	stop();
});
