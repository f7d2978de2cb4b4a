import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';
import { rebuild } from './open.ts';

test('the check finds stock without a movement, and the ledger cannot be rewritten', () => {
	const db = new Database(':memory:');
	rebuild(db, () => undefined);
	const ledger = new Ledger(db);
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
