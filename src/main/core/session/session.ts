// Connecting to a service, signing in again, and disconnecting.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Account } from '../../../shared/bridge/app.ts';
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { area } from '../../../shared/document/stored.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { readProfile } from '../../../shared/service/profile.ts';
import type { AccountConnection } from '../account-connection.ts';
import type { AccountInUse } from '../account-in-use.ts';
import { refusal } from '../api/refusal.ts';
import type { App } from '../app/app.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { Events } from '../events.ts';
import type { OutboxEngine } from '../outbox/engine.ts';
import type { Accounts } from '../store/accounts.ts';

interface SessionParts {
	context: Pick<CoreContext, 'account' | 'ports' | 'outbox' | 'settings'>;
	accounts: Accounts;
	account: AccountInUse;
	connection: AccountConnection;
	outbox: OutboxEngine;
	events: Events;
	app: App;
}

interface Wanted {
	serviceUrl: string;
	clientId: string;
	clientSecret: string;
	profile: unknown;
	practice: boolean;
	name: string;
}

export class Session {
	readonly #parts: SessionParts;
	readonly #context: SessionParts['context'];
	readonly #accounts: Accounts;

	constructor(parts: SessionParts) {
		this.#parts = parts;
		this.#context = parts.context;
		this.#accounts = parts.accounts;
	}

	readonly handlers: Handlers<'session'> = {
		'session.connect': (asked) => this.#connectTo(asked),
		'session.practise': (asked) => this.#practise(asked),
		'session.takeOver': ({ accountId }) => this.#takeOver(accountId),
		'session.signIn': ({ clientSecret }) => this.#signIn(clientSecret),
		'session.leave': ({ leaveWaiting }) => this.#leave(leaveWaiting),
		'session.profile': () => {
			const account = this.#context.account();
			if (!account) return notConnected();
			return succeed({ json: JSON.stringify(account.profile, null, '\t') });
		},
	};

	#connectTo({
		serviceUrl,
		clientId,
		clientSecret,
		profile,
		leaveWaiting,
	}: CallArguments<'session.connect'>): Promise<Reply<Account>> {
		const base = serviceUrl.replace(/\/+$/, '');
		const only = this.#context.ports.onlyService?.replace(/\/+$/, '');
		if (only !== undefined && only !== base) {
			const message = `The policy of this PC allows only the service ${only}.`;
			return Promise.resolve(fail('not-possible-now', message));
		}
		const name = new URL(base).host;
		return this.#connect(
			{ serviceUrl: base, clientId, clientSecret, profile, practice: false, name },
			this.#accounts.find(base, clientId),
			leaveWaiting,
		);
	}

	async #practise({
		leaveWaiting,
		afresh,
	}: CallArguments<'session.practise'>): Promise<Reply<Account>> {
		const service = this.#context.ports.practice;
		if (service === null) {
			return fail('not-possible-now', 'The practice service cannot be started here.');
		}
		const current = this.#context.account();
		if (current?.practice && this.#parts.connection.session() === 'signed-in')
			return succeed(view(current));
		const practice = await (afresh ? service.startAfresh() : service.start());
		this.#parts.app.practiceOutdated(practice === 'outdated');
		if (practice === 'outdated') {
			return fail(
				'practice-outdated',
				'The practice data was made by an earlier Stillroom. Start afresh: the old data is set aside, not deleted.',
			);
		}
		const { serviceUrl, clientId, clientSecret, profile } = practice;
		return this.#connect(
			{ serviceUrl, clientId, clientSecret, profile, practice: true, name: 'Practice' },
			// Somebody may have connected to it like to any other service.
			this.#accounts.find(serviceUrl, clientId) ?? this.#accounts.practice(),
			leaveWaiting,
		);
	}

	#takeOver(accountId: string): Reply<Record<string, never>> {
		const account = this.#context.account();
		if (!account) return notConnected();
		const other = this.#accounts.get(accountId);
		if (other === null || accountId === account.accountId) {
			return fail('not-found', 'This PC has no such account.');
		}
		if (other.practice || account.practice) {
			return fail('not-possible-now', 'Practice never mixes with real work.');
		}
		const { outbox, events } = this.#parts;
		const name = `${other.name} (${other.clientId})`;
		outbox.takeOver({ accountId, name }, this.#context.settings().person);
		events.appChanged();
		events.documentsChanged(area.options);
		return succeed({});
	}

	async #signIn(clientSecret: string): Promise<Reply<Account>> {
		const account = this.#context.account();
		if (!account) return notConnected();
		const result = await this.#parts.connection.signIn(clientSecret);
		return result.ok ? succeed(view(account)) : refusal(result);
	}

	async #leave(leaveWaiting: boolean): Promise<Reply<Record<string, never>>> {
		const waits = this.#workWaiting();
		if (waits !== null && !leaveWaiting) return waits;
		await this.#parts.account.leave();
		return succeed({});
	}

	async #connect(
		wanted: Wanted,
		known: ActiveAccount | null,
		leaveWaiting: boolean,
	): Promise<Reply<Account>> {
		const accounts = this.#accounts;
		const used = this.#context.account();
		const waits = used !== null && used.accountId !== known?.accountId ? this.#workWaiting() : null;
		if (waits !== null && !leaveWaiting) return waits;
		const profile =
			wanted.profile ?? (known === null ? undefined : accounts.givenProfile(known.accountId));
		if (
			profile === undefined &&
			known !== null &&
			accounts.damagedProfile(known.accountId) !== null
		) {
			return fail(
				'profile-invalid',
				'The service profile of this account is damaged. Give it again, or check the service.',
			);
		}
		const read = readProfile(profile);
		if (!read.ok) {
			return fail('profile-invalid', 'The service profile has mistakes.', read.problems);
		}
		const account: ActiveAccount = {
			accountId: known?.accountId ?? this.#context.ports.newId(),
			serviceUrl: wanted.serviceUrl,
			clientId: wanted.clientId,
			name: wanted.name,
			practice: wanted.practice,
			profile: read.profile,
			// Findings about another reference field do not count with this profile.
			learned: known === null ? nothingLearned : accounts.learned(known.accountId, read.profile),
		};
		const result = await this.#parts.account.switchTo(account, profile, wanted.clientSecret);
		return result.ok ? succeed(view(account)) : refusal(result);
	}

	/** Asks before disconnecting with unsent work: it stays on this PC, and only that account can send it. */
	#workWaiting(): Failure | null {
		const { waiting, needYou } = this.#context.outbox.counts();
		const documents = waiting + needYou;
		return documents === 0
			? null
			: fail(
					'work-waiting',
					`${String(documents)} documents wait for ${this.#context.account()?.name ?? ''}.`,
					[
						{ path: 'waiting', message: String(waiting) },
						{ path: 'needYou', message: String(needYou) },
					],
				);
	}
}

const notConnected = () => fail('not-connected', 'Connect to a service first.');

export const view = (account: ActiveAccount): Account => ({
	accountId: account.accountId,
	name: account.name,
	serviceUrl: account.serviceUrl,
	clientId: account.clientId,
	practice: account.practice,
});
