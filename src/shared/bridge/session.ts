// Connecting to a service, signing in, and disconnecting.
import { z } from 'zod';
import { account } from './app.ts';
import { call } from './call.ts';
import { nothing, serviceAddress } from './values.ts';

export const sessionCalls = {
	/**
	 * Signs in and makes this the PC's account. Fails with `profile-invalid` (every mistake by path), `refused` (wrong
	 * id or secret), `unreachable`, `busy` or `not-this-service` (something else answered); with `work-waiting` if the
	 * current account has unsent work, unless `leaveWaiting` keeps it here.
	 */
	'session.connect': call(
		{
			serviceUrl: serviceAddress,
			clientId: z.string().min(1),
			clientSecret: z.string().min(1),
			/** Service profile as parsed JSON; if omitted, the account's last profile here, else the defaults. */
			profile: z.unknown().optional(),
			leaveWaiting: z.boolean().default(false),
		},
		account,
	),
	/**
	 * Starts the practice service (if the host can) and connects; `work-waiting` as above. Fails with
	 * `practice-outdated` if an earlier Stillroom wrote its data; `afresh` sets that aside and starts with new data.
	 */
	'session.practise': call(
		{ leaveWaiting: z.boolean().default(false), afresh: z.boolean().default(false) },
		account,
	),
	/**
	 * Transfers another account's work to the current one, because a person confirms it is the same service under
	 * another address or client id. Fails with `not-found` if this PC has no such account, `not-possible-now` if either
	 * is for practice.
	 */
	'session.takeOver': call({ accountId: z.string().min(1) }, nothing),
	/** Re-enters the client secret after `secret-needed`. */
	'session.signIn': call({ clientSecret: z.string().min(1) }, account),
	/** Disconnects. Fails with `work-waiting` if there is unsent work, unless `leaveWaiting` keeps it here. */
	'session.leave': call({ leaveWaiting: z.boolean() }, nothing),
	/** The effective service profile as JSON text, for the settings screen. */
	'session.profile': call(nothing, { json: z.string() }),
};
