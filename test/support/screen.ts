// A screen of the whole program in a document without layout: what it shows, and which calls it makes. Its core is a
// kitchen, made-up answers, or both. How things look, and where the focus goes in a real window, is for browser tests.
import { configure } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { flushSync, mount, tick, unmount } from 'svelte';
import { expect, onTestFinished, vi } from 'vitest';
import type { AppState, Capability, Settings } from '../../src/shared/bridge/app.ts';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { OfferedFile } from '../../src/shared/bridge/host-parts.ts';
import { succeed, type Reply } from '../../src/shared/bridge/reply.ts';
import AppRoot from '../../src/renderer/App.svelte';
import { App } from '../../src/renderer/app.svelte.ts';
import type { Bridge } from '../../src/renderer/bridge/bridge.ts';
import { screens } from '../../src/renderer/screens/index.ts';
import { Route } from '../../src/renderer/shell/route.svelte.ts';
import { forgetRefused } from '../../src/renderer/ui/grid/refused-texts.ts';
import { takesRoom } from '../../src/main/core/dispatch.ts';
import { caller, type Kitchen } from './kitchen.ts';
import { actsOn } from './screen-acts.ts';
import { createTestCore, someSettings, someState } from './test-core.ts';

// Otherwise a name that is not found prints the whole document.
configure({ getElementError: (message) => new Error(message?.split('\n')[0]) });

/** What a call answers: a value, or a function that succeeds or fails; null leaves the answer to the kitchen. */
export type Answers = {
	[Name in CallName]?:
		| CallOutput<Name>
		| ((
				input: CallInput<Name>,
		  ) => Reply<CallOutput<Name>> | null | Promise<Reply<CallOutput<Name>> | null>);
};

interface Opening {
	/** Answers what `answers` leaves open. Ends with the test. */
	kitchen?: Kitchen;
	answers?: Answers;
	state?: Partial<AppState>;
	settings?: Partial<Settings>;
	/** What the host can do. */
	can?: Capability[];
	/** Parts of the host that answer otherwise. */
	host?: Partial<Bridge>;
	/** Changes what a call answers. */
	change?: (name: CallName, value: unknown) => unknown;
}

const here = {
	locationId: 'L-1',
	name: 'Harbour Kitchen',
	areas: [
		{ areaId: 'A-1', name: 'Dry store', items: 2 },
		{ areaId: 'A-2', name: 'Freezer', items: 2 },
	],
	currency: 'EUR',
	timeZone: 'Europe/Berlin',
	today: '2026-11-20',
} satisfies CallOutput<'location.list'>['locations'][number];

/** The account of a program that was started. */
export const harbourGroup = {
	accountId: 'account-1',
	name: 'Harbour Group',
	serviceUrl: 'https://service.example',
	clientId: 'kit',
	practice: false,
};

const quietHost = {
	print: async () => ({ kind: 'cancelled' }),
	takeOpenedFile: async () => null,
	setMenu: async () => undefined,
	savePdf: null,
} satisfies Partial<Bridge>;

