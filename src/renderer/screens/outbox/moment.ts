// Time of an event: only the time within a day, else with its date.
import type { Format } from '../../messages/format.svelte.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Instants in epoch ms. */
export const momentWords = (format: Format, at: number, now: number): string =>
	now - at < dayMs ? format.time(at) : format.dateTime(at);
