import { expect, test } from 'vitest';
import { filePart } from '../../../shared/bridge/rescue.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { App } from '../../app.svelte.ts';
import { giveWork } from './save-work.ts';

test('a long file is handed over in parts, of which only the first starts anew', async () => {
	const given: { first: boolean; text: string }[] = [];
	const call = (_name: string, { first, text }: { first: boolean; text: string }) => {
		given.push({ first, text });
		return Promise.resolve(succeed({}));
	};
	const text = `${'a'.repeat(filePart)}b`;
	await giveWork({ call } as unknown as App, { name: 'work', text });
	expect(given.map(({ first }) => first)).toEqual([true, false]);
	expect(given.map((part) => part.text).join('')).toBe(text);
});