/** Opens the program at 9:00 on 20 November 2026. A call without an answer fails with `not-possible-now`. */
export async function openScreen(path: string, opening: Opening) {
	const { kitchen, can = ['save-file'] } = opening;
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 9) });
	giveBrowser();
	failOnInertReads();
	const core = createTestCore();
	const saved: OfferedFile[] = [];
	const reconnecting = new Set<() => void>();
	const { calls, underWay } = answerCalls(core, opening);
	const pressed = watchPresses(calls);
	kitchen?.listeners.add(core.emit);
	const history = followHash();
	const bridge: Bridge = {
		host: { kind: 'loopback', can },
		call: core.call,
		on: core.on,
		onReconnect: (listener) => {
			reconnecting.add(listener);
			return () => void reconnecting.delete(listener);
		},
		saveFile: async (file) => {
			saved.push(file);
			return { kind: 'downloaded' };
		},
		...quietHost,
		...opening.host,
	};
	const app = new App(bridge, new Route(screens, `#${path}`, history));
	await app.start();
	const whereLost = watchFocus();
	const reloading = watchForms();
	const root = mount(AppRoot, { target: document.body, props: { app } });
	onTestFinished(() => close(root, kitchen));
	/** Waits for answers and what they show. */
	const settle = async (): Promise<void> => {
		await vi.dynamicImportSettled();
		for (let round = 0; round < 12; round += 1) {
			// A sheet sends what was typed in a task after the frame, and a dialog opens in one after the answer.
			if (round % 4 === 0)
				await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
			await new Promise((resolve) => setImmediate(resolve));
			await tick();
			flushSync();
		}
		expect(whereLost(), 'the focus is nowhere').toBeNull();
		expect(pressed.found.splice(0), 'buttons that can be pressed again').toEqual([]);
		expect(reloading.splice(0), 'forms that reload the program').toEqual([]);
		for (const table of document.querySelectorAll('[aria-rowcount]')) expectRowsNumbered(table);
		// A reload comes back to this page; a new document has its own address before it is another page.
		const [address] = window.location.hash.split('?');
		if (!app.route.path.includes('/new')) expect(address).toBe(`#${app.route.path}`);
		if (underWay.size > 0) return;
		const loading = [...document.querySelectorAll('[role=status]')].filter(
			({ textContent }) => textContent === app.t('common.loading'),
		);
		expect(loading.length, 'parts that load without a call').toBe(0);
		for (const button of pressed.busy)
			if (button.isConnected)
				expect(button.getAttribute('aria-busy'), button.textContent).not.toBe('true');
		pressed.busy.clear();
	};
	const screen = {
		...actsOn(userEvent.setup({ delay: null }), core.emit, settle),
		app,
		core,
		kitchen,
		/** The calls that were made so far. */
		calls,
		/** The files that were saved. */
		saved,
		/** The inputs of all calls of a name so far. */
		asked: <Name extends CallName>(name: Name) =>
			calls.filter((call) => call.name === name).map(({ input }) => input as CallInput<Name>),
		/** What the notices say. */
		notices: (): string[] => app.notices.list.map(({ text }) => text),
		/** The window is connected to the core again, and may have missed events. */
		reconnect: (): void => {
			for (const listener of Array.from(reconnecting)) listener();
		},
		/** Opens another page of the program. */
		async go(to: string): Promise<void> {
			app.route.go(to);
			await settle();
		},
	};
	await settle();
	return screen;
}

/** @returns the calls of the screens so far, and the answers that they wait for */
function answerCalls(core: ReturnType<typeof createTestCore>, opening: Opening) {
	const { kitchen, answers = {}, change } = opening;
	const calls: { name: CallName; input: unknown }[] = [];
	const underWay = new Set<Promise<unknown>>();
	const own = ownAnswers(opening);
	if (kitchen === undefined) own['location.list'] = { locations: [here], currencies: [] };
	const changed = async (name: CallName, answer: ReturnType<typeof answerOf>) => {
		const reply = await answer;
		return reply?.ok && change ? succeed(change(name, reply.value)) : reply;
	};
	core.answerAll((name, input) => {
		calls.push({ name, input });
		const handler = kitchen?.calls[name as keyof Kitchen['calls']];
		const answer = changed(name, answerOf(answers[name] ?? own[name], input, handler));
		const isOver = () => underWay.delete(answer);
		underWay.add(answer);
		answer.then(isOver, isOver);
		return answer;
	});
	return { calls, underWay };
}

async function close(root: object, kitchen: Kitchen | undefined): Promise<void> {
	await unmount(root);
	document.body.replaceChildren();
	forgetRefusedTexts();
	// The person of a window, and what it keeps over a reload.
	sessionStorage.clear();
	localStorage.clear();
	vi.useRealTimers();
	await kitchen?.end();
}

/** A page keeps them in memory too, and the next spec may open the same table. */
export function forgetRefusedTexts(): void {
	for (const name of Object.keys(localStorage))
		forgetRefused(name.replace('stillroom refused: ', ''));
}

