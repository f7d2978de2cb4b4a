import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';

/** A draft of waste with a line for an item. */
async function open(item: string) {
	const screen = await openCountScreen('/waste/new');
	const add = (name: string) => screen.pick('Add an item', name);
	await add(item);
	const box = (unit: string) =>
		screen.page.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${unit}`) });
	return { ...screen, add, box, line: () => screen.part('grid').split('\n').at(-1) };
}

it('asks how to read a number on a draft, and takes a reading by key or click', async () => {
	const screen = await open('flour');
	screen.box('Each').focus();
	await screen.keys('1,250');
	expect(screen.line()).toMatchInlineSnapshot(
		`"Flour DA-4 | {Case, Flour: } | {Each / weight, Flour: 1,250} | [A 1,250] [B 1.25] | {Reason for Flour: Choose a reason} | {Note on Flour: } | – | [Remove Flour] |"`,
	);
	await screen.keys('{Alt>}b{/Alt}');
	expect(screen.box('Each').value).toBe('1.25');
	screen.box('Each').focus();
	await screen.keys('3,125');
	await screen.click(/3\.125$/);
	expect(screen.box('Each').value).toBe('3.125');
	expect(screen.line()).toMatchInlineSnapshot(
		`"Flour DA-4 | {Case, Flour: } | {Each / weight, Flour: 3.125} | 3.125kg | {Reason for Flour: Choose a reason} | {Note on Flour: } | 2.81 | [Remove Flour] |"`,
	);
});

it('names the keys of readings only on the line in hand', async () => {
	const screen = await open('flour');
	screen.box('Each').focus();
	await screen.keys('1,250{Enter}');
	await screen.add('butter');
	expect(screen.part('grid')).toContain('| [1,250] [1.25] |');
});

it('selects a box at the first click, and puts the caret at the second', async () => {
	const screen = await open('butter');
	const box = screen.box('Case');
	screen.box('Each').focus();
	await screen.user.click(box);
	await screen.keys('5');
	await screen.user.click(box);
	await screen.keys('{ArrowLeft}1');
	expect(box.value).toBe('15');
	await screen.keys('{Enter}');
	box.value = '5';
	box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
	await screen.settle();
	expect(screen.line()).toMatchInlineSnapshot(
		`"Butter DA-2 | {Case, Butter: 5} | {Each / weight, Butter: } | 60each | {Reason for Butter: Choose a reason} | {Note on Butter: } | 132.00 | [Remove Butter] |"`,
	);
});
