// The reads of one lookup. An answer counts only if it shows the requested record and is newer than our last request:
// a cached answer or another document proves nothing. Without Date headers, answers are accepted as they are.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadFailure, ReadResult } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';

/** What a lookup is based on, as saved in the history. */
export interface Lookup {
	read: string;
	/** null if no answer was usable. */
	readNo: number | null;
	startedAt: number;
	/** Clock of the service, epoch ms; null if it sent no time. */
	serverDate: number | null;
	record: string | null;
	rows: number | null;
}

type Reads = Pick<ServiceApi, 'readByName' | 'readAllByName'>;
export type LookupReads = ReturnType<typeof lookupReads>;

/** A Date header is cut to whole seconds. */
const headerMs = 1_000;

/** Clocks of different servers of one service may differ by this much. */
const skewMs = 5_000;

/** The PC may sleep during a request: an answer after this long shows an old state. */
const longestMs = 240_000;

/** @param lastRequest when the service last received a write of this document, by its clock; null if unknown */
export function lookupReads(
	api: Reads & Pick<ServiceApi, 'serviceNow'>,
	clock: Pick<Clock, 'now' | 'monotonic'>,
	lastRequest: () => number | null,
) {
	let last: Lookup | null = null;
	let unusable: 'older-than-request' | 'another-record' | null = null;

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
			read,
			readNo: null,
			startedAt,
			serverDate: null,
			record: null,
			rows: null,
		};
		if (!answer.ok) return answer;
		const { isAsked, ...of } = shown(answer.value);
		const { serverDate, readNo } = answer;
		last = { ...last, ...of, serverDate };
		const tookMs = Math.max(clock.now() - startedAt, clock.monotonic() - begun);
		// Read after the answer: a sign-in meanwhile may have been the first to tell the time.
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
		/** Why the last answer was not used, if the service answered. */
		unusable: () => unusable,
		readByName: (name, input) =>
			checked(
				name,
				() => api.readByName(name, input),
				(value) =>
					Array.isArray(value)
						? { record: null, rows: value.length, isAsked: isOfLocation(value, input.query) }
						: {
								record: idOf(value),
								rows: null,
								isAsked: isRecordWithId(value, input.path?.['id']),
							},
			),
		readAllByName: (name, input) =>
			checked(
				name,
				() => api.readAllByName(name, input),
				({ rows }) => ({
					record: null,
					rows: rows.length,
					isAsked: isOfLocation(rows, input.query),
				}),
			),
	} satisfies Reads & Record<string, unknown>;
}

const saysNothing: ReadFailure = {
	ok: false,
	kind: 'unreadable',
	status: null,
	said: '',
	waitUntil: null,
};

const fieldOf = (value: unknown, name: string): string | null => {
	const field: unknown =
		typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof field === 'string' ? field : null;
};

const idOf = (value: unknown): string | null => fieldOf(value, 'id');

/** A service may change the case of an identifier. */
export const isRecordWithId = (value: unknown, id: string | undefined): boolean =>
	id === undefined || idOf(value)?.toLowerCase() === id.toLowerCase();

const locationFields = ['locationId', 'fromLocationId', 'toLocationId'];

/** Whether a list may be for this location: not if its rows only name others. */
function isOfLocation(
	rows: readonly unknown[],
	query: Record<string, string> | undefined,
): boolean {
	const location = query?.['locationId'];
	if (location === undefined) return true;
	const named = rows.map((row) => locationFields.flatMap((name) => fieldOf(row, name) ?? []));
	return (
		rows.length === 0 ||
		named.some((locations) => locations.length === 0 || locations.includes(location))
	);
}
