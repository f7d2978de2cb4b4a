// Whether a document of the service may be the one we sent. Compares only as precisely as the service shows it.
import Big from 'big.js';
import { z } from 'zod';
import { businessDate } from '../domain/business-date.ts';
import { offsetAt } from '../domain/wall-clock.ts';

export interface DocumentContent {
	/** Location or both ends, and the supplier: never shown in another form. Empty if none is shown. */
	readonly location: string;
	readonly instant: string | null;
	/** null if the list omits lines. */
	readonly lines: readonly ContentLine[] | null;
}

interface ContentLine {
	readonly itemId: string;
	/** null if only a quantity in another unit is shown. */
	readonly uomId: number | null;
	readonly quantity: string;
}

export interface Grain {
	/** Step of its instants, ms. */
	readonly stepMs: number;
	readonly decimals: number;
	/** Decimal places the service is known to keep; null if unknown. */
	readonly scale: number | null;
}

export interface WallClock {
	readonly timeZone: string;
	readonly dayStartHour: number;
}

/** `same-day`: equal, but only the day is shown. `maybe`: no contradiction, but too little shown to tell. */
export type Likeness = 'same' | 'same-day' | 'maybe' | 'other';

/** ms: with this step, documents of one day look alike. */
export const wholeDay = 86_400_000;
const DAY = wholeDay;
const steps = [60_000, 1_000, 1] as const;
/** Digits beyond these come from binary fractions. */
const mostDecimals = 6;

export function likeness(
	sent: DocumentContent,
	shown: DocumentContent,
	grain: Grain,
	clock: WallClock,
): Likeness {
	if (sent.location !== shown.location) return 'other';
	const lines = likeLines(sent.lines, shown.lines, grain);
	const when = likeInstants(sent.instant, shown.instant, grain.stepMs, clock);
	if (lines === 'other' || when === 'other') return 'other';
	if (lines === 'maybe') return 'maybe';
	// A day and quantities rounded more than the service is known to round match too many documents.
	return when === 'same-day' && lines === 'rounded' ? 'maybe' : when;
}

/** @param scale decimal places the service is known to keep; null if unknown */
export function grainOf(
	contents: readonly DocumentContent[],
	clock: WallClock,
	scale: number | null = null,
): Grain {
	let stepMs = DAY;
	let decimals = 0;
	for (const { instant, lines } of contents) {
		if (instant !== null) stepMs = Math.min(stepMs, stepOf(instant, clock));
		for (const { quantity } of lines ?? []) {
			const [, digits = ''] = quantity.split('.');
			decimals = Math.max(decimals, digits.replace(/0+$/, '').length);
		}
	}
	return { stepMs, decimals: Math.min(decimals, mostDecimals), scale };
}

/** The items of a document: equal for all documents with lines that `likeness` may match. */
export const itemsKey = ({ lines }: DocumentContent): string => itemsOf(lines ?? []);

const itemsOf = (lines: readonly ContentLine[]): string =>
	[...new Set(lines.map(({ itemId }) => itemId))].sort().join('|');

function likeLines(
	sent: DocumentContent['lines'],
	shown: DocumentContent['lines'],
	{ decimals, scale }: Grain,
): 'same' | 'rounded' | 'maybe' | 'other' {
	if (sent === null || shown === null) return 'maybe';
	if (itemsOf(sent) !== itemsOf(shown)) return 'other';
	if (shown.some(({ uomId }) => uomId === null)) return 'maybe';
	const [ours, theirs] = [summed(sent), summed(shown)];
	if (ours.size !== theirs.size) return 'other';
	let exact = true;
	for (const [line, { quantity, lines }] of ours) {
		const other = theirs.get(line);
		if (other === undefined) return 'other';
		const apart = quantity.minus(other.quantity).abs();
		if (apart.eq(0)) continue;
		const isWithin = (digits: number) => apart.lt(new Big(10).pow(-digits).times(lines));
		if (!isWithin(decimals)) return 'other';
		if (scale === null || !isWithin(scale)) exact = false;
	}
	return exact ? 'same' : 'rounded';
}

function summed(lines: readonly ContentLine[]) {
	const sums = new Map<string, { quantity: Big; lines: number }>();
	for (const { itemId, uomId, quantity } of lines) {
		const key = `${itemId}:${String(uomId)}`;
		const before = sums.get(key) ?? { quantity: new Big(0), lines: 0 };
		sums.set(key, { quantity: before.quantity.plus(quantity), lines: before.lines + 1 });
	}
	return sums;
}

