// What the core is given from outside, so that it reads nothing from the air: clock, identifiers, chance, network,
// secrets, log. The hosts give the real ones; the simulation, the crash tests and the benchmarks give their own.

export interface Clock {
	/** Wall clock, epoch ms. It may jump; nothing is ordered by it. */
	now(): number;
	/** Never runs backwards, ms from an arbitrary start. Pauses are measured with it. */
	monotonic(): number;
	/** Calls once after `ms`. @returns takes the call back. */
	after(ms: number, call: () => void): () => void;
}

/** Sends one HTTP request. Redirects are not followed and nothing is retried below the outbox. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Network {
	/** May use kept connections. */
	readonly read: Fetch;
	/**
	 * One connection per request, closed after it: a kept connection that dies can make a client below us send a POST
	 * twice by itself.
	 */
	readonly write: Fetch;
}

/** Where the client secret is kept between starts. */
export interface SecretStore {
	/** Null when nothing is kept, or when this host keeps nothing. */
	read(accountId: string): Promise<string | null>;
	/** @returns false when it cannot be kept safely here; then the person gives it again at the next start. */
	keep(accountId: string, secret: string): Promise<boolean>;
	forget(accountId: string): Promise<void>;
}

/** Never given a token, a secret or a payload. */
export interface Log {
	info(message: string, facts?: Readonly<Record<string, unknown>>): void;
	warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
	error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** The practice service, where the host can start one. */
export interface PracticeHost {
	/** `outdated`: its data is of an earlier Stillroom, and this one cannot go on with it. */
	start(): Promise<PracticeAddress | 'outdated'>;
	/** Starts; data that is outdated is set aside, and it begins with new. */
	startAfresh(): Promise<PracticeAddress | 'outdated'>;
}

export interface PracticeAddress {
	serviceUrl: string;
	clientId: string;
	clientSecret: string;
	/** The profile that fits the practice service, with pauses short enough to watch. */
	profile: unknown;
	/** Where its faults are switched (`<controlUrl>/faults`), with the token that goes into `x-control-token`. */
	controlUrl: string;
	controlToken: string;
}

/**
 * Called around every commit and every socket write of the outbox with a label. Does nothing in the product; the crash
 * tests kill the process there.
 */
export type CrashPoint = (label: string) => void;

/** The disk under the data folder. */
interface Disk {
	/** Bytes that this person may still write there; null where the system does not say. */
	free(folder: string): number | null;
}

/** Writes the log of a SQLite file back into it on a thread of its own, so that the core's is not held meanwhile. */
export interface LogWriter {
	/** Writes back what is committed; one call at a time. @returns false when it cannot, now or any more. */
	writeBack(): Promise<boolean>;
	/** Resolves when its thread has let go of the file. */
	close(): Promise<void>;
}

export interface CorePorts {
	/** Whether the system says that there is a network, where the host can ask it. It is wrong both ways. */
	systemOnline?: () => boolean;
	clock: Clock;
	/** A new UUIDv7. */
	newId(): string;
	/** Uniform in [0, 1). */
	random(): number;
	network: Network;
	secrets: SecretStore;
	log: Log;
	practice: PracticeHost | null;
	crashPoint: CrashPoint;
	/** Left out, nothing of the rescue goes by itself: no check of the file, no daily copy, no ballast. */
	disk?: Disk;
	/** Left out, SQLite writes the log back within the commit that fills it, as it does by itself. */
	logWriter?: (file: string) => LogWriter;
	/**
	 * Copies a SQLite file that is open here into another, and checks the copy, on a thread of its own. Rejects with what
	 * SQLite or the disk says, its code with it. Left out, the core does it in steps.
	 */
	copyFile?: (from: string, to: string) => Promise<void>;
	/**
	 * Checks a SQLite file on a thread of its own, also one that is open here. Resolves to what is wrong with it, or null,
	 * when the thread has let go of it; rejects where it could not be checked. Left out, the core does it in steps.
	 */
	checkFile?: (file: string) => Promise<string | null>;
	/** The BCP 47 tag of this PC, the first guess for the person's own. */
	systemLocale: string;
	version: string;
	/** What the system calls this PC. Left out, what is done here names none. */
	pcName?: string;
}
