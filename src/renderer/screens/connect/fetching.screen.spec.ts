import { expect, it } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';

type Opening = Parameters<typeof openScreen>[1];

const open = (opening: Opening = {}) => openScreen('/connect/fetching', opening);

const table = { complete: true, incomplete: null };
const fetching = {
	running: true,
	now: { kind: 'supplier', fetched: 1_200 },
	asOf: null,
	failure: null,
	tables: [
		{ ...table, kind: 'location', count: 3, asOf: 5 },
		{ ...table, kind: 'supplier', count: null, asOf: null },
		{ ...table, kind: 'stock', count: null, asOf: null },
	],
	unreadable: { rows: [], count: 0 },
};
const twoLocations: Answers['location.list'] = {
	locations: ['Harbour Kitchen', 'Garden Room'].map((name, at) => ({
		locationId: `L-${String(at + 1)}`,
		name,
		areas: [],
		currency: 'EUR',
		timeZone: 'Europe/Dublin',
		today: '2026-11-20',
	})),
	currencies: [],
};

it('shows what is being fetched, and begins once a location is chosen', async () => {
	const screen = await open({
		state: { sync: { ...fetching, failure: 'An earlier one.' } },
		settings: { locationId: null },
		answers: { 'location.list': twoLocations },
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Downloading your data
		You can start now. Everything already downloaded is ready to use; the rest follows.
		Locations 3
		Stock next
		Suppliers downloading: 1,200
		Where is this PC?
		{Harbour Kitchen: no} Harbour Kitchen {Garden Room: no} Garden Room
		You can change it at the top of the page at any time.
		[Start, off]"
	`);
	await screen.click('Start');
	expect(screen.notices()).toEqual(['Choose a location first.']);
	await screen.tell('app.changed', {
		...screen.app.state,
		sync: { ...fetching, running: false, now: null, failure: 'No answer.' },
	});
	expect(screen.shown().split('\n').slice(2)).toEqual([
		'Locations 3',
		'Stock next',
		'Suppliers next',
		'Where is this PC?',
		'{Harbour Kitchen: no} Harbour Kitchen {Garden Room: no} Garden Room',
		'You can change it at the top of the page at any time.',
		'The last download stopped: No answer.',
		'[Try again]',
		'[Start, off]',
	]);
	await screen.click('Try again');
	expect(screen.asked('sync.pull')).toEqual([{}]);
	await screen.click('Garden Room', 'radio');
	await screen.click('Start');
	expect(screen.app.settings.locationId).toBe('L-2');
	expect(screen.app.route.path).not.toContain('/connect');
});

it('shows no number for what is here but cannot be counted', async () => {
	const tables = fetching.tables.map((each) => ({ ...each, count: null, asOf: 5 }));
	const screen = await open({ state: { sync: { ...fetching, now: null, tables } } });
	expect(screen.shown()).toContain('\nLocations\nStock\nSuppliers\n');
});

it('goes to the work by itself when all is here', async () => {
	const screen = await open({ state: { sync: fetching } });
	const done = fetching.tables.map((each) => ({ ...each, count: 7, asOf: 5 }));
	await screen.tell('app.changed', {
		...screen.app.state,
		sync: { ...fetching, running: false, now: null, tables: done },
	});
	expect(screen.notices()).toEqual(['Everything is downloaded.']);
	expect(screen.app.route.path).not.toContain('/connect');
});

it('goes back to connecting without an account', async () => {
	const screen = await open({ state: { account: null, session: 'none' } });
	expect(screen.app.route.path).toBe('/connect');
});
