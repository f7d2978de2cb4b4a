// The result of one request. Rules: docs/outbox.md, "Verdicts".

/** Never reached the service, or was refused before it could act: may be sent again automatically. */
interface NotSent {
	kind: 'not-sent';
	/** The network's code, `proxy`, `wait`, `no-token`, `no-address`, or `sign-in` (a person must enter the secret). */
	code: string;
	said: string;
	/** Epoch ms, if the service asked to wait. */
	waitUntil: number | null;
}

interface Applied {
	kind: 'applied';
	status: number;
	/** The answer as our record, if the operation declares one and it is readable. */
	value: unknown;
	id: string | null;
	number: string;
	serverDate: number | null;
}

export interface Rejected {
	kind: 'rejected';
	status: number;
	said: string;
	serverDate: number | null;
}

/** May or may not have happened: probe before sending again. */
export interface Unknown {
	kind: 'unknown';
	status: number | null;
	code: string;
	said: string;
	waitUntil: number | null;
	serverDate: number | null;
	/** The service is done with the request, but its answer proves nothing: one read at once may tell. */
	askAtOnce?: true;
}

/** The token was refused after sending. It may be sent again as a new attempt. */
export interface Unauthorized {
	kind: 'unauthorized';
	status: number;
	said: string;
	serverDate: number | null;
}

export type WriteVerdict = NotSent | Applied | Rejected | Unknown | Unauthorized;

/** A read without a result. Reads change nothing, so it can be retried later. */
export interface ReadFailure {
	ok: false;
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
	/** The service's Date header, epoch ms; the earliest of several pages. */
	serverDate: number | null;
	/** Ordinal, drawn when the read starts; see `read_counter` in cache.db. */
	readNo: number;
}

export type ReadResult<Value> = ReadSuccess<Value> | ReadFailure;
