// How this copy of the program was installed: this decides whether it can update itself, and who must agree.
import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `none`: a plain folder, or a package that another program updates. */
export type PackageKind = 'nsis' | 'mac' | 'appimage' | 'deb' | 'none';

export interface Installation {
	kind: PackageKind;
	asksAdministrator: boolean;
	/** The packaged update address; null if it is missing or only the neutral one. */
	feed: string | null;
}

interface Surroundings {
	platform: NodeJS.Platform;
	resources: string;
	execPath: string;
	/** The AppImage's file, from its runtime. */
	appImage: string | undefined;
}

export function findInstallation(around: Surroundings): Installation {
	const { resources, execPath } = around;
	const kind = kindOf(around);
	return {
		kind,
		asksAdministrator: kind === 'deb' || (kind === 'nsis' && !mayWrite(dirname(execPath))),
		feed: packagedFeed(resources),
	};
}

function kindOf({ platform, resources, appImage }: Surroundings): PackageKind {
	if (platform === 'win32') return 'nsis';
	if (platform === 'darwin') return 'mac';
	// The updater replaces the AppImage's file, so its folder must be writable.
	if (appImage !== undefined) return mayWrite(dirname(appImage)) ? 'appimage' : 'none';
	return readText(join(resources, 'package-type'))?.trim() === 'deb' ? 'deb' : 'none';
}

/** Whoever distributes the program replaces the neutral address; nobody can own a name below `.example`. */
function packagedFeed(resources: string): string | null {
	const url = /^url: *['"]?([^'"\n]+)/m.exec(
		readText(join(resources, 'app-update.yml')) ?? '',
	)?.[1];
	const host = url === undefined ? undefined : URL.parse(url.trim())?.hostname;
	return url === undefined || host === undefined || host.endsWith('.example') ? null : url.trim();
}

function readText(file: string): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return null;
	}
}

function mayWrite(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}