/** @param stepMs step of the shown instants */
export function likeInstants(
	sent: string | null,
	shown: string | null,
	stepMs: number,
	clock: WallClock,
): 'same' | 'same-day' | 'other' {
	// Records without an instant are compared by the rest.
	if (sent === null && shown === null) return 'same';
	if (sent === null || shown === null) return 'other';
	const instant = Date.parse(sent);
	const readings = readingsOf(shown, clock);
	if (Number.isNaN(instant) || readings.length === 0) return sent === shown ? 'same' : 'other';
	if (stepMs < DAY) {
		return readings.some((each) => Math.abs(each - instant) < stepMs) ? 'same' : 'other';
	}
	return readings.some((each) => isOnDay(instant, each, clock)) ? 'same-day' : 'other';
}

function isOnDay(sent: number, shown: number, clock: WallClock): boolean {
	const { timeZone, dayStartHour } = clock;
	const businessDay = businessDate(sent, timeZone, dayStartHour);
	const days = daysAt(shown, clock);
	// A time is shown: use its business day.
	if (days.length === 0) return businessDay === businessDate(shown, timeZone, dayStartHour);
	// A service that keeps only a day may mean the business day, UTC, or the wall clock.
	const daysOfSent = [businessDay, utcDay(sent), businessDate(sent, timeZone, 0)];
	return days.some((day) => daysOfSent.includes(day));
}

function daysAt(instant: number, { timeZone, dayStartHour }: WallClock): string[] {
	const local = instant + offsetAt(instant, timeZone);
	return [
		...(instant % DAY === 0 ? [utcDay(instant)] : []),
		...(local % DAY === 0 || local % DAY === dayStartHour * 3_600_000 ? [utcDay(local)] : []),
	];
}

const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(.*)$/i;

/**
 * Epoch ms. A time without an offset, or with the Z that some services append, may be UTC or the location's wall clock.
 */
function readingsOf(text: string, { timeZone }: WallClock): number[] {
	const [, date, time = '00:00:00', offset = ''] = WRITTEN.exec(text.trim()) ?? [];
	if (date === undefined) return Number.isNaN(Date.parse(text)) ? [] : [Date.parse(text)];
	const asUtc = Date.parse(`${date}T${time}Z`);
	if (Number.isNaN(asUtc)) return [];
	if (offset !== '' && offset.toUpperCase() !== 'Z') {
		const instant = Date.parse(`${date}T${time}${offset.trim()}`);
		return Number.isNaN(instant) ? [] : [instant];
	}
	return [asUtc, ...wallClockReadings(asUtc, timeZone)];
}

/** The instants when the zone's wall clock shows this UTC reading: two when the clocks go back. */
function wallClockReadings(asUtc: number, timeZone: string): number[] {
	const offsets = new Set([-DAY, DAY].map((by) => offsetAt(asUtc + by, timeZone)));
	return [...offsets].map((offset) => asUtc - offset);
}

function stepOf(text: string, clock: WallClock): number {
	const readings = readingsOf(text, clock);
	if (readings.length === 0) return DAY;
	if (readings.some((each) => daysAt(each, clock).length > 0)) return DAY;
	const [first = 0] = readings;
	return steps.find((step) => first % step === 0) ?? 1;
}

const id = z.string();
const line = z.looseObject({
	itemId: id,
	uomId: z.number().optional(),
	quantity: z.string().optional(),
	returnQuantity: z.string().optional(),
	quantities: z.array(z.object({ uomId: z.number(), quantity: z.string() })).optional(),
});
const shape = z.looseObject({
	locationId: id.optional(),
	fromLocationId: id.optional(),
	toLocationId: id.optional(),
	supplierId: id.optional(),
	date: z.string().optional(),
	returnDate: z.string().optional(),
	items: z.array(line).optional(),
});

export function documentContent(document: unknown): DocumentContent {
	const { items, ...head } = shape.parse(document);
	const ends = [head.fromLocationId ?? '', head.toLocationId ?? ''];
	const at = head.locationId ?? (ends.join('') === '' ? '' : ends.join('>'));
	return {
		location: at === '' ? '' : `${at} ${head.supplierId ?? ''}`,
		instant: head.returnDate ?? head.date ?? null,
		lines:
			items?.flatMap(({ itemId, uomId, quantity, returnQuantity, quantities }): ContentLine[] =>
				quantities === undefined
					? [{ itemId, uomId: uomId ?? null, quantity: returnQuantity ?? quantity ?? '0' }]
					: quantities.map((part) => ({ itemId, ...part })),
			) ?? null,
	};
}

/** For catalogue or organisation records, identified by these fields. */
export const contentOfFields = (fields: readonly unknown[]): DocumentContent => ({
	location: fields.map(fieldAsText).join('|'),
	instant: null,
	lines: [],
});

const fieldAsText = (value: unknown): string =>
	typeof value === 'string'
		? value.normalize('NFKC').trim().toLowerCase()
		: JSON.stringify(value ?? null);
