// Compares a document of the service with one entered here: references and content.
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

export interface DocumentView {
	readonly content: DocumentContent;
	/** The field that carries the reference; empty if none does. */
	readonly text: string;
}

export interface Compared {
	readonly marked: boolean;
	/** Of another entry; null if the document carries no reference, or ours. */
	readonly otherReference: string | null;
	readonly like: Likeness;
	/** No other reference, and content or text that distinguishes it from other entries of that day. */
	readonly ours: boolean;
}

export const viewOf = (
	record: Payload,
	{ content }: Pick<Extract<ReplayRule, { proof: 'reference' }>, 'content'>,
	field: string | null,
): DocumentView => ({ content: content(record), text: textIn(record, field) });

export function compareShown(
	sent: DocumentView & { readonly reference: string },
	shown: DocumentView,
	grain: Grain,
	clock: WallClock,
): Compared {
	const reference = referenceIn(shown.text);
	const marked = reference === sent.reference;
	const sameText = mayBeShownAs(sent.text, shown.text);
	// A person's text may quote another reference, and a cut text may show only that one.
	const otherReference = marked || sameText ? null : reference;
	const like = likeness(sent.content, shown.content, grain, clock);
	const tells =
		like === 'same' ||
		(like === 'same-day' && sameText) ||
		(like === 'maybe' && sameText && isNotAsTyped(sent.text, shown.text));
	return { marked, otherReference, like, ours: otherReference === null && tells };
}

/** Whether the text was cut, which makes it ours. A text shown whole may have been typed by someone else too. */
function isNotAsTyped(sent: string, shown: string): boolean {
	const typed = withoutReference(sent);
	return shown.trim() !== '' && !(mayBeShownAs(typed, shown) && mayBeShownAs(shown, typed));
}

export const textIn = (record: Payload, field: string | null): string => {
	const text = field === null ? undefined : record[field];
	return typeof text === 'string' ? text : '';
};
