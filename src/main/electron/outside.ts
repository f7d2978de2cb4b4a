// Links and files from outside: `stillroom://count/…`, and a work file opened with the program. Both lead to a path of
// the screens; a link can only show something, never change it.
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { App } from 'electron';
import type { OpenedFile } from '../../shared/bridge/host-parts.ts';
import type { Log } from '../core/ports.ts';

export const linkScheme = 'stillroom';

const areas: Readonly<Record<string, string>> = {
	count: '/counts',
	waste: '/waste',
	transfer: '/transfers',
	outbox: '/outbox',
	settings: '/settings',
};
const rescuePath = '/settings/rescue';

/** A work file of a whole PC with photos is below this. */
const largestFile = 256 * 1024 * 1024;

export function pathOfLink(link: string): string | null {
	const url = URL.parse(link);
	if (url?.protocol !== `${linkScheme}:` || !Object.hasOwn(areas, url.host)) return null;
	const area = areas[url.host] ?? '';
	const id = url.pathname.replace(/^\//, '');
	if (id === '') return area;
	// Other characters would let a link choose any screen.
	return /^[\w-]{1,100}$/.test(id) ? `${area}/${id}` : null;
}

interface OutsideParts {
	app: Pick<App, 'on'>;
	log: Log;
	show(path: string): void;
}

/** Remembers what was opened before the window was there. */
export class Outside {
	readonly #parts: OutsideParts;
	#file: OpenedFile | null = null;

	constructor(parts: OutsideParts) {
		this.#parts = parts;
		parts.app.on('open-url', (event, link) => {
			event.preventDefault();
			this.#go([link], '/');
		});
		parts.app.on('open-file', (event, path) => {
			event.preventDefault();
			this.#go([path], '/');
		});
	}

	first(args: readonly string[], workingFolder: string): string | null {
		return this.#pathOf(args, workingFolder);
	}

	again(args: readonly string[], workingFolder: string): void {
		this.#go(args.slice(1), workingFolder);
	}

	takeFile(): OpenedFile | null {
		const file = this.#file;
		this.#file = null;
		return file;
	}

	#go(args: readonly string[], workingFolder: string): void {
		const path = this.#pathOf(args, workingFolder);
		if (path !== null) this.#parts.show(path);
	}

	/** The last argument is the one that the system adds. */
	#pathOf(args: readonly string[], workingFolder: string): string | null {
		const last = args.at(-1);
		if (last === undefined) return null;
		if (last.startsWith(`${linkScheme}:`)) return pathOfLink(last);
		if (!last.toLowerCase().endsWith('.json')) return null;
		const file = resolve(workingFolder, last);
		try {
			if (statSync(file).size > largestFile) throw new Error('The file is too large.');
			this.#file = { name: basename(file), text: readFileSync(file, 'utf8') };
			return rescuePath;
		} catch (error) {
			this.#parts.log.warn('A file could not be opened', { error });
			return null;
		}
	}
}
