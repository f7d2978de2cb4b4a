// Connecting to a service, signing in, and leaving.
import { z } from 'zod';
import { account } from './app.ts';
import { call } from './call.ts';
import { nothing, serviceAddress } from './values.ts';

export const sessionCalls = {
	/**
	 * Signs in and makes this the account of this PC. Fails with `profile-invalid` (every mistake by path), `refused`
	 * (wrong id or secret), `unreachable`, `busy`, or `not-this-service` (something else answered); with `work-waiting` while
	 * work waits for another account in use, unless `leaveWaiting` says to keep it here.
	 */
	'session.connect': call(
		z.object({
			serviceUrl: serviceAddress,
			clientId: z.string().min(1),
			clientSecret: z.string().min(1),
			/** A service profile as parsed JSON; left out, what this account had here before holds, else the defaults. */
			profile: z.unknown().optional(),
			leaveWaiting: z.boolean().default(false),
		}),
		account,
	),
	/**
	 * Starts the practice service (where the host can) and connects to it; `work-waiting` as above. `practice-outdated` where
	 * its data is of an earlier Stillroom: with `afresh` that is set aside, and it begins with new.
	 */
	'session.practise': call(
		z.object({ leaveWaiting: z.boolean().default(false), afresh: z.boolean().default(false) }),
		account,
	),
	/**
	 * Goes on with the work of another account of this PC as that of the one in use, because a person says that it is the
	 * same service under another address or client id. `not-found` where this PC has no such account, `not-possible-now` where
	 * one of the two is for practice alone.
	 */
	'session.takeOver': call(z.object({ accountId: z.string().min(1) }), nothing),
	/** Gives the client secret again after `secret-needed`. */
	'session.signIn': call(z.object({ clientSecret: z.string().min(1) }), account),
	/** Leaves the account. Refused with `work-waiting` while work waits, unless `leaveWaiting` says to keep it here. */
	'session.leave': call(z.object({ leaveWaiting: z.boolean() }), nothing),
	/** The service profile in force, as JSON text, for the settings screen. */
	'session.profile': call(nothing, z.object({ json: z.string() })),
};
