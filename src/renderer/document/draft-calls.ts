// A draft between its sheet and the core.
import type { App } from '../app.svelte.ts';
import { succeed, type Reply } from '../../shared/bridge/reply.ts';
import { contentOf } from './draft-lines.ts';
import type { Desk } from './desk.ts';
import { keptDraft, keptOf } from './kept-draft.ts';
import type { ShownDocument } from './kind-calls.ts';
import type { DraftCalls, SavedDraft } from './written-draft.svelte.ts';

export const savedDraft = ({ kind }: Desk, document: ShownDocument): SavedDraft => {
	const { documentId, revision, standing, changedAt, problems } = document;
	return {
		documentId,
		revision,
		standing,
		changedAt,
		problems,
		content: contentOf(kind, document),
	};
};

export function draftCalls(app: App, desk: Desk, locationId: string): DraftCalls {
	const calls = desk.calls(app);
	const { path } = app.route;
	const { accountId = '' } = app.state.account ?? {};
	const read = (reply: Reply<ShownDocument>): Reply<SavedDraft> =>
		reply.ok ? succeed(savedDraft(desk, reply.value)) : reply;
	return {
		save: async ({ content: { fields: head, lines }, ...draft }) =>
			read(
				await calls.save({
					...draft,
					...head,
					locationId,
					lines: lines.map(({ lineId, item: { itemId }, boxes, fields }) => ({
						...fields,
						lineId,
						itemId,
						boxes: boxes.map(({ unitId, typed }) => ({ unitId, typed })),
					})),
					locale: app.language.locale,
				}),
			),
		get: async (documentId) => read(await calls.get(documentId)),
		submit: calls.submit,
		discard: calls.discard,
		newId: () => crypto.randomUUID(),
		kept: (documentId) =>
			documentId === null
				? keptDraft(`${accountId} ${locationId} ${path}`)
				: keptOf(desk.area, documentId),
	};
}
