// The fault table of docs/outbox.md equals the measurement. `npm run -s faults -- --write` rewrites it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { measureFaults } from './measure.ts';
import { between, faultTable, page } from './table.ts';

/** Table cells without the formatter's padding. */
const cellsOf = (table: string): string[][] =>
	table
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.filter((cells) => !cells.some((cell) => /^-+$/.test(cell)));

test('every fault ends for every queued operation as docs/outbox.md says, and nothing is done twice', async () => {
	const outcomes = await measureFaults(whole ? 1 : 5);
	const measured = new Set(['fault, once', ...outcomes.map(({ fault }) => fault)]);
	expect(outcomes.filter(({ done }) => done > 1)).toEqual([]);
	expect(
		outcomes.filter(({ done, last }) => last.step.state === 'confirmed' && done === 0),
	).toEqual([]);
	const documented = cellsOf(between(readFileSync(page, 'utf8')).table);
	expect(cellsOf(faultTable(outcomes))).toEqual(
		documented.filter(([, fault = '']) => measured.has(fault)),
	);
}, 120_000);
