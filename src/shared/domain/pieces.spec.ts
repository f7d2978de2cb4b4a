import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';
import type { ItemUnit } from './unit.ts';

const unit = (unitId: string, numerator: string, places: number): ItemUnit => ({
	unitId,
	name: unitId,
	kind: 'other',
	factor: { numerator, denominator: '1' },
	places,
});
const units = [unit('each', '1', 0), unit('case', '12', 0)];
const eggs = [unit('egg', '1', 0), unit('tray', '30', 0)];

test.each([
	[units, 'case', '0.333333', '4'],
	[units, 'case', '2.083333', '25'],
	[eggs, 'tray', '0.966667', '29'],
	// Halves are read as they are.
	[units, 'case', '0.5', null],
	[units, 'case', '2', null],
	// Nobody knows the unit, or what its pieces are.
	[units, 'box', '0.333333', null],
	[units.slice(1), 'case', '0.333333', null],
])('of %j, %s × %s is %s pieces', (of, unitId, quantity, pieces) => {
	expect(piecesOf(of, { unitId, quantity })?.quantity ?? null).toBe(pieces);
});
