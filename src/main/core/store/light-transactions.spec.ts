import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hearSaved, wrapTransactionsOnce } from './light-transactions.ts';

let db: Database.Database;
beforeEach(() => {
	db = new Database(':memory:');
	db.exec('CREATE TABLE item (name TEXT)');
	wrapTransactionsOnce(db);
});
afterEach(() => db.close());
const items = () => db.prepare('SELECT name FROM item').pluck().all();
const add = (name: string) => db.prepare('INSERT INTO item VALUES (?)').run(name);

test.each(['deferred', 'immediate'])(
	'%s: all of it is kept, and what it gives comes back',
	(kind) => {
		const adding = db.transaction((name: string) => {
			expect(db.inTransaction).toBe(true);
			return add(name).changes;
		});
		expect(kind === 'immediate' ? adding.immediate('Bread') : adding('Bread')).toBe(1);
		expect(db.inTransaction).toBe(false);
		expect(items()).toEqual(['Bread']);
	},
);

test('What throws is taken back whole; one inside another by itself alone', () => {
	const fail = (name: string) => () => {
		add(name);
		throw new Error('No.');
	};
	expect(() => db.transaction(fail('Bread')).immediate()).toThrow('No.');
	expect(items()).toEqual([]);
	db.transaction(() => {
		add('Milk');
		expect(() => db.transaction(fail('Bread')).immediate()).toThrow('No.');
		add('Eggs');
	}).immediate();
	expect(items()).toEqual(['Milk', 'Eggs']);
});

test('who has a say in commits is asked for each transaction once, and hears that its work is done before the commit', () => {
	const heard: string[] = [];
	const hear = (what: string) => heard.push(`${what}${db.inTransaction ? ', inside' : ''}`);
	wrapTransactionsOnce(db, {
		carryOut(transaction) {
			hear('begins');
			const result = transaction();
			hear('ended');
			return result;
		},
		worked: () => void hear('worked'),
		isOnDisk: () => true,
	});
	hearSaved(db, () => void hear('saved'));
	const adding = db.transaction(add);
	db.transaction(() => {
		adding('Milk');
		hear('after the one inside');
	}).immediate();
	expect(heard).toEqual([
		'begins',
		'after the one inside, inside',
		'worked, inside',
		'ended',
		'saved',
	]);
	expect(items()).toEqual(['Milk']);
});
