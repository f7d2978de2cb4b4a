import { expect, test } from 'vitest';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { stockRule } from '../../../shared/service/stock.ts';
import type { Moved } from './own-movements.ts';
import { stockLook } from './stock-look.ts';

const rule = stockRule('inventoryItem.currentStock');
const part = (...itemIds: string[]): Payload => ({
	locationId: 'L-1',
	date: '2026-01-01T09:00:00.000Z',
	items: itemIds.map((itemId) => ({ itemId, storageAreaId: 'A-1', quantity: '1' })),
});

test('asks about each earlier part once, and looks again at lines that one of them moved', () => {
	const look = stockLook(virtualClock(0))('lane', 10_000);
	/** Attempts, by the event after which they may have been applied. */
	const tried = new Map([
		[11, part('1', '2')],
		[12, part('3')],
	]);
	const asked: number[] = [];
	const movedBy = (...bodies: Payload[]): Moved => {
		const lines = new Set(bodies.flatMap((body) => Object.keys(rule.adds(body))));
		return { nothing: lines.size === 0, has: (line) => lines.has(line) };
	};
	const ourOtherMoves = (asOf: number): Moved => {
		asked.push(asOf);
		return movedBy(...[...tried].flatMap(([event, body]) => (event > asOf ? [body] : [])));
	};
	look.keep(rule, part('1', '2'), { answer: [], asOf: 10 });
	expect(look.recall(rule, part('3', '4'), () => movedBy(part('1', '2')), 11)).toMatchObject({
		asOf: 10,
	});
	expect(look.recall(rule, part('4'), ourOtherMoves, 12)).toMatchObject({ asOf: 10 });
	expect(asked).toEqual([11]);
	expect(look.recall(rule, part('2', '5'), ourOtherMoves, 12)).toBeNull();
	expect(look.recall(rule, part('3'), ourOtherMoves, 12)).toBeNull();
	expect(look.recall(rule, part('6'), ourOtherMoves, 12)).toMatchObject({ asOf: 10 });
	expect(asked).toEqual([11, 12, 12, 12]);
});
