import fc from 'fast-check';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../../test/support/practice.ts';
import { openLedger } from './ledger.ts';
import { rebuild } from './open.ts';

let practice: TestPractice;

beforeAll(async () => {
	practice = await startTestPractice();
	await practice.signIn();
});
afterAll(() => practice.close());

interface Record {
	id: string;
	[field: string]: unknown;
}
interface Transfer extends Record {
	counterpartId?: string;
	items: { id: string; itemId: string; quantity: number }[];
}

const quantity = fc.integer({ min: 1, max: 40_000 }).map((thousandths) => thousandths / 1000);
const lines = fc.array(fc.record({ item: fc.nat(59), quantity }), { minLength: 1, maxLength: 6 });
const plan = fc.record({
	kind: fc.constantFrom('wastage', 'transfer', 'count'),
	from: fc.nat(1),
	lines,
	/** How far it gets on its way, and the share that is sent and received. */
	steps: fc.nat(6),
	share: fc.constantFrom(0.5, 1, 1.05),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

test(
	'stock is the sum of its movements, whatever documents are made',
	{ timeout: 120_000 },
	async () => {
		const locations = await practice.all<Record>('location.list');
		const items = await practice.all<Record>('inventoryItem.list');
		const areas = await practice.all<Record>('storageArea.list');
		const before = (await practice.journal()).length;

		const posted = (name: Parameters<TestPractice['call']>[0], body: unknown) =>
			practice.call(name, { body });
		const itemAt = (index: number) => items[index % items.length]!;
		const date = '2026-03-02T12:00:00Z';

		async function waste({ from, lines, steps }: Plan) {
			const created = await posted('wastage.create', {
				locationId: locations[from]!.id,
				date,
				items: lines.map(({ item, quantity }) => ({
					itemId: itemAt(item).id,
					uomId: itemAt(item)['baseUomId'],
					quantity,
				})),
			});
			const path = { id: (created.json as Record).id };
			if (steps > 0) await practice.call('wastage.submit', { path });
			if (steps > 1)
				await practice.call(steps > 4 ? 'wastage.reject' : 'wastage.approve', { path });
		}

		async function transfer({ from, lines, steps, share }: Plan) {
			const created = await posted('transferOut.create', {
				fromLocationId: locations[from]!.id,
				toLocationId: locations[1 - from]!.id,
				date,
				items: lines.map(({ item, quantity }) => ({
					itemId: itemAt(item).id,
					quantities: [{ uomId: itemAt(item)['baseUomId'], quantity }],
				})),
			});
			const path = { id: (created.json as Record).id };
			for (const act of (['submit', 'approve', 'finalize'] as const).slice(0, steps)) {
				await practice.call(`transferOut.${act}`, { path });
			}
			const move = async (end: 'transferOut' | 'transferIn', id: string, part: number) => {
				const { items: open } = (await practice.call(`${end}.get`, { path: { id } }))
					.json as Transfer;
				return posted(end === 'transferOut' ? 'transferOut.fulfill' : 'transferIn.receive', {
					transferId: id,
					date,
					items: open.map((line) => ({
						transferItemId: line.id,
						itemId: line.itemId,
						quantities: [],
						quantity: Math.round(line.quantity * part * 1000) / 1000,
					})),
				});
			};
			if (steps > 3) await move('transferOut', path.id, Math.min(share, 1));
			const { counterpartId } = (await practice.call('transferOut.get', { path })).json as Transfer;
			if (counterpartId === undefined) return;
			if (steps === 5) await move('transferIn', counterpartId, share);
			if (steps === 6) await practice.call('transferIn.reject', { path: { id: counterpartId } });
		}

		async function count({ from, lines, steps }: Plan) {
			const here = areas.filter((area) => area['locationId'] === locations[from]!.id);
			await posted('inventoryItem.changeStock', {
				locationId: locations[from]!.id,
				date,
				items: lines.map(({ item, quantity }) => ({
					itemId: itemAt(item).id,
					storageAreaId: here[(item + steps) % here.length]!.id,
					quantity: item % 2 === 0 ? quantity : -quantity,
				})),
			});
		}

		await fc.assert(
			fc.asyncProperty(fc.array(plan, { minLength: 10, maxLength: 10 }), async (plans) => {
				for (const each of plans) {
					await { wastage: waste, transfer, count }[each.kind](each);
				}
				expect(practice.checkLedger()).toEqual([]);
			}),
			{ numRuns: 20, seed: 20_260_302 },
		);
		const since = (await practice.journal()).slice(before);
		expect(since.filter((entry) => entry.committed).length).toBeGreaterThan(200);
		expect(since.filter((entry) => entry.status >= 500)).toEqual([]);
	},
);

test('the check finds stock that nobody moved, and the ledger cannot be rewritten', () => {
	const db = new Database(':memory:');
	rebuild(db, () => undefined);
	const ledger = openLedger(db);
	const place = { locationId: 'here', storageAreaId: 'fridge', itemId: 'milk' };
	ledger.addPlace({ ...place, areaSequence: 1, shelf: 'Shelf A', sequence: 1 });
	const more = { at: 0, unitCost: '1', kind: 'opening', documentId: null } as const;
	ledger.post({ ...place, ...more, quantity: '0.1' });
	ledger.post({ ...place, ...more, quantity: '0.2' });
	expect(ledger.check()).toEqual([]);
	expect(ledger.list({}, { offset: 0, limit: 9 }).rows).toMatchObject([{ quantity: '0.3' }]);

	db.exec(`UPDATE stock SET quantity = '0.4'`);
	expect(ledger.check()).toEqual([{ ...place, stock: '0.4', movements: '0.3' }]);
	expect(() => db.exec(`UPDATE movement SET quantity = '0.3'`)).toThrow('never changed');
	expect(() => db.exec('DELETE FROM movement')).toThrow('never deleted');
	db.close();
});

test('stock that comes in is averaged with what is there, and not with what is not', () => {
	const db = new Database(':memory:');
	rebuild(db, () => undefined);
	const ledger = openLedger(db);
	const place = { locationId: 'here', storageAreaId: 'fridge', itemId: 'milk' };
	ledger.addPlace({ ...place, areaSequence: 1, shelf: 'Shelf A', sequence: 1 });
	const receive = (quantity: string, unitCost: string) => {
		ledger.averageIn('here', 'milk', quantity, unitCost);
		ledger.post({ ...place, at: 0, quantity, unitCost, kind: 'transfer-in', documentId: null });
		return ledger.averageCost('here', 'milk');
	};
	expect(receive('10', '2')).toBe('2');
	expect(receive('5', '2.3')).toBe('2.1');
	ledger.post({
		...place,
		at: 0,
		quantity: '-20',
		unitCost: '2',
		kind: 'wastage',
		documentId: null,
	});
	expect(receive('5', '3')).toBe('3');
	db.close();
});
