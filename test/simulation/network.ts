// The network to the simulated service: latency, and every fault of faults.ts. A fault waits for the next requests of
// its kind.
import { TimeoutError } from 'ky';
import type { Clock, Network } from '../../src/main/core/ports.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import { fates, noFate, ofCreatesAlone, type Fate, type Fault } from './faults.ts';
import type { Answer, Call, Effect, SimulatedService } from './service.ts';

/** A request that reached the network, for observers. */
export interface Sent {
	call: Call;
	/** The action of a write; null for a read. */
	actionId: string | null;
	attempt: number | null;
	/** The start that sent it, because a rolled-back file reuses numbers. */
	run: number;
	at: number;
	/** When the service read its state, and what it showed. */
	lookedAt: number;
	shows: unknown;
	/** For a list: whether its last row was included. */
	isLast: boolean;
	/** When we stopped waiting, answered or not. */
	endedAt: number | null;
	/** The status received; null if none. */
	status: number | null;
	/** The answer was the service's own. */
	isOwn: boolean;
	/** The answer was not the current state. */
	old: boolean;
}

const serviceStart = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
/** No request is applied later than this; duplicates are watched for a day. */
export const latestOfAllMs = 20 * hour;

type Watch = (call: Call) => { actionId: string; attempt: number; run: number };

interface NetworkWorld {
	clock: Clock;
	random: () => number;
	service: SimulatedService;
	profile: ServiceProfile;
	/** Maximum delay of a late request after we gave up, ms. */
	latestMs: (call: Call) => number;
}

export class SimulatedNetwork {
	readonly #world: NetworkWorld;
	readonly #sent: Sent[] = [];
	readonly #met = new Set<string>();
	readonly #armed: { fault: Fault; kind: 'read' | 'write'; times: number }[] = [];
	readonly #onItsWay = new Set<Travelling>();
	readonly #causes = new Map<Effect, Sent>();
	/** Increases when pending answers are dropped. */
	#lostBefore = 0;
	#online = true;
	#tokens = 0;
	#goodToken = '';
	#quietAt = 0;

	constructor(world: NetworkWorld) {
		this.#world = world;
	}

	get sent(): readonly Sent[] {
		return this.#sent;
	}

	get met(): ReadonlySet<string> {
		return this.#met;
	}

	/** When the last late request is applied, ms of the steady clock. */
	quietAt(): number {
		return this.#quietAt;
	}

	requestOf(effect: Effect): Sent | undefined {
		return this.#causes.get(effect);
	}

	/** One run's network; `cut` stops all traffic. */
	connect(watch: Watch): { network: Network; cut(): void } {
		const run: Run = { alive: true, waiting: new Set(), watch };
		return {
			network: {
				read: (request) => this.#fetch('read', request, run),
				write: (request) => this.#fetch('write', request, run),
			},
			cut() {
				run.alive = false;
				for (const each of Array.from(run.waiting)) each.breakOff(lost());
			},
		};
	}

	arm(fault: Fault, kind: 'read' | 'write', times: number): void {
		this.#armed.push({ fault, kind, times });
	}

