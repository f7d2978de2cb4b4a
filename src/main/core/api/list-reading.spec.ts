// A list counts as complete only with proof, however the service pages.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	origin,
	pageOf,
	rowIds,
	type PagedService,
} from '../../../../test/support/paged-service.ts';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { systemClock } from '../../host/clock.ts';
import type { PageAsk } from './list-progress.ts';
import { ListReading } from './list-reading.ts';

const style = (by: PagedService['by']) => (by === 'all' ? 'page' : by);

interface Options {
	size?: number;
	/** Result of its Count operation; null if there is none. */
	counts?: number | null;
	by?: PagedService['by'] | 'none';
	before?: (asked: number) => void;
}

/** Reads the list of suppliers. */
function open(
	service: PagedService,
	{ size = 500, counts = null, by = style(service.by), before = () => undefined }: Options = {},
) {
	const asked: PageAsk[] = [];
	const profile = serviceProfile.parse({
		paging: {
			style: by,
			size,
			first: by === 'page' ? 1 : 0,
			parameter: by === 'cursor' ? 'after' : 'pageNumber',
		},
	});
	const lists = new ListReading({
		profile,
		serviceUrl: origin,
		clock: systemClock,
		readOnce(_operation, _input, ask) {
			asked.push(ask);
			before(asked.length);
			const { status, json, headers } = pageOf(service, ask);
			const kind = status === 404 ? 'not-found' : 'refused';
			const refused = { ok: false, kind, status, said: '', waitUntil: null } as const;
			const answer = {
				form: 'json',
				isProblem: false,
				location: null,
				serverDate: null,
				retryAfterMs: null,
			} as const;
			const value = { ...answer, status, json, headers: new Headers(headers) };
			return Promise.resolve(
				status === 200 ? { ok: true, value, serverDate: null, readNo: 1 } : refused,
			);
		},
		count: (list) => Promise.resolve(list === 'supplier.list' ? counts : null),
		unreadable: (_name, status) => ({
			ok: false,
			kind: 'unreadable',
			status,
			said: '',
			waitUntil: null,
		}),
	});
	return {
		asked,
		async read(name: 'supplier.list' | 'class.list' = 'supplier.list') {
			const list = operationNamed(name);
			const done = await lists.read({ ...list, answer: list.answer }, {});
			if (!done.ok) throw new Error(`It broke off: ${done.kind}`);
			const ids = done.value.rows.map((row) => (row as { id: string }).id);
			return { ...done.value, ids: [...new Set(ids)] };
		},
	};
}

const honest: PagedService = {
	rows: rowIds(146),
	cap: 500,
	by: 'page',
	takesSize: true,
	countsByAskedSize: false,
	behind: 'empty',
	told: null,
	toldIn: 'body',
	origin,
};

type Listed = [Partial<PagedService>, Options, object];
const complete = (rows: number, lists: Partial<PagedService>, more: Options = {}): Listed => {
	const ids = rowIds(rows);
	return [{ ...lists, rows: ids }, more, { complete: true, ids }];
};
const missing = (code: Incomplete['code'], came: number, told: number | null = null) => ({
	complete: false,
	incomplete: { code, came, told },
});
const cut = { rows: rowIds(146), cap: 40, by: 'all' } as const;
const elsewhere = { rows: rowIds(20), cap: 5, origin: 'http://other.test' };
const far = { rows: rowIds(120), cap: 40, behind: 'refuse' } as const;

test.each<[string, Listed, requests?: number]>([
	['gives 40 of 146 rows per page and counts by its own size', complete(146, { cap: 40 })],
	[
		'gives 40 per page and counts by the size that was asked for',
		complete(146, { cap: 40, countsByAskedSize: true }),
	],
	['gives 40 per page and ignores the size', complete(146, { cap: 40, takesSize: false })],
	['pages 1,200 rows by Link header alone', complete(1_200, { cap: 250, by: 'link' })],
	[
		'pages by Link header although its profile says otherwise',
		complete(1_200, { cap: 250, by: 'link' }, { by: 'page' }),
	],
	['ignores the page number', [cut, {}, missing('repeats', 40)], 2],
	['repeats its rows, and counts as many', complete(146, { cap: 500, by: 'all' }, { counts: 146 })],
	[
		'gives complete lists by its profile, and counts more',
		[cut, { by: 'none', counts: 146 }, missing('fewer-than-told', 40, 146)],
	],
	[
		'ends a list with a full page, and counts as many rows',
		complete(20, { cap: 20, told: 20 }, { size: 20, counts: 20 }),
	],
	...(['link', 'next-url'] as const).map((by): [string, Listed, number] => [
		`names a next page of another origin: ${by}`,
		[{ ...elsewhere, by }, {}, missing('other-address', 5)],
		1,
	]),
	['answers 404 after the last page', complete(120, far)],
	[
		'answers 404 before its total',
		[{ ...far, told: 130 }, {}, missing('fewer-than-told', 120, 130)],
	],
	['refuses a page', [{ ...far, refusal: 400 }, {}, missing('not-proved', 120)]],
	[
		'refuses a page after all that it counts',
		complete(120, { ...far, refusal: 400 }, { counts: 120 }),
	],
	[
		'refuses a page before all that it counts',
		[{ ...far, refusal: 400 }, { counts: 121 }, { complete: false }],
	],
])('reads a list of a service that %s', async (_, [service, options, expected], requests) => {
	const reading = open({ ...honest, ...service }, options);
	expect(await reading.read()).toMatchObject(expected);
	if (requests !== undefined) expect(reading.asked).toHaveLength(requests);
});

