import { afterEach, describe, expect, it, vi } from 'vitest';
import { hrefOf, matchPath, Route, type Screen } from './route.svelte.ts';

const load: Screen['load'] = () => Promise.reject(new Error('not loaded here'));
const screens: Screen[] = [
	{ path: '/counts', area: 'counts', load },
	{ path: '/counts/new', area: 'counts', load },
	{ path: '/counts/:id', area: 'counts', load },
	{ path: '/counts/:id/review', area: 'counts', load },
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
		expect(found('/counts')).toEqual(['/counts', {}]);
		expect(found('/counts/new')).toEqual(['/counts/new', {}]);
		expect(found('/counts/42')).toEqual(['/counts/:id', { id: '42' }]);
		expect(found('/counts/42/review')).toEqual(['/counts/:id/review', { id: '42' }]);
	});

	it('finds nothing for an unknown or malformed URL', () => {
		expect(found('/nowhere')).toBeNull();
		expect(found('/counts/')).toBeNull();
		expect(found('/counts/%E0%A4%A')).toBeNull();
	});

	it('decodes a parameter', () => {
		const href = hrefOf('counts', 'a/b 50%');
		expect(found(href.slice(1))).toEqual(['/counts/:id', { id: 'a/b 50%' }]);
	});

	it('requests the focus once after each navigation, but not at the start', () => {
		const route = new Route(screens, '#/counts');
		expect(route.takeFocus()).toBe(false);
		route.follow('#/counts/42');
		expect(route.match?.params).toEqual({ id: '42' });
		expect(route.takeFocus()).toBe(true);
		expect(route.takeFocus()).toBe(false);
		route.follow('#/counts/42');
		expect(route.takeFocus()).toBe(false);
	});

	it('leaves a person who went elsewhere before an answer where they are', () => {
		vi.stubGlobal('window', { history: { replaceState: () => undefined } });
		const route = new Route(screens, '#/counts/42');
		const from = route.path;
		route.go('/counts/42/review', { replace: true, from });
		expect(route.path).toBe('/counts/42/review');
		route.go('/counts', { replace: true, from });
		expect(route.path).toBe('/counts/42/review');
	});

	it('keeps filters in the URL, and recreates the screen only for another path', () => {
		const replaceState = vi.fn();
		vi.stubGlobal('window', { history: { replaceState } });
		const route = new Route(screens, '#/counts?show=done&text=beef%20stock');
		expect(route.path).toBe('/counts');
		expect(route.query).toEqual({ show: 'done', text: 'beef stock' });

		route.keepQuery({ show: 'all' });
		expect(replaceState).toHaveBeenLastCalledWith(null, '', '#/counts?show=all');
		route.keepQuery({});
		expect(replaceState).toHaveBeenLastCalledWith(null, '', '#/counts');
		expect(route.visit).toBe(0);

		route.follow('#/counts?show=done');
		expect(route.query).toEqual({ show: 'done' });
		expect(route.visit).toBe(1);
	});

	it('ignores a trailing slash and anything that is not a path', () => {
		expect(new Route(screens, '#/counts/').path).toBe('/counts');
		expect(new Route(screens, '#page').path).toBe('/');
	});
});
