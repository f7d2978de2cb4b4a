import { expect, it, vi } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import type { RescueState } from '../../../shared/bridge/rescue.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { Bridge } from '../../bridge/bridge.ts';

const at = (day: number, hour: number, minute = 0, second = 0) =>
	Date.UTC(2026, 10, day, hour, minute, second);
const amount = { documents: 3, drafts: 2, counts: 1, photos: 4, kept: 0 };
const copy = { name: 'copy-12', number: 12, at: at(19, 6), bytes: 12_345_678 };
const state: RescueState = {
	copies: [
		copy,
		{ name: 'copy-11', number: 11, at: at(18, 6, 5, 40), bytes: 1_000 },
		{ name: 'copy-10', number: 10, at: at(18, 6, 5, 10), bytes: 900_000 },
	],
	copyProblem: null,
	dataFolder: '/home/kit/stillroom',
	records: [],
};
const damaged = {
	kind: 'damaged' as const,
	said: 'malformed',
	setAside: '/home/kit/stillroom/set-aside',
	copyAt: at(18, 6),
	broughtOver: { steps: 5, drafts: 2, entries: 7 },
	whole: false,
	toAsk: 3,
};
const moved = { mode: 'move' as const, file: 'work.json', ...amount };
const records: RescueState['records'] = [
	{ ...moved, kind: 'exported' as const, moved: [] },
	{
		...moved,
		kind: 'imported' as const,
		mode: 'copy' as const,
		photos: 0,
		from: '',
		writtenAt: at(17, 8),
		known: 0,
	},
	{ kind: 'changes-missing' as const, changes: 6, toAsk: 2 },
	damaged,
	{
		...damaged,
		copyAt: null,
		whole: true,
		toAsk: 0,
		broughtOver: { steps: 0, drafts: 0, entries: 0 },
	},
	{ ...damaged, kind: 'restored' as const, toAsk: 0, setAside: '' },
].map((entry, no) => ({
	rescueId: no + 1,
	at: at(19, 7, no),
	by: no === 1 ? '' : 'Kit',
	read: no !== 3,
	entry,
}));

/** Answers can be replaced while it is open. */
async function open(given: Answers = {}, host: Partial<Bridge> = {}) {
	const answers: Answers = {
		'rescue.state': state,
		'rescue.unreadable': { rows: [] },
		'rescue.waiting': { ...amount, photosLeft: 2 },
		...given,
	};
	const screen = await openScreen('/settings/rescue', { answers, host });
	return { ...screen, answers };
}