	setOnline(online: boolean): void {
		this.#online = online;
		if (!online) for (const each of Array.from(this.#onItsWay)) each.breakOff(lost());
	}

	/** Drops pending answers without notice. */
	cutAnswers(): void {
		this.#lostBefore += 1;
	}

	calm(): void {
		this.#armed.length = 0;
		this.#online = true;
		this.#world.service.listsLagBy(0);
	}

	async #fetch(kind: 'read' | 'write', request: Request, run: Run): Promise<Response> {
		const { clock, service } = this.#world;
		const text = request.method === 'GET' ? '' : await bodyOf(request);
		if (!run.alive) throw lost();
		if (!this.#online) throw unsent();
		const { pathname, searchParams } = new URL(request.url);
		if (pathname.startsWith('/api/Account/')) return this.#signIn();
		const call = service.callOf(request.method, pathname, text, searchParams);
		if (!call) return respond({ status: 404, body: '{}' });
		const fault = this.#faultFor(kind, call);
		if (fault === 'refused') throw unsent();
		const at = clock.monotonic();
		const record: Sent = {
			call,
			at,
			lookedAt: at,
			shows: undefined,
			isLast: true,
			...(kind === 'write' ? run.watch(call) : { actionId: null, attempt: null, run: 0 }),
			endedAt: null,
			status: null,
			isOwn: false,
			old: false,
		};
		this.#sent.push(record);
		const signedIn = request.headers.get('authorization') === `Bearer ${this.#goodToken}`;
		const [fate, noCache]: [Fate, boolean] = signedIn
			? [fault === null ? noFate : fates[fault], mayNotBeCached(request)]
			: [fates['signed-out'], false];
		return new Promise<Response>((resolve, reject) => {
			this.#travel(record, fate, { noCache, waiting: run.waiting, resolve, reject });
		});
	}

	#signIn(): Response {
		this.#goodToken = `token-${String((this.#tokens += 1))}`;
		// Like every service, the sign-in answer has the time and is never cached.
		const now = serviceStart + this.#world.clock.monotonic();
		return respond({
			status: 200,
			headers: { date: new Date(now).toUTCString() },
			body: JSON.stringify({ access_token: this.#goodToken }),
		});
	}

	#faultFor(kind: 'read' | 'write', call: Call): Fault | null {
		const found = this.#armed.find(
			(each) => each.kind === kind && each.times > 0 && meets(each.fault, call),
		);
		if (!found) return null;
		found.times -= 1;
		this.#met.add(`${found.fault} ${kind}`);
		return found.fault;
	}

	/** One request: its effect at the service, and its answer. */
	#travel(record: Sent, fate: Fate, our: Fetched): void {
		const { clock, random, profile, latestMs } = this.#world;
		const { call, actionId } = record;
		const { timeouts } = profile;
		const limit = actionId === null ? timeouts.readMs : timeouts.writeMs;
		const sentAfter = this.#lostBefore;
		const late = () => {
			this.#executeLater(record, latestMs(call));
		};
		const travelling = new Travelling(record, our, {
			clock,
			isDropped: () => sentAfter < this.#lostBefore,
			ended: () => {
				our.waiting.delete(travelling);
				this.#onItsWay.delete(travelling);
			},
			afterwards: fate.does === 'late' && fate.back === 'silence' ? late : null,
		});
		travelling.giveUpAfter(limit);
		our.waiting.add(travelling);
		this.#onItsWay.add(travelling);

		const there = Math.ceil(random() * 150);
		const back = Math.ceil(random() * 150);
		if (fate.does === 'late' && fate.back === 'silence') return;
		clock.after(there, () => {
			const [answer, documentId] = this.#arrive(record, fate, our.noCache, late);
			this.#comeBack(record, fate.back, { answer, documentId, travelling, backMs: back });
		});
	}

	/** The request's effect. @returns the answer, and the document that it changed first */
	#arrive(
		record: Sent,
		fate: Fate,
		noCache: boolean,
		late: () => void,
	): [answer: Answer, documentId: string | null] {
		const { service, profile } = this.#world;
		const did = fate === fates.busy && profile.behaviour.refusalsDoNothing ? 'never' : fate.does;
		const before = service.effects.length;
		const answer =
			did === 'never' || did === 'late' || did === 'hours-late'
				? noAnswer
				: this.#handle(record, fate, noCache);
		if (did === 'late') late();
		if (did === 'hours-late') this.#executeLater(record, latestOfAllMs, hour);
		if (did === 'twice') this.#executeLater(record, 1_000);
		if (did === 'again-later') this.#executeLater(record, latestOfAllMs, hour);
		if (fate.signsOut) this.#goodToken = '';
		return [answer, service.effects[before]?.documentId ?? null];
	}

	#comeBack(
		{ call }: Sent,
		comes: Fate['back'],
		its: { answer: Answer; documentId: string | null; travelling: Travelling; backMs: number },
	): void {
		const { clock, random, service } = this.#world;
		const { answer, documentId, travelling, backMs } = its;
		if (comes === 'lost') travelling.breakOff(lost());
		else if (comes === 'unreachable') travelling.breakOff(unreachable(random()));
		else if (comes === 'stalls') {
			clock.after(backMs, () => {
				travelling.begin();
			});
		} else if (comes !== 'silence') {
			const stranger = this.#strangerTo(call);
			const creates = call.operation.answer.kind === 'created';
			const strangers =
				stranger === null || !creates ? null : service.readOf(call.operation, stranger.id);
			const by = { random, call, documentId, stranger, strangers };
			const comesBack = comes === 'its-answer' ? answer : comes(answer, by);
			clock.after(backMs, () => {
				travelling.reply(comesBack, comes === 'its-answer');
			});
		}
	}

	/** The service's handling of a received request. */
	#handle(record: Sent, fate: Fate, noCache: boolean): Answer {
		const { clock, random } = this.#world;
		const { call } = record;
		const now = clock.monotonic();
		record.lookedAt = now;
		const isFresh = fate.shows === undefined || (fate.shows === 'cached' && noCache);
		const asOf =
			isFresh || fate.shows === 'stranger'
				? now
				: Math.max(0, now - (2 / 60 + random() * 3) * hour);
		// The initial state is not older than the history.
		record.old = !isFresh && (fate.shows === 'stranger' || now - asOf >= hour / 30);
		const stranger = this.#strangerTo(call);
		const asked =
			fate.shows === 'stranger' && stranger !== null ? { ...call, id: stranger.id } : call;
		const answer = this.#execute(record, asked, asOf);
		record.shows = answer.shows;
		record.isLast = answer.isLast ?? true;
		// The service's own clock, which never jumps.
		const told = serviceStart + (fate.shows === 'old' ? asOf : now);
		const headers = { ...answer.headers, date: new Date(told).toUTCString() };
		return { ...answer, headers };
	}

	#execute(record: Sent, call: Call, asOf?: number): Answer {
		const { service } = this.#world;
		const before = service.effects.length;
		const answer = service.execute(call, record.actionId, asOf);
		for (const effect of service.effects.slice(before)) this.#causes.set(effect, record);
		return answer;
	}

	#executeLater(record: Sent, atMost: number, atLeast = 0): void {
		const { clock, random } = this.#world;
		const inMs = Math.ceil(atLeast + random() * (atMost - atLeast));
		this.#quietAt = Math.max(this.#quietAt, clock.monotonic() + inMs);
		clock.after(inMs, () => void this.#execute(record, record.call));
	}

	/** Someone else's document of the same kind; not the one that was just created. */
	#strangerTo({ operation, id }: Call): { id: string } | null {
		const { service, random } = this.#world;
		const all = service.idsOf(operation.name.split('.')[0] ?? '');
		const others = all.filter((each) => each !== (id ?? all.at(-1)));
		const chosen = others[Math.floor(random() * others.length)];
		return chosen === undefined ? null : { id: chosen };
	}
}

