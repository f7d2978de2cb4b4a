// The account in use, and switching to another: all work of the old one ends first.
import type { LearnedBehaviour } from '../../shared/service/behaviour.ts';
import type { AccountConnection } from './account-connection.ts';
import type { AccountWork } from './account-work.ts';
import type { TokenResult } from './api/token.ts';
import type { ActiveAccount } from './context.ts';
import type { Events } from './events.ts';
import type { Clock } from './ports.ts';
import type { Accounts } from './store/accounts.ts';

interface AccountParts {
	accounts: Accounts;
	connection: AccountConnection;
	work: AccountWork;
	events: Events;
	clock: Clock;
}

export class AccountInUse {
	readonly #parts: AccountParts;
	#account: ActiveAccount | null;
	#profileLookedAt: { account: ActiveAccount | null; damaged: boolean } = {
		account: null,
		damaged: false,
	};

	constructor(parts: AccountParts, found: ActiveAccount | null) {
		this.#parts = parts;
		this.#account = found;
	}

	current(): ActiveAccount | null {
		return this.#account;
	}

	/** The profile is damaged, so the defaults apply. */
	profileDamaged(): boolean {
		const account = this.#account;
		if (account !== this.#profileLookedAt.account) {
			const damaged = account && this.#parts.accounts.damagedProfile(account.accountId);
			this.#profileLookedAt = { account, damaged: damaged !== null };
		}
		return this.#profileLookedAt.damaged;
	}

	learn(of: (account: ActiveAccount) => LearnedBehaviour): void {
		if (this.#account) this.#account = { ...this.#account, learned: of(this.#account) };
	}

	/** Signs in and, if that works, makes it the account in use. `profile` is saved as entered. */
	async switchTo(to: ActiveAccount, profile: unknown, secret: string): Promise<TokenResult> {
		const { accounts, connection, work, events, clock } = this.#parts;
		const candidate = connection.candidate(to);
		const result = await candidate.client.session.signIn(secret);
		if (!result.ok) return result;
		await work.stop();
		accounts.use(to, profile, clock.now());
		this.#account = to;
		connection.use(candidate);
		work.start();
		events.allChanged();
		return result;
	}

	async leave(): Promise<void> {
		const { accounts, connection, work, events } = this.#parts;
		await connection.forget();
		await work.stop();
		if (this.#account) accounts.leave(this.#account.accountId);
		this.#account = null;
		events.appChanged();
	}
}
