// A core that can repair its data folder or go back to a copy while hosts and screens keep using it.
import { mendPcIdentity } from './store/pc-identity.ts';
import { openDataFolder, type Wish } from './store/recovery.ts';
import type { Core, CreateCore } from './core.ts';
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
}

const mostChecks = 3;

/** @throws DataFolderInUse, FileFromNewerVersion, NoRoomToOpen */
export const reopening =
	(assemble: (opened: OpenedData) => Core): CreateCore =>
	({ dataFolder, ports }) => {
		const listeners = new Set<(name: string, payload: unknown) => void>();
		let started = false;
		let stopped = false;
		let checks = 0;
		let states = 0;
		const nextState = () => (states += 1);
		/** Calls wait for this while the files are replaced. */
		let exchange: Promise<void> | null = null;

		const assembleFrom = (wish: Wish | undefined): Core => {
			const free = () => ports.disk?.free(dataFolder) ?? null;
			const store = openDataFolder(dataFolder, { now: () => ports.clock.now(), free }, wish);
			try {
				if (mendPcIdentity(store.durable)) {
					ports.log.warn('The identity of this PC could not be read; it has a new one', {});
				}
				return assemble({ dataFolder, store, ports, reopen, again: started, nextState });
			} catch (error) {
				store.close();
				throw error;
			}
		};

		const open = (wish?: Wish): Core => {
			let opened: Core;
			try {
				opened = assembleFrom(wish);
			} catch (error) {
				// Opening reads little of a file; building the core reads more.
				if (!isDamage(error)) throw error;
				opened = assembleFrom({ kind: 'check' });
			}
			opened.onAny((name, payload) => {
				for (const listener of listeners) listener(name, payload);
			});
			return opened;
		};

		const reopen = (wish: Wish): Promise<void> => {
			if (wish.kind === 'check') {
				if (exchange !== null) return exchange;
				checks += 1;
				// If the disk damages every file, more repairs are useless.
				if (checks > mostChecks) return Promise.resolve();
			}
			const before = exchange ?? Promise.resolve();
			const mine = (async () => {
				// A person's request runs after the current one, however that ended.
				await before.catch(() => undefined);
				await core.stop();
				if (stopped) return;
				try {
					core = open(wish);
				} catch (error) {
					ports.log.error('The data could not be opened as wished', { error: String(error) });
					core = open();
					throw error;
				} finally {
					if (started) await core.start();
				}
			})().finally(() => {
				if (exchange === mine) exchange = null;
			});
			exchange = mine;
			return mine;
		};

		let core = open();
		return {
			async call(name, input, person) {
				await exchange;
				return core.call(name, input, person);
			},
			async callUnchecked(name, input, caller) {
				await exchange;
				return core.callUnchecked(name, input, caller);
			},
			on(name, listener) {
				const hear = (emitted: string, payload: unknown) => {
					if (emitted === name) listener(payload as Parameters<typeof listener>[0]); // Emitted under this name.
				};
				listeners.add(hear);
				return () => listeners.delete(hear);
			},
			onAny(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			suspend() {
				core.suspend();
			},
			resume() {
				core.resume();
			},
			async start() {
				started = true;
				await core.start();
			},
			async stop() {
				stopped = true;
				await exchange;
				await core.stop();
			},
		};
	};
