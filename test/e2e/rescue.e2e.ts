// Rescue by keyboard: moves work to another PC, restores a discarded draft from a backup, repairs a damaged file.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
	expect,
	openPc,
	programEnded,
	settleIn,
	test,
	twoItems,
	type Pc,
} from '../support/office.ts';
import { filePart } from '../../src/shared/bridge/rescue.ts';
import { axeFaults } from './axe.ts';
import { choose, pressOn, tabTo } from './keyboard.ts';

test('moves work to another PC, by keyboard @browser @night', async ({
	page,
	kitchen,
	folder,
	complaints,
}) => {
	complaints.expect(programEnded);
	const { pc, service, locationId } = kitchen;
	const [item] = await twoItems(pc, locationId);
	await service.goAway();
	const draft = (description: string) =>
		pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description,
			lines: [
				{
					lineId: 'line-1',
					itemId: item.itemId,
					boxes: [{ unitId: item.units[0]?.unitId ?? '', typed: '1' }],
					reasonId: '',
					note: '',
				},
			],
			locale: 'en-GB',
		});
	await draft('Broken jar');
	await pc.show(page, '/settings');
	await pressOn(page, page.getByRole('link', { name: 'Rescue and copies' }));
	await expect(page.getByRole('heading', { level: 1, name: 'Rescue' })).toBeFocused();
	await expect(page.getByText('No documents waiting · 1 draft · no open counts')).toBeVisible();

	await pressOn(page, page.getByRole('button', { name: 'Save to a file' }));
	const dialog = page.getByRole('alertdialog');
	await tabTo(page, dialog.getByRole('radio', { checked: true }));
	await choose(page, dialog.getByRole('radio', { name: 'Move to another PC' }));
	const download = page.waitForEvent('download');
	await pressOn(page, dialog.getByRole('button', { name: 'Move work' }));
	const saved = join(folder, 'work.json');
	await (await download).saveAs(saved);
	await expect(page.getByText('Nothing is waiting or in progress.')).toBeVisible();
	await expect(page.getByText('The work was moved to another PC')).toBeVisible();
	expect(await readFile(saved, 'utf8')).toContain('Broken jar');

	await service.comeBack();
	const other = await openPc(join(folder, 'other'));
	await other.start();
	await settleIn(other, service);
	await other.show(page, '/settings/rescue');
	const chooser = page.waitForEvent('filechooser');
	await pressOn(page, page.getByRole('button', { name: 'Import work from a file' }));
	await (
		await chooser
	).setFiles({
		name: 'wrong.json',
		mimeType: 'application/json',
		buffer: Buffer.from('{}'),
	});
	await expect(page.getByRole('alert')).toContainText('not a Stillroom work file');
	const again = page.waitForEvent('filechooser');
	await pressOn(page, page.getByRole('button', { name: 'Import work from a file' }));
	await (await again).setFiles(saved);
	await expect(dialog).toContainText('Saved by Noor Haddad');
	await pressOn(page, dialog.getByRole('button', { name: 'Import' }));
	await expect(page.getByText('Work from another PC was imported')).toBeVisible();
	await expect(
		page.getByRole('status').filter({ hasText: 'No documents waiting · 1 draft · no open counts' }),
	).toBeVisible();
	await other.stop();
});

test('a damaged file is repaired at the start, and reported until it is read @night', async ({
	page,
	kitchen: { pc },
	complaints,
}) => {
	complaints.expect(programEnded);
	await pc.call('rescue.makeCopy', {});
	await pc.stop();
	await writeFile(join(pc.dataFolder, 'stillroom.db'), 'The disk wrote something else here.');
	await pc.start();
	await pc.show(page, '/waste');
	const damaged = page.getByText('The data file on this PC was damaged');
	const banner = page.getByRole('alert').filter({ has: damaged });
	await expect(banner).toContainText('It was replaced by the copy');
	await pressOn(page, banner.getByRole('button', { name: 'OK' }));
	await expect(banner).toHaveCount(0);
	await pc.show(page, '/settings/rescue');
	await expect(damaged).toBeVisible();
});

test('axe finds nothing where two PCs changed one draft @night', async ({
	page,
	folder,
	kitchen: { pc, service, locationId },
}) => {
	const other = await openPc(join(folder, 'other'));
	await other.start();
	await settleIn(other, service);
	await other.call('settings.set', { person: 'Ben Osei' });
	const items = await twoItems(pc, locationId);
	const save = async (at: Pc, typed: readonly string[], documentId: string | null = null) => {
		const revision =
			documentId === null ? 0 : (await at.call('wastage.get', { documentId })).revision;
		const saved = await at.call('wastage.save', {
			documentId,
			revision,
			locationId,
			description: '',
			locale: 'en-GB',
			lines: typed.map((each, index) => {
				const item = items[index % 2 === 0 ? 0 : 1];
				const boxes = [{ unitId: item.units[0]?.unitId ?? '', typed: each }];
				const lineId = `line-${String(index)}`;
				return { lineId, itemId: item.itemId, boxes, reasonId: '', note: '' };
			}),
		});
		return saved.documentId;
	};
	const documentId = await save(pc, ['1', '2', '3']);
	const { text: copy } = await pc.call('rescue.exportWork', { mode: 'copy' });
	expect(copy.length).toBeLessThan(filePart);
	await other.call('rescue.giveFile', { file: 'work.json', first: true, text: copy });
	await other.call('rescue.importWork', {});
	await save(pc, ['11', '12', '3'], documentId);
	await save(other, ['21', '22', '23'], documentId);
	const { text } = await other.call('rescue.exportWork', { mode: 'copy' });

	await pc.show(page, '/settings/rescue');
	const chooser = page.waitForEvent('filechooser');
	await pressOn(page, page.getByRole('button', { name: 'Import work from a file' }));
	const file = { name: 'work.json', mimeType: 'application/json', buffer: Buffer.from(text) };
	await (await chooser).setFiles(file);
	const dialog = page.getByRole('alertdialog');
	await expect(dialog).toContainText('2 entries were changed on both PCs.');
	expect(await axeFaults(page)).toEqual([]);
	await other.stop();
});
