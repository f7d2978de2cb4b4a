import { expect, test } from 'vitest';
import { documentAreas, kindNames } from '../../shared/document/kinds.ts';

test('the screens of all kinds name no kind', () => {
	const named = new RegExp(`\\b(${[...kindNames, ...documentAreas].join('|')})s?\\b`, 'i');
	const sources = import.meta.glob<string>(
		['./*.{svelte,ts}', '../receiving/*.{svelte,ts}', '!../*/*.spec.ts'],
		{
			query: '?raw',
			import: 'default',
			eager: true,
		},
	);
	expect(Object.keys(sources).length).toBeGreaterThan(30);
	const leaking = Object.entries(sources).filter(([, source]) => named.test(source));
	expect(leaking.map(([path]) => path)).toEqual([]);
});
