import { expect, it } from 'vitest';
import {
	harbourGroup as account,
	openScreen,
	type Answers,
} from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail } from '../../../shared/bridge/reply.ts';

type Opening = Parameters<typeof openScreen>[1];

const work = { ...account, documents: 2, drafts: 0, counts: 1 };

/** Answers can be replaced while it is open. */
async function open({ answers: given = {}, ...opening }: Opening = {}) {
	const answers: Answers = { ...given };
	const screen = await openScreen('/connect', {
		state: { account: null, session: 'none' },
		can: ['practise'],
		...opening,
		answers,
	});
	return { ...screen, answers };
}

it('connects, or says at which field it was wrong', async () => {
	const screen = await open();
	expect(screen.shown().split('\n').slice(14).join('\n')).toMatchInlineSnapshot(`
		"## Practise first
		A practice service on this PC, with three made-up locations and 1,200 items. Everything works like the real thing, and nothing leaves this PC.
		Count, order, receive, transfer and log waste.
		Switch the network off and see that nothing is lost.
		Practice never mixes with real work.
		[Start practice]"
	`);
	await screen.click('Connect');
	expect(screen.shown().split('\n').slice(5, 12)).toEqual([
		'Address {Address, wrong: }',
		'For example https://inventory.example',
		'This is required.',
		'Client ID {Client ID, wrong: }',
		'This is required.',
		'Client secret {Client secret, wrong: }',
		'This is required.',
	]);
	await screen.keys('service.example{Tab} kit {Tab}secret');
	const ends = [
		() => fail('refused', 'no'),
		() => fail('unreachable', 'no'),
		() => fail('not-this-service', 'no'),
		() => fail('invalid-input', 'no', [{ path: 'serviceUrl', message: '' }]),
		() => fail('invalid-input', 'no'),
		() => fail('busy', 'no'),
		() => fail('profile-invalid', 'no', [{ path: 'ids', message: 'Invalid option' }]),
	];
	const before = new Set(screen.shown().split('\n'));
	const said = [];
	for (const end of ends) {
		screen.answers['session.connect'] = end;
		await screen.click('Connect');
		said.push(
			screen
				.shown()
				.split('\n')
				.filter((line) => !before.has(line)),
		);
	}
	expect(said).toEqual([
		[
			'The service does not accept this client ID and secret. Check both, including upper and lower case.',
		],
		[
			'Address {Address, wrong: service.example}',
			'No answer at this address. Check the address, and that this PC is on the network.',
			'Client secret {Client secret: secret}',
		],
		[
			'Address {Address, wrong: service.example}',
			'Something answers at this address, but it is not the service. It may be the sign-in page of a guest network, or a typing mistake in the address.',
			'Client secret {Client secret: secret}',
		],
		[
			'Address {Address, wrong: service.example}',
			'This is not an address. Start with https:// and a name.',
			'Client secret {Client secret: secret}',
		],
		[
			'Client secret {Client secret: secret}',
			'Something in this form is not valid. Check the marked fields.',
		],
		[
			'Client secret {Client secret: secret}',
			'The service is busy and asked Stillroom to wait. Try again in a moment.',
		],
		['Client secret {Client secret: secret}', 'The profile has 1 error', 'ids Invalid option'],
	]);
	const input = { serviceUrl: 'https://service.example', clientId: 'kit', clientSecret: 'secret' };

	expect(screen.asked('session.connect')[0]).toEqual({ ...input, leaveWaiting: false });
	await refusedUnderWay(screen, 'session.connect', 'Connect');
	screen.answers['session.connect'] = account;
	screen.answers['app.state'] = { ...screen.app.state, order: 2, account };
	await screen.click('Connect');
	expect(screen.app.route.path).toBe('/connect/fetching');
});

