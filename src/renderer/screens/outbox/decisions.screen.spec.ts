import { expect, it } from 'vitest';
import {
	wasteLine,
	wasteRecord,
	wasteToSave,
	written,
} from '../../../../test/support/documents.ts';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const documentId = 'service:wastage:W-9';
const intentId = () => crypto.randomUUID();

/** Answers can be replaced while it is open. */
async function open(kitchen: Kitchen, path = '/outbox') {
	const answers: Answers = {};
	const screen = await openScreen(path, { kitchen, answers });
	const send = async () => {
		await kitchen.send();
		await screen.tell('outbox.changed', {});
	};
	const steps = () => screen.shown(screen.page.getByRole('list', { name: 'Steps' }));
	return { ...screen, answers, send, steps };
}

/** Two changes of the same waste: what a person did while the service was away, and what somebody did there. */
async function changedByBoth(status: string, act: (kitchen: Kitchen) => void) {
	const record = wasteRecord({ status, description: 'Tray' });
	const kitchen = await openStockedKitchen({
		settings: { approvalsWait: true },
		lists: { 'wastage.list': [record] },
	});
	kitchen.service.there = false;
	act(kitchen);
	const items = [{ id: 'w-1', itemId: '1', uomId: 1, quantity: '7', wasteReasonId: 'R-1' }];
	kitchen.service.lists['wastage.list'] = [{ ...record, description: 'Two trays', items }];
	kitchen.service.there = true;
	await kitchen.send();
	return kitchen;
}
const decide = (verb: 'approve' | 'reject') => (kitchen: Kitchen) => {
	const { version } = kitchen.call('wastage.get', { documentId });
	const about = { documentId, version, intentId: intentId() };
	if (verb === 'approve') kitchen.call('wastage.approve', about);
	else kitchen.call('wastage.reject', { ...about, reason: 'Counted twice' });
};

it('asks for an approval again, because the document has changed', async () => {
	const kitchen = await changedByBoth('Submitted', decide('approve'));
	const screen = await open(kitchen);
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Approving: someone else made a change in the meantime
		The document changed after you decided, so nothing was sent. Review the changes. Then decide again, or don’t send it.
		Line | When you decided | Now |
		Whole milk DA-1 | 2 each | 7 each · Spoiled |
		What happened | Tray | Two trays |
		[Approve current version]
		[Mark as done] [Don’t send]"
	`);
	await screen.click('Mark as done');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Mark as done
		[Close]
		Do this only if the service shows it as done. Stillroom will not send this step again, and continues with the steps after it.
		[Cancel] [Mark as done]"
	`);
	await screen.click('Cancel');
	await screen.click('Don’t send');
	expect(screen.dialog()).toContain('Waste WST-9 · Approving. It will not be sent');
	await screen.click('Cancel');
	await refusedUnderWay(screen, 'outbox.decideAnew', 'Approve current version');
	screen.answers['outbox.decideAnew'] = () => fail('changed-meanwhile', 'no');
	await screen.click('Approve current version');
	delete screen.answers['outbox.decideAnew'];
	await screen.click('Approve current version');
	expect(screen.notices()).toEqual([
		'This has changed in the meantime. Check it again.',
		'Sending your decision for the current version.',
	]);
	await screen.send();
	expect(written(kitchen)).toEqual(['wastage.approve']);
	expect(screen.steps()).toMatchInlineSnapshot(`"Approved at 9:00"`);
});

it('asks for a rejection again, also when no change can be shown', async () => {
	const kitchen = await changedByBoth('Submitted', decide('reject'));
	const screen = await openScreen('/outbox', {
		kitchen,
		answers: { 'outbox.changes': { changes: [] } },
	});
	expect(screen.shown().split('\n').slice(9, 13)).toEqual([
		'Rejecting: someone else made a change in the meantime',
		'The document changed after you decided, so nothing was sent. Review the changes. Then decide again, or don’t send it.',
		'None of the fields shown here changed.',
		'[Reject current version]',
	]);
});

