// The desk of a kind that adds nothing to the kit, from its area in the navigation.
import { kinds, listedKinds } from '../../shared/document/kinds.ts';
import { areaNames, areas } from '../shell/areas.ts';
import type { FullDesk } from './desk.ts';
import { callsOf } from './kind-calls.ts';

/** @param path the first word of its address */
export function deskAt(path: string): FullDesk {
	const area = areaNames.find((name) => name === path);
	const work = area && areas[area].work;
	const name = listedKinds.find((each) => each === work);
	if (area === undefined || name === undefined) throw new Error(`${path} lists no documents`);
	const kind = kinds[name];
	return { kind, area, file: area, calls: (app) => callsOf(app, kind) };
}
