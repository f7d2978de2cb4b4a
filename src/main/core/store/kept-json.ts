// JSON as it is kept in rows, where a fault of the disk in one of them must not stop what reads them all.
import { parseStored } from '../../../shared/exact-json.ts';

/** @returns undefined where it is no JSON any more. */
export function readKept(json: string): unknown {
	try {
		return parseStored(json);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
