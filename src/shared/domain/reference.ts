// Our mark in the service's free-text fields. The service shows no idempotency key, so finding this mark in a document
// proves that a write with a lost answer was applied.

import { lengthOf } from './shown-text.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // Crockford: no I, L, O or U to misread
/** `[SR-0123456789]` */
const MARK_LENGTH = 15;
const MARKS = /(?<![0-9A-Z])SR-[0-9A-HJKMNP-TV-Z]{10}(?![0-9A-Z])/gi;
const TRAILING_MARK = / ?\[SR-[0-9A-HJKMNP-TV-Z]{10}\]\s*$/i;

export const isUuid = (id: string): boolean => /^[0-9a-f]{32}$/i.test(id.replaceAll('-', ''));

/**
 * `SR-` and ten Crockford base32 characters: the last 50 bits of the UUID, which are random in versions 4 and 7.
 * @throws if the id is not a UUID
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

/** In upper case. The last one wins: ours comes at the end, and people may quote another before it. */
export function referenceIn(text: string): string | null {
	return text.match(MARKS)?.at(-1)?.toUpperCase() ?? null;
}

/**
 * Replaces an existing one. If the field has room for only `maxLength` UTF-16 units, cuts the text, never the
 * reference. @throws if not even the reference fits
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

/** UTF-16 units left for a person's text beside our reference. */
export const roomBeside = (limit: number): number => Math.max(0, limit - MARK_LENGTH - 1);

/**
 * Omits the reference if the field has no room for it. @param limit UTF-16 units of the longer normal form, because
 * services normalise; null if unknown
 */
export function fitted(text: string, reference: string | null, limit: number | null): string {
	if (limit === null) return reference === null ? text : withReference(text, reference);
	const room = Math.max(0, limit - (lengthOf(text).units - text.length));
	return reference === null || room < MARK_LENGTH
		? cut(withoutReference(text), room)
		: withReference(text, reference, room);
}

/** The reference at the end of a text, in upper case; null if the text does not end with one. */
export const trailingReference = (text: string): string | null =>
	withoutReference(text) === text ? null : referenceIn(text);

export function withoutReference(text: string): string {
	return text.replace(TRAILING_MARK, '');
}

function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	const kept = text.slice(0, Math.max(length, 0));
	// Half a surrogate pair is not text, and a service may refuse the whole document for it.
	return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
}
