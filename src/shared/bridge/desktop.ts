// The desktop program around the core: updates, start with the system, and what must not be interrupted.
import { z } from 'zod';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/**
 * `off`: `offBecause` says why. `ready`: downloaded and checked. `waiting`: the person chose *Install now*, and
 * `waitsFor` must end first. `failed`: the last check, download or installation failed; it is tried again later.
 */
export const updateState = z.object({
	stage: z.enum([
		'off',
		'idle',
		'checking',
		'downloading',
		'ready',
		'waiting',
		'installing',
		'failed',
	]),
	/**
	 * `browser`: the browser host has no updates of its own. `unpacked`: started from its sources. `package`: this kind
	 * of package cannot update itself. `no-feed`: no address is known.
	 */
	offBecause: z
		.enum(['browser', 'policy', 'policy-unreadable', 'unpacked', 'package', 'no-feed'])
		.nullable(),
	/** The newer version; null if none is known. */
	version: z.string().nullable(),
	/** Downloaded, 0 to 100. */
	percent: z.number().int().nullable(),
	checkedAt: instant.nullable(),
	/** In the words of the system or the server. */
	failure: z.string().nullable(),
	/** Whether it is installed when the person closes the program. */
	onClose: z.boolean(),
	/** Whether the system asks for an administrator during the installation. */
	asksAdministrator: z.boolean(),
	waitsFor: z.enum(['sending', 'counting']).nullable(),
});
export type UpdateState = z.infer<typeof updateState>;

export const desktopState = z.object({
	updates: updateState,
	/** null if this host or package cannot do it. */
	startsWithSystem: z.boolean().nullable(),
});
export type DesktopState = z.infer<typeof desktopState>;

export const desktopCalls = {
	'desktop.state': call(nothing, desktopState),
	'desktop.checkForUpdates': call(nothing, nothing),
	/**
	 * `now` waits for work under way, then stops the program and starts it again. `later` keeps the update until the
	 * person chooses. Fails with `not-possible-now` if no update is ready.
	 */
	'desktop.install': call(z.object({ when: z.enum(['now', 'on-close', 'later']) }), nothing),
	/** Fails with `not-possible-now` where `startsWithSystem` is null. */
	'desktop.startWithSystem': call(z.object({ on: z.boolean() }), nothing),
	/** What an update may not interrupt. `counting`: another window or browser than the caller's has a count open. */
	'desktop.underWay': call(nothing, z.object({ sending: z.boolean(), counting: z.boolean() })),
};

export const desktopEvents = {
	'desktop.changed': desktopState,
	/** The PC goes to sleep or the user signs out: save the open box now. */
	'desktop.saveNow': nothing,
	/** A link or a file from outside leads to this path of the screens. */
	'desktop.opened': z.object({ path: z.string() }),
	/** A command of the program's own menu, by the id that `setMenu` got. */
	'desktop.chosen': z.object({ id: z.string() }),
};
