import type Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LazyDatabase } from './lazy-statements.ts';

let db: Database.Database;
beforeEach(() => {
	db = new LazyDatabase(':memory:');
	db.exec("CREATE TABLE item (name TEXT); INSERT INTO item VALUES ('Bread'), ('Milk')");
});
afterEach(() => db.close());

test('a statement returns rows or single values', () => {
	const names = db.prepare<[], string>('SELECT name FROM item ORDER BY name').pluck();
	expect(names.all()).toEqual(['Bread', 'Milk']);
	expect(names.get()).toBe('Bread');
	expect([...names.iterate()]).toEqual(['Bread', 'Milk']);
	expect(db.prepare<[string]>('DELETE FROM item WHERE name = ?').run('Milk').changes).toBe(1);
	expect(db.prepare('SELECT * FROM item').all()).toEqual([{ name: 'Bread' }]);
});

test('a statement may be prepared before its table exists; an error is thrown at first use', () => {
	const areas = db.prepare('SELECT * FROM area');
	expect(() => areas.all()).toThrow(/no such table/);
	db.exec('CREATE TABLE area (name TEXT)');
	expect(areas.all()).toEqual([]);
});
