// A draft open on two PCs stays one draft with the entries of both.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestPc } from '../../../../test/support/pc.ts';
import { giveWork, twoUnplugged, type TestPcs } from '../../../../test/support/pcs.ts';
import type { WasteDocument } from '../../../shared/bridge/waste.ts';

let pcs: TestPcs;
let first: TestPc;
let second: TestPc;
let locationId: string;
beforeEach(async () => {
	({ pcs, first, second, locationId } = await twoUnplugged());
});
afterEach(() => pcs.end());

interface Entered {
	lineId: string;
	typed: string;
	note?: string;
}

async function save(
	pc: TestPc,
	lines: readonly Entered[],
	documentId: string | null = null,
	description = 'Evening',
): Promise<string> {
	const { items } = await pc.call('item.search', { text: 'a', locationId });
	const { reasons } = await pc.call('wasteReason.list', {});
	const revision =
		documentId === null ? 0 : (await pc.call('wastage.get', { documentId })).revision;
	const itemOf = (lineId: string) => items[Number(lineId.slice(-1)) % items.length]!;
	const saved = await pc.call('wastage.save', {
		documentId,
		revision,
		locationId,
		description,
		locale: 'en-GB',
		lines: lines.map(({ lineId, typed, note = '' }) => {
			const { itemId, units } = itemOf(lineId);
			const boxes = [{ unitId: units[0]!.unitId, typed }];
			return { lineId, itemId, boxes, note, reasonId: reasons[0]!.reasonId };
		}),
	});
	return saved.documentId;
}
const line = (number: number, typed: string): Entered => ({
	lineId: `line-${String(number)}`,
	typed,
});

async function give(to: TestPc, from: TestPc, mode: 'copy' | 'move' = 'copy') {
	await giveWork(to, await from.call('rescue.exportWork', { mode }));
}
async function bring(to: TestPc, from: TestPc, mode: 'copy' | 'move' = 'copy') {
	await give(to, from, mode);
	return to.call('rescue.importWork', {});
}

const shown = ({ description, lines }: WasteDocument) => ({
	description,
	lines: Object.fromEntries(
		lines.map(({ lineId, boxes, note }) => [lineId, `${boxes[0]?.typed ?? ''}${note}`]),
	),
});
const at = async (pc: TestPc, documentId: string) =>
	shown(await pc.call('wastage.get', { documentId }));

describe('A waste draft open on two PCs', () => {
	test('becomes the same on both PCs, in the same order, whichever imports first', async () => {
		const documentId = await save(first, [line(1, '1')]);
		await bring(second, first);
		await save(first, [line(3, '3'), line(1, '1')], documentId);
		await save(second, [line(1, '1'), line(4, '4')], documentId);
		await give(second, first);
		await bring(first, second);
		await second.call('rescue.importWork', {});
		const [one, other] = await Promise.all([at(first, documentId), at(second, documentId)]);
		expect(Object.keys(one.lines)).toEqual(Object.keys(other.lines));
		expect(one).toEqual(other);
	});

	test('asks only about a line that both changed, and keeps the choice', async () => {
		const documentId = await save(first, [line(1, '1'), line(2, '2'), line(3, '3')]);
		await bring(second, first);
		await save(first, [line(1, '10'), line(2, '20'), line(3, '3')], documentId, 'At Noor’s');
		await save(second, [line(1, '11'), line(2, '22'), line(3, '33')], documentId);
		await give(second, first);
		const { forks, undecided } = await second.call('rescue.lookAtFile', {});
		expect(undecided).toBe(true);
		expect(forks.map(({ part, about }) => [part, about])).toEqual([
			['lines.line-1', 'line'],
			['lines.line-2', 'line'],
		]);
		const told = forks[0];
		expect(told?.item).not.toBe('');
		expect(told).toMatchObject({
			here: { by: 'Ben', says: [expect.stringMatching(/^11 \S/), expect.anything()] },
			there: { by: 'Noor', says: [expect.stringMatching(/^10 \S/), expect.anything()] },
		});
		const half = { draftId: documentId, part: 'lines.line-1', stays: 'there' } as const;
		const refused = await second.reply('rescue.importWork', { parts: [half] });
		expect(refused).toMatchObject({ ok: false, code: 'changed-meanwhile' });
		await second.call('rescue.importWork', {
			parts: [half, { draftId: documentId, part: 'lines.line-2', stays: 'here' }],
		});
		const chosen = {
			description: 'At Noor’s',
			lines: { 'line-1': '10', 'line-2': '22', 'line-3': '33' },
		};
		expect(await at(second, documentId)).toEqual(chosen);
		// The choice is a change, so the first PC imports it without a question.
		expect(await bring(first, second)).toMatchObject({ forks: [] });
		expect(await at(first, documentId)).toEqual(chosen);
	});

	test('does not ask about identical changes, or about changes in the copies', async () => {
		const documentId = await save(first, [line(1, '1'), line(2, '2')]);
		await bring(second, first);
		// The next save updates cost and time in each line from the copies.
		second.plugIn();
		await second.call('sync.pull', {});
		await second.until(({ sync }) => !sync.running);
		second.unplug();
		await save(first, [line(1, '5'), line(2, '9')], documentId);
		await save(second, [line(1, '5'), line(2, '2')], documentId);
		expect(await bring(second, first)).toMatchObject({ forks: [] });
		expect((await at(second, documentId)).lines).toEqual({ 'line-1': '5', 'line-2': '9' });
	});
});

