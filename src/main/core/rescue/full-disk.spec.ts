// With a full disk at any step, a person's action is rolled back completely and leaves no files behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	accountId,
	caller,
	openStockedKitchen,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { contract } from '../../../shared/bridge/contract.ts';
import { isDiskFull } from '../store/damage.ts';
import { durableTables } from '../store/durable-tables.ts';
import { workFileCalls } from './work-files.ts';

const kitchen = eachKitchen();
let secondKitchen: Kitchen;
beforeEach(async () => {
	secondKitchen = await openStockedKitchen();
	kitchen.service.there = false;
});
afterEach(async () => {
	await kitchen.end();
	await secondKitchen.end();
});

const rescueOf = ({ store, ports, settings, account, folder, outbox, sync }: Kitchen) =>
	workFileCalls(
		{
			store,
			ports,
			account,
			outbox,
			sync,
			api: {} as never,
			settings: () => settings,
			emit: () => undefined,
			appChanged: () => undefined,
		},
		{
			dataFolder: folder,
			secrets: () => [],
			paused: (work) => Promise.resolve(work()),
			changed: () => undefined,
		},
	);

const dump = ({ store: { durable } }: Kitchen) =>
	JSON.stringify(
		durableTables.map(({ name }) => [name, durable.prepare(`SELECT * FROM "${name}"`).all()]),
	);
const files = ({ folder }: Kitchen): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => !/\.db(-\w+)?$|^(work-files|photos)$/.test(name))
		.sort();

/** Repeats the action with one more free page each time until it succeeds. @returns how often it failed */
async function withLittleRoom(at: Kitchen, act: () => unknown): Promise<number> {
	const { durable } = at.store;
	const pages = Number(durable.pragma('page_count', { simple: true }));
	const held = files(at);
	for (let more = 0; ; more += 1) {
		durable.pragma(`max_page_count = ${String(pages + more)}`);
		const before = dump(at);
		try {
			await act();
			durable.pragma('max_page_count = 1000000');
			return more;
		} catch (error) {
			if (!isDiskFull(error)) throw error;
			expect(dump(at) === before, 'nothing was saved by half').toBe(true);
			expect(files(at)).toEqual(held);
		}
	}
}

const long = 'x'.repeat(400);
const manyLines = Array.from({ length: 20 }, (_, at) =>
	wasteLine({ lineId: `line-${String(at)}`, note: long }),
);
const jpeg = Buffer.concat([
	Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
	Buffer.alloc(3_000, 1),
]).toString('base64');
const save = (at: Kitchen, description = long) =>
	at.call('wastage.save', wasteToSave(manyLines, { description }));

test('Saves a draft, its submit and a count completely or not at all, at whichever page the disk is full', async () => {
	let refused = await withLittleRoom(kitchen, () => save(kitchen));
	for (let number = 0; number < 8; number += 1) {
		const { documentId } = save(kitchen, `${String(number)} ${long}`);
		const intentId = `intent-${String(number)}`;
		refused += await withLittleRoom(kitchen, () =>
			kitchen.call('wastage.submit', { documentId, intentId }),
		);
	}
	const open = contract['stocktake.open'].input.parse({
		locationId: 'L-1',
		name: long.slice(0, 100),
		plan: { scope: { kind: 'full' } },
		intentId: 'open-0001',
	});
	refused += await withLittleRoom(kitchen, () => kitchen.call('stocktake.open', open));
	expect(refused).toBeGreaterThan(5);
});

test('Moving work on a full disk removes nothing from this PC and leaves no file', async () => {
	const rescue = rescueOf(kitchen);
	for (let number = 0; number < 20; number += 1) {
		const { documentId } = save(kitchen);
		const intentId = `intent-${String(number)}`;
		kitchen.call('wastage.submit', { documentId, intentId });
	}
	const refused = await withLittleRoom(kitchen, async () =>
		valueOf(await rescue['rescue.exportWork']({ mode: 'move' }, caller)),
	);
	expect(refused).toBeGreaterThan(0);
	expect(files(kitchen).filter((name) => name.endsWith('.json'))).toHaveLength(1);
});

test('Importing work on a full disk brings everything or nothing, including pictures', async () => {
	for (let number = 0; number < 5; number += 1) {
		const { documentId } = save(secondKitchen);
		secondKitchen.call('photo.add', { documentId, picture: jpeg });
	}
	const reply = await rescueOf(secondKitchen)['rescue.exportWork']({ mode: 'move' }, caller);
	const { file, text } = valueOf(reply);
	const rescue = rescueOf(kitchen);
	const take = async () => {
		valueOf(rescue['rescue.giveFile']({ file, first: true, text }, caller));
		return valueOf(
			await rescue['rescue.importWork'](contract['rescue.importWork'].input.parse({}), caller),
		);
	};
	expect(await withLittleRoom(kitchen, take)).toBeGreaterThan(0);

	const other = await openStockedKitchen();
	const taking = rescueOf(other);
	const photos = readdirSync(join(secondKitchen.folder, 'photos'));
	mkdirSync(join(other.folder, 'photos'));
	symlinkSync('/dev/full', join(other.folder, 'photos', `${photos[2] ?? ''}.part`));
	const before = dump(other);
	valueOf(taking['rescue.giveFile']({ file, first: true, text }, caller));
	await expect(
		taking['rescue.importWork'](contract['rescue.importWork'].input.parse({}), caller),
	).rejects.toSatisfy(isDiskFull);
	expect(dump(other)).toBe(before);
	expect(readdirSync(join(other.folder, 'photos'))).toEqual([]);
	await other.end();
});

test('A photo without enough space is not added and leaves no partial file', async () => {
	const { documentId } = save(kitchen);
	const add = () => kitchen.call('photo.add', { documentId, picture: jpeg });
	for (let number = 0; number < 6; number += 1) await withLittleRoom(kitchen, add);
	const photos = kitchen.store.durable.prepare('SELECT count(*) FROM photo').pluck().get();
	expect(readdirSync(join(kitchen.folder, 'photos'))).toHaveLength(Number(photos));

	const next = kitchen.ports.newId();
	const following = next.replace(/\d+$/, (digits) =>
		String(Number(digits) + 1).padStart(digits.length, '0'),
	);
	symlinkSync('/dev/full', join(kitchen.folder, 'photos', `${following}.part`));
	expect(add).toThrow(/ENOSPC/);
	expect(readdirSync(join(kitchen.folder, 'photos'))).toHaveLength(Number(photos));
	expect(kitchen.call('photo.list', { documentId }).photos).toHaveLength(6);
});

test('Gives a person a copy of the work even if the disk has no room to keep it', async () => {
	const { documentId } = save(kitchen, 'Dropped tray');
	const rescue = rescueOf(kitchen);
	const { file } = valueOf(await rescue['rescue.exportWork']({ mode: 'copy' }, caller));
	const name = file.replace('.json', '-2.json');
	symlinkSync('/dev/full', join(kitchen.folder, 'work-files', `${name}.part`));
	const given = valueOf(await rescue['rescue.exportWork']({ mode: 'copy' }, caller));
	expect(given.text).toContain(documentId);
	symlinkSync('/dev/full', join(kitchen.folder, 'work-files', `${name}.part`));
	expect(await rescue['rescue.exportWork']({ mode: 'move' }, caller)).toMatchObject({
		code: 'disk-full',
	});
	expect(existsSync(join(kitchen.folder, 'work-files', name))).toBe(false);
	expect(readFileSync(join(kitchen.folder, 'work-files', file), 'utf8')).toContain(accountId);
	expect(kitchen.call('wastage.get', { documentId }).standing).toBe('draft');
});
