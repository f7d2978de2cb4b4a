import { expect, test } from 'vitest';
import { wastage } from '../../shared/document/wastage.ts';
import { doneIn, suits, verbsOf } from './several.svelte.ts';

const verbsFor = (document: Parameters<typeof suits>[1]) =>
	verbsOf(wastage).filter((verb) => suits(verb, document));

test('offers the actions that suit each listed document', () => {
	const service = { standing: 'service', locked: false } as const;
	expect(verbsFor({ ...service, phase: 'submitted' })).toEqual(['approve', 'reject', 'lock']);
	expect(verbsFor({ ...service, phase: 'approved' })).toEqual(['lock']);
	expect(verbsFor({ ...service, phase: 'submitted', locked: true })).toEqual(['unlock']);
	expect(verbsFor({ standing: 'draft', phase: 'draft', locked: false })).toEqual(['submit']);
});

test('skips documents that wait here or have an unknown state', () => {
	expect(verbsFor({ standing: 'waiting', phase: 'submitted', locked: false })).toEqual([]);
	expect(verbsFor({ standing: 'service', phase: 'unknown', locked: false })).toEqual([]);
});

test('keeps refused documents chosen', () => {
	const [done, refused] = [{ documentId: 'done' }, { documentId: 'refused' }];
	const outcomes = [
		{ document: done, refused: null },
		{ document: refused, refused: 'changed-meanwhile' },
	];
	expect(doneIn(outcomes)).toEqual(['done']);
});
