// Connecting to a service, signing in again, and disconnecting.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Account } from '../../../shared/bridge/app.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { readProfile } from '../../../shared/service/profile.ts';
import { refusal } from '../api/refusal.ts';
import type { TokenResult } from '../api/token.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { Accounts } from '../store/accounts.ts';

interface AccountSwitch {
	/** Signs in and, if that works, makes it the account in use. `profile` is saved as entered. */
	connect(account: ActiveAccount, profile: unknown, secret: string): Promise<TokenResult>;
	signIn(secret: string): Promise<TokenResult>;
	leave(): Promise<void>;
	takeOver(from: ActiveAccount): void;
	signedIn(): boolean;
	/** Practice data of an earlier Stillroom prevents the start. */
	practiceOutdated(is: boolean): void;
}

export function sessionCapability(
	context: Pick<CoreContext, 'account' | 'ports' | 'outbox'>,
	accounts: Accounts,
	accountSwitch: AccountSwitch,
): Handlers<'session'> {
	const { ports } = context;

	const connect = async (
		wanted: {
			serviceUrl: string;
			clientId: string;
			profile: unknown;
			practice: boolean;
			name: string;
		},
		secret: string,
		known: ActiveAccount | null,
		leaveWaiting: boolean,
	): Promise<Reply<Account>> => {
		const used = context.account();
		const waits = used !== null && used.accountId !== known?.accountId ? workWaiting() : null;
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
			accountId: known?.accountId ?? ports.newId(),
			serviceUrl: wanted.serviceUrl,
			clientId: wanted.clientId,
			name: wanted.name,
			practice: wanted.practice,
			profile: read.profile,
			// Findings about another reference field do not count with this profile.
			learned: known === null ? nothingLearned : accounts.learned(known.accountId, read.profile),
		};
		const result = await accountSwitch.connect(account, profile, secret);
		return result.ok ? succeed(view(account)) : refusal(result);
	};

	/** Asks before disconnecting with unsent work: it stays on this PC, and only that account can send it. */
	const workWaiting = (): Failure | null => {
		const { waiting, needYou } = context.outbox.counts();
		const documents = waiting + needYou;
		return documents === 0
			? null
			: fail(
					'work-waiting',
					`${String(documents)} documents wait for ${context.account()?.name ?? ''}.`,
					[
						{ path: 'waiting', message: String(waiting) },
						{ path: 'needYou', message: String(needYou) },
					],
				);
	};

	return {
		'session.connect': ({ serviceUrl, clientId, clientSecret, profile, leaveWaiting }) => {
			const base = serviceUrl.replace(/\/+$/, '');
			const only = ports.onlyService?.replace(/\/+$/, '');
			if (only !== undefined && only !== base) {
				return fail('not-possible-now', `The policy of this PC allows only the service ${only}.`);
			}
			return connect(
				{ serviceUrl: base, clientId, profile, practice: false, name: new URL(base).host },
				clientSecret,
				accounts.find(base, clientId),
				leaveWaiting,
			);
		},

		async 'session.practise'({ leaveWaiting, afresh }) {
			if (ports.practice === null) {
				return fail('not-possible-now', 'The practice service cannot be started here.');
			}
			const current = context.account();
			if (current?.practice && accountSwitch.signedIn()) return succeed(view(current));
			const practice = await (afresh ? ports.practice.startAfresh() : ports.practice.start());
			accountSwitch.practiceOutdated(practice === 'outdated');
			if (practice === 'outdated') {
				return fail(
					'practice-outdated',
					'The practice data was made by an earlier Stillroom. Start afresh: the old data is set aside, not deleted.',
				);
			}
			return connect(
				{
					serviceUrl: practice.serviceUrl,
					clientId: practice.clientId,
					profile: practice.profile,
					practice: true,
					name: 'Practice',
				},
				practice.clientSecret,
				// Somebody may have connected to it like to any other service.
				accounts.find(practice.serviceUrl, practice.clientId) ?? accounts.practice(),
				leaveWaiting,
			);
		},

		'session.takeOver'({ accountId }) {
			const account = context.account();
			if (!account) return fail('not-connected', 'Connect to a service first.');
			const other = accounts.get(accountId);
			if (other === null || accountId === account.accountId) {
				return fail('not-found', 'This PC has no such account.');
			}
			if (other.practice || account.practice) {
				return fail('not-possible-now', 'Practice never mixes with real work.');
			}
			accountSwitch.takeOver(other);
			return succeed({});
		},

		async 'session.signIn'({ clientSecret }) {
			const account = context.account();
			if (!account) return fail('not-connected', 'Connect to a service first.');
			const result = await accountSwitch.signIn(clientSecret);
			return result.ok ? succeed(view(account)) : refusal(result);
		},

		async 'session.leave'({ leaveWaiting }) {
			const waits = workWaiting();
			if (waits !== null && !leaveWaiting) return waits;
			await accountSwitch.leave();
			return succeed({});
		},

		'session.profile': () => {
			const account = context.account();
			if (!account) return fail('not-connected', 'Connect to a service first.');
			return succeed({ json: JSON.stringify(account.profile, null, '\t') });
		},
	};
}

export const view = (account: ActiveAccount): Account => ({
	accountId: account.accountId,
	name: account.name,
	serviceUrl: account.serviceUrl,
	clientId: account.clientId,
	practice: account.practice,
});