/** The state and settings of the program, which a screen may change. */
function ownAnswers({ kitchen, state, settings }: Opening): Answers {
	let now: AppState = {
		...someState,
		account: harbourGroup,
		session: 'signed-in',
		...state,
		settings: {
			...someSettings,
			locale: 'en-GB',
			theme: 'light',
			...kitchen?.settings,
			locationId: 'L-1',
			...settings,
		},
	};
	return {
		'app.state': () => succeed(now),
		'settings.set': (changed) => {
			now = { ...now, settings: Object.assign({ ...now.settings }, changed) };
			Object.assign(kitchen?.settings ?? {}, changed);
			return succeed(now.settings);
		},
	};
}

/** Of what a spec made up, else of the kitchen. */
async function answerOf(
	answer: unknown,
	input: unknown,
	handler: unknown,
): Promise<Reply<unknown> | null> {
	type Handler = (input: unknown, by?: typeof caller) => Promise<Reply<unknown> | null>;
	const made = typeof answer === 'function' ? await (answer as Handler)(input) : null;
	if (made !== null) return made;
	if (typeof answer !== 'function' && answer !== undefined) return succeed(answer);
	return typeof handler === 'function' ? (handler as Handler)(input, caller) : null;
}

/** As in a browser, another hash is an entry of the history without a state. Back and Forward are for browser tests. */
function followHash() {
	const history = {
		state: null as unknown,
		replaceState(state: unknown, unused: string, address?: string | URL | null) {
			const before = window.location.href;
			history.state = state;
			window.history.replaceState(state, unused, address);
			if (window.location.href !== before) replaced.push(window.location.href);
		},
		go: () => undefined,
	};
	// This document tells of a replaced address too, which no browser does.
	const replaced: string[] = [];
	const follow = ({ newURL }: HashChangeEvent) => {
		if (replaced.splice(0, replaced.indexOf(newURL) + 1).length > 0) return;
		history.state = null;
		window.dispatchEvent(new PopStateEvent('popstate'));
	};
	window.addEventListener('hashchange', follow);
	onTestFinished(() => window.removeEventListener('hashchange', follow));
	return history;
}

/**
 * Calls that their buttons may make again. The first only read. The others save a draft as it stands, under its revision,
 * each time that a button adds to it: a second press is meant. What sends a draft is another call, except of a record.
 */
const repeatable = new Set<string>([
	'access.read',
	'import.export',
	'import.rows',
	'record.dependents',
	'record.units',
	'recipe.search',
	'return.eligible',
	'record.save',
	'returnOrder.save',
	'wastage.save',
]);

/** Buttons that do not say that the change they made is under way, with its call: pressed again, they make it again. */
function watchPresses(calls: readonly { name: CallName }[]) {
	const found: string[] = [];
	const busy = new Set<Element>();
	let before = 0;
	const begin = () => void (before = calls.length);
	const end = (event: Event) => {
		const pressed = event instanceof SubmitEvent ? event.submitter : event.target;
		const button = pressed instanceof Element ? pressed.closest('button') : null;
		const made = calls.slice(before).find(({ name }) => takesRoom(name) && !repeatable.has(name));
		if (button === null || made === undefined) return;
		flushSync();
		if (button.getAttribute('aria-busy') === 'true') busy.add(button);
		else if (button.isConnected) found.push(`${made.name}: ${button.textContent.trim()}`);
	};
	window.addEventListener('click', begin, true);
	window.addEventListener('click', end);
	// A form calls after the click of its button is over.
	window.addEventListener('submit', end);
	onTestFinished(() => {
		window.removeEventListener('click', begin, true);
		window.removeEventListener('click', end);
		window.removeEventListener('submit', end);
	});
	return { found, busy };
}

/** @returns forms that the browser would send to a server, which loads the program anew */
function watchForms(): string[] {
	const found: string[] = [];
	const note = (event: Event) => {
		const { target } = event;
		if (!event.defaultPrevented && target instanceof Element) found.push(target.textContent.trim());
	};
	window.addEventListener('submit', note);
	onTestFinished(() => window.removeEventListener('submit', note));
	return found;
}

