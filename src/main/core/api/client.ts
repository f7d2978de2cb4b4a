// The service over HTTP: sends with ky, following the registry and the profile; returns typed answers and verdicts.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import ky, { type KyInstance } from 'ky';
import type { z } from 'zod';
import { stringifyExact } from '../../../shared/exact-json.ts';
import { addressOf, fillPath } from '../../../shared/service/address.ts';
import { openCount, openRecord } from '../../../shared/service/envelope.ts';
import { countOf, findOperation } from '../../../shared/service/index.ts';
import type { ClockOf } from '../../../shared/service/instants.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { formOf } from './form.ts';
import {
	codecOf,
	wireNameOf,
	type Clocks,
	type WireProblem,
} from '../../../shared/service/wire.ts';
import type { ActiveAccount } from '../context.ts';
import type { Clock, Log, Network, SecretStore } from '../ports.ts';
import { readAnswer, within, type Answer } from './answer.ts';
import type { Connectivity } from './connectivity.ts';
import { judgeOf } from './judging.ts';
import { networkFailure, type NetworkFailure } from './network-failure.ts';
import type { PageAsk } from './list-progress.ts';
import { ListReading, type ListOperation } from './list-reading.ts';
import { saysFailed } from './proof.ts';
import { whatWasSaid } from './said.ts';
import { withoutSecrets } from './secrets.ts';
import type { ListRead, ListReader, ServiceApi } from './service-api.ts';
import { ServiceClock } from './service-clock.ts';
import { Session, urlOf, type TokenResult } from './token.ts';
import type { ReadFailure, ReadResult, WriteVerdict } from './verdict.ts';

interface RequestParts {
	url: string;
	method: string;
	body?: FormData | string;
}

interface Input {
	path?: Record<string, string>;
	query?: Record<string, string | undefined>;
	body?: unknown;
}

type Exchange = { ok: true; answer: Answer } | { ok: false; failure: NetworkFailure };

interface ClientOptions {
	account: ActiveAccount;
	network: Network;
	secrets: SecretStore;
	clock: Clock;
	log: Log;
	connectivity: Connectivity;
	nextReadNo(): number;
	sessionChanged(): void;
	/** Default: instants without a zone are UTC. */
	clockOf?: ClockOf;
}

export class Client implements ServiceApi {
	readonly session: Session;
	readonly #options: ClientOptions;
	readonly #profile: ServiceProfile;
	readonly #clocks: Clocks | undefined;
	readonly #reader: KyInstance;
	readonly #writer: KyInstance;
	readonly #signer: KyInstance;
	readonly #reading = new AbortController();
	readonly #serviceClock: ServiceClock;
	readonly #lists: ListReading;
	readonly #judge: ReturnType<typeof judgeOf>;
	#signIns = 0;

