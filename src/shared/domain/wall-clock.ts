// The wall clock of a location: what it shows at an instant, and at which instant it shows something.

/** The date and time on the wall at an instant (epoch ms), as `2026-03-02T10:05:00.000`, in an IANA zone. */
export const wallClockAt = (instantMs: number, timeZone: string): string =>
	new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, -1);

/**
 * The instant (epoch ms) at which the wall clock shows this date and time; null where the text is none. An hour that comes
 * twice in autumn means the first time. An hour that spring skips is read as if the clocks had not changed yet.
 */
export function instantOfWallClock(text: string, timeZone: string): number | null {
	const asIfUtc = Date.parse(`${text.includes('T') ? text : `${text}T00:00:00`}Z`);
	if (Number.isNaN(asIfUtc)) return null;
	// The offset a day earlier is the one before any change of the clocks, so the first of two equal times is found first.
	const before = asIfUtc - offsetAt(asIfUtc - DAY, timeZone);
	if (offsetAt(before, timeZone) === offsetAt(asIfUtc - DAY, timeZone)) return before;
	const after = asIfUtc - offsetAt(asIfUtc + DAY, timeZone);
	return offsetAt(after, timeZone) === offsetAt(asIfUtc + DAY, timeZone) ? after : before;
}

const DAY = 86_400_000;

/** By how much the wall clock is ahead of UTC, ms. */
function offsetAt(instantMs: number, timeZone: string): number {
	const fields = new Map<string, string>();
	for (const { type, value } of clockOf(timeZone).formatToParts(instantMs)) fields.set(type, value);
	const field = (type: string): number => Number(fields.get(type));
	const shown = Date.UTC(
		field('year'),
		field('month') - 1,
		field('day'),
		field('hour'),
		field('minute'),
		field('second'),
	);
	return shown - Math.floor(instantMs / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
	let clock = clocks.get(timeZone);
	if (clock === undefined) {
		clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
		clocks.set(timeZone, clock);
	}
	return clock;
}
