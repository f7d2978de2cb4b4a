// The service over HTTP: sends with ky, following the registry and the profile; returns typed answers and verdicts.
import ky from 'ky';
import type { z } from 'zod';
import { stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { addressOf, fillPath } from '../../../shared/service/address.ts';
import { openCount, openRecord } from '../../../shared/service/envelope.ts';
import { countOf, findOperation } from '../../../shared/service/index.ts';
import type { ClockOf } from '../../../shared/service/instants.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { formOf } from './form.ts';
import {
	codecOf,
	wireNameOf,
	type Clocks,
	type WireProblem,
} from '../../../shared/service/wire.ts';
import type { ActiveAccount } from '../context.ts';
import type { Clock, Log, Network } from '../ports.ts';
import { readAnswer, within, type Answer } from './answer.ts';
import type { Connectivity } from './connectivity.ts';
import { judgeOf } from './judging.ts';
import { networkFailure, type NetworkFailure } from './network-failure.ts';
import type { PageAsk } from './list-progress.ts';
import { createListReading } from './list-reading.ts';
import { saysFailed } from './proof.ts';
import { whatWasSaid } from './said.ts';
import { withoutSecrets } from './secrets.ts';
import type { ListRead, ListReader, ServiceApi } from './service-api.ts';
import { ServiceClock } from './service-clock.ts';
import { createSession, urlOf, type Session, type TokenResult } from './token.ts';
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

export interface Client extends ServiceApi {
	readonly session: Session;
	ping(): Promise<boolean>;
}

interface ClientOptions {
	account: ActiveAccount;
	network: Network;
	secrets: Parameters<typeof createSession>[0]['secrets'];
	clock: Clock;
	log: Log;
	connectivity: Connectivity;
	nextReadNo(): number;
	sessionChanged(): void;
	/** Default: instants without a zone are UTC. */
	clockOf?: ClockOf;
}

export function createClient(options: ClientOptions): Client {
	const { account, clock, connectivity, log } = options;
	const { profile } = account;
	const clocks: Clocks | undefined = options.clockOf && { of: options.clockOf };
	// Only the outbox retries. Redirects are not followed, and a status gives a verdict, not an exception.
	const common = { retry: 0, throwHttpErrors: false, redirect: 'manual' } as const;
	const reader = ky.create({
		...common,
		fetch: (input) => options.network.read(input as Request), // ky always calls its fetch with a Request.
		...within(profile.timeouts.readMs),
	});
	const writer = ky.create({
		...common,
		fetch: (input) => options.network.write(input as Request),
		...within(profile.timeouts.writeMs),
	});

	const serviceClock = new ServiceClock(clock);

	/** Removes our secrets, in case the service repeats one. */
	const saidIn = (answer: Answer): string =>
		withoutSecrets(whatWasSaid(answer, profile), session.secrets());

	const exchange = async (
		client: typeof reader,
		request: RequestParts & { token?: string },
	): Promise<Exchange> => {
		const headers: Record<string, string> = {
			accept: 'application/json',
			// A cached answer is older than what was just written.
			'cache-control': 'no-cache',
		};
		if (typeof request.body === 'string') headers['content-type'] = 'application/json';
		if (request.token !== undefined) {
			const { header, scheme } = profile.token;
			headers[header] = scheme === '' ? request.token : `${scheme} ${request.token}`;
		}
		try {
			const answered = client(request.url, {
				method: request.method,
				headers,
				...(request.body === undefined ? {} : { body: request.body }),
			});
			const { readMs, writeMs } = profile.timeouts;
			const mostMs = client === reader ? readMs : writeMs;
			const answer = await readAnswer(answered, clock, profile, mostMs);
			connectivity.answered(answer);
			if (answer.serverDate !== null && answer.form === 'json') {
				serviceClock.heard(answer.serverDate, request.method === 'GET');
			}
			return { ok: true, answer };
		} catch (error) {
			const failure = networkFailure(error);
			connectivity.noAnswer(failure.said);
			return { ok: false, failure };
		}
	};

	let signIns = 0;
	const session: Session = createSession({
		account,
		clock,
		said: saidIn,
		secrets: options.secrets,
		changed: options.sessionChanged,
		send(request) {
			signIns += 1;
			return exchange(writer, request);
		},
	});

	const readWithToken = async (
		request: RequestParts,
	): Promise<{ token: TokenResult & { ok: false } } | { exchange: Exchange }> => {
		let token = await session.token();
		for (let renewed = false; ; renewed = true) {
			if (!token.ok) return { token };
			const outcome = await exchange(reader, { ...request, token: token.token });
			if (renewed || !outcome.ok || outcome.answer.status !== 401) return { exchange: outcome };
			token = await session.renew(token.token);
		}
	};

	/** @returns an error if an identifier of the input cannot be part of an address */
	const requestOf = (
		operation: Operation,
		input: Input,
		page: PageAsk = { query: {} },
	): { ok: true; request: RequestParts } | { ok: false; said: string } => {
		if ('address' in page) return { ok: true, request: { url: page.address, method: 'GET' } };
		const address = addressOf(operation, profile);
		const filled = fillPath(address.path, { ...partsIn(input.body), ...input.path });
		if (!filled.ok) return { ok: false, said: withoutSecrets(filled.said, session.secrets()) };
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(input.query ?? {})) {
			if (value === undefined) continue;
			query.set(operation.query ? wireNameOf(operation.query, name, profile) : name, value);
		}
		for (const [name, value] of Object.entries(page.query)) query.set(name, value);
		const search = query.size > 0 ? `?${query.toString()}` : '';
		const request = {
			url: urlOf(account, filled.path) + search,
			method: address.method,
			...(operation.body === undefined || input.body === undefined
				? {}
				: { body: bodyOf(operation.body, input.body, operation.form === true) }),
		};
		return { ok: true, request };
	};

	const bodyOf = (schema: z.core.$ZodType, body: unknown, asForm: boolean): string | FormData => {
		const json = codecOf(schema, profile).write(body, clocks);
		return asForm ? formOf(schema, json, profile) : stringifyExact(json);
	};

	const readOnce = async (
		operation: Operation,
		input: Input,
		page?: PageAsk,
	): Promise<ReadResult<Answer>> => {
		const readNo = options.nextReadNo();
		const made = requestOf(operation, input, page);
		if (!made.ok) return readFailure('refused', null, made.said);
		const outcome = await readWithToken(made.request);
		if ('token' in outcome) return tokenFailure(outcome.token, clock.now());
		if (!outcome.exchange.ok) {
			return readFailure('unreachable', null, outcome.exchange.failure.said);
		}
		const { answer } = outcome.exchange;
		if (answer.form === 'too-large') {
			return readFailure('unreadable', answer.status, tooLarge(profile.limits.responseBytes));
		}
		if (answer.form !== 'json' || (answer.status >= 300 && answer.status < 400)) {
			return readFailure(
				'not-this-service',
				answer.status,
				'Something else answered in place of the service.',
			);
		}
		if (answer.status >= 200 && answer.status < 300 && !saysFailed(answer.json)) {
			return { ok: true, value: answer, serverDate: answer.serverDate, readNo };
		}
		const kind =
			answer.status === 401
				? 'unauthorized'
				: answer.status === 404
					? 'not-found'
					: answer.status === 429 || answer.status === 503
						? 'wait'
						: answer.status >= 500
							? 'unreachable'
							: 'refused';
		const waitUntil = answer.retryAfterMs === null ? null : clock.now() + answer.retryAfterMs;
		return { ...readFailure(kind, answer.status, saidIn(answer)), waitUntil };
	};

	const readRecord = (
		schema: z.core.$ZodType,
		json: ExactJson | undefined,
		problems: WireProblem[],
	) => codecOf(schema, profile).read(json, '$', problems, clocks);

	const count = async (list: string): Promise<number | null> => {
		const counting = countOf(list);
		if (counting === undefined) return null;
		const read = await readByName(counting.name, {});
		return read.ok && typeof read.value === 'number' ? read.value : null;
	};

	const readAllPages = async (
		name: string,
		input: Input,
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>> => {
		const operation = findOperation(name);
		if (operation?.answer.kind !== 'list') throw new Error(`${name} is not a list.`);
		return readList({ ...operation, answer: operation.answer }, input, reader);
	};

	const readByName = async (name: string, input: Input): Promise<ReadResult<unknown>> => {
		const operation = findOperation(name);
		if (operation === undefined) throw new Error(`No operation is called ${name}.`);
		if (operation.answer.kind === 'list') {
			const read = await readAllPages(name, input);
			if (!read.ok || read.value.complete) {
				return read.ok ? { ...read, value: read.value.rows } : read;
			}
			return readFailure('unreadable', null, `Not all rows came: ${name}.`);
		}
		const read = await readOnce(operation, input);
		if (!read.ok) return read;
		switch (operation.answer.kind) {
			case 'count': {
				const count = openCount(read.value.json, profile);
				return count === null
					? readFailure('unreadable', read.value.status, 'The answer holds no number.')
					: { ...read, value: count };
			}
			case 'one': {
				const problems: WireProblem[] = [];
				const value = readRecord(
					operation.answer.schema,
					openRecord(read.value.json, profile),
					problems,
				);
				return problems.length > 0
					? unreadable(name, read.value.status, problems)
					: { ...read, value };
			}
			case 'created':
			case 'empty':
				return { ...read, value: null };
		}
	};

	const unreadable = (name: string, status: number, problems: WireProblem[]): ReadFailure => {
		log.warn('An answer does not have the declared shape', {
			operation: name,
			problems: problems.slice(0, 5),
		});
		const [first] = problems;
		return readFailure(
			'unreadable',
			status,
			`The answer does not have the expected form: ${first?.path ?? '$'} should be ${first?.expected ?? 'there'}.`,
		);
	};

	const readList = createListReading({
		...{ profile, clock, clocks, serviceUrl: account.serviceUrl, readOnce, count },
		unreadable: (name, status, problems) => unreadable(name, status, problems),
	});

	const judge = judgeOf(account, clock);

	const write = async (name: string, input: Input): Promise<WriteVerdict> => {
		const operation = findOperation(name);
		if (operation === undefined) throw new Error(`No operation is called ${name}.`);
		const made = requestOf(operation, input);
		if (!made.ok) {
			return { kind: 'not-sent', code: 'no-address', said: made.said, waitUntil: null };
		}
		const token = await session.token();
		if (!token.ok) {
			const { kind, said, waitUntil } = tokenFailure(token, clock.now());
			const code = kind === 'unauthorized' ? 'sign-in' : 'no-token';
			return { kind: 'not-sent', code, said, waitUntil };
		}
		const outcome = await exchange(writer, { ...made.request, token: token.token });
		if (!outcome.ok) {
			const { unsent, code, said } = outcome.failure;
			return unsent
				? { kind: 'not-sent', code, said, waitUntil: null }
				: { kind: 'unknown', status: null, code, said, waitUntil: null, serverDate: null };
		}
		const verdict = judge(operation, outcome.answer, () => saidIn(outcome.answer));
		// Renews for later requests. This one is over: another is an attempt of its own.
		if (verdict.kind === 'unauthorized') await session.renew(token.token);
		return verdict;
	};

	return {
		session,
		readByName,
		readAllByName: readAllPages,
		write,
		serviceNow: () => serviceClock.now(),
		// The types come from the registry, and the codec has just checked the values against it.
		read: readByName as ServiceApi['read'],
		readAll: readAllPages as ServiceApi['readAll'],
		async ping() {
			const before = signIns;
			const token = await session.token();
			// A successful sign-in has already shown that the service answers.
			if (!token.ok || signIns > before) return token.ok;
			return (await readByName(profile.ping, {})).ok;
		},
	};
}

function partsIn(body: unknown): Record<string, string> {
	return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
		? { id: body.id }
		: {};
}

const tooLarge = (bytes: number): string =>
	`The answer is larger than ${String(Math.round(bytes / 1024 / 1024))} MB.`;

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
