import { expect, it } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { openOutbox as open } from '../../../../test/support/outbox-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

it('lists documents with their ends, and goes to their steps and back by keys', async () => {
	const screen = await open();
	expect(screen.lines()).toEqual([
		'# Outbox',
		'Everything you enter is sent to the service in order, automatically. Nothing is removed from this list without your decision.',
		'<Save or move #/settings/rescue> [How it works] [Send now, off]',
		'{Needs attention 2: no} Needs attention2 {Waiting 0: no} Waiting0 {Done 1: no} Done1 {All 3: yes} All3',
		'{Search: } {Type: All types} {Entered on: }',
		'One of the last 4 requests got no answer.',
		'[Waste Submitting Needs attention Lost · Harbour Kitchen 9:30, on]',
		'[Waste Submitting Needs attention Refused · Harbour Kitchen 9:15]',
		'[Waste NO-1 Submitting Done Fine · Harbour Kitchen 9:00]',
		'## Waste',
		'<Open document #/waste/D>',
		'Lost · Harbour Kitchen · 2 lines · €7.00 · Noor, 9:30',
		'Creating: not confirmed, and the service has no record of it sent once',
		'No clear answer came. Stillroom asked the service twice, and the service has no record of it, so it was probably not done. It is usually right to send it again. If the service still carries out the first one later, it is done twice.',
		'The service has one such document, and it is a different one.',
		'Technical details',
		'The connection was lost.',
		'[Send again] [Mark as done] [Don’t send]',
		'Submitting: waits for the previous step',
		'[Show history] 2 steps, 1 request sent, 1 without an answer; the service was asked 2 times.',
	]);
	expect(document.activeElement?.textContent).toContain('Lost');
	await screen.keys('{ArrowDown}{Enter}');
	expect(document.activeElement?.tagName).toBe('H2');
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Creating: the service refused it sent once
		The service refused this and gave the reason below. If the cause is fixed, send it again. If something you typed is wrong, edit it. If it was done some other way, mark it as done.
		Service’s answer (status 400)
		items: empty
		[Edit and send again] [Send again] [Mark as done] [Don’t send]
		Submitting: waits for the previous step"
	`);
	await screen.keys('{Escape}');
	expect(document.activeElement?.textContent).toContain('Refused');
	await screen.keys('{End}');
	expect(screen.lines().slice(8)).toEqual([
		'[Waste NO-1 Submitting Done Fine · Harbour Kitchen 9:00, on]',
		'## Waste NO-1',
		'<Open document #/waste/D>',
		'Fine · Harbour Kitchen · 2 lines · €7.00 · Noor, 9:00',
		'Created as NO-1 at 9:00',
		'Submitted at 9:00',
		'[Show history] 2 steps, 2 requests sent.',
	]);
	await screen.keys('{PageUp}');
	expect(document.activeElement?.textContent).toContain('Lost');
});

it('finds nothing with a filter, and looks everywhere', async () => {
	const screen = await open('/outbox?show=waiting');
	await screen.search('fin');
	expect(screen.lines().slice(3)).toEqual([
		'{Needs attention 2: no} Needs attention2 {Waiting 0: yes} Waiting0 {Done 1: no} Done1 {All 3: no} All3',
		'{Search: fin} {Type: All types} {Entered on: } [Clear filters]',
		'One of the last 4 requests got no answer.',
		'## No matching documents',
		'Try a shorter search or clear the filters. Discarded and undone documents are included.',
		'[Search all] [Clear filters]',
	]);
	await screen.click('Search all');
	expect(document.activeElement?.textContent).toContain('Fine');
	expect(screen.lines().slice(5, 7)).toEqual([
		'One of the last 4 requests got no answer.',
		'[Waste NO-1 Submitting Done Fine · Harbour Kitchen 9:00, on]',
	]);
	await screen.search('x');
	await screen.press('Clear filters');
	expect(screen.asked('outbox.list').at(-1)).toMatchObject({ text: '', filter: 'all' });
	await screen.user.type(screen.page.getByLabelText('Entered on'), '3/12/2019{Tab}');
	await screen.settle();
	expect(screen.asked('outbox.list').at(-1)).toMatchObject({
		from: Date.UTC(2019, 11, 3),
	});
	await screen.choose('Type', 'Transfer out');
	expect(screen.asked('outbox.list').at(-1)).toMatchObject({ document: 'transferOut' });
	expect(screen.app.route.query).toEqual({ day: '2019-12-03', kind: 'transferOut', show: 'all' });
	expect(screen.lines().slice(6)).toEqual([
		'## No matching documents',
		'Try a shorter search or clear the filters. Discarded and undone documents are included.',
		'[Clear filters]',
	]);
});

it('lists only the chosen standing', async () => {
	const screen = await open();
	await screen.click(/^Done/, 'radio');
	expect(screen.asked('outbox.list').at(-1)).toMatchObject({ filter: 'done' });
	expect(screen.lines().filter((line) => line.startsWith('[Waste'))).toEqual([
		'[Waste NO-1 Submitting Done Fine · Harbour Kitchen 9:00, on]',
	]);
	// Left before the answers came, it asks no more.
	const late = Promise.withResolvers<null>();
	screen.answers['outbox.list'] = () => late.promise;
	for (let event = 0; event < 2; event += 1) screen.core.emit('outbox.changed', {});
	const asked = screen.asked('outbox.list').length;
	await screen.go('/waste');
	late.resolve(null);
	await screen.settle();
	expect(screen.asked('outbox.list')).toHaveLength(asked);
});

it('says how it works, sends now, and says why it cannot', async () => {
	const screen = await open();
	await screen.click('How it works');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"What the outbox promises
		[Close]
		Nothing is lost. Saved work stays here until the service confirms it or someone decides otherwise.
		Nothing is sent twice blindly. If an answer is lost, Stillroom asks the service before it sends again.
		The steps of a document are sent in order. A document that needs attention does not hold up the others.
		Each step is done exactly once, or Stillroom shows it to you. If there is no way to know, it says “not confirmed” and you decide.
		“Not confirmed” only means that no answer reached this PC. The work may have been done, and often was."
	`);
	await screen.keys('{Escape}');
	const draft = screen.kitchen.call('wastage.save', wasteToSave([wasteLine()]));
	screen.kitchen.call('wastage.submit', {
		documentId: draft.documentId,
		intentId: crypto.randomUUID(),
	});
	await screen.changed();
	await refusedUnderWay(screen, 'outbox.sendNow', 'Send now');
	screen.answers['outbox.sendNow'] = () => fail('not-connected', 'no');
	await screen.click('Send now');
	expect(screen.notices()).toEqual(['Stillroom is not connected to a service yet.']);
	screen.answers['outbox.list'] = () => fail('internal', 'no');
	await screen.changed();
	expect(screen.lines().slice(6, 7)).toEqual([
		'Something went wrong in Stillroom. Your saved work is safe.',
	]);
});

