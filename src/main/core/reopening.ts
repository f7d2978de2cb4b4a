// A core that can repair its data folder or go back to a copy while hosts and screens keep using it.
import { mendPcIdentity } from './store/pc-identity.ts';
import { openDataFolder, type Wish } from './store/recovery.ts';
import type { Core, CreateCore } from './core.ts';
import type { Listener } from './events.ts';
import type { CorePorts } from './ports.ts';
import { isDamage } from './store/damage.ts';
import type { Store } from './store/open.ts';

export interface OpenedData {
	dataFolder: string;
	store: Store;
	ports: CorePorts;
	/** Closes everything and reopens the folder. Calls wait meanwhile. */
	reopen(wish: Wish): Promise<void>;
	/** Screens may still show the earlier data. */
	again: boolean;
	/** The next number in the sequence of states; continues after reopening. */
	nextState(): number;
	listener: Listener;
}

/** The core of the files that are open now. Its events go to the `listener` that it was given. */
export type OpenedCore = Omit<Core, 'on' | 'onAny'>;

const mostChecks = 3;

type Assemble = (opened: OpenedData) => OpenedCore;

/** @throws DataFolderInUse, FileFromNewerVersion, NoRoomToOpen */
export const reopening =
	(assemble: Assemble): CreateCore =>
	({ dataFolder, ports }) =>
		new ReopeningCore(assemble, dataFolder, ports);

class ReopeningCore implements Core {
	readonly #assemble: Assemble;
	readonly #dataFolder: string;
	readonly #ports: CorePorts;
	readonly #listeners = new Set<Listener>();
	#started = false;
	#stopped = false;
	#checks = 0;
	#states = 0;
	/** Calls wait for this while the files are replaced. */
	#exchange: Promise<void> | null = null;
	#core: OpenedCore;

	constructor(assemble: Assemble, dataFolder: string, ports: CorePorts) {
		this.#assemble = assemble;
		this.#dataFolder = dataFolder;
		this.#ports = ports;
		this.#core = this.#open();
	}

	call: Core['call'] = async (name, input, person) => {
		await this.#exchange;
		return this.#core.call(name, input, person);
	};

	callUnchecked: Core['callUnchecked'] = async (name, input, caller) => {
		await this.#exchange;
		return this.#core.callUnchecked(name, input, caller);
	};

	on: Core['on'] = (name, listener) =>
		this.onAny((emitted, payload) => {
			if (emitted === name) listener(payload as Parameters<typeof listener>[0]); // Emitted under this name.
		});

	onAny(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	suspend(): void {
		this.#core.suspend();
	}

	resume(): void {
		this.#core.resume();
	}

	async start(): Promise<void> {
		this.#started = true;
		await this.#core.start();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		await this.#exchange;
		await this.#core.stop();
	}

	#open(wish?: Wish): OpenedCore {
		try {
			return this.#assembleFrom(wish);
		} catch (error) {
			// Opening reads little of a file; building the core reads more.
			if (!isDamage(error)) throw error;
			return this.#assembleFrom({ kind: 'check' });
		}
	}

	#assembleFrom(wish: Wish | undefined): OpenedCore {
		const dataFolder = this.#dataFolder;
		const ports = this.#ports;
		const free = () => ports.disk?.free(dataFolder) ?? null;
		const store = openDataFolder(dataFolder, { now: () => ports.clock.now(), free }, wish);
		try {
			if (mendPcIdentity(store.durable)) {
				ports.log.warn('The identity of this PC could not be read; it has a new one', {});
			}
			return this.#assemble({
				dataFolder,
				store,
				ports,
				reopen: (wish) => this.#reopen(wish),
				again: this.#started,
				nextState: () => (this.#states += 1),
				listener: (name, payload) => {
					for (const listener of this.#listeners) listener(name, payload);
				},
			});
		} catch (error) {
			store.close();
			throw error;
		}
	}

	#reopen(wish: Wish): Promise<void> {
		if (wish.kind === 'check') {
			if (this.#exchange !== null) return this.#exchange;
			this.#checks += 1;
			// If the disk damages every file, more repairs are useless.
			if (this.#checks > mostChecks) return Promise.resolve();
		}
		const mine = this.#replace(wish, this.#exchange).finally(() => {
			if (this.#exchange === mine) this.#exchange = null;
		});
		this.#exchange = mine;
		return mine;
	}

	async #replace(wish: Wish, before: Promise<void> | null): Promise<void> {
		// A person's request runs after the current one, however that ended.
		await before?.catch(() => undefined);
		await this.#core.stop();
		if (this.#stopped) return;
		try {
			this.#core = this.#open(wish);
		} catch (error) {
			this.#ports.log.error('The data could not be opened as wished', { error: String(error) });
			this.#core = this.#open();
			throw error;
		} finally {
			if (this.#started) await this.#core.start();
		}
	}
}
