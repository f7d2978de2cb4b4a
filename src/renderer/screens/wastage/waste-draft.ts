// Converts a waste draft between sheet and core.
import type { App } from '../../app.svelte.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import type { DraftCalls, SavedDraft } from '../../draft/written-draft.svelte.ts';

/** The draft's part of the app; tests pass their own bridge. */
type DraftApp = Pick<App, 'call'> & { readonly language: Pick<App['language'], 'locale'> };

export const savedWaste = (document: WasteDocument): SavedDraft => ({
	...document,
	content: {
		description: document.description,
		otherLocationId: null,
		lines: document.lines.map(({ lineId, item, boxes, note, reasonId, label }) => {
			return { lineId, item, boxes, note, reasonId, label };
		}),
	},
});

const read = (reply: Reply<WasteDocument>): Reply<SavedDraft> =>
	reply.ok ? succeed(savedWaste(reply.value)) : reply;

export const wasteDraftCalls = (app: DraftApp, locationId: string): DraftCalls => ({
	save: async ({ content: { description, lines }, ...draft }) =>
		read(
			await app.call('wastage.save', {
				...draft,
				locationId,
				description,
				lines: lines.map(({ item: { itemId }, boxes, ...line }) => ({
					...line,
					itemId,
					boxes: boxes.map(({ unitId, typed }) => ({ unitId, typed })),
				})),
				locale: app.language.locale,
			}),
		),
	get: async (documentId) => read(await app.call('wastage.get', { documentId })),
	submit: (draft) => app.call('wastage.submit', draft),
	discard: (documentId) => app.call('wastage.discard', { documentId }),
	newId: () => crypto.randomUUID(),
});
