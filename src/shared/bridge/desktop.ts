// The desktop program around the core: updates, start with the system, and what must not be interrupted.
import { z } from 'zod';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/** `waiting`: the person chose *Install now*, and `waitsFor` must end first. After `failed` it is tried again later. */
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
	/** `unpacked`: started from its sources. `package`: this kind of package cannot update itself. */
	offBecause: z
		.enum(['browser', 'policy', 'policy-unreadable', 'unpacked', 'package', 'no-feed'])
		.nullable(),
	version: z.string().nullable(),
	percent: z.number().int().nullable(),
	checkedAt: instant.nullable(),
	failure: z.string().nullable(),
	/** Whether it is installed when the person closes the program. */
	onClose: z.boolean(),
	asksAdministrator: z.boolean(),
	waitsFor: z.enum(['sending', 'counting']).nullable(),
});
export type UpdateState = z.infer<typeof updateState>;

export const desktopState = z.object({
	updates: updateState,
	startsWithSystem: z.boolean().nullable(),
});
export type DesktopState = z.infer<typeof desktopState>;

export const desktopCalls = {
	'desktop.state': call(nothing, desktopState),
	'desktop.checkForUpdates': call(nothing, nothing),
	/**
	 * `now` waits for work under way, then restarts the program. Fails with `not-possible-now` if no update is ready.
	 */
	'desktop.install': call(z.object({ when: z.enum(['now', 'on-close', 'later']) }), nothing),
	/** Fails with `not-possible-now` where `startsWithSystem` is null. */
	'desktop.startWithSystem': call(z.object({ on: z.boolean() }), nothing),
	/** What an update may not interrupt. `counting`: another window or browser than the caller's has a count open. */
	'desktop.underWay': call(nothing, z.object({ sending: z.boolean(), counting: z.boolean() })),
};

export const desktopEvents = {
	'desktop.changed': desktopState,
	'desktop.saveNow': nothing,
	/** A link or a file from outside leads to this path of the screens. */
	'desktop.opened': z.object({ path: z.string() }),
	'desktop.chosen': z.object({ id: z.string() }),
};
