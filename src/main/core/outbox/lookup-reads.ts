// The reads of one lookup. An answer counts only when it is of the record that was asked for, and newer than our last
// request: one out of somebody's cache, of a server that lags, or of another document proves nothing, neither that a
// write happened nor that it did not. Where the service tells no time, its answers are taken as they are.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadFailure, ReadResult } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';

/** What a lookup rests on, as the history keeps it. */
export interface Lookup {
	/** The operation that read. */
	read: string;
	/** Null where no answer could be used. */
	readNo: number | null;
	/** By the clock of this PC, epoch ms. */
	startedAt: number;
	/** By the clock of the service, epoch ms; null where it told no time. */
	serverDate: number | null;
	/** The id of the record; null for a list. */
	record: string | null;
	/** How many records a list had; null for one record. */
	rows: number | null;
}

export interface LookupReads extends Pick<ServiceApi, 'readByName' | 'readAllByName'> {
	/** The last read of the lookup; null before the first. */
	last(): Lookup | null;
	/** Why the answer to the last read was not used, where the service did answer. */
	unusable(): 'older-than-request' | 'another-record' | null;
}

/** A Date header tells whole seconds, and what came after them is left out. */
const headerMs = 1_000;

/** Servers of one service may have clocks that differ by this much. */
const skewMs = 5_000;

/** A PC may sleep while an answer is on its way: what comes after so long shows what stood there before. */
const longestMs = 240_000;

/** @param lastRequest when the service last had a write of this document, by its own clock; null where nobody knows. */
export function lookupReads(
	api: Pick<ServiceApi, 'readByName' | 'readAllByName' | 'serviceNow'>,
	clock: Pick<Clock, 'now' | 'monotonic'>,
	lastRequest: () => number | null,
): LookupReads {
	let last: Lookup | null = null;
	let unusable: ReturnType<LookupReads['unusable']> = null;

	const checked = async <Value>(
		read: string,
		asked: () => Promise<ReadResult<Value>>,
		shown: (value: Value) => Pick<Lookup, 'record' | 'rows'> & { isAsked: boolean },
	): Promise<ReadResult<Value>> => {
		const [startedAt, begun] = [clock.now(), clock.monotonic()];
		const notBefore = lastRequest() ?? 0;
		const answer = await asked();
		unusable = null;
		last = {
			...{ read, readNo: null, startedAt, serverDate: null },
			...{ record: null, rows: null },
		};
		if (!answer.ok) return answer;
		const { isAsked, ...of } = shown(answer.value);
		const { serverDate, readNo } = answer;
		last = { ...last, ...of, serverDate };
		const tookMs = Math.max(clock.now() - startedAt, clock.monotonic() - begun);
		// Asked now, because a sign-in on the way may be the first that tells the time after a start.
		const now = api.serviceNow?.() ?? 0;
		const newEnough = Math.max(notBefore, now - (clock.monotonic() - begun) - skewMs);
		const isOld = serverDate !== null && serverDate + headerMs <= newEnough;
		if (!isAsked) unusable = 'another-record';
		else if (isOld || tookMs > longestMs) unusable = 'older-than-request';
		if (unusable !== null) return saysNothing;
		last = { ...last, readNo };
		return answer;
	};

	return {
		last: () => last,
		unusable: () => unusable,
		readByName: (name, input) =>
			checked(
				name,
				() => api.readByName(name, input),
				(value) =>
					Array.isArray(value)
						? { record: null, rows: value.length, isAsked: isOfPlace(value, input.query) }
						: { record: idOf(value), rows: null, isAsked: isRecord(value, input.path?.['id']) },
			),
		readAllByName: (name, input) =>
			checked(
				name,
				() => api.readAllByName(name, input),
				({ rows }) => ({ record: null, rows: rows.length, isAsked: isOfPlace(rows, input.query) }),
			),
	};
}

const saysNothing: ReadFailure = {
	...{ ok: false, kind: 'unreadable', status: null },
	...{ said: '', waitUntil: null },
};

const fieldOf = (value: unknown, name: string): string | null => {
	const field: unknown =
		typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof field === 'string' ? field : null;
};

const idOf = (value: unknown): string | null => fieldOf(value, 'id');

/** A service may write the same identifier in other letters. */
const isRecord = (value: unknown, id: string | undefined): boolean =>
	id === undefined || idOf(value)?.toLowerCase() === id.toLowerCase();

const placeFields = ['locationId', 'fromLocationId', 'toLocationId'];

/** Whether a list may be of the place that was asked about: rows that name only other places answer another question. */
function isOfPlace(rows: readonly unknown[], query: Record<string, string> | undefined): boolean {
	const place = query?.['locationId'];
	if (place === undefined) return true;
	const named = rows.map((row) => placeFields.flatMap((name) => fieldOf(row, name) ?? []));
	return rows.length === 0 || named.some((places) => places.length === 0 || places.includes(place));
}
