import { afterEach, expect, it } from 'vitest';
import { keptCells, RefusedTexts } from './refused-texts.ts';

afterEach(() => localStorage.clear());

const refused = { state: 'failed', typed: 'x', message: { key: 'entry.refused' } } as const;
const nameOf = (document: string) => `stillroom refused: ${document}`;
const cellsOf = (document: string | undefined) => [...new RefusedTexts(document).all().keys()];

it('keeps refused texts with their document until they are saved, also after a reload', () => {
	const texts = new RefusedTexts('waste D-1');
	texts.set('milk case', refused);
	texts.set('butter each', refused);
	expect(cellsOf('waste D-1')).toEqual(['milk case', 'butter each']);
	expect(cellsOf('waste D-2')).toEqual([]);
	// Not yet opened since the reload.
	localStorage.setItem(nameOf('waste D-3'), localStorage.getItem(nameOf('waste D-1'))!);
	expect([...new RefusedTexts('waste D-3').all()]).toEqual([
		['milk case', refused],
		['butter each', refused],
	]);
	texts.delete('milk case');
	expect(Object.keys(keptCells(localStorage.getItem(nameOf('waste D-1'))!))).toEqual([
		'butter each',
	]);
	texts.delete('butter each');
	expect(localStorage.getItem(nameOf('waste D-1'))).toBeNull();
	expect(cellsOf('waste D-1')).toEqual([]);
});

it('forgets the texts of a new document with its screen', () => {
	new RefusedTexts(undefined).set('milk case', refused);
	expect([cellsOf(undefined), localStorage.length]).toEqual([[], 0]);
});

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
