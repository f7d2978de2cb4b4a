import { expect, it } from 'vitest';
import { keptCells } from './refused-texts.ts';

const cellKept = (message: unknown) =>
	keptCells(JSON.stringify({ cell: { state: 'failed', typed: '1,5', message } }))['cell'];

it('a refused text keeps its message with its values', () => {
	const message = { key: 'entry.too-many-places', values: { places: 2 } };
	expect(cellKept(message)).toEqual({ state: 'failed', typed: '1,5', message });
});

it("a text refused with a newer version's message is kept", () => {
	expect(cellKept({ key: 'entry.not-thought-of-yet' })).toMatchObject({ typed: '1,5' });
	expect(keptCells('{"cell":')).toEqual({});
});
