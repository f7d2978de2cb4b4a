// Ctrl Z while receiving, if the answer to an entry was lost, or if an entry can never be undone.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { losesAnswers } from '../../../test/support/lost-answers.ts';
import { documentId, openReceivingKitchen } from '../../../test/support/receiving-desk.ts';
import { openDelivery } from '../../../test/support/receiving-screen.ts';
import type { Answers } from '../../../test/support/screen.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openReceivingKitchen);

const saved = () => kitchen.call('delivery.get', { documentId });
const all = () =>
	saved().lines.map(({ item, entry }) => {
		const boxes = entry!.boxes.map(({ unitId, typed }) => `${typed} of ${unitId}`);
		return [item.name, ...boxes, entry!.price].filter((each) => each !== '').join(', ');
	});

const open = (answers: Answers = {}) => openDelivery(kitchen, answers);

it('says once that an entry can never be undone, and goes on with the one before', async () => {
	const refused = 'This entry can no longer be undone.';
	const screen = await open({
		'delivery.turn': ({ entryId }) =>
			entryId === screen.asked('delivery.price')[0]?.entryId
				? fail('not-possible-now', 'It was sent.')
				: null,
	});
	await screen.type('Each / weight, Butter', '3');
	await screen.type('Price, Whole milk', '7');
	await screen.undo();
	expect(screen.notices()).toEqual([refused]);
	expect(all()).toEqual(['Whole milk, 7', 'Butter, 3 of 1']);
	await screen.undo();
	expect(all()).toEqual(['Whole milk, 7', 'Butter']);
	await screen.redo();
	expect(all()).toEqual(['Whole milk, 7', 'Butter, 3 of 1']);
	expect(screen.notices()).toEqual([refused]);
});

it('undoes an entry that was saved although its answer was lost', async () => {
	const answers = losesAnswers(() => kitchen, 'delivery.enter');
	const screen = await open(answers.of);
	await screen.type('Each / weight, Butter', '3');
	answers.lost = 'after';
	await screen.type('Case, Whole milk', '1');
	answers.lost = null;
	expect(screen.lines()).toContain('{Case, Whole milk: 1}');
	expect(screen.lines()).not.toContain('Not saved');
	await screen.undo();
	expect(screen.focus()).toBe('Case, Whole milk');
	expect(all()).toEqual(['Whole milk', 'Butter, 3 of 1']);
	await screen.undo();
	expect(all()).toEqual(['Whole milk', 'Butter']);
	await screen.redo();
	await screen.redo();
	expect(all()).toEqual(['Whole milk, 1 of 3', 'Butter, 3 of 1']);
});

it('undoes the entry before one that never arrived', async () => {
	const answers = losesAnswers(() => kitchen, 'delivery.price');
	const screen = await open(answers.of);
	await screen.type('Each / weight, Butter', '3');
	answers.lost = 'before';
	await screen.type('Price, Whole milk', '7');
	answers.lost = null;
	expect(screen.lines()).toContain('Not saved');
	screen.box('Each / weight, Butter').focus();
	await screen.undo();
	expect(all()).toEqual(['Whole milk', 'Butter']);
	expect(screen.notices()).toEqual([]);
	screen.box('Price, Whole milk').focus();
	await screen.keys('{Enter}');
	expect(all()).toEqual(['Whole milk, 7', 'Butter']);
});

it('says plainly that an entry of an earlier run of the program can no longer be undone', async () => {
	const screen = await open({
		'delivery.turn': () => succeed({ ...saved(), changed: [], left: [] }),
	});
	await screen.type('Each / weight, Butter', '3');
	await screen.undo();
	expect(screen.notices()).toEqual(['This entry can no longer be undone.']);
	await screen.undo();
	expect(screen.notices().at(-1)).toBe('Nothing to undo.');
});
