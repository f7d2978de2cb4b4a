import { expect, it } from 'vitest';
import { openOutbox as open } from '../../../../test/support/outbox-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';

it('marks as done what was entered by other means', async () => {
	const screen = await open('/outbox?show=needs-you&text=lost');
	const [made] = screen.kitchen.service.lists['wastage.list'] as object[];
	const byHand = {
		...made,
		id: 'W-7',
		number: '',
		description: 'By hand',
		status: 'Draft',
		date: '2026-11-20T09:31:00Z',
		createdDate: '2026-11-20T09:40:00Z',
	};
	screen.kitchen.service.lists['wastage.list'] = [made, byHand];
	await screen.click('Mark as done');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Mark as done
		[Close]
		Choose the document at the service that this became. Stillroom then treats the step as confirmed and continues.
		You entered: Lost · 2 lines · €7.00 · 9:30
		Which document is it?
		{W-7 By hand · Fri 20 Nov, 9:31 · Draft · 2 lines: no} W-7 By hand · Fri 20 Nov, 9:31 · Draft · 2 lines
		[Cancel] [Mark as done]"
	`);
	await screen.press('Mark as done');
	expect(screen.dialog()).toContain('Choose the document first: the next step needs it.');
	expect(document.activeElement).toBe(screen.page.getByRole('radio', { name: /^W-7/ }));
	await screen.click(/^W-7/, 'radio');
	expect(screen.dialog()).not.toContain('Choose the document first');
	await refusedUnderWay(screen, 'outbox.markDone', 'Mark as done');
	await screen.press('Mark as done');
	expect(screen.dialog()).toBe('');
	expect(screen.notices()).toEqual(['Marked as done.']);
	await screen.kitchen.send();
	await screen.changed();
	expect(screen.kitchen.service.writes.at(-1)).toMatchObject({
		name: 'wastage.submit',
		path: { id: 'W-7' },
	});
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Created as W-7 at 9:45 Marked as done by a person.
		Submitted at 9:45"
	`);
});

it('cannot mark as done what the next step needs, while the service shows no document', async () => {
	const screen = await open('/outbox?show=needs-you&text=lost');
	const said = [];
	for (const reachable of [true, false]) {
		screen.answers['outbox.candidates'] = { candidates: [], reachable };
		await screen.click('Mark as done');
		said.push(screen.dialog().split('\n').slice(4));
		await screen.press('Mark as done');
		await screen.click('Cancel');
	}
	expect(said).toEqual([
		[
			'No document at the service could be this one, and the next step needs one. Check at the service, then send this again or don’t send it.',
			'[Cancel] [Mark as done, off]',
		],
		[
			'The service cannot be reached, so there is no list to choose from, and the next step needs the document. The list appears when the service is back.',
			'[Cancel] [Mark as done, off]',
		],
	]);
	expect(screen.notices()).toEqual([
		'The service has no document to choose from yet.',
		'The service has no document to choose from yet.',
	]);
	expect(screen.asked('outbox.markDone')).toEqual([]);
});

it('marks a document as done by itself, with or without the one at the service', async () => {
	const screen = await open('/outbox?show=needs-you&text=lost');
	const listed = screen.kitchen.call('outbox.list', { filter: 'needs-you', text: 'lost' });
	const [lane] = listed.lanes;
	const alone = {
		...lane!,
		steps: lane!.steps.slice(0, 1),
		cost: null,
		createdBy: '',
		parts: { done: 2, of: 5, linesEach: 40 },
	};
	screen.answers['outbox.list'] = { ...listed, lanes: [alone] };
	await screen.changed();
	expect(screen.lines().slice(8, 13)).toEqual([
		'<Open document #/waste/D>',
		'Lost · Harbour Kitchen · 2 lines · 9:30',
		'2 of 5 parts, 40 lines each',
		'Creating: not confirmed, and the service has no record of it sent once',
		'No clear answer came. Stillroom asked the service twice, and the service has no record of it, so it was probably not done. It is usually right to send it again. If the service still carries out the first one later, it is done twice.',
	]);
	expect(screen.page.getByRole('progressbar', { name: 'Posting' })).toBeTruthy();
	const said = [];
	const candidate = {
		serverId: 'W-7',
		number: 'WST-7',
		at: null,
		stateWord: '',
		lines: null,
		description: '',
	};
	for (const [candidates, reachable] of [
		[[], true],
		[[], false],
		[[candidate], true],
	] as const) {
		screen.answers['outbox.candidates'] = { candidates: [...candidates], reachable };
		await screen.click('Mark as done');
		said.push(screen.dialog().split('\n').slice(3));
		if (candidates.length === 0) await screen.click('Cancel');
	}
	expect(said).toEqual([
		[
			'You entered: Lost · 2 lines · 9:30',
			'No document at the service could be this one.',
			'[Cancel] [Mark as done]',
		],
		[
			'You entered: Lost · 2 lines · 9:30',
			'The service cannot be reached, so there is no list to choose from. You can still mark this as done.',
			'[Cancel] [Mark as done]',
		],
		[
			'You entered: Lost · 2 lines · 9:30',
			'Which document is it?',
			'{WST-7: no} WST-7 {None of these, or not sure It was done, but its document is not listed or not known.: yes} None of these, or not sure It was done, but its document is not listed or not known.',
			'[Cancel] [Mark as done]',
		],
	]);
	screen.answers['outbox.markDone'] = {};
	await screen.press('Mark as done');
	expect(screen.asked('outbox.markDone')).toMatchObject([{ serverId: null }]);
	const entry = {
		at: Date.UTC(2026, 10, 20, 8),
		actionId: alone.steps[0]!.actionId,
		operation: 'wastage.create',
		from: 'verifying',
		to: 'queued',
		by: '',
		why: { code: 'not-shown' as const, args: {}, said: '' },
	};
	screen.answers['outbox.history'] = { entries: [entry] };
	await screen.click('Show history');
	expect(screen.lines().slice(-2)).toEqual([
		'Time | Step | From, to | By | Reason |',
		'Fri 20 Nov, 8:00 | Creating | checking → queued | Stillroom | The service does not list the document. Asked twice, no record found: sending again. |',
	]);
	screen.answers['outbox.history'] = { entries: [] };
	await screen.click('Hide history');
	await screen.click('Show history');
	expect(screen.lines().slice(-1)).toEqual(['Nothing has happened yet.']);
});
