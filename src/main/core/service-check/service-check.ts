// Bridge calls of the service check: start, watch, stop, and use the proposed profile. One check runs at a time.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import {
	checkReport,
	type CheckReport,
	type CheckState,
	type LeaveToWrite,
} from '../../../shared/bridge/service-check.ts';
import { readProfile } from '../../../shared/service/profile.ts';
import { refusal } from '../api/refusal.ts';
import type { TokenResult } from '../api/token.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { ServiceChecks } from '../store/service-checks.ts';
import { checkService, textOf } from './check.ts';
import { answerForm } from './form-answers.ts';
import { keptOr } from '../store/kept-json.ts';

interface CheckedConnection {
	/** The client secret; null if a person must enter it again. */
	secret(): Promise<string | null>;
	use(account: ActiveAccount, profile: unknown, secret: string): Promise<TokenResult>;
	/** New findings were saved, and the outbox relies on them. */
	learned(): void;
}

export interface ServiceCheck {
	readonly handlers: Handlers<'serviceCheck'>;
	stop(): void;
}

/** Progress is announced at every question, and after this many requests. */
const requestsBetweenTold = 10;

export function serviceCheckCapability(
	context: Pick<CoreContext, 'account' | 'emit' | 'ports'>,
	checks: ServiceChecks,
	connection: CheckedConnection,
): ServiceCheck {
	const { ports } = context;
	let running: { now: NonNullable<CheckState['running']>; stopped: boolean } | null = null;
	let failure: CheckState['failure'] = null;
	const changed = () => {
		context.emit('serviceCheck.changed', {});
	};

	const lastReport = (accountId: string): CheckReport | null => {
		const row = checks.last(accountId);
		// Ignores a report of another version: the check can be repeated.
		return row === null ? null : keptOr(checkReport, row.report, null);
	};

	const run = async (account: ActiveAccount, write: LeaveToWrite | null): Promise<void> => {
		const mine = { now: { question: 'signIn' as const, requests: 0 }, stopped: false };
		const current: NonNullable<typeof running> = mine;
		running = current;
		failure = null;
		changed();
		try {
			const secret = await connection.secret();
			if (secret === null) {
				failure = 'secret-needed';
				return;
			}
			const report = await checkService({
				serviceUrl: account.serviceUrl,
				clientId: account.clientId,
				secret,
				profile: account.profile,
				ports,
				write,
				stopped: () => current.stopped,
				progress: (now) => {
					const told =
						current.now.question !== now.question ||
						now.requests >= current.now.requests + requestsBetweenTold;
					if (!told || current.stopped) return;
					current.now = now;
					changed();
				},
			});
			if (current.stopped) return;
			checks.keep(account.accountId, report.at, JSON.stringify(report), report.learned);
			connection.learned();
		} catch (error) {
			if (current.stopped) return;
			ports.log.error('The service check failed', {
				error: error instanceof Error ? error.stack : String(error),
			});
			failure = 'internal';
		} finally {
			if (running === current) {
				running = null;
				changed();
			}
		}
	};

	const stop = () => {
		if (running === null) return;
		running.stopped = true;
		running = null;
	};

	const notConnected = () => fail('not-connected', 'Stillroom is not connected to a service yet.');

	return {
		stop,
		handlers: {
			'serviceCheck.state': () => {
				const account = context.account();
				if (account === null) return notConnected();
				const report = lastReport(account.accountId);
				const inForce = textOf(account.profile);
				const outdated =
					report !== null &&
					inForce !== report.profile &&
					inForce !== report.found &&
					inForce !== report.proposed;
				return succeed({ running: running?.now ?? null, report, outdated, failure });
			},

			'serviceCheck.start': ({ write }) => {
				const account = context.account();
				if (account === null) return notConnected();
				if (running !== null) return fail('not-possible-now', 'A check is running already.');
				void run(account, write);
				return succeed({});
			},

			'serviceCheck.stop': () => {
				stop();
				changed();
				return succeed({});
			},

			'serviceCheck.answer': ({ answers }) => {
				const account = context.account();
				if (account === null) return notConnected();
				const report = lastReport(account.accountId);
				if (report === null) return fail('not-found', 'This service has not been checked yet.');
				const answered = answerForm(report, answers);
				if (!answered.ok) {
					return fail(
						'profile-invalid',
						'An answer is no value of its setting.',
						answered.problems,
					);
				}
				const { at, learned, proposed } = answered.report;
				checks.keep(account.accountId, at, JSON.stringify(answered.report), learned);
				changed();
				return succeed({ proposed });
			},

			async 'serviceCheck.use'({ profile }) {
				const account = context.account();
				if (account === null) return notConnected();
				const read = readProfile(profile);
				if (!read.ok) {
					return fail('profile-invalid', 'The service profile has mistakes.', read.problems);
				}
				const secret = await connection.secret();
				if (secret === null) return fail('secret-needed', 'The client secret is not kept here.');
				const learned = checks.learned(account.accountId, read.profile);
				const wanted = { ...account, profile: read.profile, learned };
				const result = await connection.use(wanted, profile, secret);
				if (!result.ok) return refusal(result);
				changed();
				return succeed({});
			},
		},
	};
}