it('shows the work, the copies, unreadable rows and the history', async () => {
	const rows = [
		{
			table: 'draft',
			column: 'body',
			text: '{"lines',
			known: [{ name: 'draft_id', value: 'D-1' }],
		},
	];
	const screen = await open({
		'rescue.state': { ...state, records },
		'rescue.unreadable': { rows },
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"The data file on this PC was damaged
		It was replaced by the copy of Wed 18 Nov, 6:00. Recovered from the old file: 5 document steps, 2 drafts and 7 count entries. Some data could not be read, so entries made after the copy may be missing. Check the open counts and drafts. Stillroom asks the service about 3 unfinished steps before they continue.
		<More #/settings/rescue> [OK]
		<Settings #/settings>
		# Rescue
		Keeps your work safe if the disk, a file or the PC fails.
		## Work on this PC
		Work not sent yet, and work in progress.
		3 documents waiting · 2 drafts · 1 open count · 4 photos
		[Save to a file] [Import work from a file]
		## Backup copies
		Made and checked every day, and kept for two weeks.
		[Copy now]
		Time | Size | Restore |
		Thu 19 Nov, 6:00 Copy 12 | 12.3 MB | [Restore the copy of Thu 19 Nov, 6:00 (copy 12)] |
		Wed 18 Nov, 6:05:40 Copy 11 | 0.1 MB | [Restore the copy of Wed 18 Nov, 6:05:40 (copy 11)] |
		Wed 18 Nov, 6:05:10 Copy 10 | 0.9 MB | [Restore the copy of Wed 18 Nov, 6:05:10 (copy 10)] |
		Data folder /home/kit/stillroom
		## Unreadable data
		1 row of the data file is damaged. It is kept unchanged, and is in every copy. Everything else works.
		draft.body
		draft_id : D-1
		{"lines
		## History
		Everything that was repaired, restored, saved to a file or imported.
		The work was moved to another PC Thu 19 Nov, 7:00 · Kit
		3 documents waiting · 2 drafts · 1 open count · 4 photos
		work.json
		[Save the file again]
		A copy of work was imported Thu 19 Nov, 7:01 · unknown
		Saved by unknown, Tue 17 Nov, 8:00.
		3 documents waiting · 2 drafts · 1 open count
		work.json
		Saved work is missing on this PC Thu 19 Nov, 7:02 · Kit
		6 saved changes are missing. Data was deleted or damaged, or replaced by an older file. Check the open counts and drafts.
		Stillroom asks the service about 2 unfinished steps before they continue.
		The data file on this PC was damaged Thu 19 Nov, 7:03 · Kit
		It was replaced by the copy of Wed 18 Nov, 6:00.
		Recovered from the old file: 5 document steps, 2 drafts and 7 count entries.
		Some data could not be read, so entries made after the copy may be missing. Check the open counts and drafts.
		Stillroom asks the service about 3 unfinished steps before they continue.
		/home/kit/stillroom/set-aside
		The data file on this PC was damaged Thu 19 Nov, 7:04 · Kit
		There was no copy, so Stillroom started with an empty file.
		The old file could be read completely. Nothing is missing.
		/home/kit/stillroom/set-aside
		A copy was restored Thu 19 Nov, 7:05 · Kit
		It was replaced by the copy of Wed 18 Nov, 6:00.
		Recovered from the old file: 5 document steps, 2 drafts and 7 count entries."
	`);
	await screen.click('Save the file again');
	expect(screen.asked('rescue.file')).toEqual([{ file: 'work.json' }]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
});

it('says what a repair did above every page, until it is read', async () => {
	const screen = await openScreen('/outbox', {
		answers: { 'rescue.state': { ...state, records }, 'rescue.read': {} },
		state: { diskFull: true, profileDamaged: true },
	});
	expect(screen.shown().split('# Outbox')[0]).toMatchInlineSnapshot(`
		"The disk of this PC is full
		Nothing new can be saved until you free some space: delete files you do not need. Saved work is safe, and answers from the service are still recorded. Text in an open box stays there.
		The service profile of this account is damaged
		Nothing is sent or downloaded until you connect to the service again with its profile, or check the service. Your entries are kept. The damaged text is shown under Rescue.
		<Settings #/settings> <More #/settings/rescue>
		The data file on this PC was damaged
		It was replaced by the copy of Wed 18 Nov, 6:00. Recovered from the old file: 5 document steps, 2 drafts and 7 count entries. Some data could not be read, so entries made after the copy may be missing. Check the open counts and drafts. Stillroom asks the service about 3 unfinished steps before they continue.
		<More #/settings/rescue> [OK]
		"
	`);
	await screen.click('OK');
	expect(screen.asked('rescue.read')).toEqual([{ rescueId: 4 }]);
	expect(document.activeElement?.id).toBe('page');
	await screen.tell('rescue.changed', state);
	expect(screen.shown()).not.toContain('was damaged\n');
});

it('says that there is no work and no copy, and why the last copy failed', async () => {
	const none = { documents: 0, drafts: 0, counts: 0, photos: 0, kept: 0, photosLeft: 0 };
	const screen = await open({
		'rescue.state': { ...state, copies: [], copyProblem: 'disk-full' },
		'rescue.waiting': none,
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"<Settings #/settings>
		# Rescue
		Keeps your work safe if the disk, a file or the PC fails.
		## Work on this PC
		Work not sent yet, and work in progress.
		Nothing is waiting or in progress.
		[Save to a file, off] [Import work from a file]
		## Backup copies
		Made and checked every day, and kept for two weeks.
		[Copy now]
		The last copy failed: not enough disk space.
		No copies yet
		Data folder /home/kit/stillroom
		## History
		Everything that was repaired, restored, saved to a file or imported.
		Nothing yet"
	`);
	await screen.click('Save to a file');
	expect(screen.notices()).toEqual(['There is no unsent or open work to save.']);
	expect(screen.dialog()).toBe('');
	for (const kind of ['documents', 'drafts', 'counts']) {
		screen.answers['rescue.waiting'] = { ...none, [kind]: 1 };
		await screen.tell('outbox.changed', {});
		expect([kind, screen.shown()]).toEqual([kind, expect.stringContaining('[Save to a file]')]);
	}
	await screen.tell('rescue.changed', { ...state, copyProblem: 'failed' });
	expect(screen.shown()).toContain('The last copy failed. Stillroom tries again within the hour.');
});

it('saves what is only kept on this PC, without a choice to move it', async () => {
	const only = { documents: 0, drafts: 0, counts: 0, photos: 0, kept: 3, photosLeft: 0 };
	const screen = await open({ 'rescue.waiting': only });
	await screen.click('Save to a file');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Save this PC’s work to a file
		No documents waiting · no drafts · no open counts · 3 entries of ordering tables, credits and follow-ups
		Anyone with the file can read it. It contains no password, secret or token.
		[Cancel] [Save copy]"
	`);
});

it('copies the data now, and says why it could not', async () => {
	const screen = await open({ 'rescue.makeCopy': copy });
	await screen.click('Copy now');
	await refusedUnderWay(screen, 'rescue.makeCopy', 'Copy now');
	const asked = screen.asked('rescue.state').length;
	screen.answers['rescue.makeCopy'] = () => fail('disk-full', 'no');
	await screen.click('Copy now');
	expect(screen.asked('rescue.state')).toHaveLength(asked);
	expect(screen.notices()).toEqual([
		'Copy made.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
});

it('restores a copy after it said what that changes', async () => {
	const screen = await open({
		'rescue.lookInto': () => fail('not-found', 'no'),
		'rescue.restore': () => fail('internal', 'no'),
	});
	const name = 'Restore the copy of Wed 18 Nov, 6:05:40 (copy 11)';
	await refusedUnderWay(
		screen,
		'rescue.lookInto',
		name,
		'This copy cannot be read. Choose another one.',
	);
	await screen.click(name);
	expect(screen.dialog()).toBe('');
	screen.answers['rescue.lookInto'] = {
		copy: state.copies[1]!,
		waiting: 2,
		drafts: 3,
		counts: 1,
		newerSteps: 5,
		newerDrafts: 1,
		newerCounts: 4,
		goBack: 6,
	};
	await screen.click(name);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Restore the copy of Wed 18 Nov, 6:05:40?
		In the copy: 2 documents not with the service yet, 3 drafts, 1 open count.
		6 drafts and counts return to their earlier state.
		Newer work stays: 5 document steps, 1 draft, 4 counts.
		Stillroom asks the service about everything unfinished before it sends anything again. If the service has no record of a document, you decide.
		The current file is moved aside, not deleted.
		You need to enter the client secret again afterwards.
		[Cancel] [Restore]"
	`);
	await screen.click('Restore');
	expect(screen.dialog()).not.toBe('');
	screen.answers['rescue.restore'] = {};
	await screen.click('Restore');
	expect(screen.dialog()).toBe('');
	expect(screen.asked('rescue.lookInto')).toEqual([{ name: 'copy-11' }, { name: 'copy-11' }]);
	expect(screen.asked('rescue.restore')).toEqual([{ name: 'copy-11' }, { name: 'copy-11' }]);
	expect(screen.notices()).toEqual([
		'This copy cannot be read. Choose another one.',
		'Something went wrong in Stillroom. Your saved work is safe.',
		'Copy restored.',
	]);
});

it('saves the work as a copy or to move it, and keeps asking after a failure', async () => {
	const saved = Promise.withResolvers<{ kind: 'downloaded' }>();
	const saveFile = vi.fn<Bridge['saveFile']>(() => saved.promise);
	const screen = await open({}, { saveFile });
	await screen.click('Save to a file');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Save this PC’s work to a file
		3 documents waiting · 2 drafts · 1 open count · 4 photos
		Purpose
		{Backup copy The work stays on this PC and is sent from here.: yes} Backup copy The work stays on this PC and is sent from here. {Move to another PC The work leaves this PC and continues where the file is imported. Until then none of it is sent.: no} Move to another PC The work leaves this PC and continues where the file is imported. Until then none of it is sent.
		2 photos do not fit into the file and stay on this PC.
		Anyone with the file can read it. It contains no password, secret or token.
		[Cancel] [Save copy]"
	`);
	await refusedUnderWay(screen, 'rescue.exportWork', 'Save copy');
	expect(screen.dialog()).not.toBe('');
	screen.answers['rescue.exportWork'] = ({ mode }) =>
		succeed({ file: `${mode}.json`, text: 'work' });
	await screen.click(/^Move to another PC/, 'radio');
	const asked = screen.asked('rescue.waiting').length;
	await screen.click('Move work');
	expect(screen.dialog()).not.toBe('');
	saved.resolve({ kind: 'downloaded' });
	await screen.settle();
	expect(screen.dialog()).toBe('');
	expect(screen.asked('rescue.waiting').length).toBe(asked + 1);
	expect(screen.asked('rescue.exportWork')).toEqual([{ mode: 'move' }]);
	const bytes = new TextEncoder().encode('work');
	expect(saveFile.mock.calls).toEqual([[{ name: 'move.json', bytes }]]);
	expect(screen.notices()).toEqual(['move.json is in this browser’s downloads.']);
	for (const [photosLeft, says] of [
		[1, '1 photo does not fit into the file and stays on this PC.'],
		[0, 'Anyone with the file'],
	] as const) {
		screen.answers['rescue.waiting'] = { ...amount, photosLeft };
		screen.reconnect();
		await screen.settle();
		await screen.click('Save to a file');
		expect(screen.dialog().split('\n')[4]).toContain(says);
		await screen.click('Cancel');
	}
});
