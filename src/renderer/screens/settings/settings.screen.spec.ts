import { expect, it } from 'vitest';
import { harbourGroup as account } from '../../../../test/support/screen.ts';
import { openSettings as open } from '../../../../test/support/settings-page.ts';
import { fault as readFault, type Fault } from '../../../shared/bridge/practice.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour);

it('shows the age of the lists, and why some are not whole', async () => {
	const table = { complete: true, incomplete: null };
	const why = (code: 'fewer-than-told' | 'rows-unreadable', told: number | null) => ({
		code,
		page: 1,
		came: 40,
		told,
	});
	const row = { kind: 'supplier', place: 7, name: 'Riverside Dairy', field: 'code' };
	const sync = {
		running: false,
		now: null,
		asOf: at(20, 7),
		failure: 'No answer.',
		tables: [
			{
				...table,
				kind: 'supplier',
				count: 1_240,
				asOf: at(20, 8),
				complete: false,
				incomplete: why('fewer-than-told', 50),
			},
			{ ...table, kind: 'new-kind', count: null, asOf: null },
			{
				...table,
				kind: 'location',
				count: 3,
				asOf: at(18, 9),
				complete: false,
				incomplete: why('rows-unreadable', null),
			},
		],
		unreadable: {
			count: 4,
			rows: [row, { ...row, name: '' }, { ...row, field: '' }, { ...row, name: '', field: '' }],
		},
	};
	const screen = await open({ state: { sync } });
	expect(screen.card('This PC')).toMatchInlineSnapshot(`
		"## This PC
		Data downloaded from the service, for use offline.
		[Refresh everything]
		The last download stopped: No answer.
		Data | Records | As of |
		Locations | 3 | Wed 18 Nov, 9:00 2 days ago incomplete |
		Suppliers | 1,240 | Fri 20 Nov, 8:00 1 hour ago incomplete |
		new-kind | | not downloaded yet |
		These lists may have more rows than Stillroom received. Stillroom does not conclude that a record is gone because it is not in them.
		Locations: some rows cannot be read.
		Suppliers: 40 of 50 rows received.
		4 rows cannot be read and are left out:
		Suppliers, Riverside Dairy (row 7): the field code cannot be read.
		Suppliers, row 7: the field code cannot be read.
		Suppliers, Riverside Dairy (row 7): the record cannot be read.
		Suppliers, row 7: the record cannot be read."
	`);
	await screen.click('Refresh everything');
	expect(screen.asked('sync.pull')).toEqual([{}]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
	const fetching = { ...sync, running: true, now: { kind: 'supplier', fetched: 1_500 } };
	await screen.tell('app.changed', { ...screen.app.state, order: 2, sync: fetching });
	expect(screen.card('This PC').split('\n').slice(2, 4)).toEqual([
		'[Refresh everything, off]',
		'Downloading Suppliers: 1,500',
	]);
});

it('says which assumptions about the service proved wrong', async () => {
	const example = { laneId: 'lane-1', at: at(19, 10) };
	const screen = await open({
		answers: {
			'outbox.notReliedOn': {
				examples: [
					{ ...example, document: 'wastage', says: 'keepsReferences', number: 'WST-4' },
					{ ...example, document: 'transferOut', says: 'listsAreCurrent', number: '' },
				],
			},
		},
	});
	expect(screen.card('No longer relied on')).toMatchInlineSnapshot(`
		"## No longer relied on
		Waste: the text keeps our reference
		<Document WST-4 #/outbox/lane-1> · Seen Thu 19 Nov, 10:00
		Transfer out: the list shows a new document at once
		<Document without a number #/outbox/lane-1> · Seen Thu 19 Nov, 10:00
		The service behaved differently. If the answer to a new document is lost, Stillroom now asks you more often before it sends the document again. Run the service check to see how the service behaves now.
		<Service check #/settings/service-check>"
	`);
	screen.answers['outbox.notReliedOn'] = {
		examples: [{ ...example, document: 'wastage', says: 'keepsReferences', number: 'WST-4' }],
	};
	await screen.tell('outbox.changed', {});
	expect(screen.card('No longer relied on')).toContain('Waste: the text keeps our reference');
});

it('goes to the card that an address names', async () => {
	const screen = await open();
	const at = () => document.activeElement?.closest('.card')?.querySelector('h2')?.textContent;
	await screen.go('/settings?show=settings.scanner');
	expect(at()).toBe('Barcode scanner');
	await screen.go('/settings?show=settings.connection');
	expect(at()).toBe('Connection');
});

it('switches faults of the practice service on and off', async () => {
	let refuses = false;
	let faults: Fault[] = [
		{ kind: 'slow', operation: '*', times: 3, probability: 1, delayMs: 3_000 },
	];
	const screen = await open({
		state: { account: { ...account, practice: true } },
		answers: {
			'practice.faults': () => succeed({ faults }),
			'practice.setFaults': (asked) =>
				refuses
					? fail('internal', 'no')
					: succeed({ faults: (faults = asked.faults.map((each) => readFault.parse(each))) }),
		},
	});
	expect(screen.card('Practice')).toMatchInlineSnapshot(`
		"## Practice
		Cause faults on purpose and see how Stillroom handles them.
		[Turn all off]
		{No network: no} No network
		The connection breaks before the service reads the request.
		{Slow: yes} Slow
		Every answer takes three seconds longer.
		{Applies to: everything} {How often: 3 times}
		{Cut before it is done: no} Cut before it is done
		The service does nothing, and no answer comes.
		{Answer lost: no} Answer lost
		The service does it, but the answer is lost.
		{Done, the answer stops midway: no} Done, the answer stops midway
		The service does it and starts to answer, then the connection breaks.
		{Done, the answer stalls: no} Done, the answer stalls
		The service does it and starts to answer, then nothing more comes.
		{Done, the answer never ends: no} Done, the answer never ends
		The service does it, and the answer comes byte by byte without end.
		{Sign-in expired: no} Sign-in expired
		The service does nothing and asks for a new sign-in.
		{Too many requests: no} Too many requests
		The service does nothing and asks Stillroom to wait two seconds.
		{Refused: no} Refused
		The service does nothing and says that it refuses.
		{Done, but reports an error: no} Done, but reports an error
		The service does it, then reports an internal error.
		{Web page instead of an answer: no} Web page instead of an answer
		A sign-in page answers instead of the service, as on a guest network."
	`);
	await screen.choose('Applies to', 'creating waste');
	await screen.choose('How often', 'until turned off');
	await screen.click('Answer lost', 'switch');
	const fault = { probability: 1, delayMs: 3_000, times: null };
	const slow = { ...fault, kind: 'slow', operation: 'wastage.create' };
	expect(screen.asked('practice.setFaults').slice(-1)).toEqual([
		{ faults: [slow, { ...fault, kind: 'drop-reply', operation: 'writes' }] },
	]);
	await screen.user.selectOptions(screen.page.getAllByLabelText('How often')[0]!, 'once');
	await screen.settle();
	expect(faults).toEqual([
		{ ...slow, times: 1 },
		{ ...fault, kind: 'drop-reply', operation: 'writes' },
	]);
	faults = [];
	await screen.tell('outbox.changed', {});
	expect(screen.card('Practice').split('\n').slice(2, 6)).toEqual([
		'[Turn all off, off]',
		'{No network: no} No network',
		'The connection breaks before the service reads the request.',
		'{Slow: no} Slow',
	]);
	await screen.click('Turn all off');
	expect(screen.notices()).toEqual(['No faults are on.']);
	expect(document.activeElement).toBe(screen.page.getByRole('switch', { name: 'No network' }));
	expect(screen.shown(document.querySelector('header'))).toContain('PRACTICE');
	refuses = true;
	await screen.click('Slow', 'switch');
	expect(screen.card('Practice').split('\n')[3]).toMatchInlineSnapshot(
		`"Something went wrong in Stillroom. Your saved work is safe."`,
	);
	expect(screen.card('Practice')).toContain('{Slow: no}');
	refuses = false;
	await screen.click('Slow', 'switch');
	await screen.click('Turn all off');
	expect(screen.asked('practice.setFaults').at(-1)).toEqual({ faults: [] });
});
