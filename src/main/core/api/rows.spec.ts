import { expect, test } from 'vitest';
import { systemClock } from '../../host/clock.ts';
import { eachInTurns } from './rows.ts';

test('yields to others while reading the rows of a long page', async () => {
	const rows = Array.from({ length: 450 }, (_, at) => at);
	const read: number[] = [];
	let inARow = 0;
	let most = 0;
	const reading = eachInTurns(
		rows,
		(row) => {
			most = Math.max(most, (inARow += 1));
			read.push(row);
		},
		systemClock,
	);
	let isRead = false;
	const other = () => {
		inARow = 0;
		if (!isRead) setImmediate(other);
	};
	other();
	await reading;
	isRead = true;
	expect(read).toEqual(rows);
	expect(most).toBe(100);
});

test('reads the rows of a short page at once', async () => {
	const after = () => {
		throw new Error('Nobody needs to wait.');
	};
	const read: number[] = [];
	await eachInTurns([1, 2], (row) => read.push(row), { after });
	expect(read).toEqual([1, 2]);
});
