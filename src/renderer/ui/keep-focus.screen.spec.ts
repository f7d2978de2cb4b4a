// Where the focus goes when an action takes its element away.
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { keepFocus, takeTyped } from './keep-focus.ts';

const rows = (...names: string[]) =>
	names.map((name) => `<li>${name} <button>Open</button><button id="${name}">Remove</button></li>`);

/** A page with a list that is added to, a card with a heading, and the buttons of its head. */
const page = (list: string[], sheet = '') => `
	<main id="page" tabindex="-1">
		<div><h1>Prices</h1><button id="fill">Fill</button></div>
		<section id="card"><h2>Names</h2><div>
			<ul>${list.join('')}</ul><button id="add">Add</button>
			<p id="state"><button id="start">Start</button></p>
			<p><button id="clear">Clear</button></p>
		</div></section>
		${sheet}
	</main>`;

const sheet = '<table role="grid"><tr><td><input tabindex="0" id="current"></td></tr></table>';
const find = (id: string) => document.getElementById(id)!;
/** What has the focus, after a press of a button changed the page. */
async function after(id: string, change: () => void): Promise<string> {
	find(id).focus();
	change();
	await new Promise((resolve) => setTimeout(resolve));
	const { activeElement } = document;
	return activeElement?.id || (activeElement?.textContent.trim() ?? '');
}
const removeRow = (name: string) => () => find(name).closest('li')?.remove();

beforeEach(() => {
	const stop = keepFocus();
	onTestFinished(() => {
		stop();
		document.body.replaceChildren();
	});
});

it.each([
	['the next row', ['a', 'b', 'c'], 'b', 'c'],
	['the row before', ['a', 'b'], 'b', 'a'],
	['the button that adds a row', ['a'], 'a', 'add'],
])('goes from a removed row to %s', async (_, names, removed, to) => {
	document.body.innerHTML = page(rows(...names), sheet);
	expect(await after(removed, removeRow(removed))).toBe(to);
});

it.each([
	['the current line of the sheet', sheet, 'current'],
	['the heading of the page without a sheet', '', 'Prices'],
])('goes from a button of the head to %s', async (_, below, to) => {
	document.body.innerHTML = page([], below);
	expect(await after('fill', () => find('fill').remove())).toBe(to);
});

it('goes to the heading of its part of the page, not to the button in its place', async () => {
	document.body.innerHTML = page([], sheet);
	const replace = () => (find('state').innerHTML = '<button>Stop</button>');
	expect(await after('start', replace)).toBe('Names');
});

it('goes to the box in its place', async () => {
	document.body.innerHTML = page([], sheet);
	const replace = () => (find('clear').outerHTML = '<input id="name">');
	expect(await after('clear', replace)).toBe('name');
});

it('stays on what is moved, and on a box that has taken its text', async () => {
	document.body.innerHTML = page(rows('a', 'b'));
	expect(await after('a', () => find('b').after(find('a')))).toBe('a');
	expect(await after('b', takeTyped)).toBe('b');
});

it('returns to where a dialog was opened, even if that is gone', async () => {
	document.body.innerHTML = page(rows('a', 'b'));
	find('a').focus();
	document.body.insertAdjacentHTML(
		'beforeend',
		'<div role="dialog" tabindex="-1"><button id="yes">Yes</button></div>',
	);
	const remove = () => {
		removeRow('a')();
		find('yes').closest('[role=dialog]')?.remove();
	};
	expect(await after('yes', remove)).toBe('b');
});

it('leaves the focus nowhere once a person left the last control with Tab, or clicked on nothing', async () => {
	document.body.innerHTML = page(rows('a', 'b'));
	find('a').focus();
	find('a').blur();
	await new Promise((resolve) => setTimeout(resolve));
	expect(document.activeElement).toBe(document.body);
	removeRow('a')();
	await new Promise((resolve) => setTimeout(resolve));
	expect(document.activeElement).toBe(document.body);
});

it('presses no second button with a key that is still held', async () => {
	document.body.innerHTML = page(rows('a', 'b', 'c'));
	for (const name of ['a', 'b', 'c']) find(name).onclick = removeRow(name);
	find('a').focus();
	await userEvent.keyboard('{Enter>3/}');
	expect([...document.querySelectorAll('li')].map((row) => row.lastElementChild?.id)).toEqual([
		'b',
		'c',
	]);
	await userEvent.keyboard('{Enter}');
	expect(document.querySelectorAll('li')).toHaveLength(1);
});

it.each(['menuitem', 'row', 'textbox'])(
	'presses no %s that a button led to with a key that is still held',
	async (role) => {
		document.body.innerHTML = `<button id="open">Open</button><p id="to" tabindex="-1" role="${role}"></p>`;
		const pressed: string[] = [];
		find('open').onclick = () => find('to').focus();
		find('to').onkeydown = ({ key }) => pressed.push(key);
		find('open').focus();
		await userEvent.keyboard('{Enter>3/}');
		expect([document.activeElement?.id, pressed]).toEqual(['to', []]);
		await userEvent.keyboard('{Enter}');
		expect(pressed).toEqual(['Enter']);
	},
);

it('goes from box to box while a key is held', async () => {
	document.body.innerHTML = page([], '<input id="1"><input id="2"><input id="3">');
	for (const box of document.querySelectorAll('input'))
		box.onkeydown = () => find(String(Number(box.id) + 1)).focus();
	find('1').focus();
	await userEvent.keyboard('{Enter>2/}');
	expect(document.activeElement?.id).toBe('3');
});
