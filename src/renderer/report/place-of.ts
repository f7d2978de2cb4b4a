// The location that a report is about.
import type { App } from '../app.svelte.ts';

/** A location's name, and the zone of a report's instants. */
export function placeOf({ locations }: Pick<App, 'locations'>, locationId: string) {
	const place = locations.find((each) => each.locationId === locationId);
	return { name: place?.name ?? '', zone: place === undefined ? {} : { timeZone: place.timeZone } };
}
