// The token: signs in, renews before it expires, and shares one renewal between all callers.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import { addressOf } from '../../../shared/service/address.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import { loginAnswer, type LoginAnswer } from '../../../shared/service/account.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import type { AppState } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { Clock, SecretStore } from '../ports.ts';
import type { Answer } from './answer.ts';
import type { NetworkFailure } from './network-failure.ts';

export type TokenResult =
	| { ok: true; token: string }
	/** `refused`: the service rejects the secret. `no-secret`: this PC has none. */
	| { ok: false; kind: 'refused' | 'no-secret' | 'unreachable' | 'not-this-service'; said: string }
	/** Asked to wait, which says nothing about the secret; `retryAfterMs` is null if no time was given. */
	| { ok: false; kind: 'wait'; said: string; retryAfterMs: number | null };

type OpenRequest = (request: {
	url: string;
	method: string;
	body: FormData | string;
}) => Promise<{ ok: true; answer: Answer } | { ok: false; failure: NetworkFailure }>;

interface Token {
	access: string;
	refresh: string | null;
	/** Monotonic. */
	endsAt: number;
	refreshEndsAt: number;
}

/** Longest token lifetime to believe: thirty days. */
const longestTokenMs = 30 * 86_400_000;

interface SessionOptions {
	account: ActiveAccount;
	secrets: SecretStore;
	clock: Clock;
	send: OpenRequest;
	said: (answer: Answer) => string;
	changed: () => void;
}

