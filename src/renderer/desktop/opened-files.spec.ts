import { expect, test } from 'vitest';
import { OpenedFiles } from './opened-files.svelte.ts';

test('an opened file is taken once', () => {
	const files = new OpenedFiles();
	files.file = { name: 'work.json', text: '{}' };
	expect([files.take()?.name, files.take()]).toEqual(['work.json', null]);
});
