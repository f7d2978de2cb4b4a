import { describe, expect, it } from 'vitest';
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

/** The history of a browser tab. */
class Tab {
	readonly entries: { state: unknown; hash: string }[];
	at = 0;
	readonly route: Route;

	constructor(hash: string) {
		this.entries = [{ state: null, hash }];
		this.route = new Route(screens, hash, this);
	}

	get state(): unknown {
		return this.entries[this.at]?.state;
	}

	get hash(): string {
		return this.entries[this.at]?.hash ?? '';
	}

	replaceState(state: unknown, _title: string, hash = this.hash): void {
		this.entries[this.at] = { state, hash };
	}

	go(by: number): void {
		this.at += by;
		this.route.follow(this.hash);
	}

	visit(hash: string): void {
		this.entries.splice(this.at + 1, Infinity, { state: null, hash });
		this.go(1);
	}
}

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
		const { route } = new Tab('#/counts/42');
		const from = route.path;
		route.go('/counts/42/review', { replace: true, from });
		expect(route.path).toBe('/counts/42/review');
		route.go('/counts', { replace: true, from });
		route.leave('counts', from);
		expect(route.path).toBe('/counts/42/review');
	});

	it('keeps filters in the URL, and recreates the screen only for another path', () => {
		const tab = new Tab('#/counts?show=done&text=beef%20stock');
		const { route } = tab;
		expect(route.path).toBe('/counts');
		expect(route.query).toEqual({ show: 'done', text: 'beef stock' });

		route.keepQuery({ show: 'all' });
		expect(tab.hash).toBe('#/counts?show=all');
		route.keepQuery({});
		expect(tab.hash).toBe('#/counts');
		expect(route.visit).toBe(0);

		tab.visit('#/counts?show=done');
		expect(route.query).toEqual({ show: 'done' });
		expect(route.visit).toBe(1);
	});

	it('ignores a trailing slash and anything that is not a path', () => {
		expect(new Route(screens, '#/counts/').path).toBe('/counts');
		expect(new Route(screens, '#page').path).toBe('/');
	});
});

describe('going back', () => {
	const place = { key: 'C-7', index: 7, scrollTop: 40 };

	it('finds the filters and the row of a list, and not those of another visit', () => {
		const tab = new Tab('#/counts');
		tab.route.keepQuery({ show: 'done' });
		tab.route.entry.list = place;
		tab.visit('#/counts/7');
		tab.visit('#/counts');
		expect([tab.route.query, tab.route.entry.list]).toEqual([{}, null]);
		tab.go(-2);
		expect([tab.route.query, tab.route.entry.list]).toEqual([{ show: 'done' }, place]);
	});

	it('leaves a finished page for the list it was opened from, over the pages between', () => {
		const tab = new Tab('#/counts?show=done');
		tab.visit('#/counts/7');
		tab.visit('#/counts/7/review');
		tab.route.leave('counts');
		expect(tab.entries.map(({ hash }) => hash)).toHaveLength(3);
		expect([tab.hash, tab.route.query]).toEqual(['#/counts?show=done', { show: 'done' }]);
	});

	it('leaves a page opened from elsewhere for a list in its place', () => {
		const tab = new Tab('#/counts');
		tab.visit('#/outbox');
		tab.visit('#/counts/7');
		tab.route.leave('counts');
		expect(tab.entries.map(({ hash }) => hash)).toEqual(['#/counts', '#/outbox', '#/counts']);
		expect(tab.route.path).toBe('/counts');
		tab.go(-1);
		expect(tab.route.path).toBe('/outbox');
	});

	it('passes a page that only leads on', () => {
		const tab = new Tab('#/counts');
		tab.visit('#/counts/7');
		tab.route.redirect('/counts/7/review');
		expect(tab.hash).toBe('#/counts/7/review');
		tab.visit('#/outbox');

		tab.visit('#/counts/8');
		tab.visit('#/counts/8/review');
		tab.go(-1);
		tab.route.redirect('/counts/8/review');
		expect(tab.hash).toBe('#/outbox');
	});

	it('opens a new page again after its draft was saved under another path', () => {
		const tab = new Tab('#/waste/new');
		tab.route.rename('/waste/draft-1');
		expect([tab.hash, tab.route.path, tab.route.visit]).toEqual([
			'#/waste/draft-1',
			'/waste/new',
			0,
		]);
		tab.visit('#/waste/new');
		expect([tab.route.path, tab.route.visit]).toEqual(['/waste/new', 1]);
		tab.go(-1);
		expect([tab.route.path, tab.route.visit]).toEqual(['/waste/draft-1', 2]);
	});
});
