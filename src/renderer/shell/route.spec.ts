import { afterEach, describe, expect, it, vi } from 'vitest';
import { hrefOf, matchPath, Route, type Screen } from './route.svelte.ts';

const load: Screen['load'] = () => Promise.reject(new Error('not loaded here'));
const screens: Screen[] = [
	{ path: '/stocktake', area: 'stocktake', load },
	{ path: '/stocktake/new', area: 'stocktake', load },
	{ path: '/stocktake/:id', area: 'stocktake', load },
	{ path: '/stocktake/:id/review', area: 'stocktake', load },
];
const found = (path: string) => {
	const match = matchPath(screens, path);
	return match === null ? null : [match.screen.path, match.params];
};

afterEach(() => {
	vi.unstubAllGlobals();
});

describe('route', () => {
	it('prefers a literal path to one with parameters', () => {
		expect(found('/stocktake')).toEqual(['/stocktake', {}]);
		expect(found('/stocktake/new')).toEqual(['/stocktake/new', {}]);
		expect(found('/stocktake/42')).toEqual(['/stocktake/:id', { id: '42' }]);
		expect(found('/stocktake/42/review')).toEqual(['/stocktake/:id/review', { id: '42' }]);
	});

	it('finds nothing for an unknown or malformed URL', () => {
		expect(found('/nowhere')).toBeNull();
		expect(found('/stocktake/')).toBeNull();
		expect(found('/stocktake/%E0%A4%A')).toBeNull();
	});

	it('decodes a parameter', () => {
		const href = hrefOf('stocktake', 'a/b 50%');
		expect(found(href.slice(1))).toEqual(['/stocktake/:id', { id: 'a/b 50%' }]);
	});

	it('requests the focus once after each navigation, but not at the start', () => {
		const route = new Route(screens, '#/stocktake');
		expect(route.takeFocus()).toBe(false);
		route.follow('#/stocktake/42');
		expect(route.match?.params).toEqual({ id: '42' });
		expect(route.takeFocus()).toBe(true);
		expect(route.takeFocus()).toBe(false);
		route.follow('#/stocktake/42');
		expect(route.takeFocus()).toBe(false);
	});

	it('leaves a person who went elsewhere before an answer where they are', () => {
		vi.stubGlobal('window', { history: { replaceState: () => undefined } });
		const route = new Route(screens, '#/stocktake/42');
		const from = route.path;
		route.go('/stocktake/42/review', { replace: true, from });
		expect(route.path).toBe('/stocktake/42/review');
		route.go('/stocktake', { replace: true, from });
		expect(route.path).toBe('/stocktake/42/review');
	});

	it('keeps filters in the URL, and recreates the screen only for another path', () => {
		const replaceState = vi.fn();
		vi.stubGlobal('window', { history: { replaceState } });
		const route = new Route(screens, '#/stocktake?show=done&text=beef%20stock');
		expect(route.path).toBe('/stocktake');
		expect(route.query).toEqual({ show: 'done', text: 'beef stock' });

		route.keepQuery({ show: 'all' });
		expect(replaceState).toHaveBeenLastCalledWith(null, '', '#/stocktake?show=all');
		route.keepQuery({});
		expect(replaceState).toHaveBeenLastCalledWith(null, '', '#/stocktake');
		expect(route.visit).toBe(0);

		route.follow('#/stocktake?show=done');
		expect(route.query).toEqual({ show: 'done' });
		expect(route.visit).toBe(1);
	});

	it('ignores a trailing slash and anything that is not a path', () => {
		expect(new Route(screens, '#/stocktake/').path).toBe('/stocktake');
		expect(new Route(screens, '#page').path).toBe('/');
	});
});
