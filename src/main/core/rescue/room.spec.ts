import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller } from '../../../../test/support/kitchen.ts';
import { silentLog } from '../../../../test/support/ports.ts';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { contract, isCallName } from '../../../shared/bridge/contract.ts';
import { createDispatch, takesRoom, type Capabilities } from '../dispatch.ts';
import { hasBallast, layBallast } from '../store/ballast.ts';
import { isDiskFull } from '../store/damage.ts';
import { Room } from './room.ts';

let room: Room;
let free: number;
/** Page limit of stillroom.db while the ballast exists. */
let pages: number;

/** Limits the real file: SQLite returns SQLITE_FULL. Releasing the ballast frees its pages. */
function limit(): void {
	const more = hasBallast(kitchen.folder) ? 0 : 1000;
	kitchen.store.durable.pragma(`max_page_count = ${pages + more}`);
}

const kitchen = eachKitchen({
	giveRoom: () => {
		const gave = room.give();
		limit();
		return gave;
	},
});
beforeEach(() => {
	free = 0;
	room = new Room({
		dataFolder: kitchen.folder,
		store: kitchen.store,
		disk: { free: () => free },
		clock: kitchen.clock,
		log: silentLog,
		changed: () => undefined,
	});
});
afterEach(async () => {
	await room.stop();
	await kitchen.end();
});

const save = (typed: string) =>
	wasteToSave([wasteLine({ boxes: [{ unitId: '1', typed }] })], { description: 'x'.repeat(400) });
const events = () =>
	kitchen.store.durable.prepare('SELECT count(*) FROM action_event').pluck().get() as number;

test('On a full disk new work is refused, saved work stays, and answers are still saved', async () => {
	kitchen.service.there = false;
	const laneIds: string[] = [];
	for (let number = 1; number <= 60; number += 1) {
		const { documentId } = kitchen.call('wastage.save', save(String(number)));
		const intentId = `intent-${number}`;
		kitchen.call('wastage.submit', { documentId, intentId });
		laneIds.push(documentId);
	}
	await layBallast(kitchen.folder);
	pages = Number(kitchen.store.durable.pragma('page_count', { simple: true }));
	limit();

	const capabilities = { wastage: () => kitchen.calls } as unknown as Capabilities; // The only one that is called here.
	const folder = {
		isFull: () => room.isFull(),
		full: () => void room.give(),
		damaged: () => undefined,
		noteSaved: () => undefined,
	};
	const dispatch = createDispatch(capabilities, silentLog, () => undefined, folder);
	const saved = () => kitchen.store.durable.prepare('SELECT count(*) FROM draft').pluck().get();
	let before = saved();
	let reply = await dispatch('wastage.save', save('1'), caller);
	while (reply.ok) {
		before = saved();
		reply = await dispatch('wastage.save', save('1'), caller);
	}
	expect(reply).toMatchObject({ code: 'disk-full' });
	expect(saved(), 'nothing was saved by half').toBe(before);
	expect(room.isFull()).toBe(true);
	expect(await dispatch('wastage.save', save('1'), caller)).toMatchObject({ code: 'disk-full' });
	expect(await dispatch('wastage.list', { locationId: 'L-1' }, caller)).toMatchObject({ ok: true });

	const written = events();
	kitchen.service.there = true;
	await kitchen.send();
	await kitchen.clock.pass(10_000);
	expect(kitchen.outbox.counts(), 'every document is with the service').toEqual({
		waiting: 0,
		needYou: 0,
	});
	expect(events() - written).toBeGreaterThanOrEqual(laneIds.length * 4);
	expect(hasBallast(kitchen.folder), 'the ballast made the room').toBe(false);
	expect(
		new Set(
			kitchen.service.writes.map(({ name, body, path }) => name + JSON.stringify([body, path])),
		).size,
	).toBe(kitchen.service.writes.length);

	free = Infinity;
	await kitchen.clock.pass(15_000);
	while (room.isFull()) await new Promise((resolve) => setImmediate(resolve));
	expect(hasBallast(kitchen.folder)).toBe(true);
	pages += 2000;
	limit();
	expect(await dispatch('wastage.save', save('1'), caller)).toMatchObject({ ok: true });
});

test.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_WRITE'])(
	'If the disk does not confirm a commit (%s), the file is checked and reopened',
	async (code) => {
		const damaged = vi.fn();
		const capabilities = {
			wastage: () => ({
				'wastage.list': () => {
					throw new Database.SqliteError('disk I/O error', code);
				},
			}),
		} as unknown as Capabilities; // The only one that is called here.
		const folder = { isFull: () => false, full: () => true, damaged, noteSaved: () => undefined };
		const dispatch = createDispatch(capabilities, silentLog, () => undefined, folder);
		const reply = await dispatch('wastage.list', { locationId: 'L-1' }, caller);
		expect(reply).toMatchObject({ ok: false, code: 'file-damaged' });
		expect(damaged).toHaveBeenCalledOnce();
	},
);

test('Frees space in a fixed order, with the copies of the service last', async () => {
	await layBallast(kitchen.folder);
	const items = () => kitchen.store.cache.prepare('SELECT count(*) FROM item').pluck().get();
	const lastRead = () => kitchen.store.cache.prepare('SELECT last FROM read_counter').pluck().get();
	const reads = lastRead();
	expect(room.give(), 'the log of the copies').toBe(true);
	expect(hasBallast(kitchen.folder)).toBe(true);
	expect(room.give(), 'the ballast').toBe(true);
	expect(hasBallast(kitchen.folder)).toBe(false);
	expect(items()).toBe(3);
	expect(room.give(), 'the copies').toBe(true);
	expect(items()).toBe(0);
	expect(lastRead(), 'the counter of reads stays').toBe(reads);
	while (room.give());
	expect(room.isFull()).toBe(true);
	expect(isDiskFull(new Error('no'))).toBe(false);
});

test('While the disk is full, reading, deciding and rescue work, but unknown calls are refused', () => {
	const names = Object.keys(contract).filter(isCallName);
	const refused = names.filter(takesRoom);
	expect(refused).toEqual(
		expect.arrayContaining(['wastage.save', 'wastage.submit', 'stocktake.enter', 'sync.pull']),
	);
	for (const name of names) {
		if (/\.(list|get|sheet|review)$|^(outbox|rescue|settings|app)\./.test(name)) {
			expect(refused, name).not.toContain(name);
		}
	}
});
