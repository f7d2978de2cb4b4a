// Suggestions and cut-offs beside sums of whole numbers and the system's own calendar, which share no code with them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDelivery } from './calendar.ts';
import { suggest } from './suggestion.ts';
import { roundings } from './tables.ts';

/** Thousandths as decimal text. */
const text = (thousandths: bigint): string => {
	const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0');
	return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
};
/** Decimal text with at most three decimals in thousandths. */
const thousandths = (of: string): bigint => {
	const [, minus, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(of) ?? [];
	const value = BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'));
	return minus === '-' ? -value : value;
};
const floor = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));

const amount = fc.bigInt({ min: 0n, max: 3_000_000n });
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null });
const terms = fc.record({
	par: maybe(amount),
	minimum: maybe(amount),
	usage: maybe(fc.record({ used: amount, days: fc.integer({ min: 1, max: 28 }) })),
	daysToCover: maybe(fc.integer({ min: 0, max: 14 })),
	standing: maybe(fc.bigInt({ min: 0n, max: 40n })),
	onHand: maybe(amount),
	due: amount,
	arriving: amount,
	leaving: amount,
	pack: fc.record({
		numerator: fc.bigInt({ min: 1n, max: 48n }),
		denominator: fc.bigInt({ min: 1n, max: 7n }),
	}),
	places: fc.integer({ min: 0, max: 2 }),
	smallest: maybe(fc.bigInt({ min: 1n, max: 30n })),
	multiple: maybe(fc.bigInt({ min: 1n, max: 12n })),
	rounding: fc.constantFrom(...roundings),
});
type Terms = typeof terms extends fc.Arbitrary<infer Of> ? Of : never;

/** In thousandths of the unit of the order, or why there is none. */
function expected(of: Terms): bigint | string {
	const { par, minimum, usage, daysToCover, standing, onHand, pack } = of;
	const always = (standing ?? 0n) * 1000n;
	const raised = (quantity: bigint): bigint => {
		let found = quantity < always ? always : quantity;
		if (found === 0n) return found;
		if (of.smallest !== null && found < of.smallest * 1000n) found = of.smallest * 1000n;
		const step = (of.multiple ?? 0n) * 1000n;
		return step === 0n || found % step === 0n ? found : (found / step + 1n) * step;
	};
	// Need as a fraction of thousandths.
	let need: readonly [bigint, bigint];
	if (par !== null) need = [par, 1n];
	else if (usage === null || daysToCover === null) {
		if (always > 0n) return raised(0n);
		return usage === null ? 'no-need' : 'no-next-delivery';
	} else {
		const days = BigInt(usage.days);
		need = [usage.used * BigInt(daysToCover) + (minimum ?? 0n) * days, days];
	}
	if (onHand === null) return always > 0n ? raised(0n) : 'no-stock';
	const have = onHand + of.due + of.arriving - of.leaving;
	const short = need[0] - have * need[1];
	if (short <= 0n) return raised(0n);
	// Steps of the unit: 1, 0.1 or 0.01 of it.
	const steps = 10n ** BigInt(of.places);
	const above = short * pack.denominator * steps;
	const below = need[1] * pack.numerator * 1000n;
	const whole = floor(above, below);
	const rest = above - whole * below;
	const up =
		of.rounding === 'up' ? rest > 0n : of.rounding === 'nearest' ? rest * 2n >= below : false;
	return raised(((whole + (up ? 1n : 0n)) * 1000n) / steps);
}

test('a suggestion is what whole numbers come to, with every term', () => {
	fc.assert(
		fc.property(terms, (of) => {
			const inText = (value: bigint | null) => (value === null ? null : text(value));
			const found = suggest(
				{
					par: inText(of.par),
					minimum: inText(of.minimum),
					usage: of.usage && { used: text(of.usage.used), days: of.usage.days },
					daysToCover: of.daysToCover,
					standing: of.standing === null ? null : String(of.standing),
				},
				{
					onHand: inText(of.onHand),
					due: text(of.due),
					arriving: text(of.arriving),
					leaving: text(of.leaving),
				},
				{
					factor: {
						numerator: String(of.pack.numerator),
						denominator: String(of.pack.denominator),
					},
					places: of.places,
					minimum: of.smallest === null ? null : String(of.smallest),
					multiple: of.multiple === null ? null : String(of.multiple),
					rounding: of.rounding,
				},
			);
			const wanted = expected(of);
			if (typeof wanted === 'string') expect(found).toEqual({ kind: 'none', because: wanted });
			else {
				expect(found.kind).toBe('suggested');
				if (found.kind === 'suggested') expect(thousandths(found.quantity)).toBe(wanted);
			}
		}),
		{ numRuns: 500 },
	);
});

const zones = ['Europe/Dublin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut', 'UTC'];

/** Day and time on the wall, as the system tells it. */
function onTheWall(instant: number, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).formatToParts(instant);
	const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
	return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

const dayBefore = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

test('a cut-off is at its time on the wall of the location on every day of the year', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
			fc.constantFrom(...zones),
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 9 }),
			// No zone here changes its clocks in these hours.
			fc.integer({ min: 4, max: 22 }),
			(now, zone, weekday, advanceDays, hour) => {
				const cutOff = `${String(hour).padStart(2, '0')}:30`;
				const found = nextDelivery([{ weekday, advanceDays, cutOff }], now, zone);
				if (found === null) throw new Error('There is a delivery every week.');
				expect(new Date(`${found.day}T12:00:00Z`).getUTCDay() || 7).toBe(weekday);
				const wanted = `${dayBefore(found.day, advanceDays)} ${cutOff}`;
				expect(onTheWall(found.cutOff, zone)).toBe(wanted);
				expect(found.cutOff).toBeGreaterThan(now);
				// The delivery a week earlier can no longer be ordered.
				expect(`${dayBefore(found.day, advanceDays + 7)} ${cutOff}` <= onTheWall(now, zone)).toBe(
					true,
				);
			},
		),
		{ numRuns: 100 },
	);
});
