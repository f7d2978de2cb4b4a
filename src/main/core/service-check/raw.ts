// Requests without relying on the profile: one request, one unparsed answer.
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

export interface RawService {
	signIn(): Promise<
		{ ok: true; login: LoginAnswer } | { ok: false; refused: boolean; said: string }
	>;
	refresh(body: Readonly<Record<string, string>>): Promise<Asked>;
	tryToken(operation: Operation, form: TokenForm | null): Promise<Asked>;
	/** A read by the profile known so far. Renews an expired token once. */
	get(
		operation: Operation,
		input?: { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> },
	): Promise<Asked>;
	write(
		operation: Operation,
		input: { path?: Readonly<Record<string, string>>; body: ExactJson },
	): Promise<Asked>;
}

export function rawService(options: {
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
}): RawService {
	const { clock, network, profile } = options;
	let access = '';

	const common = { retry: 0, throwHttpErrors: false, redirect: 'manual' } as const;
	const client = (send: Network['read'], timeout: number) =>
		ky.create({ ...common, ...within(timeout), fetch: (input) => send(input as Request) }); // ky always calls with a Request.
	const reader = client(network.read, profile().timeouts.readMs);
	const writer = client(network.write, profile().timeouts.writeMs);

	const send = async (...request: Parameters<typeof sendOnce>): Promise<Asked> => {
		for (let tries = 0; ; tries += 1) {
			const asked = await sendOnce(...request);
			if (asked.ok || (asked.status !== 429 && asked.status !== 503)) return asked;
			if (!(await options.patience.wait(asked.waitMs, tries))) return asked;
		}
	};

	const sendOnce = async (
		by: typeof reader,
		path: string,
		init: { method: string; headers?: Record<string, string>; body?: FormData | string },
	): Promise<Asked> => {
		if (options.stopped()) return none('The check was stopped.');
		try {
			const answered = by(options.serviceUrl.replace(/\/+$/, '') + path, {
				...init,
				headers: { accept: 'application/json', ...init.headers },
			});
			const { readMs, writeMs } = profile().timeouts;
			const mostMs = by === reader ? readMs : writeMs;
			const answer = await readAnswer(answered, clock, profile(), mostMs);
			const { status } = answer;
			if (answer.form !== 'json' || (status >= 300 && status < 400)) {
				return none('Something else answered in place of the service.');
			}
			return status < 300 && !saysFailed(answer.json)
				? { ok: true, answer }
				: {
						ok: false,
						status,
						said: withoutSecrets(whatWasSaid(answer, profile()), options.secrets),
						waitMs: answer.retryAfterMs,
					};
		} catch (error) {
			return none(networkFailure(error).said);
		}
	};

	const headersFor = (form: TokenForm | null): Record<string, string> =>
		form === null
			? {}
			: { [form.header]: form.scheme === '' ? access : `${form.scheme} ${access}` };

	const read = async (
		operation: Operation,
		form: TokenForm | null,
		input: Parameters<RawService['get']>[1] = {},
	): Promise<Asked> => {
		const filled = fillPath(addressOf(operation, profile()).path, input.path ?? {});
		if (!filled.ok) return none(filled.said);
		const query = new URLSearchParams(input.query).toString();
		return send(reader, query === '' ? filled.path : `${filled.path}?${query}`, {
			method: 'GET',
			headers: headersFor(form),
		});
	};

	const signIn: RawService['signIn'] = async () => {
		const form = new FormData();
		form.set('client_id', options.clientId);
		form.set('client_secret', options.secret);
		const { method, path } = addressOf(operationNamed('account.login'), profile());
		const asked = await send(writer, path, { method, body: form });
		if (!asked.ok) return { ok: false, refused: asked.status !== null, said: asked.said };
		const login = loginAnswer.safeParse(
			codecOf(loginAnswer, profile()).read(asked.answer.json, '$', []),
		);
		if (!login.success) {
			return { ok: false, refused: true, said: 'The answer to the sign-in holds no token.' };
		}
		access = login.data.access_token;
		for (const secret of [access, login.data.refresh_token, login.data.id_token]) {
			if (secret !== undefined && secret !== '') options.secrets.add(secret);
		}
		return { ok: true, login: login.data };
	};

	return {
		signIn,
		async write(operation, { path = {}, body }) {
			const address = addressOf(operation, profile());
			const filled = fillPath(address.path, path);
			if (!filled.ok) return none(filled.said);
			return send(writer, filled.path, {
				method: address.method,
				headers: { 'content-type': 'application/json', ...headersFor(profile().token) },
				body: stringifyExact(body),
			});
		},
		async refresh(body) {
			const { method, path } = addressOf(operationNamed('account.refresh'), profile());
			return send(writer, path, {
				method,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
		},
		tryToken: (operation, form) => read(operation, form),
		async get(operation, input) {
			const asked = await read(operation, profile().token, input);
			if (asked.ok) return asked;
			if (asked.status === 401 && (await signIn()).ok) {
				return read(operation, profile().token, input);
			}
			return asked;
		},
	};
}

const none = (said: string): Asked => ({ ok: false, status: null, said, waitMs: null });

export const jsonOf = (asked: Asked | undefined): ExactJson | undefined =>
	asked?.ok === true ? asked.answer.json : undefined;
