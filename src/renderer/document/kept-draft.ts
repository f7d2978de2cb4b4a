// What a page could not save of a draft, so that leaving or reloading it loses no input. It stays in this browser until
// it is saved or discarded.
import { z } from 'zod';
import { box, item, itemUnit } from '../../shared/bridge/values.ts';
import { decimal } from '../../shared/service/field.ts';
import type { Area } from '../shell/areas.ts';
import { forgetRefused } from '../ui/grid/refused-texts.ts';
import type { DraftContent, DraftLine } from './draft-lines.ts';

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const content = z.object({
	fields,
	lines: z.array(
		z.object({
			lineId: z.string(),
			item,
			boxes: z.array(box),
			fields,
			discount: decimal.optional(),
			priced: z.object({ unit: itemUnit, prices: z.record(z.string(), decimal) }).optional(),
		}),
	),
});

const unsavedDraft = z.object({
	intentId: z.string(),
	revision: z.number(),
	content,
	unanswered: content.nullable(),
});

export interface UnsavedDraft {
	readonly intentId: string;
	readonly revision: number;
	readonly content: DraftContent;
	/** A save without an answer: it may have arrived. */
	readonly unanswered: DraftContent | null;
}

/** The unsaved input of a draft in this browser. Several pages may keep their own of one draft, or of new ones. */
export interface KeptDraft {
	/** The last one; null if nothing is kept. */
	readonly read: () => UnsavedDraft | null;
	readonly write: (draft: UnsavedDraft) => void;
	/** What other pages keep stays. */
	readonly saved: (intentId: string) => void;
	/** The document is gone: its refused texts go too. */
	readonly forget: () => void;
}

/** Whether the same is typed in both, whatever is known of their items. */
export const isSameTyped = (one: DraftContent, other: DraftContent): boolean =>
	typedIn(one) === typedIn(other);

const typedIn = (draft: DraftContent): string =>
	JSON.stringify([
		Object.entries(draft.fields).sort(),
		draft.lines.map((line) => [line.lineId, typedOn(line)]),
	]);

const typedOn = ({ item, boxes, fields: ofLine }: DraftLine): string =>
	JSON.stringify([
		item.itemId,
		boxes.flatMap(({ unitId, typed }) => (typed === '' ? [] : [[unitId, typed]])).sort(),
		Object.entries(ofLine).sort(),
	]);

/** What is typed in one and not in the other, where lines may have other ids. */
export function missingFrom(other: DraftContent, one: DraftContent): DraftContent {
	const known = new Set(other.lines.map(typedOn));
	const fields = Object.entries(one.fields).filter(
		([name, value]) => value !== null && value !== '' && value !== other.fields[name],
	);
	return {
		fields: Object.fromEntries(fields),
		lines: one.lines.filter((line) => line.boxes.length > 0 && !known.has(typedOn(line))),
	};
}

export const keptOf = (area: Area, documentId: string): KeptDraft =>
	keptDraft(`${area} ${documentId}`);

/** @param document its area and id, or for a new one its account, its location and the path of its page */
export function keptDraft(document: string): KeptDraft {
	const name = `stillroom unsaved: ${document}`;
	function others(intentId?: string): readonly UnsavedDraft[] {
		try {
			const all = z.array(unsavedDraft).parse(JSON.parse(localStorage.getItem(name) ?? '[]'));
			return all.filter((draft) => draft.intentId !== intentId);
		} catch {
			// Of another version.
			return [];
		}
	}
	function keep(drafts: readonly UnsavedDraft[]): void {
		try {
			if (drafts.length === 0) localStorage.removeItem(name);
			else localStorage.setItem(name, JSON.stringify(drafts));
		} catch (error) {
			// It is too long for the browser; it is still on screen.
			console.error(error);
		}
	}
	return {
		read: () => others().at(-1) ?? null,
		write: (draft) => keep([...others(draft.intentId), draft]),
		saved: (intentId) => keep(others(intentId)),
		forget() {
			keep([]);
			forgetRefused(document);
		},
	};
}
