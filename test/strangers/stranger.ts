// A real HTTP server on 127.0.0.1 that speaks the composition's dialect and delegates to the practice service. Its log
// of requests, effects and answers is the basis for judging the day.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { parseExact, stringifyExact } from '../../src/shared/exact-json.ts';
import { seededRandom } from '../../src/practice/demo/random.ts';
import { problemAnswer, type Answered } from './answers.ts';
import type { Composition } from './composition.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { zoneAhead } from './instants.ts';
import { openBarePractice, type BarePractice } from './practice.ts';
import { addReturns } from './returns.ts';
import { routesOf, routeTo } from './routes.ts';
import { serving } from './serving.ts';
import { openDoor } from './signing-in.ts';

export interface Logged {
	readonly at: number;
	readonly operation: string;
	readonly isWrite: boolean;
	/** Method, URL and body: equal for equal requests. */
	readonly request: string;
	/** `lost`: dropped before anything was applied. */
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
	/** Share of replies lost from now on, for writes and single-document reads, 0 to 1. */
	loses(share: number): void;
	close(): Promise<void>;
}

interface Clock {
	now(): number;
	monotonic(): number;
}
type Taken = Pick<Logged, 'outcome'> & { answer: Answered };
type Take = (method: string, url: URL, headers: IncomingMessage['headers'], body: string) => Taken;

export async function startStranger(composition: Composition, clock: Clock): Promise<Stranger> {
	const practice = openBarePractice(() => clock.now(), 1 + (composition.seed % 5));
	addReturns(practice);
	const dialect = dialectIn(practice, composition);
	const take = taker(composition, practice, dialect, clock);
	const routes = routesOf(composition);
	const loses = losing(composition.seed);
	const log: Logged[] = [];
	let share = 0;

	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
		const method = request.method ?? 'GET';
		const body = await textOf(request);
		const operation = routeTo(routes, method, url.pathname)?.route.operation;
		const isWrite = operation !== undefined && method !== 'GET';
		const canBeLost = isWrite || operation?.answer.kind === 'one';
		const lost = canBeLost ? loses(`${method} ${url.pathname} ${body}`, share) : null;
		const taken = lost === 'before' ? null : take(method, url, request.headers, body);
		log.push({
			at: clock.now(),
			operation: operation?.name ?? '',
			isWrite,
			request: `${method} ${url.pathname}${url.search} ${body}`,
			outcome: taken?.outcome ?? 'lost',
			status: taken?.answer.status ?? 0,
			answered: lost === null,
		});
		if (lost !== null || taken === null) request.socket.destroy();
		else reply(response, taken.answer, clock.now() + composition.skewMs);
	};

	const server = createServer((request, response) => {
		respond(request, response).catch((error: unknown) => {
			console.error(error);
			response.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		// It was told to listen on a port.
		url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
		composition,
		practice,
		dialect,
		log,
		loses(wanted) {
			share = wanted;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			practice.close();
		},
	};
}

function dialectIn({ records }: BarePractice, composition: Composition): Dialect {
	const zones = new Map(
		records.all('location').map((each) => [each.id, each.timeZone ?? 'UTC'] as const),
	);
	const [first = 'UTC'] = zones.values();
	return dialectOf(composition, (at, place) => zoneAhead(zones.get(place ?? '') ?? first, at));
}

/** A request's path: sign-in, rate limit, token, operation. */
function taker(
	composition: Composition,
	practice: BarePractice,
	dialect: Dialect,
	clock: Clock,
): Take {
	const now = () => clock.now();
	const serve = serving({ composition, practice, dialect, now });
	const door = openDoor(composition, now);
	const isLimited = limiter(composition, clock);
	const routes = routesOf(composition);
	const refused = (status: number, said: string): Taken => ({
		answer: problemAnswer(composition, status, said),
		outcome: 'refused',
	});

	return (method, url, headers, body) => {
		const account = /^\/api\/account\/(login|refreshtoken)$/i.exec(url.pathname)?.[1];
		if (method === 'POST' && account !== undefined) {
			const isLogin = account.toLowerCase() === 'login';
			const token = isLogin ? door.login(body) : door.refresh(body);
			if (token === null) return refused(isLogin ? 401 : 400, 'Not let in.');
			const json = parseExact(JSON.stringify(token));
			return { answer: { status: 200, headers: {}, json }, outcome: 'done' };
		}
		if (isLimited()) return turnedAway(composition, now());
		if (!door.accepts(headers)) return refused(401, 'The access token is not valid.');
		const found = routeTo(routes, method, url.pathname);
		if (found === null) return refused(404, 'Nothing is here.');
		const answer = serve(found.route, found.values, url, body);
		return { answer, outcome: answer.status < 400 ? 'done' : 'refused' };
	};
}

/** Retry-After, seconds. */
const waitSeconds = 2;

function turnedAway(composition: Composition, now: number): Taken {
	const until = new Date(now + composition.skewMs + waitSeconds * 1_000).toUTCString();
	const wait = composition.retryAfter === 'seconds' ? String(waitSeconds) : until;
	const answer = problemAnswer(composition, 429, 'Too many requests.');
	return { answer: { ...answer, headers: { 'retry-after': wait } }, outcome: 'limited' };
}

function reply(response: ServerResponse, { status, headers, json }: Answered, now: number): void {
	const hasBody = json !== undefined && status !== 204;
	response.writeHead(status, {
		date: new Date(now).toUTCString(),
		...(hasBody ? { 'content-type': 'application/json; charset=utf-8' } : {}),
		...headers,
	});
	response.end(hasBody ? stringifyExact(json) : undefined);
}

/** A token bucket. */
function limiter({ limit }: Composition, clock: Clock): () => boolean {
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

/** Whether a request gets lost, by its content and repetition: arrival order must not matter. */
function losing(seed: number): (request: string, share: number) => 'before' | 'after' | null {
	const came = new Map<string, number>();
	return (request, share) => {
		const times = (came.get(request) ?? 0) + 1;
		came.set(request, times);
		const random = seededRandom(numberOf(`${String(seed)} ${String(times)} ${request}`));
		if (random() >= share) return null;
		return random() < 0.5 ? 'before' : 'after';
	};
}

const numberOf = (text: string): number =>
	createHash('sha256').update(text).digest().readUInt32BE(0);