it('takes a profile from a file, unless it is no JSON', async () => {
	const screen = await open({ answers: { 'session.connect': () => fail('busy', 'no') } });
	const pick = (text: string) =>
		screen.giveFiles(
			/^Choose (a|another) file/,
			new File([text], 'profile.json', { type: 'application/json' }),
		);
	await pick('{ ids');
	await screen.user.click(screen.page.getByLabelText('Address'));
	await screen.keys('service.example{Tab}kit{Tab}secret{Enter}');
	expect(screen.asked('session.connect')).toEqual([]);
	expect(screen.shown().split('\n').slice(12, 14)).toEqual([
		'[Choose another file] profile.json [Remove profile.json]',
		'profile.json is not a JSON file, so it cannot be read.',
	]);
	await pick('{ "ids": "text" }');
	await screen.click('Connect');
	expect(screen.asked('session.connect')).toMatchObject([{ profile: { ids: 'text' } }]);
	await screen.click('Remove profile.json');
	await screen.click('Connect');
	expect(screen.asked('session.connect')[1]).not.toHaveProperty('profile');
});

it('goes on with an account that has work here', async () => {
	const screen = await open({
		state: {
			account: null,
			session: 'none',
			elsewhere: [work, { ...work, accountId: 'account-2', practice: true, counts: 0 }],
		},
	});
	expect(screen.shown().split('\n').slice(3, 7)).toEqual([
		'Work on this PC is waiting for Harbour Group (kit): 2 documents to send and 1 open count. To continue it, connect with that account again.',
		'[Connect with this account]',
		'Work on this PC is waiting for Practice service: 2 documents to send. To continue it, connect with that account again.',
		'[Connect with this account]',
	]);
	const [known, practice] = screen.page.getAllByRole('button', {
		name: 'Connect with this account',
	});
	await screen.user.click(known!);
	await screen.settle();
	expect(screen.page.getByLabelText<HTMLInputElement>('Address').value).toBe(
		'https://service.example',
	);
	expect(document.activeElement).toBe(screen.page.getByLabelText('Client secret'));
	await screen.user.click(practice!);
	await screen.settle();
	expect(screen.asked('session.practise')).toMatchObject([{ afresh: false }]);
	expect(screen.shown().split('\n').slice(-3)).toEqual([
		'The practice service could not be started.',
		'This is not possible now.',
		'[Start practice]',
	]);
});

it('says nothing of its own about outdated practice data, which has a notice', async () => {
	const screen = await open({
		state: { account: null, session: 'none', practiceOutdated: true },
		answers: { 'session.practise': () => fail('practice-outdated', 'no') },
	});
	await refusedUnderWay(screen, 'session.practise', 'Start practice');
	await screen.click('Start practice');
	expect(screen.shown().split('\n').slice(0, 3)).toEqual([
		'The practice data is from an earlier Stillroom',
		'This Stillroom cannot use it. Start over with new practice data. The old data is moved aside, not deleted, and your real work is not affected.',
		'[Start over]',
	]);
	expect(screen.shown()).not.toContain('could not');
	await refusedUnderWay(screen, 'session.practise', 'Start over');
	await screen.click('Start over');
	screen.answers['session.practise'] = { ...account, practice: true };
	await screen.click('Start over');
	expect(document.activeElement?.id).toBe('page');
	expect(screen.asked('session.practise')).toMatchObject([
		{ afresh: false },
		{ afresh: true },
		{ afresh: true },
	]);
	expect(screen.notices()).toEqual([
		'The practice data is from an earlier Stillroom. Start over; the old data is moved aside.',
		'New practice data is ready.',
	]);
});

it('keeps the address that an administrator has set', async () => {
	const settings = { serviceUrl: 'https://service.example' };
	const policy = { source: '/etc/stillroom/policy.json', problem: null, settings };
	const screen = await open({ host: { host: { kind: 'electron', can: [], policy } } });
	await screen.user.type(screen.page.getByLabelText('Address'), 'x');
	expect(screen.shown().split('\n').slice(5, 7)).toEqual([
		'Address {Address: https://service.example}',
		'Set by your administrator',
	]);
	expect(screen.shown()).not.toContain('Practise');
});