test('learns the cap of a service, and asks for no page twice', async () => {
	const reading = open({ ...honest, cap: 40 });
	await reading.read();
	const before = reading.asked.length;
	await reading.read();
	expect(reading.asked.length - before).toBe(4);
});

test.each([20, 500])(
	'a list cut off by the service is incomplete even if its total matches: asked for %i',
	async (size) => {
		const capped = { ...honest, rows: rowIds(20), cap: 20, told: 20 } as const;
		const reading = open(capped, { size, counts: 146 });
		// Without a count, nothing shows that another list was cut off too, until the cap is known.
		expect(await reading.read('class.list')).toMatchObject({ complete: true });
		expect(await reading.read()).toMatchObject(missing('fewer-than-told', 20, 146));
		expect(await reading.read('class.list')).toMatchObject({
			complete: false,
			incomplete: { code: 'not-proved', came: 20 },
		});
	},
);

test('a list that loses a row while it is read is incomplete, even if the numbers match', async () => {
	const service = { ...honest, rows: rowIds(20), cap: 5, told: 20 };
	const reading = open(service, {
		// Deletes a row of the first page, so the next page starts one row late.
		before: (asked) => {
			if (asked === 2) Object.assign(service, { rows: service.rows.slice(1), told: 19 });
		},
	});
	const read = await reading.read();
	expect(read).toMatchObject({ complete: false, incomplete: { code: 'changed' } });
	expect(read.ids).not.toContain('S6');
});

test('learns once that the service names next pages if all of its lists fit on one page', async () => {
	const reading = open({ ...honest, rows: rowIds(7), by: 'link' });
	expect(await reading.read()).toMatchObject({ complete: true });
	expect(reading.asked).toHaveLength(2);
	await reading.read();
	expect(reading.asked).toHaveLength(3);
});

const anyService: fc.Arbitrary<PagedService> = fc
	.record({
		length: fc.nat(60),
		cap: fc.integer({ min: 1, max: 25 }),
		by: fc.constantFrom('page', 'offset', 'cursor', 'link', 'next-url', 'all'),
		takesSize: fc.boolean(),
		countsByAskedSize: fc.boolean(),
		behind: fc.constantFrom('empty', 'refuse', 'last-again'),
		tells: fc.constantFrom('nothing', 'right', 'too few', 'too many'),
		off: fc.integer({ min: 1, max: 30 }),
		toldIn: fc.constantFrom('body', 'header'),
	})
	.map(({ length, tells, off, ...rest }) => ({
		...rest,
		rows: rowIds(length),
		origin,
		told: {
			nothing: null,
			right: length,
			'too few': Math.max(0, length - off),
			'too many': length + off,
		}[tells],
	}));

test('A list reported as complete has exactly the rows of the service, however it pages', async () => {
	let complete = 0;
	await fc.assert(
		fc.asyncProperty(
			anyService,
			fc.integer({ min: 1, max: 40 }),
			fc.boolean(),
			async (service, size, counts) => {
				const reading = open(service, { size, counts: counts ? service.rows.length : null });
				const read = await reading.read().catch(() => null);
				expect(reading.asked.length).toBeLessThan(200);
				if (read?.complete !== true) return;
				complete += 1;
				expect(read.ids).toEqual(service.rows);
			},
		),
		{ numRuns: 3_000 },
	);
	expect(complete).toBeGreaterThan(1_000);
});

test('A list is reported as complete if the service pages as its profile says and makes no mistakes', async () => {
	const sound = anyService.filter(
		({ by, told, rows, behind }) =>
			by !== 'all' && (told === null || told === rows.length) && behind !== 'last-again',
	);
	await fc.assert(
		fc.asyncProperty(sound, fc.integer({ min: 1, max: 40 }), async (service, size) => {
			const reading = open(service, { size });
			const read = await reading.read();
			expect(read.ids).toEqual(service.rows);
			// If everything fits on one page, no next page is ever seen.
			const fits = service.takesSize ? 1 : service.cap;
			const unseen = ['link', 'next-url'].includes(service.by) && service.told === null;
			if (!unseen || service.rows.length > fits) expect(read.complete).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
});