	constructor(options: ClientOptions) {
		const { account, clock, network } = options;
		const { profile } = account;
		const { readMs, writeMs } = profile.timeouts;
		this.#options = options;
		this.#profile = profile;
		this.#clocks = options.clockOf && { of: options.clockOf };
		// ky always calls its fetch with a Request.
		const writing = (request: unknown) => network.write(request as Request);
		const { signal } = this.#reading;
		this.#reader = kyOf((request) => network.read(request as Request), readMs, signal);
		this.#signer = kyOf(writing, writeMs, signal);
		this.#writer = kyOf(writing, writeMs);
		this.#serviceClock = new ServiceClock(clock);
		this.#judge = judgeOf(account, clock);
		this.session = new Session({
			account,
			clock,
			said: (answer) => this.#saidIn(answer),
			secrets: options.secrets,
			changed: () => {
				options.sessionChanged();
			},
			send: (request) => {
				this.#signIns += 1;
				return this.#exchange(this.#signer, request);
			},
		});
		this.#lists = new ListReading({
			profile,
			clock,
			clocks: this.#clocks,
			serviceUrl: account.serviceUrl,
			readOnce: (operation, input, page) => this.#readOnce(operation, input, page),
			count: (list) => this.#count(list),
			unreadable: (name, status, problems) => this.#unreadable(name, status, problems),
		});
	}

	// The types come from the registry, and the codec has just checked the values against it.
	readonly read = ((name, input) => this.readByName(name, input)) as ServiceApi['read'];
	readonly readAll = ((name: string, input: Input, reader?: ListReader<unknown>) =>
		this.readAllByName(name, input, reader)) as ServiceApi['readAll'];
	readonly readFirst = ((name: string, input: Input) =>
		this.#lists.first(listNamed(name), input)) as ServiceApi['readFirst'];

	/** Breaks off reads and sign-ins, now and from now on. A write is always waited for. */
	endReads(): void {
		this.#reading.abort();
	}

	async ping(): Promise<boolean> {
		const before = this.#signIns;
		const token = await this.session.token();
		// A successful sign-in has already shown that the service answers.
		if (!token.ok || this.#signIns > before) return token.ok;
		return (await this.readByName(this.#profile.ping, {})).ok;
	}

	serviceNow(): number | null {
		return this.#serviceClock.now();
	}

	async readByName(name: string, input: Input): Promise<ReadResult<unknown>> {
		const operation = findOperation(name);
		if (operation === undefined) throw new Error(`No operation is called ${name}.`);
		if (operation.answer.kind === 'list') {
			const read = await this.readAllByName(name, input);
			if (!read.ok || read.value.complete) {
				return read.ok ? { ...read, value: read.value.rows } : read;
			}
			return readFailure('unreadable', null, inOwnWords('rowsMissing', name));
		}
		const read = await this.#readOnce(operation, input);
		if (!read.ok) return read;
		const { json, status } = read.value;
		switch (operation.answer.kind) {
			case 'count': {
				const count = openCount(json, this.#profile);
				return count === null
					? readFailure('unreadable', status, inOwnWords('wrongForm', 'a number'))
					: { ...read, value: count };
			}
			case 'one': {
				const problems: WireProblem[] = [];
				const codec = codecOf(operation.answer.schema, this.#profile);
				const record = openRecord(json, this.#profile);
				const value = codec.read(record, '$', problems, this.#clocks);
				return problems.length > 0 ? this.#unreadable(name, status, problems) : { ...read, value };
			}
			case 'created':
			case 'empty':
				return { ...read, value: null };
		}
	}

	async readAllByName(
		name: string,
		input: Input,
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>> {
		return this.#lists.read(listNamed(name), input, reader);
	}

	async write(name: string, input: Input): Promise<WriteVerdict> {
		const operation = findOperation(name);
		if (operation === undefined) throw new Error(`No operation is called ${name}.`);
		const made = this.#requestOf(operation, input);
		if (!made.ok) {
			return { kind: 'not-sent', code: 'no-address', said: made.said, waitUntil: null };
		}
		const token = await this.session.token();
		if (!token.ok) {
			const { kind, said, waitUntil } = tokenFailure(token, this.#options.clock.now());
			const code = kind === 'unauthorized' ? 'sign-in' : 'no-token';
			return { kind: 'not-sent', code, said, waitUntil };
		}
		const outcome = await this.#exchange(this.#writer, { ...made.request, token: token.token });
		if (!outcome.ok) {
			const { unsent, code, said } = outcome.failure;
			return unsent
				? { kind: 'not-sent', code, said, waitUntil: null }
				: { kind: 'unknown', status: null, code, said, waitUntil: null, serverDate: null };
		}
		const { answer } = outcome;
		const verdict = this.#judge(operation, answer, () => this.#saidIn(answer));
		// Renews for later requests. This one is over: another is an attempt of its own.
		if (verdict.kind === 'unauthorized') await this.session.renew(token.token);
		return verdict;
	}

	/** Removes our secrets, in case the service repeats one. */
	#saidIn(answer: Answer): string {
		return withoutSecrets(whatWasSaid(answer, this.#profile), this.session.secrets());
	}

	async #exchange(
		client: KyInstance,
		request: RequestParts & { token?: string },
	): Promise<Exchange> {
		const { clock, connectivity } = this.#options;
		const headers: Record<string, string> = {
			accept: 'application/json',
			// A cached answer is older than what was just written.
			'cache-control': 'no-cache',
		};
		if (typeof request.body === 'string') headers['content-type'] = 'application/json';
		if (request.token !== undefined) {
			const { header, scheme } = this.#profile.token;
			headers[header] = scheme === '' ? request.token : `${scheme} ${request.token}`;
		}
		try {
			const answered = client(request.url, {
				method: request.method,
				headers,
				...(request.body === undefined ? {} : { body: request.body }),
			});
			const { readMs, writeMs } = this.#profile.timeouts;
			const mostMs = client === this.#reader ? readMs : writeMs;
			const answer = await readAnswer(answered, clock, this.#profile, mostMs);
			connectivity.answered(answer);
			if (answer.serverDate !== null && answer.form === 'json') {
				this.#serviceClock.heard(answer.serverDate, request.method === 'GET');
			}
			return { ok: true, answer };
		} catch (error) {
			const failure = networkFailure(error);
			connectivity.noAnswer(failure.said);
			return { ok: false, failure };
		}
	}

	/** @returns an error if an identifier of the input cannot be part of an address */
	#requestOf(
		operation: Operation,
		input: Input,
		page: PageAsk = { query: {} },
	): { ok: true; request: RequestParts } | { ok: false; said: string } {
		if ('address' in page) return { ok: true, request: { url: page.address, method: 'GET' } };
		const address = addressOf(operation, this.#profile);
		const filled = fillPath(address.path, { ...partsIn(input.body), ...input.path });
		if (!filled.ok) {
			return { ok: false, said: withoutSecrets(filled.said, this.session.secrets()) };
		}
		const query = queryOf(operation, input, page, this.#profile);
		const search = query.size > 0 ? `?${query.toString()}` : '';
		const request = {
			url: urlOf(this.#options.account, filled.path) + search,
			method: address.method,
			...(operation.body === undefined || input.body === undefined
				? {}
				: { body: this.#bodyOf(operation.body, input.body, operation.form === true) }),
		};
		return { ok: true, request };
	}

	#bodyOf(schema: z.core.$ZodType, body: unknown, asForm: boolean): string | FormData {
		const json = codecOf(schema, this.#profile).write(body, this.#clocks);
		return asForm ? formOf(schema, json, this.#profile) : stringifyExact(json);
	}

	async #readOnce(operation: Operation, input: Input, page?: PageAsk): Promise<ReadResult<Answer>> {
		const { clock, nextReadNo } = this.#options;
		const readNo = nextReadNo();
		const made = this.#requestOf(operation, input, page);
		if (!made.ok) return readFailure('refused', null, made.said);
		const outcome = await this.#readWithToken(made.request);
		if ('token' in outcome) return tokenFailure(outcome.token, clock.now());
		const { exchange } = outcome;
		if (!exchange.ok) return readFailure('unreachable', null, exchange.failure.said);
		const { answer } = exchange;
		const { status } = answer;
		if (answer.form === 'too-large') {
			return readFailure('unreadable', status, tooLarge(this.#profile.limits.responseBytes));
		}
		if (answer.form !== 'json' || (status >= 300 && status < 400)) {
			return readFailure('not-this-service', status, inOwnWords('otherAnswers'));
		}
		if (status >= 200 && status < 300 && !saysFailed(answer.json)) {
			return { ok: true, value: answer, serverDate: answer.serverDate, readNo };
		}
		const waitUntil = answer.retryAfterMs === null ? null : clock.now() + answer.retryAfterMs;
		return { ...readFailure(failureKind(status), status, this.#saidIn(answer)), waitUntil };
	}

	async #readWithToken(
		request: RequestParts,
	): Promise<{ token: TokenResult & { ok: false } } | { exchange: Exchange }> {
		let token = await this.session.token();
		for (let renewed = false; ; renewed = true) {
			if (!token.ok) return { token };
			const outcome = await this.#exchange(this.#reader, { ...request, token: token.token });
			if (renewed || !outcome.ok || outcome.answer.status !== 401) return { exchange: outcome };
			token = await this.session.renew(token.token);
		}
	}

	async #count(list: string): Promise<number | null> {
		const counting = countOf(list);
		if (counting === undefined) return null;
		const read = await this.readByName(counting.name, {});
		return read.ok && typeof read.value === 'number' ? read.value : null;
	}

	#unreadable(name: string, status: number, problems: WireProblem[]): ReadFailure {
		this.#options.log.warn('An answer does not have the declared shape', {
			operation: name,
			problems: problems.slice(0, 5),
		});
		const [first] = problems;
		return readFailure(
			'unreadable',
			status,
			inOwnWords('wrongForm', first === undefined ? '' : `${first.path}, ${first.expected}`),
		);
	}
}

function listNamed(name: string): ListOperation {
	const operation = findOperation(name);
	if (operation?.answer.kind !== 'list') throw new Error(`${name} is not a list.`);
	return { ...operation, answer: operation.answer };
}

/** Only the outbox retries. Redirects are not followed, and a status gives a verdict, not an exception. */
const kyOf = (
	fetch: (request: unknown) => Promise<Response>,
	mostMs: number,
	signal?: AbortSignal,
): KyInstance =>
	ky.create({
		retry: 0,
		throwHttpErrors: false,
		redirect: 'manual',
		fetch,
		...within(mostMs),
		...(signal && { signal }),
	});

function queryOf(
	operation: Operation,
	input: Input,
	page: { query: Record<string, string> },
	profile: ServiceProfile,
): URLSearchParams {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(input.query ?? {})) {
		if (value === undefined) continue;
		query.set(operation.query ? wireNameOf(operation.query, name, profile) : name, value);
	}
	for (const [name, value] of Object.entries(page.query)) query.set(name, value);
	return query;
}

function failureKind(status: number): ReadFailure['kind'] {
	if (status === 401) return 'unauthorized';
	if (status === 404) return 'not-found';
	if (status === 429 || status === 503) return 'wait';
	return status >= 500 ? 'unreachable' : 'refused';
}

function partsIn(body: unknown): Record<string, string> {
	return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
		? { id: body.id }
		: {};
}

const tooLarge = (bytes: number): string =>
	inOwnWords('tooLarge', `> ${String(Math.round(bytes / 1024 / 1024))} MB`);

const readFailure = (
	kind: ReadFailure['kind'],
	status: number | null,
	said: string,
): ReadFailure => ({
	ok: false,
	kind,
	status,
	said,
	waitUntil: null,
});

function tokenFailure(token: TokenResult & { ok: false }, now: number): ReadFailure {
	const kind = token.kind === 'refused' || token.kind === 'no-secret' ? 'unauthorized' : token.kind;
	const waitMs = token.kind === 'wait' ? token.retryAfterMs : null;
	return {
		...readFailure(kind, null, token.said),
		waitUntil: waitMs === null ? null : now + waitMs,
	};
}
