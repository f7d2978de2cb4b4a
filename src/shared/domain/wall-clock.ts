// Converts between instants and a location's wall clock.

/** Date and time at an instant (epoch ms), as `2026-03-02T10:05:00.000`, in an IANA zone. */
export const wallClockAt = (instantMs: number, timeZone: string): string =>
	new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, -1);

/**
 * The instant (epoch ms) of a wall clock date and time; null if the text is invalid. A repeated hour means its first
 * occurrence. A skipped hour is read as if the clocks had not changed yet.
 */
export function instantOfWallClock(text: string, timeZone: string): number | null {
	const asIfUtc = Date.parse(`${text.includes('T') ? text : `${text}T00:00:00`}Z`);
	if (Number.isNaN(asIfUtc)) return null;
	// A day earlier the clocks have not changed yet, so this offset finds the first of two equal times.
	const before = asIfUtc - offsetAt(asIfUtc - DAY, timeZone);
	if (offsetAt(before, timeZone) === offsetAt(asIfUtc - DAY, timeZone)) return before;
	const after = asIfUtc - offsetAt(asIfUtc + DAY, timeZone);
	return offsetAt(after, timeZone) === offsetAt(asIfUtc + DAY, timeZone) ? after : before;
}

const DAY = 86_400_000;

/** Milliseconds ahead of UTC. */
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
