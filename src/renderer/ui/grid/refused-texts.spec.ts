import { expect, it } from 'vitest';
import { keptCells } from './refused-texts.ts';

const cellKept = (message: unknown) =>
	keptCells(JSON.stringify({ cell: { state: 'failed', typed: '1,5', message } }))['cell'];

it('A text that was refused keeps which message it was, with its values', () => {
	const message = { key: 'entry.too-many-places', values: { places: 2 } };
	expect(cellKept(message)).toEqual({ state: 'failed', typed: '1,5', message });
});

it('A text that was refused with a message of a newer version stays typed', () => {
	expect(cellKept({ key: 'entry.not-thought-of-yet' })).toMatchObject({ typed: '1,5' });
	expect(keptCells('{"cell":')).toEqual({});
});
