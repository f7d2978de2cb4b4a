// Everything the core needs from outside. Hosts pass the real things; tests and benchmarks pass their own.
import type { DesktopState } from '../../shared/bridge/desktop.ts';

export interface Clock {
	/** Wall clock, epoch ms. It may jump, so nothing is ordered by it. */
	now(): number;
	/** Never goes backwards; ms from an arbitrary start. Measures pauses. */
	monotonic(): number;
	/** Calls once after `ms`. @returns cancels it */
	after(ms: number, call: () => void): () => void;
}

/** Sends one HTTP request, without redirects or retries. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Network {
	readonly read: Fetch;
	/** One connection per request: an HTTP client may repeat a POST by itself if a reused connection dies. */
	readonly write: Fetch;
}

export interface SecretStore {
	read(accountId: string): Promise<string | null>;
	/** @returns false if it cannot be stored safely; the person enters it again at the next start */
	keep(accountId: string, secret: string): Promise<boolean>;
	forget(accountId: string): Promise<void>;
}

/** Must not receive tokens, secrets or payloads. */
export interface Log {
	info(message: string, facts?: Readonly<Record<string, unknown>>): void;
	warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
	error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface PracticeHost {
	/** `outdated`: its data is from an earlier Stillroom that this one cannot use. */
	start(): Promise<PracticeAddress | 'outdated'>;
	startAfresh(): Promise<PracticeAddress | 'outdated'>;
}

export interface PracticeAddress {
	serviceUrl: string;
	clientId: string;
	clientSecret: string;
	/** The practice service's profile, with pauses short enough to watch. */
	profile: unknown;
	/** Switches faults (`<controlUrl>/faults`), with the token in `x-control-token`. */
	controlUrl: string;
	controlToken: string;
}

/** Called around every commit and socket write of the outbox. The crash tests end the process there. */
export type CrashPoint = (label: string) => void;

interface Disk {
	/** Free bytes for this user; null if unknown. */
	free(folder: string): number | null;
}

export interface LogWriter {
	/** Writes back what is committed; one call at a time. @returns false if it failed or was closed */
	writeBack(): Promise<boolean>;
	/** Resolves once the thread has released the file. */
	close(): Promise<void>;
}

/** The desktop program; absent in the browser host. */
export interface Desktop {
	state(): DesktopState;
	checkForUpdates(): void;
	/** @returns false if no update is ready */
	install(when: 'now' | 'on-close' | 'later'): boolean;
	/** @returns false if this package cannot do it */
	startWithSystem(on: boolean): boolean;
}

/** What the host knows for a support report. */
export interface HostFacts {
	/** Versions and the like, in the order shown. */
	facts(): readonly (readonly [name: string, value: string])[];
	/** The last lines of the log; secrets are already redacted. */
	logTail(): string;
}

export interface CorePorts {
	desktop?: Desktop;
	hostFacts?: HostFacts;
	/** The only service that an administrator allows. */
	onlyService?: string;
	/** Whether the system reports a network. Wrong both ways. */
	systemOnline?: () => boolean;
	clock: Clock;
	newId(): string;
	random(): number;
	network: Network;
	secrets: SecretStore;
	log: Log;
	practice: PracticeHost | null;
	crashPoint: CrashPoint;
	/** Without it there are no automatic checks, daily copies or ballast. */
	disk?: Disk;
	/** Without it SQLite checkpoints within the commit that fills the log. */
	logWriter?: (file: string) => LogWriter;
	/** Copies an open SQLite file on another thread, and checks it. Rejects with the error of SQLite or the disk. */
	copyFile?: (from: string, to: string) => Promise<void>;
	/** Checks a SQLite file on another thread. Resolves to what is wrong, or null, once the file is released. */
	checkFile?: (file: string) => Promise<string | null>;
	/** BCP 47 tag of this PC; the default for a person's locale. */
	systemLocale: string;
	version: string;
	/** The system's name for this PC; default: none. */
	pcName?: string;
}