it('discards a refused document with a reason', async () => {
	const screen = await open('/outbox?show=needs-you&text=refused');
	await screen.click('Don’t send');
	await screen.press('Don’t send');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Don’t send this?
		Waste Refused · Creating. It will not be sent, and neither will the steps that depend on it. What you entered becomes a draft again. The step stays in the history with your reason.
		Reason {Reason, wrong: }
		Required. Kept in the history with your name.
		Enter a reason first.
		[Cancel] [Don’t send]"
	`);
	screen.answers['outbox.discard'] = () => fail('changed-meanwhile', 'no');
	await screen.keys(' Entered twice ');
	await screen.press('Don’t send');
	expect(screen.dialog()).toBe('');
	delete screen.answers['outbox.discard'];
	await screen.click('Don’t send');
	await screen.press('Don’t send');
	expect(document.activeElement?.tagName).toBe('H2');
	expect(screen.asked('outbox.discard').at(-1)).toMatchObject({ reason: 'Entered twice' });
	expect(screen.notices()).toEqual([
		'This has changed in the meantime. Check it again.',
		'Discarded. What you entered is a draft again.',
	]);
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Creating: discarded at 9:45 sent once
		Service’s answer (status 400)
		items: empty
		Submitting: discarded at 9:45"
	`);
});

