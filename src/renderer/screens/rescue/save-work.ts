// Saves an export where the person wants it, and uploads a chosen file to the core in parts.
import type { App } from '../../app.svelte.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import { filePart } from '../../../shared/bridge/rescue.ts';
import { tellSaved } from '../../report/report-file.ts';

export async function saveWork(
	app: App,
	{ file, text }: { file: string; text: string },
): Promise<void> {
	const bytes = new TextEncoder().encode(text);
	tellSaved(app, file, await app.bridge.saveFile({ name: file, bytes }));
}

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