interface Run {
	alive: boolean;
	waiting: Set<Travelling>;
	watch: Watch;
}

interface Fetched {
	noCache: boolean;
	waiting: Set<Travelling>;
	resolve(answer: Response): void;
	reject(error: Error): void;
}

interface Way {
	clock: Clock;
	/** Its answer was dropped without notice. */
	isDropped(): boolean;
	ended(): void;
	afterwards: (() => void) | null;
}

/** A request until it ends: answered, broken off or given up. */
class Travelling {
	readonly #record: Sent;
	readonly #our: Fetched;
	readonly #way: Way;
	#cancelTimeout: () => void = () => undefined;
	/** Ends a stalled answer. */
	#breakAnswer: ((error: Error) => void) | null = null;

	constructor(record: Sent, our: Fetched, way: Way) {
		this.#record = record;
		this.#our = our;
		this.#way = way;
	}

	giveUpAfter(ms: number): void {
		this.#cancelTimeout = this.#way.clock.after(ms, () => {
			this.breakOff(new TimeoutError(new Request('http://service.test')));
		});
	}

	breakOff(error: Error): void {
		this.#end(() => {
			this.#our.reject(error);
			this.#breakAnswer?.(error);
		});
	}

	reply(answer: Answer, isOwn: boolean): void {
		if (this.#way.isDropped()) return;
		this.#end(() => {
			this.#record.status = answer.status;
			this.#record.isOwn = isOwn;
			this.#our.resolve(respond(answer));
		});
	}

	/** The answer begins, and stalls. */
	begin(): void {
		if (this.#way.isDropped() || this.#record.endedAt !== null) return;
		const body = new ReadableStream({
			start: (answer) => {
				answer.enqueue(new TextEncoder().encode('{'));
				this.#breakAnswer = (error) => {
					answer.error(error);
				};
			},
			// The program waits for the rest no longer.
			cancel: () => {
				this.#end(() => undefined);
			},
		});
		this.#our.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
	}

	#end(settle: () => void): void {
		if (this.#record.endedAt !== null) return;
		const { clock, ended, afterwards } = this.#way;
		this.#record.endedAt = clock.monotonic();
		ended();
		this.#cancelTimeout();
		afterwards?.();
		settle();
	}
}

function meets(fault: Fault, { operation: { name, answer } }: Call): boolean {
	if (ofCreatesAlone.includes(fault)) return answer.kind === 'created';
	if (!('shows' in fates[fault])) return true;
	return fault === 'foreign-answer' ? name.endsWith('.get') : name !== 'location.count';
}

const noAnswer: Answer = { status: 200, body: '' };

const respond = ({ status, body, contentType, headers }: Answer): Response =>
	new Response(status === 204 ? null : body, {
		status,
		headers: { 'content-type': contentType ?? 'application/json', ...headers },
	});

/** A cache may answer unless asked not to. */
const mayNotBeCached = ({ headers }: Request): boolean =>
	/no-cache|no-store|max-age=0/.test(headers.get('cache-control') ?? '');

/** The sign-in form is not checked. */
const bodyOf = (request: Request): Promise<string> =>
	request.headers.get('content-type')?.includes('json') ? request.text() : Promise.resolve('');

const failed = (code: string, syscall: string): TypeError =>
	new TypeError('fetch failed', {
		cause: Object.assign(new Error(`${syscall} ${code}`), { code, syscall }),
	});
const unsent = () => failed('ECONNREFUSED', 'connect');
const lost = () => failed('ECONNRESET', 'read');
const unreachable = (chance: number) =>
	failed(['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'][Math.floor(chance * 3)] ?? 'ENETDOWN', 'read');
