import { join } from 'node:path';
import type { BrowserWindow, SaveDialogOptions, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { only } from '../../../test/support/fake-electron.ts';
import { silentLog } from '../../../test/support/ports.ts';
import { windowParts } from './paper.ts';

type Print = WebContents['print'];

/** @param filePath the choice in the dialog; '' cancels it */
function parts(
	filePath: string,
	{ print = () => undefined, full = false }: { print?: Print; full?: boolean } = {},
) {
	const asked: SaveDialogOptions[] = [];
	const written: [string, string][] = [];
	const pdfs: unknown[] = [];
	const window = windowParts({
		app: { getPath: () => '/downloads' },
		dialog: {
			showSaveDialog: async (_window: unknown, options?: SaveDialogOptions) => {
				asked.push(options ?? {});
				return { canceled: filePath === '', filePath };
			},
		},
		window: only<BrowserWindow>({}),
		page: {
			print,
			printToPDF: async (options) => {
				pdfs.push(options);
				return Buffer.from('pdf');
			},
		},
		writeFile: async (path, bytes) => {
			if (full) throw new Error('ENOSPC: no space left on device');
			written.push([path, Buffer.from(bytes).toString()]);
		},
		takeOpenedFile: () => null,
		setMenu: () => undefined,
		log: silentLog,
	});
	return { window, asked, written, pdfs };
}

const file = { name: 'waste.csv', bytes: new Uint8Array(Buffer.from('a,b')) };
const paper = { size: 'Letter', landscape: true } as const;

describe('saving a file', () => {
	it('asks where, starting in the downloads folder, and reports the saved name', async () => {
		const { window, asked, written } = parts('/stick/waste of today.csv');
		expect(await window.saveFile(file)).toEqual({ kind: 'saved', name: 'waste of today.csv' });
		expect(asked).toEqual([
			{
				defaultPath: join('/downloads', 'waste.csv'),
				filters: [{ name: 'CSV', extensions: ['csv'] }],
			},
		]);
		expect(written).toEqual([['/stick/waste of today.csv', 'a,b']]);
	});

	it.each(['../../etc/waste.csv', '..\\..\\waste.csv', '/etc/waste.csv'])(
		'uses only the file name from the page, never a folder: %s',
		async (name) => {
			const { window, asked } = parts('');
			await window.saveFile({ ...file, name });
			expect(asked[0]?.defaultPath).toBe(join('/downloads', 'waste.csv'));
		},
	);

	it('writes nothing if the person cancels', async () => {
		const { window, written } = parts('');
		expect(await window.saveFile(file)).toEqual({ kind: 'cancelled' });
		expect(written).toEqual([]);
	});

	it('reports why it could not be written', async () => {
		const { window } = parts('/stick/waste.csv', { full: true });
		expect(await window.saveFile(file)).toEqual({
			kind: 'failed',
			why: 'ENOSPC: no space left on device',
		});
	});
});

describe('printing', () => {
	it('makes a PDF of the requested size, and only after the person has chosen a file', async () => {
		const { window, pdfs, written } = parts('/stick/waste.pdf');
		expect(await window.savePdf('waste.pdf', paper)).toMatchObject({ kind: 'saved' });
		expect(pdfs).toMatchObject([{ pageSize: 'Letter', landscape: true, preferCSSPageSize: true }]);
		expect(written).toEqual([['/stick/waste.pdf', 'pdf']]);
		const cancelled = parts('');
		expect(await cancelled.window.savePdf('waste.pdf', paper)).toEqual({ kind: 'cancelled' });
		expect(cancelled.pdfs).toEqual([]);
	});

	it.each([
		[true, '', { kind: 'printed' }],
		[false, 'Print job canceled', { kind: 'cancelled' }],
		[false, 'Print job failed', { kind: 'failed', why: 'Print job failed' }],
	])('reports the outcome of printing (%s, %s)', async (printed, reason, outcome) => {
		const print: Print = (_options, done) => done?.(printed, reason);
		expect(await parts('', { print }).window.print(paper)).toEqual(outcome);
	});
});
