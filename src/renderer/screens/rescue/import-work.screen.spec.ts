import { expect, it } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import type { DraftFork, ImportedFile } from '../../../shared/bridge/rescue.ts';
import { fail, type Reply } from '../../../shared/bridge/reply.ts';

const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour, minute);
const amount = { documents: 3, drafts: 2, counts: 1, photos: 4, kept: 0 };
const file: ImportedFile = {
	mode: 'move',
	from: 'Bar PC',
	writtenAt: at(19, 18, 30),
	...amount,
	known: 2,
	own: false,
	otherAccount: null,
	both: [],
	forks: [],
	undecided: false,
};

const box = (typed: string, unit: string, by: string) => ({ typed, unit, by });
const there = [box('28', 'each', 'Noor')];
const twiceCounted: ImportedFile['both'] = [
	{
		count: 'C-1',
		lineNo: 2,
		item: 'Butter',
		here: [box('2', 'case', 'Kit'), box('5', 'each', 'Kit')],
		there,
	},
	{ count: 'C-1', lineNo: 3, item: 'Cream', here: [], there },
];
const side = (by: string, says: string[], more: object = {}) => ({
	by,
	at: at(19, 9),
	says,
	settlement: 'none' as const,
	...more,
});
const fork = { draftId: 'D-1', businessDate: '2026-11-19', part: '', item: '' };
const forks: DraftFork[] = [
	{
		...fork,
		document: 'order-receipt',
		part: 'line-1',
		about: 'line',
		item: 'Whole milk',
		here: side('Kit', ['18', 'Short'], { settlement: 'close-short' }),
		there: side('', ['17']),
	},
	{
		...fork,
		document: 'wastage',
		part: 'description',
		about: 'description',
		here: side('Kit', ['']),
		there: side('Noor', ['Lunch']),
	},
	{
		...fork,
		document: 'record:supplier',
		about: 'draft',
		here: side('Kit', ['not shown']),
		there: side('Noor', [], { at: at(19, 10) }),
	},
];

/** Answers can be replaced while it is open. */
async function open(given: Answers) {
	const answers: Answers = {
		'rescue.state': { copies: [], copyProblem: null, dataFolder: '', records: [] },
		'rescue.giveFile': {},
		...given,
	};
	const screen = await openScreen('/settings/rescue', { answers });
	const give = (text: string) =>
		screen.giveFiles(
			'Import work from a file',
			new File([text], 'work.json', { type: 'application/json' }),
		);
	return { ...screen, answers, give };
}

