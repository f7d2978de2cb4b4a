// Presses and fills in what is on a screen while the core refuses all changes, and tells what that did.
import { flushSync } from 'svelte';
import { computeAccessibleName } from 'dom-accessibility-api';
import { vi } from 'vitest';
import { contract } from '../../src/shared/bridge/contract.ts';
import type { OfferedFile } from '../../src/shared/bridge/host-parts.ts';
import { fail } from '../../src/shared/bridge/reply.ts';
import { screens } from '../../src/renderer/screens/index.ts';
import { openAll } from './all-screens.ts';
import { forgetRefusedTexts } from './screen.ts';

/** Calls that change nothing; all others are refused. */
const reads = new RegExp(
	`\\.(${[
		'board|byBarcode|candidates|changes|check|choices|compare|count|dependents|duplicates|eligible|export|faults|file|find',
		'get|health|here|hierarchy|history|inFull|item|itemStock|labels|lane|letter|lines|list|lookInto|nextCode|notReliedOn',
		'ofItem|ofOrder|ofRequest|offered|often|overlaps|preview|profile|rate|read|receipts|recipeCost|refusal|report|requests',
		'review|rows|run|runs|search|sheet|soldAt|state|stock|suggestion|suppliers|templates|totals|tower|trail|trend|twins',
		'underWay|undoable|unitEvidence|units|unknownCodes|unreadable|waiting|widgets',
	].join('|')})$`,
);

type Opened = Awaited<ReturnType<typeof openAll>>;
type Screen = Opened['screen'];
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export async function soon(): Promise<void> {
	for (let round = 0; round < 3; round += 1) {
		await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
		await new Promise((resolve) => setImmediate(resolve));
		flushSync();
	}
}

export const page = (): Element => document.querySelector('main')!;
const dialog = (): HTMLElement | null =>
	document.querySelector(':is([role=dialog], [role=alertdialog])[data-state=open]');
export const menu = (): Element | null => document.querySelector('[role=menu]');
export const buttonsIn = (part: Element): HTMLElement[] => [
	...part.querySelectorAll<HTMLElement>('button:not(:disabled, [aria-disabled=true])'),
];
/** Its boxes, lists and switches. */
export const fieldsIn = (part: Element): Field[] => [
	...part.querySelectorAll<Field>(
		':is(input, textarea, select):not(:disabled, [readonly], [type=file])',
	),
];
export const nameOf = (part: Element): string =>
	(part.getAttribute('aria-label') ?? part.textContent).replaceAll(/\s+/g, ' ').trim();
export const fieldNameOf = (field: Field): string =>
	computeAccessibleName(field).replaceAll(/\s+/g, ' ');

/** Its texts, and what its boxes hold. */
function textsOf(part: Element): Set<string> {
	const texts = new Set<string>();
	const walk = (node: Node): void => {
		if (node instanceof HTMLInputElement) texts.add(`{${node.value}}`);
		const text = node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '').trim() : '';
		if (text !== '') texts.add(text);
		for (const child of node.childNodes) walk(child);
	};
	walk(part);
	return texts;
}

const listed = (texts: readonly string[]): string => {
	const left = texts.length - 16;
	return [...texts.slice(0, 16), ...(left > 0 ? [`${left} more`] : [])].join(' / ');
};

export const pressKey = (key: string): boolean =>
	(document.activeElement ?? document.body).dispatchEvent(
		new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
	);

export async function leaveDialog(): Promise<void> {
	for (let time = 0; time < 2 && dialog() !== null; time += 1) {
		pressKey('Escape');
		await soon();
	}
}

