import { expect, test } from 'vitest';
import { kindNames } from '../../shared/document/kinds.ts';
import { screens } from '../screens/index.ts';
import { areaNames, areaOf, areas, listedAreas } from './areas.ts';
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
