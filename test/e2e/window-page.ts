// The page as it is in the desktop window: the preload script's bridge, made up in the page over the browser host.
import type { Page } from '@playwright/test';
import type { DesktopState, UpdateState } from '../../src/shared/bridge/desktop.ts';
import type { Policy } from '../../src/shared/bridge/policy.ts';

interface MadeUpWindow {
	listeners: Map<string, Set<(payload: unknown) => void>>;
	desktop: DesktopState;
	asked: unknown[];
}

export const idle: UpdateState = {
	stage: 'idle',
	offBecause: null,
	version: null,
	percent: null,
	checkedAt: null,
	failure: null,
	onClose: true,
	asksAdministrator: false,
	waitsFor: null,
};

/** Call before the page is opened. */
export async function asWindow(
	page: Page,
	{ updates = idle, policy = null }: { updates?: UpdateState; policy?: Policy | null } = {},
): Promise<void> {
	await page.addInitScript(
		({ updates, policy }) => {
			const made: MadeUpWindow = {
				listeners: new Map(),
				desktop: { updates, startsWithSystem: false },
				asked: [],
			};
			const own: Record<string, (input: never) => unknown> = {
				'desktop.state': () => made.desktop,
				'desktop.install': (input) => made.asked.push(['install', input]) && {},
				'desktop.checkForUpdates': () => made.asked.push(['check']) && {},
				'desktop.startWithSystem': ({ on }: { on: boolean }) => {
					made.desktop = { ...made.desktop, startsWithSystem: on };
					return {};
				},
			};
			const stillroom = {
				host: {
					kind: 'electron',
					can: ['print', 'save-file', 'practise', 'auto-update'],
					...(policy === null ? {} : { policy }),
				},
				async call(name: string, input: never) {
					const answer = own[name];
					if (answer !== undefined) return { ok: true, value: answer(input) };
					const reply = await fetch(`/call/${name}`, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ input }),
					});
					return reply.json() as Promise<unknown>;
				},
				on(name: string, listener: (payload: unknown) => void) {
					const known = made.listeners.get(name) ?? new Set();
					made.listeners.set(name, known.add(listener));
					return () => known.delete(listener);
				},
				saveFile: async () => ({ kind: 'saved', name: 'file' }),
				print: async () => ({ kind: 'cancelled' }),
				savePdf: null,
				takeOpenedFile: async () => null,
				setMenu: async () => undefined,
			};
			Object.assign(window, { stillroom, made });
		},
		{ updates, policy },
	);
}

/** Sends an event of the program to the page. */
export const tell = (page: Page, name: string, payload: unknown): Promise<void> =>
	page.evaluate(
		({ name, payload }) => {
			const made = Reflect.get(window, 'made') as MadeUpWindow;
			for (const listener of made.listeners.get(name) ?? []) listener(payload);
		},
		{ name, payload },
	);

/** What the page asked of the program. */
export const made = (page: Page): Promise<Pick<MadeUpWindow, 'asked'>> =>
	page.evaluate(() => {
		const { asked } = Reflect.get(window, 'made') as MadeUpWindow;
		return { asked };
	});
