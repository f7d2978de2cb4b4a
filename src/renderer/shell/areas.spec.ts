import { expect, test } from 'vitest';
import { someState } from '../../../test/support/test-core.ts';
import { kindNames } from '../../shared/document/kinds.ts';
import { byArea } from '../../shared/document/stored.ts';
import { screens } from '../screens/index.ts';
import { areaNames, areaOf, areas, listedAreas, openIn } from './areas.ts';
import { matchPath } from './route.svelte.ts';

test('every area and page of the table has a screen', () => {
	const paths = listedAreas.map((area) => `/${area}`);
	for (const area of areaNames)
		for (const { path } of areas[area].pages ?? []) paths.push(`/${area}/${path}`);
	expect(paths.filter((path) => matchPath(screens, path) === null)).toEqual([]);
});

test('every document of the outbox opens in its area', () => {
	expect(kindNames.map(areaOf)).not.toContain('outbox');
	expect(areaOf('stocktake')).toBe('counts');
});

test('an area counts what needs attention before what is open', () => {
	const none = byArea(() => 0);
	const state = {
		...someState,
		open: { ...none, stocktake: 3, wastage: 2 },
		needYou: { ...none, wastage: 1 },
		outbox: { waiting: 4, needYou: 0 },
	};
	expect(openIn('counts', state)).toEqual({ count: 3, kind: 'openCount' });
	expect(openIn('waste', state)).toEqual({ count: 1, kind: 'needYou' });
	expect(openIn('outbox', state)).toEqual({ count: 4, kind: 'waitingCount' });
	expect(openIn('settings', state).count).toBe(0);
});
