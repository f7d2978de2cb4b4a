import { expect, test } from 'vitest';
import { succeed } from '../../shared/bridge/reply.ts';
import { wastage } from '../../shared/document/wastage.ts';
import type { KindCalls, ShownRow } from './kind-calls.ts';
import { doneIn, SeveralDocuments, suits, verbsOf } from './several.svelte.ts';

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

type Decision = Parameters<KindCalls['step']>[1];

test('does to each document what was asked, and refuses one that changed since', async () => {
	const row = { changedAt: 1, phase: 'approved', cost: '5', lines: 1 };
	const done: unknown[] = [];
	const calls = {
		get: async (documentId: string) =>
			succeed({
				...row,
				documentId,
				version: 'v',
				lines: [],
				...(documentId === 'a' ? { lines: [0] } : {}),
			}),
		step: async (step: string, { documentId, version, locked, by, reason }: Decision) => {
			done.push([step, documentId, version, locked ?? by ?? reason]);
			return succeed({});
		},
	};
	const several = new SeveralDocuments(calls as unknown as KindCalls);
	const rows = ['a', 'changed'].map((documentId) => ({ ...row, documentId }) as ShownRow);
	for (const verb of ['lock', 'unlock', 'approve', 'reject'] as const)
		await several.act(verb, rows, { by: 'Ben', reason: 'Twice' });
	expect(done).toEqual([
		['lock', 'a', 'v', true],
		['lock', 'a', 'v', false],
		['approve', 'a', 'v', 'Ben'],
		['reject', 'a', 'v', 'Twice'],
	]);
	expect(doneIn(several.outcomes ?? [])).toEqual(['a']);
});
