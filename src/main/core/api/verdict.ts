// What became of one request to the service. The rules are docs/outbox.md, "Verdicts".

/** The request never reached the service, or was refused before it could act: it may be sent again by itself. */
interface NotSent {
	kind: 'not-sent';
	/** The network's code, `proxy`, `wait`, `no-token`, `no-address`, or `sign-in` where a person must give the secret first. */
	code: string;
	said: string;
	/** The service asked to wait until then (epoch ms). */
	waitUntil: number | null;
}

/** The service did it. */
interface Applied {
	kind: 'applied';
	status: number;
	/** The answer as our record, as far as it can be read, where the operation declares one. */
	value: unknown;
	/** The id that the answer carries, in its body or as its Location, for a create. */
	id: string | null;
	/** The document's number in the answer, for a create. */
	number: string;
	serverDate: number | null;
}

/** The service understood and refused. */
export interface Rejected {
	kind: 'rejected';
	status: number;
	/** What it said, for the person. */
	said: string;
	serverDate: number | null;
}

/** It may or may not have happened. Nothing may be sent again before the service was asked. */
export interface Unknown {
	kind: 'unknown';
	status: number | null;
	code: string;
	said: string;
	/** The service asked everyone to wait until then (epoch ms). */
	waitUntil: number | null;
	serverDate: number | null;
	/** The service is through with it, in words that prove nothing: one read at once may tell. */
	askAtOnce?: true;
}

/** The token was refused after the request went out. It may be sent again, as an attempt of its own. */
export interface Unauthorized {
	kind: 'unauthorized';
	status: number;
	said: string;
	serverDate: number | null;
}

export type WriteVerdict = NotSent | Applied | Rejected | Unknown | Unauthorized;

/** Why a read gave nothing. Reads change nothing, so all of these may simply be tried later. */
export interface ReadFailure {
	ok: false;
	/** `unreachable`: no answer. `not-this-service`: something else answered. `wait`: asked to wait. */
	kind:
		| 'unreachable'
		| 'unauthorized'
		| 'refused'
		| 'not-found'
		| 'wait'
		| 'not-this-service'
		| 'unreadable';
	status: number | null;
	said: string;
	waitUntil: number | null;
}

interface ReadSuccess<Value> {
	ok: true;
	value: Value;
	/** The service's clock by its Date header, epoch ms; the earliest where there were several pages. */
	serverDate: number | null;
	/** Ordinal of this read, drawn when it started. See `read_counter` in cache.db. */
	readNo: number;
}

export type ReadResult<Value> = ReadSuccess<Value> | ReadFailure;
