// Bridge calls of the service check: start, watch, stop, and use the proposed profile. One check runs at a time.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import {
	checkReport,
	type CheckReport,
	type CheckState,
	type FormAnswers,
	type WritePermission,
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

interface Run {
	now: NonNullable<CheckState['running']>;
	stopped: boolean;
}

/** Progress is announced at every question, and after this many requests. */
const requestsBetweenTold = 10;

export class ServiceCheck {
	readonly #context: Pick<CoreContext, 'account' | 'emit' | 'ports'>;
	readonly #checks: ServiceChecks;
	readonly #connection: CheckedConnection;
	#running: Run | null = null;
	#failure: CheckState['failure'] = null;

	constructor(
		context: Pick<CoreContext, 'account' | 'emit' | 'ports'>,
		checks: ServiceChecks,
		connection: CheckedConnection,
	) {
		this.#context = context;
		this.#checks = checks;
		this.#connection = connection;
	}

	readonly handlers: Handlers<'serviceCheck'> = {
		'serviceCheck.state': () => this.#ofAccount((account) => this.#state(account)),
		'serviceCheck.start': ({ write }) => this.#ofAccount((account) => this.#start(account, write)),
		'serviceCheck.stop': () => {
			this.stop();
			this.#changed();
			return succeed({});
		},
		'serviceCheck.answer': ({ answers }) =>
			this.#ofAccount((account) => this.#answer(account, answers)),
		'serviceCheck.use': ({ profile }) => this.#ofAccount((account) => this.#use(account, profile)),
	};

	stop(): void {
		if (this.#running === null) return;
		this.#running.stopped = true;
		this.#running = null;
	}

	#ofAccount<Answer>(answer: (account: ActiveAccount) => Answer): Answer | Failure {
		const account = this.#context.account();
		return account === null
			? fail('not-connected', 'Stillroom is not connected to a service yet.')
			: answer(account);
	}

	#changed(): void {
		this.#context.emit('serviceCheck.changed', {});
	}

	#lastReport(accountId: string): CheckReport | null {
		const row = this.#checks.last(accountId);
		// Ignores a report of another version: the check can be repeated.
		return row === null ? null : keptOr(checkReport, row.report, null);
	}

	#state(account: ActiveAccount): Reply<CheckState> {
		const report = this.#lastReport(account.accountId);
		const inForce = textOf(account.profile);
		const outdated =
			report !== null && ![report.profile, report.found, report.proposed].includes(inForce);
		const running = this.#running?.now ?? null;
		return succeed({ running, report, outdated, failure: this.#failure });
	}

	#start(account: ActiveAccount, write: WritePermission | null): Reply<Record<string, never>> {
		if (this.#running !== null) return fail('not-possible-now', 'A check is running already.');
		void this.#run(account, write);
		return succeed({});
	}

	async #run(account: ActiveAccount, write: WritePermission | null): Promise<void> {
		const { ports } = this.#context;
		const current: Run = { now: { question: 'signIn', requests: 0 }, stopped: false };
		this.#running = current;
		this.#failure = null;
		this.#changed();
		try {
			const secret = await this.#connection.secret();
			if (secret === null) {
				this.#failure = 'secret-needed';
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
					this.#changed();
				},
			});
			if (current.stopped) return;
			this.#checks.keep(account.accountId, report.at, JSON.stringify(report), report.learned);
			this.#connection.learned();
		} catch (error) {
			if (current.stopped) return;
			ports.log.error('The service check failed', {
				error: error instanceof Error ? error.stack : String(error),
			});
			this.#failure = 'internal';
		} finally {
			if (this.#running === current) {
				this.#running = null;
				this.#changed();
			}
		}
	}

	#answer({ accountId }: ActiveAccount, answers: FormAnswers): Reply<{ proposed: string }> {
		const report = this.#lastReport(accountId);
		if (report === null) return fail('not-found', 'This service has not been checked yet.');
		const answered = answerForm(report, answers);
		if (!answered.ok) {
			return fail('profile-invalid', 'An answer is no value of its setting.', answered.problems);
		}
		const { at, learned, proposed } = answered.report;
		this.#checks.keep(accountId, at, JSON.stringify(answered.report), learned);
		this.#changed();
		return succeed({ proposed });
	}

	async #use(account: ActiveAccount, profile: unknown): Promise<Reply<Record<string, never>>> {
		const read = readProfile(profile);
		if (!read.ok) {
			return fail('profile-invalid', 'The service profile has mistakes.', read.problems);
		}
		const secret = await this.#connection.secret();
		if (secret === null) return fail('secret-needed', 'The client secret is not kept here.');
		const learned = this.#checks.learned(account.accountId, read.profile);
		const wanted = { ...account, profile: read.profile, learned };
		const result = await this.#connection.use(wanted, profile, secret);
		if (!result.ok) return refusal(result);
		this.#changed();
		return succeed({});
	}
}
