// The token: signs in, renews before it expires, and shares one renewal between all callers.
import { addressOf } from '../../../shared/service/address.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import { loginAnswer, type LoginAnswer } from '../../../shared/service/account.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import type { AppState } from '../../../shared/bridge/app.ts';
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

export interface Session {
	token(): Promise<TokenResult>;
	/** Replaces a refused token. Callers with the same refused token share one renewal. */
	renew(refused: string): Promise<TokenResult>;
	signIn(secret: string): Promise<TokenResult & { kept?: boolean }>;
	secret(): Promise<string | null>;
	state(): AppState['session'];
	/** Every secret and token of this session, to keep them out of files. */
	secrets(): readonly string[];
	forget(): Promise<void>;
}

/** Longest token lifetime to believe: thirty days. */
const longestTokenMs = 30 * 86_400_000;

export function createSession(options: {
	account: ActiveAccount;
	secrets: SecretStore;
	clock: Clock;
	send: OpenRequest;
	said: (answer: Answer) => string;
	changed: () => void;
}): Session {
	const { account, clock, send, said } = options;
	const { token: rules } = account.profile;
	let token: Token | null = null;
	const seen = new Set<string>();
	let givenSecret: string | null = null;
	let state: AppState['session'] = 'none';
	let renewal: Promise<TokenResult> | null = null;

	const enter = (next: AppState['session']) => {
		if (state === next) return;
		state = next;
		options.changed();
	};

	const accept = (answer: Answer): TokenResult => {
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
				said: 'The answer to the sign-in holds no token.',
			};
		token = toToken(read.data);
		for (const secret of [token.access, token.refresh, read.data.id_token]) seen.add(secret ?? '');
		return { ok: true, token: token.access };
	};

	const toToken = (answer: LoginAnswer): Token => {
		const unit = { seconds: 1_000, minutes: 60_000, milliseconds: 1 }[rules.expiresIn];
		// An invalid or past expiry means that the token is used until it is refused.
		const end = (expires: number | undefined) =>
			expires === undefined || expires <= 0
				? Number.POSITIVE_INFINITY
				: clock.monotonic() + Math.min(expires * unit, longestTokenMs);
		return {
			access: answer.access_token,
			refresh: answer.refresh_token ?? null,
			endsAt: end(answer.expires_in),
			refreshEndsAt: end(answer.refresh_expires_in),
		};
	};

	const login = async (secret: string): Promise<TokenResult> => {
		seen.add(secret);
		const form = new FormData();
		form.set('client_id', account.clientId);
		form.set('client_secret', secret);
		const { method, path } = addressOf(operationNamed('account.login'), account.profile);
		const sent = await send({ url: urlOf(account, path), method, body: form });
		if (!sent.ok) return { ok: false, kind: 'unreachable', said: sent.failure.said };
		return accept(sent.answer);
	};

	const refresh = async (refreshToken: string): Promise<TokenResult> => {
		const names = rules.refreshFields;
		const { method, path } = addressOf(operationNamed('account.refresh'), account.profile);
		const sent = await send({
			url: urlOf(account, path),
			method,
			body: JSON.stringify({
				[names.refreshToken]: refreshToken,
				...(names.clientId === null ? {} : { [names.clientId]: account.clientId }),
			}),
		});
		if (!sent.ok) return { ok: false, kind: 'unreachable', said: sent.failure.said };
		return accept(sent.answer);
	};

	const secretHere = async () => givenSecret ?? (await options.secrets.read(account.accountId));

	const obtain = async (): Promise<TokenResult> => {
		const old = token;
		if (old?.refresh && rules.refresh && clock.monotonic() < old.refreshEndsAt) {
			const renewed = await refresh(old.refresh);
			// A refused refresh needs a new sign-in; an unreachable or busy service needs a wait.
			if (renewed.ok || renewed.kind === 'unreachable' || renewed.kind === 'wait') return renewed;
		}
		token = null;
		const secret = await secretHere();
		if (secret === null)
			return { ok: false, kind: 'no-secret', said: 'The client secret is not kept on this PC.' };
		return login(secret);
	};

	const settle = (result: TokenResult): TokenResult => {
		if (result.ok) enter('signed-in');
		else
			enter(result.kind === 'refused' || result.kind === 'no-secret' ? 'secret-needed' : 'offline');
		return result;
	};

	const renewOnce = (): Promise<TokenResult> => {
		renewal ??= (async () => {
			if (state !== 'signed-in') enter('signing-in');
			try {
				return settle(await obtain());
			} finally {
				renewal = null;
			}
		})();
		return renewal;
	};

	return {
		token() {
			if (renewal) return renewal;
			if (token && clock.monotonic() < token.endsAt - rules.renewBeforeMs) {
				return Promise.resolve({ ok: true, token: token.access });
			}
			return renewOnce();
		},
		renew(refused) {
			if (renewal) return renewal;
			if (token && token.access !== refused)
				return Promise.resolve({ ok: true, token: token.access });
			// The token expired early; its refresh may still work.
			if (token) token = { ...token, access: '', endsAt: 0 };
			return renewOnce();
		},
		async signIn(secret) {
			givenSecret = secret;
			token = null;
			const result = await renewOnce();
			if (!result.ok) {
				givenSecret = null;
				return result;
			}
			return { ...result, kept: await options.secrets.keep(account.accountId, secret) };
		},
		secret: secretHere,
		state: () => state,
		secrets: () => [...seen].filter((secret) => secret !== ''),
		async forget() {
			token = null;
			givenSecret = null;
			await options.secrets.forget(account.accountId);
			enter('none');
		},
	};
}

export const urlOf = (account: Pick<ActiveAccount, 'serviceUrl'>, path: string): string =>
	account.serviceUrl.replace(/\/+$/, '') + path;