test('A transfer draft open on two PCs shows the lines of both, and asks about the other location', async () => {
	const { locations } = await first.call('location.list', {});
	const locationIds = locations
		.map((each) => each.locationId)
		.filter((each) => each !== locationId);
	const { items } = await first.call('item.search', { text: 's', locationId });
	const write = async (
		pc: TestPc,
		other: string | null,
		numbers: number[],
		documentId: string | null,
	) => {
		const revision =
			documentId === null ? 0 : (await pc.call('transfer.get', { documentId })).revision;
		const saved = await pc.call('transferOut.save', {
			documentId,
			revision,
			locationId,
			otherLocationId: other,
			description: '',
			locale: 'en-GB',
			lines: numbers.map((number) => {
				const { itemId, units } = items[number % items.length]!;
				const boxes = [{ unitId: units[0]!.unitId, typed: String(number) }];
				return { lineId: `line-${String(number)}`, itemId, boxes, note: '' };
			}),
		});
		return saved.documentId;
	};
	const documentId = await write(first, null, [1], null);
	await bring(second, first);
	await write(first, locationIds[0]!, [1, 2], documentId);
	await write(second, locationId, [1, 3], documentId);
	await give(second, first);
	const { forks } = await second.call('rescue.lookAtFile', {});
	expect(forks).toMatchObject([{ part: 'otherLocationId', about: 'location' }]);
	await second.call('rescue.importWork', { drafts: 'there' });
	const { lines, otherLocationId } = await second.call('transfer.get', { documentId });
	expect(otherLocationId).toBe(locationIds[0]);
	expect(lines.map(({ lineId }) => lineId).sort()).toEqual(['line-1', 'line-2', 'line-3']);
});

test('A receipt open on two PCs has the entries of both', async () => {
	const { documents } = await first.call('transfer.list', { locationId });
	const withTwo = async () => {
		for (const { documentId, kind, phase } of documents) {
			if (kind !== 'transferIn' || phase !== 'in-transit') continue;
			const { lines } = await first.call('transfer.get', { documentId });
			if (lines.length > 1) return { documentId, lines };
		}
		throw new Error('There is no transfer with two lines.');
	};
	const { documentId, lines } = await withTwo();
	const enter = (pc: TestPc, index: number, typed: string) => {
		const { lineId, item } = lines[index]!;
		const unitId = item.units[0]!.unitId;
		return pc.call('transferIn.enter', { documentId, lineId, unitId, typed, locale: 'en-GB' });
	};
	await enter(first, 0, '1');
	await bring(second, first);
	await enter(first, 0, '2');
	await enter(second, 1, '3');
	expect(await bring(second, first)).toMatchObject({ forks: [] });
	const now = (await second.call('transfer.get', { documentId })).lines;
	expect(now.slice(0, 2).map(({ entry }) => entry?.boxes[0]?.typed)).toEqual(['2', '3']);
	await enter(first, 1, '4');
	await give(second, first);
	const { forks } = await second.call('rescue.lookAtFile', {});
	expect(forks).toMatchObject([{ about: 'line', item: lines[1]!.item.name }]);
	expect(forks[0]?.here.says[0]).toMatch(/^3 /);
	expect(forks[0]?.there.says[0]).toMatch(/^4 /);
});

test('A draft that was moved keeps its photos until the other PC removes them', async () => {
	const documentId = await save(first, [line(1, '1')]);
	const photo = {
		documentId,
		picture: Buffer.from([255, 216, 255]).toString('base64'),
	};
	const { photoId } = await first.call('photo.add', photo);
	await give(second, first, 'move');
	const refused = { ok: false, code: 'not-found' };
	expect(await first.reply('photo.remove', { photoId })).toMatchObject(refused);
	expect(await first.reply('photo.add', photo)).toMatchObject(refused);
	expect(await first.call('photo.list', { documentId })).toMatchObject({ photos: [{ photoId }] });
	await second.call('rescue.importWork', {});
	await second.call('photo.remove', { photoId });
	expect(await second.call('photo.list', { documentId })).toEqual({ photos: [] });
});
