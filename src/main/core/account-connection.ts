// The connection of the account in use: client, session and network state. Created on first use.
import { inOwnWords } from '../../shared/bridge/own-words.ts';
import type { AppState, Settings } from '../../shared/bridge/app.ts';
import { Client } from './api/client.ts';
import { Connectivity } from './api/connectivity.ts';
import type { ServiceApi } from './api/service-api.ts';
import type { TokenResult } from './api/token.ts';
import type { ReadFailure } from './api/verdict.ts';
import type { ActiveAccount } from './context.ts';
import type { CorePorts } from './ports.ts';
import type { Store } from './store/open.ts';

interface Connection {
	readonly account: ActiveAccount;
	readonly client: Client;
	readonly connectivity: Connectivity;
}

interface ConnectionParts {
	store: Store;
	ports: CorePorts;
	settings(): Settings;
	changed(): void;
	waits(): boolean;
	opened(): void;
	signedIn(): void;
}

export class AccountConnection {
	readonly #parts: ConnectionParts;
	readonly #nextReadNo: () => number;
	readonly #locations;
	/** Until when each account's service asked to wait; kept while another account is in use. */
	readonly #askedToWait = new Map<string, number | null>();
	#current: Connection | null = null;
	/** The account found at the start, until its connection is needed. */
	#toConnect: ActiveAccount | null;

	constructor(parts: ConnectionParts, found: ActiveAccount | null) {
		this.#parts = parts;
		this.#toConnect = found;
		this.#locations = parts.store.locations;
		const draw = parts.store.cache
			.prepare<[], number>('UPDATE read_counter SET last = last + 1 RETURNING last')
			.pluck();
		this.#nextReadNo = () => draw.get() ?? 0;
	}

	current(): Connection | null {
		return this.#current;
	}

	/** Creates the connection if necessary; null if no account is in use. */
	connected(): Connection | null {
		if (this.#toConnect) {
			this.#current = this.candidate(this.#toConnect);
			this.#toConnect = null;
		}
		return this.#current;
	}

	candidate(account: ActiveAccount): Connection {
		const { ports, changed, waits, opened, signedIn, settings } = this.#parts;
		const connectivity = new Connectivity({
			clock: ports.clock,
			random: ports.random,
			pauses: account.profile.pauses,
			locations: () => this.#locations.all(account.accountId).length,
			waitsUntil: this.#askedToWait.get(account.accountId) ?? null,
			systemOnline: ports.systemOnline,
			changed,
			waits,
			opened: () => {
				if (this.#current === connection) opened();
			},
		});
		const client = new Client({
			account,
			network: ports.network,
			secrets: ports.secrets,
			clock: ports.clock,
			log: ports.log,
			connectivity,
			nextReadNo: this.#nextReadNo,
			clockOf: (locationId) => {
				const location = locationId ?? settings().locationId;
				return location !== null && this.#locations.knows(account.accountId, location)
					? this.#locations.get(account.accountId, location)
					: null;
			},
			sessionChanged: () => {
				changed();
				if (this.#current === connection && client.session.state() === 'signed-in') signedIn();
			},
		});
		const connection = { account, client, connectivity };
		return connection;
	}

	use(candidate: Connection): void {
		this.#current = candidate;
		this.#toConnect = null;
	}

	start(): boolean {
		const opened = this.connected();
		if (!opened) return false;
		opened.connectivity.start(() => opened.client.ping());
		void opened.connectivity.pingNow();
		return true;
	}

	/** Stops pinging; requests in flight keep the connection until `end`. */
	stop(): void {
		if (this.#current === null) return;
		const { account, connectivity } = this.#current;
		connectivity.stop();
		this.#askedToWait.set(account.accountId, connectivity.waitsUntil());
	}

	/** Breaks off what may be asked again later. */
	endReads(): void {
		this.#current?.client.endReads();
	}

	end(): void {
		this.#current = null;
		this.#toConnect = null;
	}

	maySend(): boolean {
		return (
			this.#current !== null &&
			this.#current.connectivity.open() &&
			this.#current.client.session.state() !== 'secret-needed'
		);
	}

	standing(): 'there' | 'busy' | 'away' {
		if (this.#current === null) return 'away';
		if (this.#current.connectivity.open()) return 'there';
		return this.#current.connectivity.state().state === 'busy' ? 'busy' : 'away';
	}

	isReturning(): boolean {
		return this.#current?.connectivity.returning() === true;
	}

	session(): AppState['session'] {
		return this.#current?.client.session.state() ?? 'none';
	}

	network(): AppState['network'] {
		return this.#current?.connectivity.state() ?? neverAsked;
	}

	/** For redaction. */
	secrets(): readonly string[] {
		return this.#current?.client.session.secrets() ?? [];
	}

	secret(): Promise<string | null> {
		return this.connected()?.client.session.secret() ?? Promise.resolve(null);
	}

	signIn(secret: string): Promise<TokenResult> {
		return (
			this.connected()?.client.session.signIn(secret) ??
			Promise.resolve({ ok: false, kind: 'unreachable', said: noConnection.said })
		);
	}

	async forget(): Promise<void> {
		await this.connected()?.client.session.forget();
	}

	/** The service of the account in use; without an account, every request fails. */
	readonly api: ServiceApi = {
		serviceNow: () => this.connected()?.client.serviceNow() ?? null,
		read: (name, input) =>
			this.connected()?.client.read(name, input) ?? Promise.resolve(noConnection),
		readAll: (name, input, reader) =>
			this.connected()?.client.readAll(name, input, reader) ?? Promise.resolve(noConnection),
		readFirst: (name, input) =>
			this.connected()?.client.readFirst(name, input) ?? Promise.resolve(noConnection),
		readByName: (name, input) =>
			this.connected()?.client.readByName(name, input) ?? Promise.resolve(noConnection),
		readAllByName: (name, input) =>
			this.connected()?.client.readAllByName(name, input) ?? Promise.resolve(noConnection),
		write: (name, input) =>
			this.connected()?.client.write(name, input) ??
			Promise.resolve({
				kind: 'not-sent',
				code: 'no-connection',
				said: noConnection.said,
				waitUntil: null,
			}),
	};
}

const neverAsked: AppState['network'] = {
	state: 'unknown',
	lastAnswerAt: null,
	reason: null,
};

export const noConnection: ReadFailure = {
	ok: false,
	kind: 'unreachable',
	status: null,
	said: inOwnWords('noAccount'),
	waitUntil: null,
};