/** Gives a box another value. */
export function enter(box: Field): void {
	if (box.matches('[type=checkbox], [type=radio]')) box.click();
	else if (box instanceof HTMLSelectElement) box.selectedIndex = box.options.length - 1;
	else box.value = '7';
	for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Gives every box of a dialog another value. */
async function fill(part: Element): Promise<void> {
	for (const box of fieldsIn(part)) enter(box);
	await soon();
}

export function press(button: HTMLElement): void {
	button.focus();
	if (button.matches('[aria-haspopup=menu]')) pressKey('Enter');
	else button.click();
}

/** @returns what it did, a line for each */
export async function whatDoes(
	screen: Screen,
	act: () => void,
	tellsReads = false,
): Promise<string[]> {
	const { app, calls, saved } = screen;
	for (const { id } of app.notices.list) app.notices.dismiss(id);
	const before = { path: app.route.path, calls: calls.length, saved: saved.length, in: dialog() };
	const texts = textsOf(before.in ?? page());
	act();
	await soon();
	const did = [
		...calls
			.slice(before.calls)
			.filter(({ name }) => tellsReads || !reads.test(name))
			.map(({ name, input }) => `asks ${name} ${JSON.stringify(input)}`),
		...saved.slice(before.saved).flatMap(({ name, bytes }) => [
			`saves ${name}`,
			...new TextDecoder()
				.decode(bytes)
				.trim()
				.split('\r\n')
				.map((row) => `\t${row}`),
		]),
		...app.notices.list.map(({ text, tone }) => `says in ${tone}: ${text}`),
	];
	if (app.route.path !== before.path) return [...did, `goes to ${app.route.path}`];
	if (menu() !== null) return did;
	const open = dialog();
	if (open !== before.in)
		return [...did, open === null ? 'closes it' : `opens ${listed([...textsOf(open)])}`];
	const news = [...textsOf(open ?? page())].filter((text) => !texts.has(text));
	return [...did, ...(news.length === 0 ? [] : [`shows ${listed(news)}`])];
}

/** All screens, and how to open them as at first. */
export async function openToPress(
	opening: Pick<Parameters<typeof openAll>[0] & object, 'settings' | 'change'> = {},
) {
	let isRefusing = false;
	const refuse = () => (isRefusing ? fail('not-possible-now', 'not now') : null);
	const refused = Object.keys(contract).filter((name) => !reads.test(name));
	const saveFile = async (file: OfferedFile) => {
		screen.saved.push(file);
		return { kind: 'failed', why: 'full' } as const;
	};
	const { screen, stocktakeId, named } = await openAll({
		answers: Object.fromEntries(refused.map((name) => [name, refuse])),
		can: ['save-file', 'print'],
		host: { saveFile },
		...opening,
	});
	async function go(path: string): Promise<void> {
		isRefusing = false;
		await leaveDialog();
		// Each button finds the page as at first, without what could not be saved.
		forgetRefusedTexts();
		localStorage.clear();
		if (screen.app.route.path === path) {
			screen.app.route.go('/nowhere');
			await soon();
		}
		screen.app.route.go(path);
		await vi.dynamicImportSettled();
		await soon();
		await soon();
		isRefusing = true;
	}
	return { screen, stocktakeId, named: eachScreen(named), go };
}

/** One path of each screen, as a list, new or open. */
function eachScreen(named: Opened['named']): Opened['named'] {
	const found = new Map<string, Opened['named'][number]>();
	for (const [path, name] of named) {
		const load = screens.findIndex(
			({ load }) => load === screens.find((each) => each.path === name)?.load,
		);
		const key = `${load} ${name.replace(/^\/\w+/, '')}`;
		if (!found.has(key)) found.set(key, [path, name]);
	}
	return [...found.values()];
}

export const indented = (lines: readonly string[]): string[] => lines.map((line) => `\t${line}`);

/** The lines without what differs each time. */
export const toldOf = (lines: readonly string[]): string =>
	lines.join('\n').replaceAll(/\b[0-9a-f]{8}(-[0-9a-f-]{27}|[0-9a-f]{56})?\b/g, '…');

/** Fills the open dialog, and presses its last button. */
export async function finish(screen: Screen): Promise<string[]> {
	const open = dialog();
	if (open === null) return [];
	await fill(open);
	const last = buttonsIn(open).at(-1);
	const did =
		last === undefined
			? []
			: [`[${nameOf(last)}]`, ...indented(await whatDoes(screen, () => press(last)))];
	await leaveDialog();
	return did;
}
