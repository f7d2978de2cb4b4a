// The location that a report is about.
import type { App } from '../app.svelte.ts';

/** A location's name, and the zone of a report's instants. */
export function placeOf({ locations }: Pick<App, 'locations'>, locationId: string) {
	const place = locations.find((each) => each.locationId === locationId);
	const zone: { timeZone?: string } = place === undefined ? {} : { timeZone: place.timeZone };
	return { name: place?.name ?? '', zone };
}
