// Periods of business dates, for "this week against last". Both ends are inclusive.
import { addDays, type BusinessDate } from './business-date.ts';

export interface Period {
	readonly from: BusinessDate;
	readonly to: BusinessDate;
}

export const periodNames = [
	'today',
	'this-week',
	'last-week',
	'this-month',
	'last-month',
	'last-90-days',
] as const;
export type PeriodName = (typeof periodNames)[number];

/** @param weekStart 1 for Monday to 7 for Sunday. The current week and month run to their ends, whatever day it is. */
export function periodOf(name: PeriodName, today: BusinessDate, weekStart: number): Period {
	switch (name) {
		case 'today':
			return { from: today, to: today };
		case 'this-week':
			return weekOf(today, weekStart);
		case 'last-week':
			return weekOf(addDays(today, -7), weekStart);
		case 'this-month':
			return monthOf(today);
		case 'last-month':
			return monthOf(addDays(monthOf(today).from, -1));
		case 'last-90-days':
			return { from: addDays(today, -89), to: today };
	}
}

/**
 * An unfinished period is compared with as many days of the previous one, so that a Tuesday is not compared with a
 * whole week.
 */
export function comparedWith(period: Period, today: BusinessDate): { now: Period; before: Period } {
	const now = today >= period.from && today < period.to ? { ...period, to: today } : period;
	const month = monthOf(period.from);
	if (month.from === period.from && month.to === period.to) {
		const last = monthOf(addDays(period.from, -1));
		const to = addDays(last.from, daysOf(now) - 1);
		const whole = now.to === period.to || to > last.to;
		return { now, before: { from: last.from, to: whole ? last.to : to } };
	}
	const from = addDays(period.from, -daysOf(period));
	return { now, before: { from, to: addDays(from, daysOf(now) - 1) } };
}

const daysOf = ({ from, to }: Period): number =>
	Math.round((midnight(to) - midnight(from)) / DAY) + 1;

const DAY = 24 * 60 * 60 * 1000;
const midnight = (date: BusinessDate): number => Date.parse(`${date}T00:00:00Z`);

function weekOf(date: BusinessDate, weekStart: number): Period {
	const weekday = new Date(midnight(date)).getUTCDay() || 7;
	const from = addDays(date, -((weekday - weekStart + 7) % 7));
	return { from, to: addDays(from, 6) };
}

function monthOf(date: BusinessDate): Period {
	const from = `${date.slice(0, 7)}-01`;
	const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
	return { from, to };
}