export class Session {
	readonly #options: SessionOptions;
	readonly #rules: ServiceProfile['token'];
	readonly #seen = new Set<string>();
	#token: Token | null = null;
	#givenSecret: string | null = null;
	#state: AppState['session'] = 'none';
	#renewal: Promise<TokenResult> | null = null;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.#rules = options.account.profile.token;
	}

	token(): Promise<TokenResult> {
		if (this.#renewal) return this.#renewal;
		const { clock } = this.#options;
		if (this.#token && clock.monotonic() < this.#token.endsAt - this.#rules.renewBeforeMs) {
			return Promise.resolve({ ok: true, token: this.#token.access });
		}
		return this.#renewOnce();
	}

	/** Replaces a refused token. Callers with the same refused token share one renewal. */
	renew(refused: string): Promise<TokenResult> {
		if (this.#renewal) return this.#renewal;
		if (this.#token && this.#token.access !== refused) {
			return Promise.resolve({ ok: true, token: this.#token.access });
		}
		// The token expired early; its refresh may still work.
		if (this.#token) this.#token = { ...this.#token, access: '', endsAt: 0 };
		return this.#renewOnce();
	}

	async signIn(secret: string): Promise<TokenResult & { kept?: boolean }> {
		const { account, secrets } = this.#options;
		this.#givenSecret = secret;
		this.#token = null;
		const result = await this.#renewOnce();
		if (!result.ok) {
			this.#givenSecret = null;
			return result;
		}
		return { ...result, kept: await secrets.keep(account.accountId, secret) };
	}

	async secret(): Promise<string | null> {
		const { account, secrets } = this.#options;
		return this.#givenSecret ?? (await secrets.read(account.accountId));
	}

	state(): AppState['session'] {
		return this.#state;
	}

	/** Every secret and token of this session, to keep them out of files. */
	secrets(): readonly string[] {
		return [...this.#seen].filter((secret) => secret !== '');
	}

	async forget(): Promise<void> {
		const { account, secrets } = this.#options;
		this.#token = null;
		this.#givenSecret = null;
		await secrets.forget(account.accountId);
		this.#enter('none');
	}

	#enter(next: AppState['session']): void {
		if (this.#state === next) return;
		this.#state = next;
		this.#options.changed();
	}

	#renewOnce(): Promise<TokenResult> {
		this.#renewal ??= (async () => {
			if (this.#state !== 'signed-in') this.#enter('signing-in');
			try {
				const result = await this.#obtain();
				this.#enter(stateAfter(result));
				return result;
			} finally {
				this.#renewal = null;
			}
		})();
		return this.#renewal;
	}

	async #obtain(): Promise<TokenResult> {
		const old = this.#token;
		if (
			old?.refresh &&
			this.#rules.refresh &&
			this.#options.clock.monotonic() < old.refreshEndsAt
		) {
			const renewed = await this.#refresh(old.refresh);
			// A refused refresh needs a new sign-in; an unreachable or busy service needs a wait.
			if (renewed.ok || renewed.kind === 'unreachable' || renewed.kind === 'wait') return renewed;
		}
		this.#token = null;
		const secret = await this.secret();
		if (secret === null) return { ok: false, kind: 'no-secret', said: inOwnWords('noSecret') };
		return this.#login(secret);
	}

	#login(secret: string): Promise<TokenResult> {
		this.#seen.add(secret);
		const form = new FormData();
		form.set('client_id', this.#options.account.clientId);
		form.set('client_secret', secret);
		return this.#request('account.login', form);
	}

	#refresh(refreshToken: string): Promise<TokenResult> {
		const names = this.#rules.refreshFields;
		const { clientId } = this.#options.account;
		const body = JSON.stringify({
			[names.refreshToken]: refreshToken,
			...(names.clientId === null ? {} : { [names.clientId]: clientId }),
		});
		return this.#request('account.refresh', body);
	}

	async #request(
		operation: 'account.login' | 'account.refresh',
		body: FormData | string,
	): Promise<TokenResult> {
		const { account, send } = this.#options;
		const { method, path } = addressOf(operationNamed(operation), account.profile);
		const sent = await send({ url: urlOf(account, path), method, body });
		if (!sent.ok) return { ok: false, kind: 'unreachable', said: sent.failure.said };
		return this.#accept(sent.answer);
	}

	#accept(answer: Answer): TokenResult {
		const { account, clock, said } = this.#options;
		if (answer.status === 429 || answer.status === 503) {
			const { retryAfterMs } = answer;
			return { ok: false, kind: 'wait', said: said(answer), retryAfterMs };
		}
		if (answer.form !== 'json' || answer.status >= 500) {
			return { ok: false, kind: 'not-this-service', said: said(answer) };
		}
		if (answer.status >= 300) return { ok: false, kind: 'refused', said: said(answer) };
		const read = loginAnswer.safeParse(
			codecOf(loginAnswer, account.profile).read(answer.json, '$', []),
		);
		if (!read.success)
			return {
				ok: false,
				kind: 'not-this-service',
				said: inOwnWords('noToken'),
			};
		const token = tokenOf(read.data, this.#rules, clock.monotonic());
		this.#token = token;
		for (const secret of [token.access, token.refresh, read.data.id_token]) {
			this.#seen.add(secret ?? '');
		}
		return { ok: true, token: token.access };
	}
}

function stateAfter(result: TokenResult): AppState['session'] {
	if (result.ok) return 'signed-in';
	return result.kind === 'refused' || result.kind === 'no-secret' ? 'secret-needed' : 'offline';
}

/** @param now monotonic */
function tokenOf(answer: LoginAnswer, rules: ServiceProfile['token'], now: number): Token {
	const unit = { seconds: 1_000, minutes: 60_000, milliseconds: 1 }[rules.expiresIn];
	// An invalid or past expiry means that the token is used until it is refused.
	const end = (expires: number | undefined) =>
		expires === undefined || expires <= 0
			? Number.POSITIVE_INFINITY
			: now + Math.min(expires * unit, longestTokenMs);
	return {
		access: answer.access_token,
		refresh: answer.refresh_token ?? null,
		endsAt: end(answer.expires_in),
		refreshEndsAt: end(answer.refresh_expires_in),
	};
}

export const urlOf = (account: Pick<ActiveAccount, 'serviceUrl'>, path: string): string =>
	account.serviceUrl.replace(/\/+$/, '') + path;
