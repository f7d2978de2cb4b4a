// The days on which a supplier delivers to a location, and the cut-offs of orders for them.
import { addDays, type BusinessDate } from '../domain/business-date.ts';
import { instantOfWallClock, wallClockAt } from '../domain/wall-clock.ts';

/** Monday is 1. */
export interface DeliveryDay {
	readonly weekday: number;
	readonly advanceDays: number;
	/** `HH:MM` in the zone of the location. */
	readonly cutOff: string;
}

export interface Delivery {
	readonly day: BusinessDate;
	/** Epoch ms. */
	readonly cutOff: number;
	/** The delivery after this one. */
	readonly next: BusinessDate;
}

/** Longer than any cut-off before a delivery, with a week on top. */
const MOST_DAYS = 75;

export const weekdayOf = (day: BusinessDate): number =>
	new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

export const daysBetween = (from: BusinessDate, to: BusinessDate): number =>
	Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The next delivery that can still be ordered; null without delivery days. */
export function nextDelivery(
	days: readonly DeliveryDay[],
	now: number,
	timeZone: string,
): Delivery | null {
	const today = wallClockAt(now, timeZone).slice(0, 10);
	for (const delivery of deliveriesFrom(days, today, timeZone)) {
		if (delivery.cutOff > now) return delivery;
	}
	return null;
}

/** `next` is null without delivery days. */
export function deliveryOn(
	days: readonly DeliveryDay[],
	day: BusinessDate,
	timeZone: string,
): { readonly cutOff: number | null; readonly next: BusinessDate | null } {
	const on = days.find(({ weekday }) => weekday === weekdayOf(day));
	return {
		cutOff: on === undefined ? null : cutOffOf(on, day, timeZone),
		next: dayAfter(days, day),
	};
}

function* deliveriesFrom(
	days: readonly DeliveryDay[],
	from: BusinessDate,
	timeZone: string,
): Iterable<Delivery> {
	for (let ahead = 0; ahead <= MOST_DAYS; ahead += 1) {
		const day = addDays(from, ahead);
		const on = days.find(({ weekday }) => weekday === weekdayOf(day));
		if (on === undefined) continue;
		yield { day, cutOff: cutOffOf(on, day, timeZone), next: dayAfter(days, day) ?? day };
	}
}

function dayAfter(days: readonly DeliveryDay[], day: BusinessDate): BusinessDate | null {
	for (let ahead = 1; ahead <= 7; ahead += 1) {
		const next = addDays(day, ahead);
		if (days.some(({ weekday }) => weekday === weekdayOf(next))) return next;
	}
	return null;
}

const cutOffOf = (
	{ advanceDays, cutOff }: DeliveryDay,
	day: BusinessDate,
	timeZone: string,
): number => instantOfWallClock(`${addDays(day, -advanceDays)}T${cutOff}:00`, timeZone) ?? 0;
