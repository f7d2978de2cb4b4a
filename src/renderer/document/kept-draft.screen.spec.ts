// Leaving or reloading a sheet loses no field of a draft, and no new draft.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { losesAnswers } from '../../../test/support/lost-answers.ts';
import { harbourGroup, openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen({
	lists: { 'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }] },
});

const drafts = (locationId = 'L-1') => kitchen.call('purchaseOrder.list', { locationId }).documents;
const saved = () => kitchen.call('purchaseOrder.get', { documentId: drafts()[0]!.documentId });

async function open(answers: Answers = {}, path = '/orders/new') {
	const screen = await openScreen(path, { kitchen, answers });
	return {
		...screen,
		/** The page goes while calls are on their way, and opens again where it was. */
		async reload() {
			window.dispatchEvent(new Event('pagehide'));
			const here = window.location.hash.slice(1);
			await screen.go('/');
			await screen.go(here);
		},
	};
}

/** Another window describes the draft. */
function changeElsewhere(): void {
	const { documentId, revision, supplierId, deliveryDate, purchaseRequestId } = saved();
	kitchen.call('purchaseOrder.save', {
		documentId,
		revision,
		supplierId,
		deliveryDate,
		purchaseRequestId: purchaseRequestId ?? '',
		locationId: 'L-1',
		description: 'Theirs',
		lines: [],
		locale: 'en-GB',
		intentId: 'another-window',
	});
}

it.each(['before', 'after'] as const)(
	'saves a new draft that could not be saved before the page was left, once: lost %s',
	async (lost) => {
		const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
		const screen = await open(answers.of);
		answers.lost = lost;
		await screen.choose('Supplier', 'Riverside Dairy');
		await screen.pick('Add an item', 'milk');
		expect(screen.shown()).toContain('Not saved');
		answers.lost = null;
		await screen.reload();
		expect(screen.shown()).toContain('Saved at 9:00');
		expect(drafts()).toMatchObject([{ lines: 1 }]);
		expect(saved()).toMatchObject({ supplierId: 'P-1', lines: [{ item: { name: 'Whole milk' } }] });
	},
);

it('saves fields of the head that were on their way or open when the page was left', async () => {
	const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
	const screen = await open(answers.of);
	await screen.choose('Supplier', 'Riverside Dairy');
	answers.lost = 'before';
	await screen.fill(/^Due/, '24/11/2026');
	await screen.keys('{Tab}');
	await screen.user.type(
		screen.page.getByRole('textbox', { name: /^Description/ }),
		'By the back door',
	);
	expect(saved()).toMatchObject({ description: '' });
	await screen.reload();
	answers.lost = null;
	screen.reconnect();
	await screen.settle();
	expect(saved()).toMatchObject({ supplierId: 'P-1', deliveryDate: '2026-11-24' });
	expect(saved()).toMatchObject({ description: 'By the back door' });
	await screen.keys('{Control>}z{/Control}');
	expect(saved()).toMatchObject({ supplierId: 'P-1', deliveryDate: null, description: '' });
});

it('asks whose fields to keep if another window changed the draft since', async () => {
	const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
	const screen = await open(answers.of);
	await screen.choose('Supplier', 'Riverside Dairy');
	answers.lost = 'before';
	await screen.fill(/^Description/, 'Mine');
	await screen.keys('{Tab}');
	answers.lost = null;
	changeElsewhere();
	await screen.reload();
	expect(saved().description).toBe('Theirs');
	expect(screen.shown()).toContain('{Description optional: Mine}');
	await screen.click('Keep this version');
	expect(saved().description).toBe('Mine');
});

it.each(['save', 'reload'])(
	'shows what was not saved of a draft that another window submitted, until it is discarded: %s',
	async (how) => {
		const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
		const screen = await open(answers.of);
		await screen.choose('Supplier', 'Riverside Dairy');
		await screen.fill(/^Due/, '24/11/2026');
		await screen.pick('Add an item', 'milk');
		await screen.keys('2{Enter}');
		await screen.pick('Add an item', 'butter');
		await screen.keys('4{Enter}');
		screen.page.getByRole('textbox', { name: /^Case, Whole milk/ }).focus();
		await screen.keys('many{Enter}');
		answers.lost = 'before';
		await screen.fill(/^Description/, 'By the back door');
		screen.page.getByRole('textbox', { name: /^Case, Butter/ }).focus();
		await screen.keys('5{Enter}');
		const { documentId } = saved();
		kitchen.call('purchaseOrder.submit', { documentId, intentId: 'another-window' });
		await screen.settle();
		answers.lost = null;
		if (how === 'save') await screen.click('Save again');
		else await screen.reload();
		expect(screen.shown().split('\n').slice(5, 11)).toEqual([
			'Not everything you entered was submitted',
			'This document was submitted from another window before these entries were saved:',
			'Description: By the back door',
			'Butter: 5 case + 4 each',
			'Whole milk: many',
			'[Discard]',
		]);
		await screen.click('Discard');
		await screen.reload();
		expect(screen.shown()).not.toContain('Not everything');
		expect(localStorage).toHaveLength(0);
	},
);

it('says nothing about a refused text of a line that was removed before submitting', async () => {
	const screen = await open();
	await screen.choose('Supplier', 'Riverside Dairy');
	await screen.pick('Add an item', 'milk');
	await screen.keys('many{Enter}');
	await screen.pick('Add an item', 'butter');
	await screen.keys('4{Enter}');
	await screen.click('Remove Whole milk');
	const { documentId } = saved();
	await screen.keys('{Control>}{Enter}{/Control}');
	await screen.go(`/orders/${documentId}`);
	expect(screen.shown()).toContain('Waiting to be sent');
	expect(screen.shown()).not.toContain('Not everything');
	expect(localStorage).toHaveLength(0);
});

it.each(['location', 'account'])('saves a new draft at no other %s than its own', async (other) => {
	const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
	const screen = await open(answers.of);
	answers.lost = 'before';
	await screen.choose('Supplier', 'Riverside Dairy');
	answers.lost = null;
	const choose = async (locationId: string, accountId: string) => {
		await screen.go('/');
		if (other === 'location') await screen.app.change({ locationId });
		else {
			const { state } = screen.app;
			const account = { ...harbourGroup, accountId };
			screen.core.emit('app.changed', { ...state, order: state.order + 1, account });
		}
		await screen.go('/orders/new');
	};
	await choose('L-2', 'account-2');
	expect(screen.shown()).not.toContain('Riverside Dairy');
	expect([...drafts('L-1'), ...drafts('L-2')]).toEqual([]);
	await choose('L-1', 'account-1');
	expect(saved()).toMatchObject({ locationId: 'L-1', supplierId: 'P-1' });
});

it('creates no draft from a new one that was refused and then emptied', async () => {
	let isFull = true;
	const screen = await open({
		'purchaseOrder.save': () => (isFull ? fail('disk-full', 'The disk is full.') : null),
	});
	await screen.choose('Supplier', 'Riverside Dairy');
	await screen.keys('{Control>}z{/Control}');
	isFull = false;
	await screen.reload();
	expect(drafts()).toEqual([]);
	await screen.reload();
	expect(screen.shown()).not.toContain('Not saved');
});

it.each([
	['Keep this version', 2, 'Saved at 9:00'],
	['Load the saved version', 1, 'Purchase orders'],
])(
	'lets a person choose after a new draft arrived unanswered and was changed elsewhere: %s',
	async (choice, made, shown) => {
		const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
		const screen = await open(answers.of, '/orders');
		await screen.go('/orders/new');
		answers.lost = 'after';
		await screen.choose('Supplier', 'Riverside Dairy');
		changeElsewhere();
		answers.lost = null;
		await screen.reload();
		await screen.click(choice);
		expect(drafts()).toHaveLength(made);
		expect(screen.shown()).toContain(shown);
		await screen.go('/orders/new');
		expect(screen.shown()).not.toContain('Not saved');
	},
);

it('saves a new draft again as another one if the first, which arrived unanswered, was discarded elsewhere', async () => {
	const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
	const screen = await open(answers.of);
	answers.lost = 'after';
	await screen.choose('Supplier', 'Riverside Dairy');
	kitchen.call('purchaseOrder.discard', { documentId: drafts()[0]!.documentId });
	await screen.settle();
	answers.lost = null;
	await screen.click('Save again');
	expect(screen.shown()).toContain('This no longer exists.');
	await screen.click('Save again');
	expect(screen.shown()).toContain('Saved at 9:00');
	expect(saved()).toMatchObject({ supplierId: 'P-1' });
});

it('forgets no other new draft that another tab could not save either', async () => {
	const answers = losesAnswers(() => kitchen, 'purchaseOrder.save');
	const screen = await open(answers.of);
	answers.lost = 'before';
	await screen.choose('Supplier', 'Riverside Dairy');
	const [name = ''] = Object.keys(localStorage);
	const ours = localStorage.getItem(name) ?? '';
	const theirs = ours.replace(/"intentId":"[^"]*"/, '"intentId":"another-window"');
	localStorage.setItem(name, theirs);
	await screen.click('Save again');
	expect(localStorage.getItem(name)).toContain(ours.slice(1, -1));
	expect(localStorage.getItem(name)).toContain(theirs.slice(1, -1));
	answers.lost = null;
	await screen.click('Save again');
	expect(screen.shown()).toContain('Saved at 9:00');
	expect(localStorage.getItem(name)).toBe(theirs);
	await screen.go('/');
	await screen.go('/orders/new');
	expect(drafts()).toHaveLength(2);
	expect(localStorage.getItem(name)).toBeNull();
});

it('opens a blank page for the next new draft after the one before was saved in steps', async () => {
	let arrives = 0;
	const lost = fail('unreachable', 'The program does not answer.');
	const screen = await open({ 'purchaseOrder.save': () => (arrives-- > 0 ? null : lost) });
	await screen.choose('Supplier', 'Riverside Dairy');
	await screen.fill(/^Description/, 'By the back door');
	await screen.keys('{Tab}');
	arrives = 1;
	await screen.click('Save again');
	expect(saved()).toMatchObject({ supplierId: 'P-1', description: '' });
	arrives = 9;
	await screen.click('Save again');
	expect(saved()).toMatchObject({ description: 'By the back door' });
	await screen.go('/');
	await screen.go('/orders/new');
	expect(screen.shown()).not.toContain('Not saved');
	expect(screen.shown()).not.toContain('Riverside Dairy');
});
