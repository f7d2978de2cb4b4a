// Uploads a chosen file to the core in parts.
import type { App } from '../../app.svelte.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import { filePart } from '../../../shared/bridge/rescue.ts';

/** @returns the first failure, or the last success */
export async function giveWork(
	app: App,
	{ name, text }: { name: string; text: string },
): Promise<Reply<Record<string, never>>> {
	let from = 0;
	for (;;) {
		const reply = await app.call('rescue.giveFile', {
			file: name.slice(0, 200),
			first: from === 0,
			text: text.slice(from, from + filePart),
		});
		from += filePart;
		if (!reply.ok || from >= text.length) return reply;
	}
}
