import { expect, it } from 'vitest';
import { openCheck as open, state } from '../../../../test/support/check-report.ts';
import type { Answers } from '../../../../test/support/screen.ts';
import type { CheckReport } from '../../../shared/bridge/service-check.ts';
import { fail } from '../../../shared/bridge/reply.ts';

it('shows what it found, what that means, and the evidence', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"<Settings #/settings>
		# Service check
		as of Thu 19 Nov, 18:30 · 2 known · 1 with a warning · 2 not answered · 1,520 requests
		[Save report] [Check the service]
		## Permission to write
		It only reads: about 150 requests, a few at a time. Nothing changes at the service.
		{Allow test documents: no} Allow test documents
		## Questions for you
		The check could not answer these. If you do not know an answer, leave it open. Stillroom is then careful and asks you more often.
		In which time zone are these times? {In which time zone are these times?: UTC}
		The service shows:
		2026-11-19T10:00
		no zone
		What does the state Sent mean? (Waste) {What does the state Sent mean? (Waste): I don’t know}
		If the service refuses a request because it is too busy, can you be sure that it did nothing? {If the service refuses a request because it is too busy, can you be sure that it did nothing?: I don’t know}
		Which field is the identifier of a record? {Which field is the identifier of a record?: }
		[Add answers to the profile]
		## Proposed profile
		It differs from the current profile only in the settings below.
		[Save as a file] [Use this profile]
		Setting | Now | Proposed |
		ids | – | "integer" |
		paging.size | 50 | – |
		{Show and edit the whole profile: no} Show and edit the whole profile
		## Settings
		For each setting: how the check found it, or the drawback if it is not known.
		Setting | Source | Value |
		Format of identifiers | Found From what the lists show. | "text" |
		Time zone of times | You were asked Waiting for your answer. | – |
		Field for our reference Waste | Unknown If a response is lost, Stillroom looks for the document by its content. | "text" |
		## Answers
		Question | Answer | What this means for you | Evidence |
		Can a token be renewed? | Known Yes, with the field refresh_token. | The proposed profile uses it. | [Show the requests and responses: Can a token be renewed?] |
		Can a token be renewed? Waste | Known Yes, with the field refresh_token. | The proposed profile uses it. | [Show the requests and responses: Can a token be renewed? Waste] |
		Is a repeated submit refused? Waste | Warning No. It was accepted a second time (409). | If the response to a submit is lost, Stillroom sends it again only if you say so. | [Show the requests and responses: Is a repeated submit refused? Waste] |
		Can this PC sign in? | Not answered No. The service refused: No. | The check cannot go on until this works. | [Show the requests and responses: Can this PC sign in?] |
		Does “too busy” mean that nothing was done? | Not answered A test cannot show it without overloading the service. | After such a refusal, Stillroom asks the service before it sends anything again. The profile can say otherwise. | [Show the requests and responses: Does “too busy” mean that nothing was done?] |
		## Paths
		1 of 5 read requests answered. The others:
		Operation | Address | Answer |
		stock.list | /api/stock.list | Refuses this request 400 locationId is missing |
		recipe.list | /api/recipe.list | Not found 404 Not found |
		report.list | /api/report.list | No answer |
		admin.create | /api/admin.create | Not asked |"
	`);
	const buttons = screen.page.getAllByRole('button', { name: /^Show the requests/ });
	for (const button of buttons.slice(0, 2)) await screen.user.click(button);
	await screen.settle();
	expect(screen.shown(screen.page.getByRole('table', { name: 'Answers' }))).toMatchInlineSnapshot(`
		"Question | Answer | What this means for you | Evidence |
		Can a token be renewed? | Known Yes, with the field refresh_token. | The proposed profile uses it. | [Show the requests and responses: Can a token be renewed?, open] |
		POST /token : 200 {} |
		Can a token be renewed? Waste | Known Yes, with the field refresh_token. | The proposed profile uses it. | [Show the requests and responses: Can a token be renewed? Waste, open] |
		Nothing was sent for this. It follows from earlier requests. |
		Is a repeated submit refused? Waste | Warning No. It was accepted a second time (409). | If the response to a submit is lost, Stillroom sends it again only if you say so. | [Show the requests and responses: Is a repeated submit refused? Waste] |
		Can this PC sign in? | Not answered No. The service refused: No. | The check cannot go on until this works. | [Show the requests and responses: Can this PC sign in?] |
		Does “too busy” mean that nothing was done? | Not answered A test cannot show it without overloading the service. | After such a refusal, Stillroom asks the service before it sends anything again. The profile can say otherwise. | [Show the requests and responses: Does “too busy” mean that nothing was done?] |"
	`);
	await screen.user.click(buttons[0]!);
	expect(screen.page.queryByText('POST /token')).toBeNull();
	await screen.click('Save report');
	const [saved] = screen.saved;
	const inWords = JSON.parse(new TextDecoder().decode(saved?.bytes)) as CheckReport;
	expect([saved?.name, inWords.requests, inWords.answers[2], inWords.settings[2]]).toEqual([
		'service-check.json',
		1520,
		{
			code: 'repeatTaken',
			document: 'wastage',
			evidence: [],
			inWords: {
				answer: 'No. It was accepted a second time (409).',
				meaning:
					'If the response to a submit is lost, Stillroom sends it again only if you say so.',
				question: 'Is a repeated submit refused?',
			},
			outcome: 'careful',
			question: 'repeat',
			values: { status: 409 },
		},
		{
			document: 'wastage',
			inWords: {
				how: 'If a response is lost, Stillroom looks for the document by its content.',
				setting: 'Field for our reference',
				state: 'Unknown',
			},
			name: 'reference',
			path: 'reference.wastage',
			source: null,
			state: 'unknown',
			value: '"text"',
		},
	]);
});

it('starts, stops, and says how far it is or why it ended', async () => {
	const before = { ...state, report: null };
	const screen = await open({ 'serviceCheck.state': before, 'serviceCheck.start': {} });
	const changed = async (now: NonNullable<Answers['serviceCheck.state']>) => {
		screen.answers['serviceCheck.state'] = now;
		await screen.tell('serviceCheck.changed', {});
		return screen.shown().split('\n').slice(1);
	};
	expect(screen.shown()).toMatchInlineSnapshot(`
		"<Settings #/settings>
		# Service check
		Finds out what the service’s documentation does not say.
		[Check the service]
		## Permission to write
		It only reads: about 150 requests, a few at a time. Nothing changes at the service.
		{Allow test documents: no} Allow test documents
		## This service has not been checked yet
		Until then Stillroom is careful and asks you about everything that it cannot be sure of."
	`);
	await screen.click('Check the service');
	expect(screen.asked('serviceCheck.start')).toEqual([{ write: null }]);
	const running = { question: 'paging' as const, requests: 1_040 };
	expect((await changed({ ...before, running })).slice(0, 4)).toEqual([
		'# Service check',
		'Finds out what the service’s documentation does not say.',
		'[Stop the check]',
		'How are the pages of a list requested? · requests so far: 1,040',
	]);
	await screen.click('Stop the check');
	expect(screen.asked('serviceCheck.stop')).toEqual([{}]);
	const ends = [
		{ ...before, failure: 'secret-needed' as const },
		{ ...before, failure: 'internal' as const },
		{ ...state, outdated: true },
		() => fail('not-connected', 'no'),
	];
	const said = [];
	for (const end of ends) said.push((await changed(end)).slice(3, 5));
	expect(said).toEqual([
		[
			'The check needs the client secret. Enter it in the settings and start again.',
			'## Permission to write',
		],
		[
			'The check ended because of an error in Stillroom. The log has the details.',
			'## Permission to write',
		],
		[
			'The profile has changed since this check',
			'These answers were found with another profile. Check again to be sure.',
		],
		['Stillroom is not connected to a service yet.', '## Permission to write'],
	]);
});

it('writes test documents only with permission', async () => {
	const place = {
		areas: [],
		currency: 'EUR',
		timeZone: 'UTC',
		dayStartHour: 5,
		today: '2026-11-20',
	};
	const locations = ['Harbour Kitchen', 'Garden Room'].map((name, at) => ({
		...place,
		locationId: `L-${String(at + 1)}`,
		name,
	}));
	const screen = await open({
		'serviceCheck.start': {},
		'location.list': { locations, currencies: [] },
	});
	await screen.click('Allow test documents', 'switch');
	for (const each of ['Waste', 'Transfers out']) await screen.click(each, 'checkbox');
	await screen.click('Check with test documents');
	expect(screen.shown(screen.page.getByRole('region', { name: 'Permission to write' })))
		.toMatchInlineSnapshot(`
			"## Permission to write
			Reading does not show whether our reference survives, whether a list shows a new document, or whether a repeated submit is refused. To find out, Stillroom writes one marked draft of each kind that you choose, and rejects it if the service allows that.
			{Allow test documents: yes} Allow test documents
			Location for test documents {Location for test documents, wrong: Choose a location}
			Choose a location.
			Other location for transfers {Other location for transfers: None: skip transfers}
			Test documents
			{Waste: no} Waste {Transfers out: no} Transfers out {Transfers in: no} Transfers in {Production: no} Production {Purchase requests: no} Purchase requests {Purchase orders: no} Purchase orders {Return orders: no} Return orders
			Choose at least one type of document.
			{Submit them twice, if that moves no stock: yes} Submit them twice, if that moves no stock
			Drafts that the service does not reject stay there. Drafts should move no stock. If one does, the check writes no more."
		`);
	await screen.choose(/^Location for test/, 'Harbour Kitchen');
	const ends = screen.page.getByLabelText<HTMLSelectElement>('Other location for transfers');
	expect([...ends.options].map(({ text }) => text)).toEqual([
		'None: skip transfers',
		'Garden Room',
	]);
	await screen.click('Production', 'checkbox');
	await screen.click(/^Submit them twice/, 'checkbox');
	await screen.click('Check with test documents');
	expect(screen.asked('serviceCheck.start')).toEqual([
		{
			write: { locationId: 'L-1', otherLocationId: null, documents: ['production'], submit: false },
		},
	]);
});
