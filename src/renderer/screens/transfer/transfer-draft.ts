// Converts a transfer draft between sheet and core.
import type { App } from '../../app.svelte.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import type { DraftCalls, SavedDraft } from '../../draft/written-draft.svelte.ts';

export const savedTransfer = (document: TransferDocument): SavedDraft => {
	const other = document.direction === 'out' ? document.toLocationId : document.fromLocationId;
	return {
		...document,
		content: {
			description: document.description,
			otherLocationId: other === '' ? null : other,
			lines: document.lines.map(({ lineId, item, boxes, note }) => {
				return { lineId, item, boxes, note, reasonId: null, label: '' };
			}),
		},
	};
};

const read = (reply: Reply<TransferDocument>): Reply<SavedDraft> =>
	reply.ok ? succeed(savedTransfer(reply.value)) : reply;

/** @param direction `out`: sent from the location. `in`: requested by it. */
export const transferDraftCalls = (
	app: App,
	direction: 'out' | 'in',
	locationId: string,
): DraftCalls => ({
	save: async ({ content: { description, otherLocationId, lines }, ...draft }) =>
		read(
			await app.call('transfer.save', {
				...draft,
				direction,
				locationId,
				otherLocationId,
				description,
				lines: lines.map(({ lineId, item: { itemId }, boxes, note }) => ({
					lineId,
					itemId,
					boxes: boxes.map(({ unitId, typed }) => ({ unitId, typed })),
					note,
				})),
				locale: app.language.locale,
			}),
		),
	get: async (documentId) => read(await app.call('transfer.get', { documentId })),
	submit: (draft) => app.call('transfer.send', draft),
	discard: (documentId) => app.call('transfer.discard', { documentId }),
	newId: () => crypto.randomUUID(),
});
