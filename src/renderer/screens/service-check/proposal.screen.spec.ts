import { expect, it } from 'vitest';
import { openCheck as open, report, state } from '../../../../test/support/check-report.ts';
import { fail } from '../../../shared/bridge/reply.ts';

it('asks what it could not find out, and takes the answers into the proposal', async () => {
	const problem = { path: 'fields.wastage', message: 'Invalid option' };
	const screen = await open({
		'serviceCheck.state': { ...state, report: { ...report, given: {} } },
		'serviceCheck.answer': () => fail('profile-invalid', 'no', [problem]),
	});
	await screen.click('Add answers to the profile');
	expect(screen.notices()).toEqual(['Answer a question first.']);
	await screen.choose(/^In which time zone/, 'Local time of the location');
	await screen.choose(/^What does the state/, 'Submitted');
	await screen.choose(/^If the service refuses/, 'No, it may have been done');
	await screen.user.type(screen.page.getByLabelText(/identifier/), 'uuid');
	await screen.click('Add answers to the profile');
	expect(screen.asked('serviceCheck.answer')).toEqual([
		{ answers: { zone: 'location', state: 'submitted', busy: false, idField: 'uuid' } },
	]);
	expect(screen.shown(screen.page.getByRole('region', { name: 'Questions for you' })))
		.toMatchInlineSnapshot(`
		"## Questions for you
		The check could not answer these. If you do not know an answer, leave it open. Stillroom is then careful and asks you more often.
		fields.wastage Invalid option
		In which time zone are these times? {In which time zone are these times?: Local time of the location}
		The service shows:
		2026-11-19T10:00
		no zone
		What does the state Sent mean? (Waste) {What does the state Sent mean? (Waste): Submitted}
		If the service refuses a request because it is too busy, can you be sure that it did nothing? {If the service refuses a request because it is too busy, can you be sure that it did nothing?: No, it may have been done}
		Which field is the identifier of a record? {Which field is the identifier of a record?: uuid}
		[Add answers to the profile]"
	`);
	screen.answers['serviceCheck.answer'] = { proposed: '{ "ids": "uuid" }' };
	await screen.click('Add answers to the profile');
	await screen.click('Show and edit the whole profile', 'checkbox');
	expect(screen.shown(screen.page.getByRole('region', { name: 'Proposed profile' })))
		.toMatchInlineSnapshot(`
			"## Proposed profile
			It differs from the current profile only in the settings below.
			[Save as a file] [Use this profile]
			Setting | Now | Proposed |
			ids | – | "integer" |
			paging.size | 50 | – |
			{Show and edit the whole profile: yes} Show and edit the whole profile
			Service profile {Service profile: { "ids": "uuid" }}"
		`);
	screen.answers['serviceCheck.answer'] = () => fail('internal', 'no');
	await screen.click('Add answers to the profile');
	expect(screen.shown()).toContain('Something went wrong in Stillroom. Your saved work is safe.');
	expect(screen.notices().slice(1)).toEqual(['Your answers are in the proposed profile.']);
});

it('uses the proposed profile, and keeps an edited one that has errors', async () => {
	const problem = { path: 'paging.size', message: 'Invalid option' };
	const screen = await open({ 'serviceCheck.use': () => fail('profile-invalid', 'no', [problem]) });
	const proposal = () =>
		screen.shown(screen.page.getByRole('region', { name: 'Proposed profile' }));
	const use = async () => {
		await screen.click('Use this profile');
		await screen.confirm('Use this profile');
	};
	await screen.click('Use this profile');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Use this profile?
		Stillroom signs in again and reads the service with this profile. Work that waits in the outbox is kept.
		[Cancel] [Use this profile]"
	`);
	await screen.keys('{Escape}');
	await use();
	expect(proposal()).toMatchInlineSnapshot(`
		"## Proposed profile
		It differs from the current profile only in the settings below.
		[Save as a file] [Use this profile]
		The profile has an error. Nothing was changed.
		paging.size Invalid option
		Setting | Now | Proposed |
		ids | – | "integer" |
		paging.size | 50 | – |
		{Show and edit the whole profile: yes} Show and edit the whole profile
		Service profile {Service profile: { "ids": "text" }}"
	`);
	const box = screen.page.getByRole('textbox', { name: 'Service profile' });
	await screen.user.clear(box);
	await screen.user.type(box, '{{ "ids"');
	await use();
	expect(proposal()).toContain('This is not valid JSON: ');
	await screen.click('Save as a file');
	expect(screen.saved.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
		['service-profile.json', '{ "ids"'],
	]);
	await screen.user.type(box, ': 7}');
	screen.answers['serviceCheck.use'] = {};
	await use();
	expect(screen.asked('serviceCheck.use')).toEqual([
		{ profile: { ids: 'text' } },
		{ profile: { ids: 7 } },
	]);
	expect(screen.notices().slice(-1)).toEqual(['The profile is now in use.']);
});

it('does not offer a profile that changes nothing', async () => {
	const same = { ...report, differences: [], questions: [], paths: report.paths.slice(0, 1) };
	const screen = await open({ 'serviceCheck.state': { ...state, report: same } });
	expect(screen.page.queryByRole('table', { name: 'Proposed profile' })).toBeNull();
	await screen.click('Use this profile');
	expect(screen.notices()).toEqual([
		'The current profile fits what was found. Nothing would change.',
	]);
	expect(screen.shown()).not.toContain('Questions for you');
	await screen.click('Show and edit the whole profile', 'checkbox');
	await screen.user.type(screen.page.getByRole('textbox', { name: 'Service profile' }), ' ');
	await screen.click('Use this profile');
	expect(screen.dialog()).toContain('Use this profile?');
	expect(screen.shown()).not.toContain('1 of 1');
});
