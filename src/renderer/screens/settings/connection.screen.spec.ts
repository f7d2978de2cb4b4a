import { expect, it } from 'vitest';
import { harbourGroup as account } from '../../../../test/support/screen.ts';
import { openSettings as open } from '../../../../test/support/settings-page.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour);

it('names the service, its answers and the session', async () => {
	const screen = await open({
		state: {
			network: {
				state: 'offline',
				lastAnswerAt: at(19, 22),
				reason: 'Timed out.',
			},
			session: 'offline',
			elsewhere: [
				{
					...account,
					accountId: 'account-2',
					name: 'Old Group',
					documents: 2,
					drafts: 1,
					counts: 0,
				},
			],
		},
		answers: {
			'network.check': () => succeed({ state: 'online', lastAnswerAt: 1, reason: null }),
			'session.profile': { json: '{ "paging": {} }' },
			'session.takeOver': () => fail('internal', 'no'),
		},
	});
	expect(screen.card('Connection')).toMatchInlineSnapshot(`
		"## Connection
		[Check the network]
		Account : Harbour Group Service : https://service.example Client ID : kit Signed in : Signs in when the network is back Network : Offline Last answer : Thu 19 Nov, 22:00 Answer : Timed out.
		Work on this PC is waiting for Old Group (kit): 2 documents to send and 1 draft. To continue it, connect with that account again.
		[Continue here]
		[Show the profile] <Service check #/settings/service-check> [Disconnect]"
	`);
	await refusedUnderWay(screen, 'network.check', 'Check the network');
	await screen.click('Check the network');
	screen.answers['network.check'] = {
		state: 'offline',
		lastAnswerAt: 1,
		reason: null,
	};
	await screen.click('Check the network');
	screen.answers['network.check'] = () => fail('not-connected', 'no');
	await screen.click('Check the network');
	expect(screen.app.notices.list.map(({ text, tone }) => [tone, text])).toEqual([
		['thyme', 'The service answered.'],
		['amber', 'The service did not answer.'],
		['amber', 'Stillroom is not connected to a service yet.'],
	]);
	await screen.click('Show the profile');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Service profile
		[Close]
		How Stillroom reads this service. You choose it as a file when you connect.
		{ "paging": {} }"
	`);
	await screen.keys('{Escape}');
	await screen.click('Continue here');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Is it the same service?
		Do this only if the service of Old Group (kit) has a new address or gave you a new client ID. The current account then continues the work. Stillroom checks the service before it sends anything. If it cannot find a document that may have been sent before, it asks you.
		[Cancel] [Continue here]"
	`);
	await screen.confirm('Continue here');
	expect(screen.asked('session.takeOver')).toEqual([{ accountId: 'account-2' }]);
});

it('asks for the secret again', async () => {
	const screen = await open({
		state: { session: 'secret-needed' },
		answers: { 'session.signIn': () => fail('refused', 'no') },
	});
	expect(screen.card('Connection')).toMatchInlineSnapshot(`
		"## Connection
		[Check the network]
		Enter the client secret again
		This PC cannot keep it between starts. You can work as usual, but nothing is sent until you enter it.
		Client secret {Client secret: }
		[Sign in, off]
		Account : Harbour Group Service : https://service.example Client ID : kit Signed in : Client secret needed Network : Not checked yet Last answer : never
		[Show the profile] <Service check #/settings/service-check> [Disconnect]"
	`);
	await screen.click('Sign in');
	expect(document.activeElement).toBe(screen.page.getByLabelText('Client secret'));
	await screen.keys('wrong');
	await refusedUnderWay(screen, 'session.signIn', 'Sign in');
	screen.page.getByLabelText('Client secret').focus();
	await screen.keys('{Enter}');
	expect(screen.card('Connection').split('\n').slice(2, 6)).toEqual([
		'Enter the client secret again',
		'This PC cannot keep it between starts. You can work as usual, but nothing is sent until you enter it.',
		'Client secret {Client secret, wrong: wrong}',
		'The service refused the client ID or secret.',
	]);
	screen.answers['session.signIn'] = account;
	await screen.keys('{Enter}');
	expect(screen.asked('session.signIn')).toEqual([
		{ clientSecret: 'wrong' },
		{ clientSecret: 'wrong' },
	]);
	expect(screen.page.getByLabelText<HTMLInputElement>('Client secret').value).toBe('');
	expect(screen.notices()).toEqual(['Enter the client secret first.', 'Signed in.']);
});

it('disconnects, and says first which work stays', async () => {
	const screen = await open({
		state: { outbox: { waiting: 2, needYou: 1 } },
		answers: {
			'rescue.waiting': { documents: 3, drafts: 2, counts: 1, photos: 0, kept: 0, photosLeft: 0 },
			'rescue.exportWork': ({ mode }) => succeed({ file: `${mode}.json`, text: 'work' }),
			'session.leave': () => fail('work-waiting', 'no'),
		},
	});
	await screen.click('Disconnect');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Disconnect from this service?
		3 documents are waiting for Harbour Group. They stay on this PC and are sent when someone connects with this account again. No other account can send them.
		Unfinished: 2 drafts and 1 open count. They stay on this PC too, for when someone connects with this account again.
		[Save a copy to a file] <Show them first #/outbox>
		With the file, you can continue on another PC if this one is lost.
		[Cancel] [Disconnect anyway]"
	`);
	await refusedUnderWay(screen, 'rescue.exportWork', 'Save a copy to a file');
	await screen.click('Save a copy to a file');
	await screen.click('Disconnect anyway');
	expect(screen.notices()).toEqual(['copy.json is in this browser’s downloads.']);
	screen.answers['rescue.exportWork'] = () => fail('internal', 'no');
	await screen.click('Save a copy to a file');
	screen.answers['session.leave'] = () => fail('not-possible-now', 'no');
	await screen.click('Disconnect anyway');
	expect(screen.notices().slice(1)).toEqual([
		'Something went wrong in Stillroom. Your saved work is safe.',
		'This is not possible now.',
	]);
	expect(screen.asked('session.leave')).toEqual([{ leaveWaiting: true }, { leaveWaiting: true }]);
	screen.answers['session.leave'] = {};
	await screen.click('Disconnect anyway');
	expect(screen.dialog()).toBe('');
});

it('disconnects without work', async () => {
	const screen = await open({ answers: { 'session.leave': {} } });
	await screen.click('Disconnect');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Disconnect from this service?
		This PC is then not connected to any service. Nothing changes at the service.
		[Cancel] [Disconnect]"
	`);
	await screen.confirm('Disconnect');
	expect(screen.asked('session.leave')).toEqual([{ leaveWaiting: false }]);
	expect(screen.dialog()).toBe('');
});
