// Updates: found and downloaded in the background, installed only after the core has stopped.
import type { AppUpdater } from 'electron-updater';
import type { UpdateState } from '../../shared/bridge/desktop.ts';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { Installation, PackageKind } from './installation.ts';

/** ms between checks. */
const lookEvery = 6 * 60 * 60 * 1000;
/** ms before a held back installation is tried again. */
const tryAgainAfter = 2_000;

export type Updater = Pick<
	AppUpdater,
	| 'autoDownload'
	| 'autoInstallOnAppQuit'
	| 'disableWebInstaller'
	| 'logger'
	| 'setFeedURL'
	| 'checkForUpdates'
	| 'quitAndInstall'
	| 'on'
>;

export interface UpdateParts {
	installation: Installation;
	isPackaged: boolean;
	policy: Policy | null;
	/** Loads electron-updater, which takes longer than the rest of the host. */
	loadUpdater(): Promise<Updater>;
	/** macOS: calls when Squirrel has unpacked and checked the update. */
	onStaged(staged: () => void): void;
	underWay(): Promise<{ sending: boolean; counting: boolean }>;
	/** Stops the program in order, which calls `installAfterStop`. */
	quit(): void;
	clock: Clock;
	log: Log;
}

export class Updates {
	readonly #parts: UpdateParts;
	readonly #listeners = new Set<() => void>();
	#updater: Updater | null = null;
	#state: UpdateState;
	#restart = false;
	#leaving = false;
	#failures = 0;

