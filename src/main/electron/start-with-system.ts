// Starts the program when the user signs in to the PC: a login item, or on Linux a file of the autostart folder.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

export interface StartWithSystem {
	isOn(): boolean;
	set(on: boolean): void;
}

export function startWithSystem({
	app,
	platform,
	execPath,
	configFolder,
}: {
	app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;
	platform: NodeJS.Platform;
	execPath: string;
	/** Linux: usually ~/.config. */
	configFolder: string;
}): StartWithSystem {
	if (platform !== 'linux') {
		return {
			isOn: () => app.getLoginItemSettings().openAtLogin,
			set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
		};
	}
	const file = join(configFolder, 'autostart', 'stillroom.desktop');
	return {
		isOn: () => existsSync(file),
		set(on) {
			if (!on) {
				rmSync(file, { force: true });
				return;
			}
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, autostartFile(execPath));
		},
	};
}

/** https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html */
const autostartFile = (execPath: string): string => {
	const quoted = execPath.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
	return `[Desktop Entry]\nType=Application\nName=Stillroom\nExec="${quoted}"\nTerminal=false\n`;
};
