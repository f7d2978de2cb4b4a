// The desktop program as the core sees it: updates, and the start with the system.
import type { Desktop } from '../core/ports.ts';
import type { StartWithSystem } from './start-with-system.ts';
import type { Updates } from './updates.ts';

export function desktopPort({
	updates,
	startWithSystem,
}: {
	updates: Pick<Updates, 'state' | 'checkForUpdates' | 'install'>;
	/** null if only an installed program can do it. */
	startWithSystem: StartWithSystem | null;
}): Desktop {
	return {
		state: () => ({
			updates: updates.state(),
			startsWithSystem: startWithSystem?.isOn() ?? null,
		}),
		checkForUpdates: () => updates.checkForUpdates(),
		install: (when) => updates.install(when),
		startWithSystem(on) {
			startWithSystem?.set(on);
			return startWithSystem !== null;
		},
	};
}