/** @returns what had the focus, once it is nowhere; Tab from the last control and a click on nothing leave it on purpose */
function watchFocus(): () => string | null {
	let last: Element | null = null;
	const note = ({ target }: FocusEvent) => {
		last = target instanceof Element ? target : null;
	};
	const leave = (event: Event) => {
		const isOtherKey = event instanceof KeyboardEvent && event.key !== 'Tab';
		if (document.activeElement === document.body && !isOtherKey) last = null;
	};
	window.addEventListener('focusin', note, true);
	window.addEventListener('mouseup', leave, true);
	window.addEventListener('keyup', leave, true);
	onTestFinished(() => {
		window.removeEventListener('focusin', note, true);
		window.removeEventListener('mouseup', leave, true);
		window.removeEventListener('keyup', leave, true);
	});
	return () => {
		if (document.activeElement !== document.body || last === null) return null;
		const lost = `${last.localName} “${last.ariaLabel ?? last.textContent.trim()}”`;
		last = null;
		return lost;
	};
}

/**
 * A screen reader says “row 3 of 12”. A table that does not fill its 20 rows draws its last row too. Rows are in order, and
 * where some are left out, their room is there.
 */
function expectRowsNumbered(table: Element): void {
	const drawn = [...table.querySelectorAll('[aria-rowindex]')];
	const numbers = drawn.map((row) => Number(row.getAttribute('aria-rowindex')));
	const said = table.getAttribute('aria-label') ?? '';
	const ordered = [...new Set(numbers)].toSorted((first, second) => first - second);
	expect(numbers, `${said}: rows in order, with numbers of their own`).toEqual(ordered);
	const total = Number(table.getAttribute('aria-rowcount'));
	if (numbers.length < 20) expect(Math.max(...numbers), `${said}: the last row`).toBe(total);
	if (table.querySelector('tbody[aria-hidden]') === null) return;
	const rooms = [...table.querySelectorAll('tbody')].map((part) =>
		part.hasAttribute('aria-hidden')
			? `${/[\d.]+/.exec(part.getAttribute('style') ?? '')?.[0] ?? ''} px`
			: Number(part.querySelector('[aria-rowindex]')?.getAttribute('aria-rowindex')),
	);
	const between = numbers.flatMap((number, at) => {
		const leftOut = (numbers[at + 1] ?? total + 1) - number - 1;
		return [...(at === 0 ? [] : [number]), ...(leftOut === 0 ? [] : [`${leftOut * 30} px`])];
	});
	expect(
		rooms.filter((part) => part !== '0 px'),
		`${said}: rows and their room`,
	).toEqual(between);
}

/** What a page that is gone has derived is out of date: nothing that goes on after an answer may read it. */
function failOnInertReads(): void {
	const warned = vi.spyOn(console, 'warn');
	onTestFinished(() => {
		const inert = warned.mock.calls.filter(([text]) => String(text).includes('derived_inert'));
		warned.mockRestore();
		expect(inert, 'derived values read of a page that is gone').toEqual([]);
	});
}

/** What this document lacks. */
function giveBrowser(): void {
	giveLayout();
	giveChoices();
}

/** Virtual tables draw what fits: 20 rows of 30 px. */
function giveLayout(): void {
	const give = (name: string, height: (element: HTMLElement) => number) =>
		Object.defineProperty(HTMLElement.prototype, name, {
			configurable: true,
			get(this: HTMLElement) {
				return height(this);
			},
		});
	give('offsetHeight', () => 30);
	give('clientHeight', () => 600);
}

/** Where this document differs from a browser, which the screens rely on. */
function giveChoices(): void {
	// Svelte asks a list for its `:checked` option, and a list keeps its first answer.
	Object.defineProperty(HTMLSelectElement.prototype, 'querySelector', {
		configurable: true,
		value(this: HTMLSelectElement, query: string) {
			if (query === ':checked') return this.selectedOptions[0] ?? null;
			return this.querySelectorAll(query)[0] ?? null;
		},
	});
	Object.defineProperty(HTMLSelectElement.prototype, 'selectedOptions', {
		configurable: true,
		get(this: HTMLSelectElement) {
			return [...this.options].filter((option) => option.selected);
		},
	});
	Object.defineProperty(HTMLOptionElement.prototype, 'label', {
		configurable: true,
		get(this: HTMLOptionElement) {
			return this.text;
		},
	});
	Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: null } });
	HTMLInputElement.prototype.select = function (this: HTMLInputElement) {
		this.focus();
		this.setSelectionRange(0, this.value.length);
	};
}
