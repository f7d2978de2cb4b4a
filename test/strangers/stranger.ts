// A real HTTP server on 127.0.0.1 that speaks the dialect of its composition and has the practice service do the work.
// Its log tells what came, what was done, and what was answered: that is what the day is judged by.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { parseExact, stringifyExact, type ExactJson } from '../../src/shared/exact-json.ts';
import { id } from '../../src/shared/service/field.ts';
import type { AnyOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { documentKinds } from '../../src/shared/service/profile.ts';
import { seededRandom } from '../../src/practice/demo/random.ts';
import { countAnswer, listAnswer, problemAnswer, recordAnswer, type Answered } from './answers.ts';
import type { Composition } from './composition.ts';
import { dialectOf, Misread, type Dialect } from './dialect.ts';
import { openBarePractice, served, type BarePractice, type PracticeAnswer } from './practice.ts';
import { openDoor } from './signing-in.ts';

export interface Logged {
	readonly at: number;
	readonly operation: string;
	/** The document in the path, as the practice service knows it. */
	readonly document: string | null;
	readonly isWrite: boolean;
	/** Method, address and body: the same for the same request. */
	readonly request: string;
	/** `lost`: it was cut off before anything was done. */
	readonly outcome: 'done' | 'refused' | 'limited' | 'lost';
	readonly status: number;
	readonly answered: boolean;
}

export interface Stranger {
	readonly url: string;
	readonly composition: Composition;
	readonly practice: BarePractice;
	readonly dialect: Dialect;
	readonly log: readonly Logged[];
	/** How many of the replies to writes and to reads of one document get lost from now on, 0 to 1. */
	loses(share: number): void;
	close(): Promise<void>;
}

interface Route {
	readonly operation: AnyOperation;
	readonly parts: readonly string[];
	readonly pattern: RegExp;
	readonly isUpdate: boolean;
}

type Taken = {
	answer: Answered;
	outcome: Logged['outcome'];
	route: Route | null;
	document: string | null;
};

/** Asking for the name of a zone is slow, and asked for every date of every row. */
const aheadByHour = new Map<string, number>();

export async function startStranger(
	composition: Composition,
	clock: { now(): number; monotonic(): number },
): Promise<Stranger> {
	const practice = openBarePractice(clock.now, 1 + (composition.seed % 5));
	const now = () => clock.now();
	const zones = new Map(
		practice.records.all('location').map((each) => [each.id, each.timeZone ?? 'UTC'] as const),
	);
	const [firstZone = 'UTC'] = zones.values();
	const dialect = dialectOf(composition, (at, locationId) =>
		aheadOf(zones.get(locationId ?? '') ?? firstZone, at),
	);
	const serve = serverOf(composition, practice, dialect, now);
	const door = openDoor(composition, now);
	const limited = limiter(composition, clock);
	const routes = routesOf(composition);
	const sent = new Map<string, number>();
	const log: Logged[] = [];
	let losing = 0;

	const take = (
		method: string,
		url: URL,
		headers: IncomingMessage['headers'],
		body: string,
	): Taken => {
		const plain = (answer: Answered, outcome: Taken['outcome'] = 'refused'): Taken => ({
			answer,
			outcome,
			route: null,
			document: null,
		});
		const problem = (status: number, said: string) => problemAnswer(composition, status, said);
		const path = composition.pathCase === 'as-declared' ? url.pathname : url.pathname.toLowerCase();
		const account = /^\/api\/account\/(login|refreshtoken)$/i.exec(path)?.[1]?.toLowerCase();
		if (method === 'POST' && account !== undefined) {
			const answer = account === 'login' ? door.login(body) : door.refresh(body);
			if (answer === null) return plain(problem(account === 'login' ? 401 : 400, 'Not let in.'));
			return plain({ status: 200, headers: {}, json: parseExact(JSON.stringify(answer)) }, 'done');
		}
		if (limited()) {
			const seconds = 2;
			const until = new Date(clock.now() + composition.skewMs + seconds * 1_000).toUTCString();
			const wait = composition.retryAfter === 'seconds' ? String(seconds) : until;
			const answer = problem(429, 'Too many requests.');
			return plain({ ...answer, headers: { 'retry-after': wait } }, 'limited');
		}
		if (!door.accepts(headers)) return plain(problem(401, 'The access token is not valid.'));
		const found = routeTo(routes, method, path === url.pathname ? path : url.pathname);
		if (found === null) return plain(problem(404, 'Nothing is here.'));
		const { route, values } = found;
		const document = values['id'] === undefined ? null : dialect.ownId(values['id']);
		const answer = serve(route, values, url, body);
		const outcome = answer.status < 400 ? 'done' : 'refused';
		return { answer, outcome, route, document };
	};

	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
		const method = request.method ?? 'GET';
		const body = await textOf(request);
		const found = routeTo(routes, method, url.pathname);
		const isWrite = found !== null && method !== 'GET';
		const canBeLost = isWrite || found?.route.operation.answer.kind === 'one';
		const key = `${method} ${url.pathname} ${body}`;
		const times = (sent.get(key) ?? 0) + 1;
		sent.set(key, times);
		// By what is sent, and how often: which of two requests comes first must not matter.
		const chance = seededRandom(numberOf(`${String(composition.seed)} ${String(times)} ${key}`));
		const isLost = canBeLost && chance() < losing;
		const isLostBefore = isLost && chance() < 0.5;
		const taken: Taken | null = isLostBefore ? null : take(method, url, request.headers, body);
		log.push({
			at: clock.now(),
			operation: found?.route.operation.name ?? '',
			document: taken?.document ?? null,
			isWrite,
			request: `${method} ${url.pathname}${url.search} ${body}`,
			outcome: taken?.outcome ?? 'lost',
			status: taken?.answer.status ?? 0,
			answered: !isLost,
		});
		if (isLost || taken === null) {
			request.socket.destroy();
			return;
		}
		const { status, headers, json } = taken.answer;
		const hasBody = json !== undefined && status !== 204;
		response.writeHead(status, {
			date: new Date(clock.now() + composition.skewMs).toUTCString(),
			...(hasBody ? { 'content-type': 'application/json; charset=utf-8' } : {}),
			...headers,
		});
		response.end(hasBody ? stringifyExact(json) : undefined);
	};

	const server = createServer((request, response) => {
		respond(request, response).catch((error: unknown) => {
			console.error(error);
			response.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
		...{ composition, practice, dialect, log },
		loses(share) {
			losing = share;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			practice.close();
		},
	};
}

/** What an operation answers, in the dialect. */
function serverOf(
	composition: Composition,
	practice: BarePractice,
	dialect: Dialect,
	now: () => number,
) {
	const bornAt = new Map<string, number>();
	const done = new Set<string>();
	const written = new Map<
		string,
		{ version: number; rows: readonly { id: string; json: ExactJson }[] }
	>();

	const queryOf = (operation: Operation, url: URL): Record<string, string> => {
		if (operation.query === undefined || composition.filters === 'ignored') return {};
		const given = [...url.searchParams];
		const isSame = (said: string, name: string) =>
			composition.queryCase === 'any'
				? said.toLowerCase() === name.toLowerCase()
				: said === dialect.queryName(name);
		return Object.fromEntries(
			Object.entries<z.core.$ZodType>(operation.query.shape).flatMap(([name, schema]) => {
				const said = given.find(([each]) => isSame(each, name))?.[1];
				if (said === undefined) return [];
				const isId =
					schema === id || (schema instanceof z.ZodOptional && schema.def.innerType === id);
				return [[name, isId ? dialect.ownId(said) : said]];
			}),
		);
	};

	const isHidden = (each: string): boolean => {
		const born = bornAt.get(each);
		return born !== undefined && now() - born < composition.lagMs;
	};

	const rowsOf = (operation: AnyOperation, query: Record<string, string>) => {
		const key = `${operation.name} ${JSON.stringify(query)}`;
		const known = written.get(key);
		if (known?.version === practice.version()) return known.rows;
		const answer = practice.ask(operation, { path: {}, query, body: undefined });
		if (!answer.ok || operation.answer.kind !== 'list') return [];
		const { schema } = operation.answer;
		const rows = (answer.value as { rows: readonly { id?: string }[] }).rows.map((row) => ({
			id: row.id ?? '',
			json: dialect.write(schema, row, kindOf(operation) !== null) ?? null,
		}));
		written.set(key, { version: practice.version(), rows });
		return rows;
	};

	const read = (operation: AnyOperation, path: Record<string, string>, url: URL): Answered => {
		const query = queryOf(operation, url);
		if (operation.answer.kind === 'list') {
			const rows = rowsOf(operation, query).filter((row) => !isHidden(row.id));
			const answer = listAnswer(
				composition,
				rows.map(({ json }) => json),
				url,
			);
			return 'refused' in answer ? problemAnswer(composition, 400, answer.refused) : answer;
		}
		const answer = practice.ask(operation, { path, query, body: undefined });
		if (!answer.ok) return problemAnswer(composition, answer.status, answer.detail);
		return { status: 200, headers: {}, json: valueOf(operation, answer.value) };
	};

	const valueOf = (operation: AnyOperation, value: unknown): ExactJson => {
		if (operation.answer.kind === 'count') return countAnswer(composition, Number(value));
		if (!('schema' in operation.answer)) return null;
		const isDocument = kindOf(operation) !== null;
		return recordAnswer(
			composition,
			dialect.write(operation.answer.schema, value, isDocument) ?? null,
		);
	};

	const write = (route: Route, path: Record<string, string>, url: URL, text: string): Answered => {
		const { operation } = route;
		let answer: PracticeAnswer;
		try {
			const json = text === '' ? undefined : parseExact(text);
			const wanted: Operation = operation;
			const isDocument = kindOf(operation) !== null;
			const body =
				wanted.body === undefined
					? undefined
					: dialect.read(wanted.body, withId(json, route, path), isDocument);
			answer = practice.ask(operation, { path, query: queryOf(operation, url), body });
		} catch (error) {
			if (error instanceof Misread) {
				const fields = { [error.path]: error.message };
				return problemAnswer(composition, 400, 'The request cannot be read.', fields);
			}
			if (error instanceof SyntaxError) return problemAnswer(composition, 400, 'No JSON.');
			throw error;
		}
		const step = `${operation.name} ${path['id'] ?? ''}`;
		if (!answer.ok) {
			const isRepeated = answer.status === 409 && path['id'] !== undefined && done.has(step);
			if (isRepeated && composition.repeated === 'accepted') return changed(composition);
			return problemAnswer(composition, answer.status, answer.detail, answer.fields);
		}
		done.add(step);
		if (operation.answer.kind !== 'created') return changed(composition);
		return created(route, answer.value, url);
	};

	/** The identifier of an update may stand in its path alone. */
	const withId = (
		json: ExactJson | undefined,
		{ isUpdate }: Route,
		path: Record<string, string>,
	): ExactJson | undefined => {
		const own = path['id'];
		if (!isUpdate || own === undefined || typeof json !== 'object' || json === null) return json;
		const shown = dialect.write(z.object({ id }), { id: own }, false);
		return { ...json, ...(shown as object) };
	};

	const created = ({ operation }: Route, value: unknown, url: URL): Answered => {
		const made = value as { id?: string } | null;
		const own = made?.id;
		if (own !== undefined) bornAt.set(own, now());
		const ok = (
			status: number,
			json?: ExactJson,
			headers: Record<string, string> = {},
		): Answered => ({
			...{ status, headers, json },
		});
		if (own === undefined) return ok(200, valueOf(operation, value));
		const alone = dialect.write(z.object({ id }), { id: own }, false) as {
			[name: string]: ExactJson;
		};
		const location = { location: `${url.pathname}/${encodeURIComponent(dialect.shownId(own))}` };
		switch (composition.created) {
			case 'record':
				return ok(200, valueOf(operation, value));
			case 'accepted':
				return ok(202, valueOf(operation, value));
			case 'id-record':
				return ok(200, recordAnswer(composition, alone));
			case 'id-alone':
				return ok(200, alone[composition.idName] ?? null);
			case 'empty':
				return ok(200);
			case 'no-content':
				return ok(204);
			case 'location':
				return ok(201, undefined, location);
			case 'location-record':
				return ok(201, valueOf(operation, value), location);
		}
	};

	return (route: Route, values: Record<string, string>, url: URL, body: string): Answered => {
		const path = Object.fromEntries(
			Object.entries(values).map(([name, value]) => [name, dialect.ownId(value)]),
		);
		const { operation } = route;
		return operation.method === 'GET' ? read(operation, path, url) : write(route, path, url, body);
	};
}

function changed({ changed: form, fieldCase }: Composition): Answered {
	const isSuccess = fieldCase === 'pascal' ? 'IsSuccess' : 'isSuccess';
	return {
		empty: { status: 200, headers: {}, json: undefined },
		'no-content': { status: 204, headers: {}, json: undefined },
		success: { status: 200, headers: {}, json: { [isSuccess]: true } },
		accepted: { status: 202, headers: {}, json: undefined },
	}[form];
}

const kindOf = ({ name }: Pick<Operation, 'name'>) => {
	const [resource] = name.split('.');
	return documentKinds.find((kind) => kind === resource) ?? null;
};

/** A bucket of requests that fills up again as time passes. */
function limiter({ limit }: Composition, clock: { monotonic(): number }): () => boolean {
	let left = limit?.burst ?? 0;
	let last = clock.monotonic();
	return () => {
		if (limit === null) return false;
		const at = clock.monotonic();
		left = Math.min(limit.burst, left + ((at - last) / 1_000) * limit.perSecond);
		last = at;
		if (left < 1) return true;
		left -= 1;
		return false;
	};
}

function routesOf({ pathCase, updates }: Composition): ReadonlyMap<string, readonly Route[]> {
	const routes = new Map<string, Route[]>();
	for (const operation of served) {
		const isUpdate = operation.name.endsWith('.update') && !operation.path.includes('{');
		const declared = isUpdate ? operation.path + updates.suffix : operation.path;
		const method = isUpdate ? updates.method : operation.method;
		const path = declared
			.split('/')
			.map((part) => (pathCase === 'lower' && !part.startsWith('{') ? part.toLowerCase() : part));
		const pattern = path
			.map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll(/[.$]/g, '\\$&')))
			.join('/');
		const parts = path.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1));
		const flags = pathCase === 'any' ? 'i' : '';
		const route = { operation, parts, pattern: new RegExp(`^${pattern}$`, flags), isUpdate };
		routes.set(method, [...(routes.get(method) ?? []), route]);
	}
	for (const each of routes.values())
		each.sort((one, other) => one.parts.length - other.parts.length);
	return routes;
}

