import { expect, test } from 'vitest';
import { systemClock } from '../../host/clock.ts';
import { readInTurns } from './rows.ts';

test('while the rows of a long page are read, others get their turn', async () => {
	const rows = Array.from({ length: 450 }, (_, at) => at);
	let inARow = 0;
	let most = 0;
	const read = readInTurns(
		rows,
		(row) => {
			most = Math.max(most, (inARow += 1));
			return row + 1;
		},
		systemClock,
	);
	let isRead = false;
	const other = () => {
		inARow = 0;
		if (!isRead) setImmediate(other);
	};
	other();
	expect(await read).toEqual(rows.map((row) => row + 1));
	isRead = true;
	expect(most).toBe(100);
});

test('the rows of a short page are read at once', async () => {
	const after = () => {
		throw new Error('Nobody needs to wait.');
	};
	expect(await readInTurns([1, 2], String, { after })).toEqual(['1', '2']);
});
