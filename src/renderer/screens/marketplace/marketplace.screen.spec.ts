import { expect, it } from 'vitest';
import { opensAnew, opensAnewAfter } from '../../../../test/support/opens-anew.ts';
import { books, market, till } from '../../../../test/support/online-answers.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

/** Answers can be replaced while it is open. */
async function open(given: Answers = {}) {
	const answers: Answers = { 'marketplace.search': market, ...given };
	return { ...(await openScreen('/marketplace', { answers })), answers };
}

it('changes how an installed app names our locations and taxes', async () => {
	const screen = await open({ 'marketplace.install': () => fail('refused', 'Not yours') });
	await opensAnew(screen, 'Change Till link');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Connect Till link
		[Close]
		2 of 3 codes are entered.
		Other systemoptional {Other system optional: Till}
		Its addressoptional {Its address optional: https://till.example}
		Codes for our locations and taxes
		Harbour Kitchenoptional {Harbour Kitchen optional: }
		Garden Roomoptional {Garden Room optional: G7}
		Reducedoptional {Reduced optional: T5}
		[Cancel] [Install]"
	`);
	await screen.user.type(screen.page.getByLabelText(/^Harbour Kitchen/), ' H1 ');
	await screen.user.clear(screen.page.getByLabelText(/^Reduced/));
	expect(screen.dialog()).toContain('2 of 3');
	await screen.click('Install');
	expect(screen.dialog()).not.toBe('');
	screen.answers['marketplace.install'] = { state: 'applied' };
	screen.answers['marketplace.search'] = { ...market, apps: [{ ...books, isInstalled: true }] };
	await screen.click('Install');
	expect(screen.shown()).toContain('| Accounts | Installed | [Change Books] [Uninstall Books]');
	expect(screen.dialog()).toBe('');
	expect(screen.asked('marketplace.install')[1]).toMatchObject({
		appId: 'A-1',
		connection: { system: 'Till', address: 'https://till.example' },
		locations: [
			{ locationId: 'L-1', externalId: 'H1' },
			{ locationId: 'L-2', externalId: 'G7' },
		],
		taxes: [],
	});
	expect(screen.app.notices.list.map(({ text, tone }) => [tone, text])).toEqual([
		['amber', 'The service refused it: Not yours'],
		['thyme', 'Done, and confirmed by the service.'],
	]);
});

it('asks anew for what an app needs after it was installed', async () => {
	const screen = await open({ 'marketplace.install': { state: 'applied' } });
	const change = () => screen.click('Change Till link');
	await opensAnewAfter(screen, change, () => screen.click('Install'));
});

it('uninstalls an app once its name is typed', async () => {
	const screen = await open({ 'marketplace.uninstall': { state: 'not-confirmed' } });
	await screen.click('Uninstall Till link');
	await screen.click('Uninstall');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Uninstall Till link?
		The service stops exchanging data with it. The mappings may be lost.
		Type Till link to confirm {Type Till link to confirm, wrong: }
		Type Till link to confirm
		[Cancel] [Uninstall]"
	`);
	const { appId } = till;
	screen.answers['marketplace.search'] = { ...market, apps: [{ ...till, isInstalled: false }] };
	await screen.keys('Till link');
	await screen.click('Uninstall');
	expect(screen.asked('marketplace.uninstall')).toMatchObject([{ appId }]);
	expect(screen.shown()).toContain('| Sales | Not installed | [Install Till link]');
	expect(screen.notices()).toEqual([
		'The service did not answer. Stillroom is checking whether it was done.',
	]);
	expect(screen.dialog()).toBe('');
});

it('shows the copies while the service does not answer, and changes nothing then', async () => {
	const screen = await open({
		'marketplace.search': { ...market, asOf: Date.UTC(2026, 10, 20, 7), online: false },
	});
	expect(screen.shown().split('\n').slice(0, 5)).toEqual([
		'# Connect apps',
		'Installing and uninstalling apps needs the network. · as of 7:00',
		'{Search: }',
		'App | Category | State | Install |',
		'<Till link #/marketPlaceApp/A-1> Sales every night | Sales | Installed | [Change Till link, off] [Uninstall Till link, off] |',
	]);
	await screen.click('Install Books');
	expect(screen.dialog()).toBe('');
	expect(screen.notices()).toEqual([
		'This needs a connection to the service. Nothing was changed. Try again when the network is back.',
	]);
	screen.answers['marketplace.search'] = { ...market, apps: [] };
	await screen.search('x');
	expect(screen.asked('marketplace.search').at(-1)).toEqual({ search: 'x' });
	expect(screen.shown().split('\n').at(-1)).toMatchInlineSnapshot(`"No matching apps. |"`);
});
