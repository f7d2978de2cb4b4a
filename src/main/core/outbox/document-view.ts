// A document that the service shows beside one that was entered here: whose reference it carries, and how alike it is.
import { referenceIn, withoutReference } from '../../../shared/domain/reference.ts';
import { mayBeShownAs } from '../../../shared/domain/shown-text.ts';
import {
	likeness,
	type DocumentContent,
	type Grain,
	type Likeness,
	type WallClock,
} from '../../../shared/service/likeness.ts';
import type { Payload, ReplayRule } from '../../../shared/service/operation.ts';

/** What of a document is compared, of one that was sent and of one that is shown alike. */
export interface DocumentView {
	readonly content: DocumentContent;
	/** Of the field that carries the reference; empty where none does. */
	readonly text: string;
}

export interface Compared {
	/** It carries our reference. */
	readonly marked: boolean;
	/** It carries the reference of something else that was entered; null where it carries none, or ours. */
	readonly otherReference: string | null;
	readonly like: Likeness;
	/** It shows the text that was sent, or its beginning. */
	readonly sameText: boolean;
	/** It may be ours: it has no other reference, and its content tells it from what others enter that day. */
	readonly ours: boolean;
}

export const viewOf = (
	record: Payload,
	{ content }: Pick<Extract<ReplayRule, { proof: 'reference' }>, 'content'>,
	field: string | null,
): DocumentView => ({ content: content(record), text: textIn(record, field) });

/** @param grain of the list that shows the document. */
export function compareShown(
	sent: DocumentView & { readonly reference: string },
	shown: DocumentView,
	grain: Grain,
	clock: WallClock,
): Compared {
	const reference = referenceIn(shown.text);
	const marked = reference === sent.reference;
	const sameText = mayBeShownAs(sent.text, shown.text);
	// The text of a person may quote another reference, and what is left of a text that was cut may show that one alone.
	const otherReference = marked || sameText ? null : reference;
	const like = likeness(sent.content, shown.content, grain, clock);
	const tells =
		like === 'same' ||
		(like === 'same-day' && sameText) ||
		(like === 'maybe' && sameText && isNotAsTyped(sent.text, shown.text));
	return { marked, otherReference, like, sameText, ours: otherReference === null && tells };
}

/** A text that was cut in the middle, or within our reference: another person may have typed the same whole text. */
function isNotAsTyped(sent: string, shown: string): boolean {
	const typed = withoutReference(sent);
	return shown.trim() !== '' && !(mayBeShownAs(typed, shown) && mayBeShownAs(shown, typed));
}

export const textIn = (record: Payload, field: string | null): string => {
	const text = field === null ? undefined : record[field];
	return typeof text === 'string' ? text : '';
};