	constructor(parts: UpdateParts) {
		this.#parts = parts;
		const { installation } = parts;
		const offBecause = whyOff(parts);
		this.#state = {
			stage: offBecause === null ? 'idle' : 'off',
			offBecause,
			version: null,
			percent: null,
			checkedAt: null,
			failure: null,
			// A prompt for an administrator at each closing would be a nuisance, so it waits for the person's choice.
			onClose: !installation.asksAdministrator,
			asksAdministrator: installation.asksAdministrator,
			waitsFor: null,
		};
	}

	state(): UpdateState {
		return this.#state;
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Call when the window is there: from then on it checks by itself. */
	async begin(): Promise<void> {
		if (this.#state.stage === 'off') return;
		const { policy, installation, log } = this.#parts;
		const updater = await this.#parts.loadUpdater();
		this.#updater = updater;
		updater.logger = {
			info: (said: unknown) => log.info(`Updates: ${String(said)}`),
			warn: (said: unknown) => log.warn(`Updates: ${String(said)}`),
			error: (said: unknown) => log.error(`Updates: ${String(said)}`),
		};
		updater.autoDownload = true;
		updater.disableWebInstaller = true;
		// Others would install on quit, possibly before the core has stopped. On macOS it means that Squirrel prepares
		// the update at once; with false, `quitAndInstall` only starts to prepare it and then quits.
		updater.autoInstallOnAppQuit = installation.kind === 'mac';
		const feed = policy?.settings.updateFeed;
		if (feed !== undefined) updater.setFeedURL({ provider: 'generic', url: feed });
		this.#listen(updater);
		const look = () => {
			this.checkForUpdates();
			this.#parts.clock.after(lookEvery, look);
		};
		look();
	}

	checkForUpdates(): void {
		const { stage } = this.#state;
		if (this.#updater === null || (stage !== 'idle' && stage !== 'failed')) return;
		// Both promises also report through the `error` event.
		this.#updater.checkForUpdates().then(
			(found) => found?.downloadPromise?.catch(() => undefined),
			() => undefined,
		);
	}

	/** @returns false if no update is ready */
	install(when: 'now' | 'on-close' | 'later'): boolean {
		const { stage } = this.#state;
		if (stage !== 'ready' && stage !== 'waiting') return false;
		if (when === 'now') void this.#installSoon();
		else this.#change({ stage: 'ready', waitsFor: null, onClose: when === 'on-close' });
		return true;
	}

	/** The user signs out or the PC shuts down: an installation would be cut off. */
	leave(): void {
		this.#leaving = true;
	}

	/**
	 * Call only after the core has stopped: all work is on disk then.
	 * @returns `quits-itself` if the updater now quits the program; `restart` if a wanted installation failed
	 */
	installAfterStop(): 'quit' | 'restart' | 'quits-itself' {
		const { stage, onClose } = this.#state;
		const isReady = stage === 'ready' || stage === 'installing';
		if (this.#updater === null || this.#leaving || !isReady) return 'quit';
		// Squirrel installs what it prepared whenever the program has quit.
		const wanted = this.#restart || (onClose && this.#parts.installation.kind !== 'mac');
		if (!wanted) return 'quit';
		const failures = this.#failures;
		this.#change({ stage: 'installing', failure: null });
		this.#updater.quitAndInstall(true, this.#restart);
		if (this.#failures > failures) return this.#restart ? 'restart' : 'quit';
		return 'quits-itself';
	}

	/** Work under way goes first, however long it takes. */
	async #installSoon(): Promise<void> {
		if (this.#leaving) return;
		const { sending, counting } = await this.#parts.underWay();
		if (sending || counting) {
			this.#change({ stage: 'waiting', waitsFor: sending ? 'sending' : 'counting' });
			this.#parts.clock.after(tryAgainAfter, () => {
				if (this.#state.stage === 'waiting') void this.#installSoon();
			});
			return;
		}
		this.#restart = true;
		this.#change({ stage: 'installing', waitsFor: null });
		this.#parts.quit();
	}

	#listen(updater: Updater): void {
		const ready = () => this.#change({ stage: 'ready', percent: null, failure: null });
		updater.on('checking-for-update', () => this.#change({ stage: 'checking', failure: null }));
		updater.on('update-not-available', () =>
			this.#change({ stage: 'idle', checkedAt: this.#parts.clock.now() }),
		);
		updater.on('update-available', ({ version }) =>
			this.#change({
				stage: 'downloading',
				version,
				percent: 0,
				checkedAt: this.#parts.clock.now(),
			}),
		);
		updater.on('download-progress', ({ percent }) => {
			if (this.#state.stage === 'downloading') this.#change({ percent: Math.floor(percent) });
		});
		if (this.#parts.installation.kind === 'mac') this.#parts.onStaged(ready);
		else updater.on('update-downloaded', ready);
		updater.on('error', (error) => {
			this.#parts.log.warn('An update failed', { error });
			this.#failures += 1;
			const failure = firstLine(error.message);
			// A downloaded update stays ready, whatever a later check says.
			this.#change(
				this.#state.stage === 'ready' ? {} : { stage: 'failed', percent: null, failure },
			);
		});
	}

	#change(to: Partial<UpdateState>): void {
		const before = this.#state;
		this.#state = { ...before, ...to };
		if (JSON.stringify(before) === JSON.stringify(this.#state)) return;
		for (const listener of this.#listeners) listener();
	}
}

/**
 * The library would choose by `package-type`, which the builder leaves in the AppImage as well: deb and AppImage are
 * packed from the same folder.
 */
export async function loadUpdater(kind: PackageKind): Promise<Updater> {
	const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } = await import('electron-updater');
	switch (kind) {
		case 'nsis':
			return new NsisUpdater();
		case 'mac':
			return new MacUpdater();
		case 'appimage':
			return new AppImageUpdater();
		case 'deb':
			return new DebUpdater();
		case 'none':
			throw new Error('This package does not update itself.');
	}
}

function whyOff({ policy, isPackaged, installation }: UpdateParts): UpdateState['offBecause'] {
	if (policy !== null && policy.problem !== null) return 'policy-unreadable';
	if (policy?.settings.updates === 'off') return 'policy';
	if (!isPackaged) return 'unpacked';
	if (installation.kind === 'none') return 'package';
	return (policy?.settings.updateFeed ?? installation.feed) === null ? 'no-feed' : null;
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 300);
