// Saves files, prints, exports PDFs and sets the menu for the window's page.
import { basename, extname, join } from 'node:path';
import type { App, BrowserWindow, Dialog, WebContents } from 'electron';
import type {
	HostParts,
	MenuCommand,
	OfferedFile,
	OpenedFile,
	Paper,
	PrintOutcome,
	SaveOutcome,
} from '../../shared/bridge/host-parts.ts';
import type { Log } from '../core/ports.ts';

interface WindowPartsOptions {
	app: Pick<App, 'getPath'>;
	dialog: Pick<Dialog, 'showSaveDialog'>;
	window: BrowserWindow;
	page: Pick<WebContents, 'print' | 'printToPDF'>;
	writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
	takeOpenedFile: () => OpenedFile | null;
	setMenu: (title: string, commands: readonly MenuCommand[]) => void;
	log: Log;
}

export type WindowParts = HostParts & { savePdf: NonNullable<HostParts['savePdf']> };

export function windowParts({
	app,
	dialog,
	window,
	page,
	writeFile,
	takeOpenedFile,
	setMenu,
	log,
}: WindowPartsOptions): WindowParts {
	/** @param bytes called after the person has chosen a file */
	async function save(name: string, bytes: () => Promise<Uint8Array>): Promise<SaveOutcome> {
		// The page may suggest a file name, never a folder.
		const plain = basename(name.replaceAll('\\', '/')) || 'stillroom';
		const ending = extname(plain).slice(1);
		const { canceled, filePath } = await dialog.showSaveDialog(window, {
			defaultPath: join(app.getPath('downloads'), plain),
			...(ending === '' ? {} : { filters: [{ name: ending.toUpperCase(), extensions: [ending] }] }),
		});
		if (canceled || filePath === '') return { kind: 'cancelled' };
		try {
			await writeFile(filePath, await bytes());
			return { kind: 'saved', name: basename(filePath) };
		} catch (error) {
			log.warn('A file could not be saved', { error: String(error) });
			return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
		}
	}

	return {
		takeOpenedFile: async () => takeOpenedFile(),
		setMenu: async (title, commands) => setMenu(title, commands),
		saveFile: ({ name, bytes }: OfferedFile) => save(name, async () => bytes),
		savePdf: (name, { size, landscape }) =>
			save(name, () =>
				page.printToPDF({
					pageSize: size,
					landscape,
					preferCSSPageSize: true,
					printBackground: true,
					generateTaggedPDF: true,
				}),
			),
		print: ({ size, landscape }: Paper) =>
			new Promise<PrintOutcome>((resolve) => {
				page.print({ pageSize: size, landscape, printBackground: true }, (printed, reason) => {
					if (printed) resolve({ kind: 'printed' });
					// Electron's reason for a closed dialog.
					else if (/cancel/i.test(reason)) resolve({ kind: 'cancelled' });
					else resolve({ kind: 'failed', why: reason });
				});
			}),
	};
}