it.each([
	[0, 'Nothing needs attention'],
	[1, 'Nothing else needs attention'],
])(
	'keeps the document in hand once the list is empty: %i need attention',
	async (needsYou, said) => {
		const screen = await open('/outbox?show=needs-you');
		const { counts } = screen.kitchen.call('outbox.list', { filter: 'needs-you' });
		screen.answers['outbox.list'] = (asked) => {
			const listed = screen.kitchen.call('outbox.list', asked);
			return succeed({ ...listed, lanes: [], counts: { ...counts, needsYou } });
		};
		await screen.click('Don’t send');
		await screen.keys('Entered twice');
		await screen.press('Don’t send');
		expect(screen.lines().slice(6, 8)).toEqual([said, '## Waste']);
	},
);

it('sends a refused document again, or edits it where it was entered', async () => {
	const screen = await open('/outbox?show=needs-you&text=refused');
	await refusedUnderWay(screen, 'outbox.sendAgain', 'Send again');
	await refusedUnderWay(screen, 'outbox.edit', 'Edit and send again');
	await screen.click('Edit and send again');
	expect(screen.notices()).toEqual(['It is a draft again. Change it, then submit it.']);
	expect(screen.app.route.path).toMatch(/^\/waste\//);
});

it('shows older documents, a hundred more at a time', async () => {
	const screen = await open();
	const listed = screen.kitchen.call('outbox.list', { filter: 'all' });
	const most = 150;
	screen.answers['outbox.list'] = ({ after = null, limit = 0 }) => {
		const from = Number(after ?? 0);
		const lanes = Array.from({ length: Math.min(limit, most) }, (_, at) => ({
			...listed.lanes[0]!,
			laneId: `lane-${String(from + at)}`,
			title: `Tray ${String(from + at)}`,
			costsUnknown: 1,
		}));
		return succeed({ ...listed, lanes, next: String(from + lanes.length) });
	};
	await screen.changed();
	const more = [...document.querySelectorAll('button')].find(
		({ textContent }) => textContent === 'Show older',
	);
	await screen.user.click(more!);
	await screen.settle();
	expect(
		screen
			.asked('outbox.list')
			.slice(-2)
			.map(({ after, limit }) => [after, limit]),
	).toEqual([
		[null, 200],
		['150', 50],
	]);
	const rows = document.querySelectorAll('.list li');
	expect([rows.length, rows[199]?.textContent]).toEqual([
		200,
		'Waste  Submitting Needs attention Tray 199 ·Harbour Kitchen 9:30',
	]);
	await screen.user.click(rows[0]!.querySelector('button')!);
	await screen.keys('{PageDown}');
	expect(document.activeElement?.textContent).toContain('Tray 10 ');
	const facts = document.querySelector<HTMLElement>('.facts-line');
	expect(facts?.querySelector('sup')?.title).toBe('excluding 1 line of unknown cost');
	expect(facts?.textContent).toContain('€7.00');
});

it('shows only facts that a document has, and counts its requests again at each change', async () => {
	const screen = await open('/outbox?show=needs-you&text=lost');
	const listed = screen.kitchen.call('outbox.list', { filter: 'needs-you', text: 'lost' });
	const [lane] = listed.lanes;
	const before = screen.asked('outbox.requests').length;
	const facts = [];
	for (const change of [
		{ document: 'record:supplier', cost: null },
		{ parts: { done: 0, of: 1, linesEach: 40 } },
		{ createdAt: lane!.createdAt - 172_800_000 },
	] as const) {
		screen.answers['outbox.list'] = { ...listed, lanes: [{ ...lane!, ...change }] };
		await screen.changed();
		facts.push(...screen.lines().slice(8, 11));
	}
	expect(facts.filter((line) => !line.startsWith('<'))).toMatchInlineSnapshot(`
		[
		  "Lost · Noor, 9:30",
		  "Creating: not confirmed, and the service has no record of it sent once",
		  "Lost · Harbour Kitchen · 2 lines · €7.00 · Noor, 9:30",
		  "Creating: not confirmed, and the service has no record of it sent once",
		  "Lost · Harbour Kitchen · 2 lines · €7.00 · Noor, Wed 18 Nov, 9:30",
		  "Creating: not confirmed, and the service has no record of it sent once",
		]
	`);
	expect(screen.asked('outbox.requests')).toHaveLength(before + 3);
});