it('imports a file in parts, and says what is in it', async () => {
	const screen = await open({ 'rescue.lookAtFile': file, 'rescue.importWork': file });
	await screen.give('x'.repeat(250_001));
	expect(screen.asked('rescue.giveFile').map(({ text, ...part }) => [part, text.length])).toEqual([
		[{ file: 'work.json', first: true }, 250_000],
		[{ file: 'work.json', first: false }, 1],
	]);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Import this work?
		Saved by Bar PC, Thu 19 Nov, 18:30.
		3 documents waiting · 2 drafts · 1 open count · 4 photos
		2 entries are already here and stay as they are.
		The work continues here. Stillroom first asks the service about anything that was being sent.
		[Cancel] [Import]"
	`);
	const waiting = screen.asked('rescue.waiting').length;
	await screen.click('Import');
	expect(screen.asked('rescue.waiting')).toHaveLength(waiting + 1);
	expect(screen.asked('rescue.importWork')).toEqual([
		{ together: null, drafts: null, parts: [], sameService: false },
	]);
	expect(screen.notices()).toEqual(['The work was imported.']);
	expect(screen.dialog()).toBe('');
});

it('asks which entry stays where both PCs changed the same', async () => {
	const screen = await open({
		'rescue.lookAtFile': {
			...file,
			mode: 'copy',
			from: '',
			undecided: true,
			otherAccount: { serviceUrl: 'https://other.example', clientId: 'bar' },
			both: twiceCounted,
			forks,
		},
		'rescue.importWork': () => fail('changed-meanwhile', 'no'),
	});
	await screen.give('{}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Import this work?
		Saved by unknown, Thu 19 Nov, 18:30.
		3 documents waiting · 2 drafts · 1 open count · 4 photos
		This work belongs to bar at https://other.example. Import it only if this is the same service under another address or client ID. Stillroom looks up each document there first. Documents it cannot find wait for you to decide.
		2 entries are already here and stay as they are.
		2 lines were counted on both PCs.
		Item | Here | In the file |
		Butter | 2 case + 5 each Kit | 28 each Noor |
		Cream | uncounted | 28 each Noor |
		If two people count the same line
		{Add the counts Each person sees and corrects their own count; the line is the sum.: yes} Add the counts Each person sees and corrects their own count; the line is the sum. {Use the later count The earlier count stays in the history.: no} Use the later count The earlier count stays in the history. {Keep the first count The later count stays in the history.: no} Keep the first count The later count stays in the history.
		3 entries were changed on both PCs. Choose which ones to keep.
		Draft | Here | In the file |
		Whole milk Delivery received Thu 19 Nov | {Whole milk, Delivery received Thu 19 Nov: Here, 18 · Short · Close short, Kit: no} 18 · Short · Close short Kit | {Whole milk, Delivery received Thu 19 Nov: In the file, 17, unknown: yes} 17 unknown |
		Note Waste Thu 19 Nov | {Note, Waste Thu 19 Nov: Here, Empty, Kit: no} Empty Kit | {Note, Waste Thu 19 Nov: In the file, Lunch, Noor: yes} Lunch Noor |
		Whole draft Supplier Thu 19 Nov | {Whole draft, Supplier Thu 19 Nov: Here, Thu 19 Nov, 9:00, Kit: no} Thu 19 Nov, 9:00 Kit | {Whole draft, Supplier Thu 19 Nov: In the file, Thu 19 Nov, 10:00, Noor: yes} Thu 19 Nov, 10:00 Noor |
		Drafts and counts are then open on both PCs. To merge the entries of both, import a file from the other PC again. Submit each draft and count on only one PC. If it is submitted on both, the second PC checks the service first, and asks you if it is not sure.
		The other PC may send this work too, so Stillroom asks the service about each document first. If the service has no record of it, you decide.
		[Cancel] [Import]"
	`);
	await screen.click(/^Keep/, 'radio');
	await screen.click(/^Whole milk.*Here/, 'radio');
	await screen.click(/^Whole draft.*In the file/, 'radio');
	await screen.click('Import');
	expect(screen.asked('rescue.importWork')).toEqual([
		{
			drafts: 'there',
			parts: [{ draftId: 'D-1', part: 'line-1', stays: 'here' }],
			sameService: true,
			together: 'keep',
		},
	]);
	expect(screen.notices()).toEqual(['This has changed in the meantime. Check it again.']);
	expect(screen.dialog()).not.toBe('');
});

it('says that a file is refused, or that all of it is here', async () => {
	const answer = Promise.withResolvers<Reply<never>>();
	const screen = await open({ 'rescue.lookAtFile': () => answer.promise });
	await screen.give('{}');
	expect(screen.page.getByRole('button', { busy: true }).textContent).toMatch(/^Import work/);
	answer.resolve(fail('not-a-rescue-file', 'no'));
	await screen.settle();
	expect(screen.page.queryByRole('button', { busy: true })).toBeNull();
	expect(screen.page.getByRole('alert').textContent).toMatchInlineSnapshot(
		`"This is not a Stillroom work file, or it is damaged. Nothing was changed."`,
	);
	const none = { documents: 0, drafts: 0, counts: 0, photos: 0 };
	screen.answers['rescue.lookAtFile'] = { ...file, ...none };
	await screen.give('{}');
	expect(screen.page.queryByRole('alert')).toBeNull();
	expect(screen.shown()).toContain('Everything in this file is already here. Nothing was changed.');
	expect(screen.dialog()).toBe('');
	screen.answers['rescue.lookAtFile'] = { ...file, ...none, kept: 12 };
	await screen.give('{}');
	expect(screen.dialog()).toContain('12 entries of ordering tables');
});
