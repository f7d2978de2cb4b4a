// Work files between two stores, without the program around them.
import { byKeptTable } from '../../src/main/core/store/durable-tables.ts';
import { alsoElsewhere } from '../../src/main/core/store/also-elsewhere.ts';
import { actionTables } from '../../src/main/core/store/actions.ts';
import type { Store } from '../../src/main/core/store/open.ts';
import { workTables } from '../../src/main/core/store/work-tables.ts';
import { importWork } from '../../src/main/core/rescue/import-work.ts';
import type { MergeRule } from '../../src/main/core/rescue/merge-count.ts';
import { partWords } from '../../src/main/core/rescue/part-words.ts';
import { readWorkFile, writeWorkFile } from '../../src/main/core/rescue/work-file.ts';

type Written = Parameters<typeof writeWorkFile>[2];

export const writtenWork = (work: Partial<Written>): string =>
	writeWorkFile(
		{ at: '2026-11-21T10:00:00.000Z', by: 'Noor', program: '1', pc: 'pc-1', mode: 'move' },
		{ serviceUrl: 'http://127.0.0.1:1', clientId: 'client', name: 'Test' },
		{
			documents: [],
			drafts: [],
			counts: [],
			kept: byKeptTable(() => []),
			photos: [],
			deleted: [],
			...work,
		},
		[],
	);

export function readWork(text: string) {
	const read = readWorkFile(text);
	if (!read.ok) throw new Error(read.why);
	return read.file;
}

/** Call it in a transaction. @param together how counts of both PCs are combined */
export function importInto(
	store: Store,
	accountId: string,
	text: string,
	together: MergeRule = null,
) {
	return importWork(readWork(text), {
		tables: actionTables(store.durable),
		unsent: workTables(store.durable),
		elsewhere: alsoElsewhere(store.durable),
		accountId,
		together,
		choose: () => null,
		words: partWords(store),
		pc: 'pc-2',
		asks: false,
		moved: new Set<string>(),
		at: 0,
		by: 'Ben',
	});
}