const edit = (kitchen: Kitchen) => {
	const { documentId: draftId, revision, lines } = kitchen.call('wastage.edit', { documentId });
	const line = wasteLine({ lineId: lines[0]!.lineId, boxes: [{ unitId: '1', typed: '5' }] });
	const more = { documentId: draftId, revision, description: 'One tray' };
	kitchen.call('wastage.save', wasteToSave([line], more));
	kitchen.call('wastage.submit', { documentId: draftId, intentId: intentId() });
};

it('sends the versions that a person chose, line by line', async () => {
	const kitchen = await changedByBoth('Rejected', edit);
	const screen = await open(kitchen);
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Updating: someone else made a change in the meantime
		Someone else changed the same lines before this was sent. Nothing was sent. Choose a version for each line. The other lines keep both your changes and theirs.
		Line | Before | Yours | Theirs |
		What happened | Tray | {What happened: Yours, One tray: no} One tray | {What happened: Theirs, Two trays: no} Two trays |
		Whole milk DA-1 | 2 each | {Whole milk: Yours, 5 each · Spoiled: no} 5 each · Spoiled | {Whole milk: Theirs, 7 each · Spoiled: no} 7 each · Spoiled |
		[Send, off] [Use yours for all] [Use theirs for all] 0 of 2 chosen and saved
		[Don’t send]
		Submitting: waits for the previous step"
	`);
	await screen.click('Send');
	expect(document.activeElement).toBe(
		screen.page.getByRole('radio', { name: 'What happened: Yours, One tray' }),
	);
	await screen.click('What happened: Yours, One tray', 'radio');
	await screen.click(/^Whole milk: Theirs/, 'radio');
	expect(screen.asked('outbox.choose').map(({ key, choice }) => [key, choice])).toEqual([
		['description', 'mine'],
		['items/1,1', 'theirs'],
	]);
	await refusedUnderWay(screen, 'outbox.resolve', 'Send');
	screen.answers['outbox.resolve'] = () => fail('incomplete', 'no');
	await screen.click('Send');
	delete screen.answers['outbox.resolve'];
	await screen.click('Send');
	expect(screen.notices()).toEqual([
		'Choose a version in each row first.',
		'Choose a version in each row first.',
		'Sending your choice.',
	]);
	await screen.send();
	expect(kitchen.service.writes.find(({ name }) => name === 'wastage.update')?.body).toMatchObject({
		description: expect.stringContaining('One tray') as string,
		items: [{ itemId: '1', quantity: '7' }],
	});
});

it('speaks of fields where a record was changed by both', async () => {
	const kitchen = await changedByBoth('Rejected', edit);
	const screen = await open(kitchen);
	const { lanes, ...listed } = kitchen.call('outbox.list', { filter: 'needs-you' });
	screen.answers['outbox.list'] = {
		...listed,
		lanes: lanes.map((lane) => ({ ...lane, document: 'record:supplier' as const })),
	};
	await screen.send();
	expect(screen.steps()).toContain('Choose a version of each field.');
	expect(screen.steps()).toContain('Field | Before | Yours | Theirs |');
});

it('chooses one side for all lines, and asks again if a choice was not kept', async () => {
	const screen = await open(await changedByBoth('Rejected', edit));
	await screen.click('Use theirs for all');
	expect(screen.steps().split('\n').slice(3, 6)).toEqual([
		'What happened | Tray | {What happened: Yours, One tray: no} One tray | {What happened: Theirs, Two trays: yes} Two trays |',
		'Whole milk DA-1 | 2 each | {Whole milk: Yours, 5 each · Spoiled: no} 5 each · Spoiled | {Whole milk: Theirs, 7 each · Spoiled: yes} 7 each · Spoiled |',
		'[Send] [Use yours for all] [Use theirs for all] 2 of 2 chosen and saved',
	]);
	screen.answers['outbox.choose'] = () => fail('changed-meanwhile', 'no');
	await screen.click('Use yours for all');
	expect(screen.steps().split('\n')[5]).toMatchInlineSnapshot(
		`"[Send] [Use yours for all] [Use theirs for all] 2 of 2 chosen and saved"`,
	);
	expect(screen.notices()).toEqual(['This has changed in the meantime. Check it again.']);
});

it('sends a choice that is still being saved, not the one before', async () => {
	const screen = await open(await changedByBoth('Rejected', edit));
	await screen.click('Use theirs for all');
	const saved = Promise.withResolvers<null>();
	screen.answers['outbox.choose'] = () => saved.promise;
	await screen.click('Use yours for all');
	await screen.click('Send');
	expect(screen.asked('outbox.resolve')).toEqual([]);
	saved.resolve(null);
	await screen.settle();
	expect(screen.asked('outbox.resolve')).toHaveLength(1);
});

async function stale() {
	const kitchen = await openStockedKitchen();
	kitchen.service.there = false;
	for (const description of ['Soup', 'Bread', 'Tray']) {
		const draft = kitchen.call('wastage.save', wasteToSave([wasteLine()], { description }));
		kitchen.call('wastage.submit', { documentId: draft.documentId, intentId: intentId() });
	}
	await kitchen.clock.pass(1_800_000);
	kitchen.store.durable
		.prepare('UPDATE action SET fresh_from = fresh_from - ?')
		.run(2 * 24 * 3_600_000);
	kitchen.service.there = true;
	await kitchen.send();
	return kitchen;
}

it('goes through documents that waited long, one by one', async () => {
	const kitchen = await stale();
	const screen = await open(kitchen, '/outbox?show=all');
	expect(screen.shown().split('\n').slice(5, 11)).toEqual([
		'3 documents have been waiting a long time',
		'If everything is still right, send it. Otherwise, check one by one.',
		'[Check one by one] [Send all 3]',
		'[Waste Submitting Needs attention Tray · Harbour Kitchen 9:00, on]',
		'[Waste Submitting Needs attention Bread · Harbour Kitchen 9:00]',
		'[Waste Submitting Needs attention Soup · Harbour Kitchen 9:00]',
	]);
	const inHand = () => document.querySelector('button[aria-current] .what')?.textContent;
	const looked = [];
	for (const name of ['Check one by one', 'Check one by one', 'Check one by one']) {
		await screen.click(name);
		looked.push(inHand());
	}
	expect(looked).toEqual([
		'Tray ·Harbour Kitchen',
		'Bread ·Harbour Kitchen',
		'Soup ·Harbour Kitchen',
	]);
	expect(document.activeElement?.textContent).toContain('Waste');
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Creating: waiting since 9:00. Check it before it is sent
		You entered this some time ago. If it is still right, send it.
		[Send] [Mark as done] [Undo] [Don’t send]
		Submitting: waits for the previous step"
	`);
	await screen.click('Undo');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Undo this?
		It was not sent yet. The document becomes a draft again, and you can change it.
		[Cancel] [Undo]"
	`);
	await screen.confirm('Undo');
	expect(screen.steps()).toMatchInlineSnapshot(`
		"Creating: undone at 9:30
		Submitting: undone at 9:30"
	`);
	await screen.click('Check one by one');
	expect(inHand()).toBe('Tray ·Harbour Kitchen');
	await screen.click('Send');
	expect(screen.notices()).toEqual(['Undone. The document is a draft again.', 'Sending again.']);
	await screen.send();
	expect(written(kitchen)).toEqual(['wastage.create', 'wastage.submit']);
});

it('sends all documents that waited long', async () => {
	const kitchen = await stale();
	const screen = await open(kitchen);
	await refusedUnderWay(screen, 'outbox.sendStale', 'Send all 3');
	screen.answers['outbox.sendStale'] = () => fail('not-connected', 'no');
	await screen.click('Send all 3');
	delete screen.answers['outbox.sendStale'];
	await screen.click('Send all 3');
	expect(screen.notices()).toEqual([
		'Stillroom is not connected to a service yet.',
		'Sending 3 documents.',
	]);
	await screen.send();
	expect(written(kitchen)).toHaveLength(6);
	expect(screen.page.queryByText(/waiting a long time/)).toBeNull();
});
