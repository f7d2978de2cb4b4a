// Our mark in the service's free-text fields. The service shows no idempotency key, so finding this mark in a
// document is what proves that a write whose answer was lost did happen.

import { lengthOf } from './shown-text.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // Crockford: no I, L, O or U to misread
/** `[SR-0123456789]` */
const MARK_LENGTH = 15;
const MARKS = /(?<![0-9A-Z])SR-[0-9A-HJKMNP-TV-Z]{10}(?![0-9A-Z])/gi;
const TRAILING_MARK = / ?\[SR-[0-9A-HJKMNP-TV-Z]{10}\]\s*$/i;

export const isUuid = (id: string): boolean => /^[0-9a-f]{32}$/i.test(id.replaceAll('-', ''));

/**
 * The short reference of an action, or of the draft it was made of: `SR-` and ten Crockford base32 characters, always the same for the same id.
 * They are the last 50 bits of the UUID, which are random in versions 4 and 7. Throws when the id is not a UUID.
 */
export function shortReference(id: string): string {
	if (!isUuid(id)) throw new RangeError(`not a UUID: ${id}`);
	const hex = id.replaceAll('-', '');
	let bits = BigInt.asUintN(50, BigInt(`0x${hex}`));
	let characters = '';
	for (let i = 0; i < 10; i++) {
		characters = ALPHABET.charAt(Number(bits & 31n)) + characters;
		bits >>= 5n;
	}
	return `SR-${characters}`;
}

/**
 * The reference in a free text, in capitals, or null. Of several it is the last: ours is put at the end, after
 * whatever people wrote, and they may have quoted another.
 */
export function referenceIn(text: string): string | null {
	return text.match(MARKS)?.at(-1)?.toUpperCase() ?? null;
}

/**
 * The text with ` [SR-…]` at its end, in the place of one that stands there already. When the field has room for
 * `maxLength` UTF-16 units only, the text is cut, never the reference. Throws when not even that has room.
 */
export function withReference(text: string, reference: string, maxLength?: number): string {
	const own = withoutReference(text);
	const mark = `[${reference}]`;
	if (maxLength === undefined) return own === '' ? mark : `${own} ${mark}`;
	if (maxLength < mark.length)
		throw new RangeError(`no room for a reference in ${String(maxLength)}`);
	const kept = cut(own, maxLength - mark.length - 1);
	return kept === '' ? mark : `${kept} ${mark}`;
}

/** UTF-16 units of a field that are left to a person beside our reference. */
export const roomBeside = (limit: number): number => Math.max(0, limit - MARK_LENGTH - 1);

/**
 * The text with a reference at its end, or without where there is none, as long as the service keeps it. Where the field
 * has no room for a reference, the text goes without.
 * @param limit UTF-16 units of whichever normal form is longer, because services normalise; null where none is known.
 */
export function fitted(text: string, reference: string | null, limit: number | null): string {
	if (limit === null) return reference === null ? text : withReference(text, reference);
	const room = Math.max(0, limit - (lengthOf(text).units - text.length));
	return reference === null || room < MARK_LENGTH
		? cut(withoutReference(text), room)
		: withReference(text, reference, room);
}

/** The reference at the end of a text, in capitals; null where something else stands there. */
export const trailingReference = (text: string): string | null =>
	withoutReference(text) === text ? null : referenceIn(text);

/** The text as people wrote it. */
export function withoutReference(text: string): string {
	return text.replace(TRAILING_MARK, '');
}

function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	const kept = text.slice(0, Math.max(length, 0));
	// Half of a surrogate pair is not text, and a service may refuse the whole document for it.
	return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
}
