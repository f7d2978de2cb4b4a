// The thread that reads a table, so that a big file never stops the window. It keeps the rows, and hands them out in
// parts.
import { askedRows, headsOf, type Asked } from './table-thread.ts';
import { readFile, readText, type FileRead } from './read-table.ts';

let read: FileRead | null = null;

addEventListener('message', ({ data: asked }: MessageEvent<Asked>) => void answer(asked));

async function answer(asked: Asked): Promise<void> {
	if (asked.ask === 'rows') {
		postMessage(read?.ok === true ? askedRows(read, asked) : []);
		return;
	}
	read =
		asked.ask === 'file'
			? await readFile(asked.file, asked.choice)
			: readText(asked.text, asked.name, { encoding: 'utf-8', separator: '' });
	postMessage(headsOf(read));
}
