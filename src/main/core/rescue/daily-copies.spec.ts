import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';
import { silentLog } from '../../../../test/support/ports.ts';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';
import { copyFile, listCopies, thinCopies } from '../store/copies.ts';
import { openDurable, type Sqlite } from '../store/open.ts';
import { DailyCopies } from './daily-copies.ts';

const folder = freshFolder();
let durable: Sqlite;
let copies: DailyCopies;
/** Resolves when the pages of a first copy are read and the check begins. */
let pagesRead: PromiseWithResolvers<void>;
let goOn: PromiseWithResolvers<void>;

beforeEach(() => {
	durable = openDurable(folder('stillroom.db'));
	pagesRead = Promise.withResolvers();
	goOn = Promise.withResolvers();
	const nothing = () => undefined;
	copies = new DailyCopies({
		dataFolder: folder(),
		durable,
		clock: {
			...virtualClock(),
			after(_ms, call) {
				pagesRead.resolve();
				void goOn.promise.then(call);
				return nothing;
			},
		},
		log: silentLog,
		free: () => null,
		copyFile: undefined,
		changed: nothing,
	});
});
afterEach(async () => {
	goOn.resolve();
	await copies.stop();
	durable.close();
});

const save = () => durable.prepare(`INSERT INTO setting VALUES ('saved', 'since')`).run();
const savedIn = (name: string) => {
	const copy = new Database(copyFile(folder(), { name }), { readonly: true });
	const value = copy.prepare(`SELECT value FROM setting WHERE name = 'saved'`).pluck().get();
	copy.close();
	return value;
};

test('a copy requested while another is being made contains everything saved before the request', async () => {
	const first = copies.make();
	await pagesRead.promise;
	save();
	const asked = [copies.make(), copies.make()];
	goOn.resolve();
	await first;
	const [made, same] = await Promise.all(asked);
	expect(made).toBe(same);
	expect(savedIn(typeof made === 'object' ? made.name : 'none')).toBe('since');
});

test('starts no further copy when the files are about to close', async () => {
	void copies.make();
	await pagesRead.promise;
	const asked = copies.make();
	const stopping = copies.stop();
	goOn.resolve();
	await stopping;
	expect(await asked).toBe('failed');
});

test('After a start with a clock a year ahead, makes one copy a day and treats the latest as the newest', async () => {
	const hour = 60 * 60 * 1000;
	let now = Date.UTC(2027, 10, 21, 12);
	let everyHour: () => void = () => undefined;
	const nothing = () => undefined;
	const begin = () =>
		new DailyCopies({
			dataFolder: folder(),
			durable,
			clock: {
				...virtualClock(),
				now: () => now,
				after(ms, call) {
					if (ms === 0) setImmediate(call);
					else everyHour = call;
					return nothing;
				},
			},
			log: silentLog,
			free: () => null,
			copyFile: undefined,
			changed: nothing,
		});
	const ahead = begin();
	ahead.start();
	await ahead.stop();
	now = Date.UTC(2026, 10, 21, 12);
	const right = begin();
	right.start();
	await right.make();
	for (let hours = 0; hours < 20; hours += 1) {
		now += hour;
		everyHour();
		await new Promise((resolve) => setImmediate(resolve));
	}
	await right.stop();
	const made = listCopies(folder());
	expect(made.map(({ number }) => number)).toEqual([3, 2, 1]);
	expect(made.map(({ at }) => new Date(at).getUTCFullYear())).toEqual([2026, 2026, 2027]);
	await thinCopies(folder(), now);
	expect(listCopies(folder())).toHaveLength(3);
});
