import { expect, test } from 'vitest';
import type { Undoable } from '../../shared/bridge/outbox.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';
import type { App } from '../app.svelte.ts';
import { UndoWindow } from './undo-window.svelte.ts';

const until = Date.now() + 60_000;
const undoable = [
	['a', 'switched'],
	['b', 'switched'],
	['c', 'alone'],
	['d', 'sent since', Date.now()],
].map(([actionId, together, by = until]) => {
	return { actionId, together, revision: 1, until: by };
}) as Undoable[];

test('what was done together is undone together, and refusals are told once', async () => {
	const told: string[] = [];
	const app = {
		call: (name: string, { actionId }: { actionId?: string }) =>
			Promise.resolve(
				name === 'outbox.undoable'
					? succeed({ undoable })
					: actionId !== 'c'
						? succeed({})
						: fail('changed-meanwhile', 'c was sent'),
			),
		explain: ({ message }: { message: string }) => message,
		notices: { show: (text: string) => told.push(text) },
	} as unknown as App;
	const window = new UndoWindow(app);
	await window.undo([]);
	expect(window.open.map(({ parts }) => parts.length)).toEqual([2, 1]);
	expect(UndoWindow.count(window.open)).toBe(3);
	const undone = await window.undo(window.open);
	expect(undone.map(({ actionId }) => actionId)).toEqual(['a', 'b']);
	expect(told).toEqual(['c was sent']);
});