function routeTo(
	routes: ReadonlyMap<string, readonly Route[]>,
	method: string,
	pathname: string,
): { route: Route; values: Record<string, string> } | null {
	for (const route of routes.get(method) ?? []) {
		const match = route.pattern.exec(pathname);
		if (match === null) continue;
		const values = route.parts.map((part, index) => [
			part,
			decodeURIComponent(match[index + 1] ?? ''),
		]);
		return { route, values: Object.fromEntries(values) as Record<string, string> };
	}
	return null;
}

const numberOf = (text: string): number =>
	createHash('sha256').update(text).digest().readUInt32BE(0);

/** Minutes that a zone is ahead of UTC at an instant. */
function aheadOf(timeZone: string, at: number): number {
	const key = `${timeZone} ${String(Math.floor(at / 3_600_000))}`;
	const known = aheadByHour.get(key);
	if (known !== undefined) return known;
	const said = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
		.formatToParts(at)
		.find(({ type }) => type === 'timeZoneName')?.value;
	const match = /^GMT([+-])(\d\d):(\d\d)$/.exec(said ?? '');
	const size = match === null ? 0 : Number(match[2]) * 60 + Number(match[3]);
	const ahead = match?.[1] === '-' ? -size : size;
	aheadByHour.set(key, ahead);
	return ahead;
}
