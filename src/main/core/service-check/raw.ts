// Requests without relying on the profile: one request, one unparsed answer.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import ky from 'ky';
import { stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { loginAnswer, type LoginAnswer } from '../../../shared/service/account.ts';
import { addressOf, fillPath } from '../../../shared/service/address.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import { readAnswer, within, type Answer } from '../api/answer.ts';
import { networkFailure } from '../api/network-failure.ts';
import { saysFailed } from '../api/proof.ts';
import { whatWasSaid } from '../api/said.ts';
import { withoutSecrets } from '../api/secrets.ts';
import type { Clock, Network } from '../ports.ts';
import type { Patience } from './patience.ts';

export type Asked =
	| { ok: true; answer: Answer }
	/** `status: null`: the service did not answer. `waitMs`: it asked to wait. */
	| { ok: false; status: number | null; said: string; waitMs: number | null };

export interface TokenForm {
	header: string;
	scheme: string;
}

interface RawOptions {
	serviceUrl: string;
	clientId: string;
	secret: string;
	network: Network;
	clock: Clock;
	patience: Patience;
	profile: () => ServiceProfile;
	stopped: () => boolean;
	/** Kept out of the evidence; tokens are added. */
	secrets: Set<string>;
}

interface Input {
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string>>;
}

type Sender = ReturnType<typeof ky.create>;
type SentRequest = Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> };

export class RawService {
	readonly #options: RawOptions;
	readonly #reader: Sender;
	readonly #writer: Sender;
	#access = '';

	constructor(options: RawOptions) {
		this.#options = options;
		const { network, profile } = options;
		const { readMs, writeMs } = profile().timeouts;
		this.#reader = senderOf(network.read, readMs);
		this.#writer = senderOf(network.write, writeMs);
	}

	async signIn(): Promise<
		{ ok: true; login: LoginAnswer } | { ok: false; refused: boolean; said: string }
	> {
		const { clientId, secret, profile, secrets } = this.#options;
		const form = new FormData();
		form.set('client_id', clientId);
		form.set('client_secret', secret);
		const { method, path } = addressOf(operationNamed('account.login'), profile());
		const asked = await this.#send(this.#writer, path, { method, body: form });
		if (!asked.ok) return { ok: false, refused: asked.status !== null, said: asked.said };
		const login = loginAnswer.safeParse(
			codecOf(loginAnswer, profile()).read(asked.answer.json, '$', []),
		);
		if (!login.success) {
			return { ok: false, refused: true, said: inOwnWords('noToken') };
		}
		this.#access = login.data.access_token;
		for (const token of [this.#access, login.data.refresh_token, login.data.id_token]) {
			if (token !== undefined && token !== '') secrets.add(token);
		}
		return { ok: true, login: login.data };
	}

	refresh(body: Readonly<Record<string, string>>): Promise<Asked> {
		const { method, path } = addressOf(operationNamed('account.refresh'), this.#options.profile());
		const headers = { 'content-type': 'application/json' };
		return this.#send(this.#writer, path, { method, headers, body: JSON.stringify(body) });
	}

	async tryToken(
		operation: Operation,
		form: TokenForm | null,
		{ path = {}, query }: Input = {},
	): Promise<Asked> {
		const filled = fillPath(addressOf(operation, this.#options.profile()).path, path);
		if (!filled.ok) return none(filled.said);
		const asked = new URLSearchParams(query).toString();
		const address = asked === '' ? filled.path : `${filled.path}?${asked}`;
		return this.#send(this.#reader, address, { method: 'GET', headers: this.#headersFor(form) });
	}

	/** A read by the profile known so far. Renews an expired token once. */
	async get(operation: Operation, input?: Input): Promise<Asked> {
		const read = () => this.tryToken(operation, this.#options.profile().token, input);
		const asked = await read();
		if (asked.ok) return asked;
		return asked.status === 401 && (await this.signIn()).ok ? read() : asked;
	}

	async write(
		operation: Operation,
		{ path = {}, body }: Pick<Input, 'path'> & { body: ExactJson },
	): Promise<Asked> {
		const profile = this.#options.profile();
		const address = addressOf(operation, profile);
		const filled = fillPath(address.path, path);
		if (!filled.ok) return none(filled.said);
		const headers = { 'content-type': 'application/json', ...this.#headersFor(profile.token) };
		const { method } = address;
		return this.#send(this.#writer, filled.path, { method, headers, body: stringifyExact(body) });
	}

	#headersFor(form: TokenForm | null): Record<string, string> {
		if (form === null) return {};
		const { header, scheme } = form;
		return { [header]: scheme === '' ? this.#access : `${scheme} ${this.#access}` };
	}

	/** Waits as often as a busy service asks. */
	async #send(by: Sender, path: string, init: SentRequest): Promise<Asked> {
		for (let tries = 0; ; tries += 1) {
			const asked = await this.#sendOnce(by, path, init);
			if (asked.ok || (asked.status !== 429 && asked.status !== 503)) return asked;
			if (!(await this.#options.patience(asked.waitMs, tries))) return asked;
		}
	}

	async #sendOnce(by: Sender, path: string, init: SentRequest): Promise<Asked> {
		const { serviceUrl, stopped, profile, clock, secrets } = this.#options;
		if (stopped()) return none(inOwnWords('stopped'));
		try {
			const answered = by(serviceUrl.replace(/\/+$/, '') + path, {
				...init,
				headers: { accept: 'application/json', ...init.headers },
			});
			const { readMs, writeMs } = profile().timeouts;
			const mostMs = by === this.#reader ? readMs : writeMs;
			const answer = await readAnswer(answered, clock, profile(), mostMs);
			const { status } = answer;
			if (answer.form !== 'json' || (status >= 300 && status < 400)) {
				return none(inOwnWords('otherAnswers'));
			}
			if (status < 300 && !saysFailed(answer.json)) return { ok: true, answer };
			const said = withoutSecrets(whatWasSaid(answer, profile()), secrets);
			return { ok: false, status, said, waitMs: answer.retryAfterMs };
		} catch (error) {
			return none(networkFailure(error).said);
		}
	}
}

const senderOf = (send: Network['read'], timeout: number): Sender =>
	ky.create({
		retry: 0,
		throwHttpErrors: false,
		redirect: 'manual',
		...within(timeout),
		fetch: (input) => send(input as Request), // ky always calls with a Request.
	});

const none = (said: string): Asked => ({ ok: false, status: null, said, waitMs: null });

export const jsonOf = (asked: Asked | undefined): ExactJson | undefined =>
	asked?.ok === true ? asked.answer.json : undefined;
