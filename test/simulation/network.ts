// The network to the simulated service: latency, and every fault of faults.ts. A fault waits for the next requests of
// its kind.
import { TimeoutError } from 'ky';
import type { Clock, Fetch, Network } from '../../src/main/core/ports.ts';
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

/** The action of a write. */
type Watch = (call: Call) => { actionId: string; attempt: number; run: number };

export interface SimulatedNetwork {
	/** One run's network; `cut` stops all traffic. */
	connect(watch: Watch): { network: Network; cut(): void };
	arm(fault: Fault, kind: 'read' | 'write', times: number): void;
	setOnline(online: boolean): void;
	/** Drops pending answers without notice. */
	cutAnswers(): void;
	calm(): void;
	/** All requests, in order. */
	readonly sent: readonly Sent[];
	/** When the last late request is applied, ms of the steady clock. */
	quietAt(): number;
	/** Faults that met a request. */
	readonly met: ReadonlySet<string>;
	/** The request that caused an effect. */
	requestOf(effect: Effect): Sent | undefined;
}

interface NetworkWorld {
	clock: Clock;
	random: () => number;
	service: SimulatedService;
	profile: ServiceProfile;
	/** Maximum delay of a late request after we gave up, ms. */
	latestMs: (call: Call) => number;
}

export function simulatedNetwork(world: NetworkWorld): SimulatedNetwork {
	const { clock, service } = world;
	const sent: Sent[] = [];
	const met = new Set<string>();
	const armed: { fault: Fault; kind: 'read' | 'write'; times: number }[] = [];
	const onItsWay = new Set<() => void>();
	/** Increases when pending answers are dropped. */
	let lostBefore = 0;
	let online = true;
	let tokens = 0;
	let goodToken = '';
	let quietAt = 0;

	const meets = (fault: Fault, { operation: { name, answer } }: Call): boolean => {
		if (ofCreatesAlone.includes(fault)) return answer.kind === 'created';
		if (!('shows' in fates[fault])) return true;
		return fault === 'foreign-answer' ? name.endsWith('.get') : name !== 'location.count';
	};
	const faultFor = (kind: 'read' | 'write', call: Call): Fault | null => {
		const found = armed.find(
			(each) => each.kind === kind && each.times > 0 && meets(each.fault, call),
		);
		if (!found) return null;
		found.times -= 1;
		met.add(`${found.fault} ${kind}`);
		return found.fault;
	};

	const causes = new Map<Effect, Sent>();
	const execute = (record: Sent, call: Call, asOf?: number): Answer => {
		const before = service.effects.length;
		const answer = service.execute(call, record.actionId, asOf);
		for (const effect of service.effects.slice(before)) causes.set(effect, record);
		return answer;
	};

	/** The same request again, some time later. */
	const executeLater = (record: Sent, atMost: number, atLeast = 0) => {
		const inMs = Math.ceil(atLeast + world.random() * (atMost - atLeast));
		quietAt = Math.max(quietAt, clock.monotonic() + inMs);
		clock.after(inMs, () => void execute(record, record.call));
	};

	const signOut = () => {
		goodToken = '';
	};

	const fetchAs = (
		kind: 'read' | 'write',
		isAlive: () => boolean,
		waiting: Set<() => void>,
		watch: Watch,
	): Fetch => {
		return async (request) => {
			const text = request.method === 'GET' ? '' : await bodyOf(request);
			if (!isAlive()) throw lost();
			if (!online) throw unsent();
			const { pathname, searchParams } = new URL(request.url);
			if (pathname.startsWith('/api/Account/')) {
				goodToken = `token-${String((tokens += 1))}`;
				// Like every service, the sign-in answer has the time and is never cached.
				const headers = { date: new Date(serviceStart + clock.monotonic()).toUTCString() };
				return respond({
					...{ status: 200, headers },
					body: JSON.stringify({ access_token: goodToken }),
				});
			}
			const call = service.callOf(request.method, pathname, text, searchParams);
			if (!call) return respond({ status: 404, body: '{}' });
			const fault = faultFor(kind, call);
			if (fault === 'refused') throw unsent();
			const at = clock.monotonic();
			const record: Sent = {
				...{ call, at, lookedAt: at, shows: undefined, isLast: true },
				...(kind === 'write' ? watch(call) : { actionId: null, attempt: null, run: 0 }),
				...{ endedAt: null, status: null, isOwn: false, old: false },
			};
			sent.push(record);
			const signedIn = request.headers.get('authorization') === `Bearer ${goodToken}`;
			const [fate, noCache]: [Fate, boolean] = signedIn
				? [fault === null ? noFate : fates[fault], mayNotBeCached(request)]
				: [fates['signed-out'], false];
			return new Promise<Response>((resolve, reject) => {
				travel(record, fate, { noCache, waiting, resolve, reject });
			});
		};
	};

	/** The service's handling of a received request. */
	const arrive = (record: Sent, fate: Fate, noCache: boolean): Answer => {
		const { call } = record;
		const now = clock.monotonic();
		record.lookedAt = now;
		const isFresh = fate.shows === undefined || (fate.shows === 'cached' && noCache);
		const asOf =
			isFresh || fate.shows === 'stranger'
				? now
				: Math.max(0, now - (2 / 60 + world.random() * 3) * hour);
		// The initial state is not older than the history.
		record.old = !isFresh && (fate.shows === 'stranger' || now - asOf >= hour / 30);
		const stranger = strangerTo(call);
		const asked =
			fate.shows === 'stranger' && stranger !== null ? { ...call, id: stranger.id } : call;
		const answer = execute(record, asked, asOf);
		record.shows = answer.shows;
		record.isLast = answer.isLast ?? true;
		// The service's own clock, which never jumps.
		const told = serviceStart + (fate.shows === 'old' ? asOf : now);
		const headers = { ...answer.headers, date: new Date(told).toUTCString() };
		return { ...answer, headers };
	};

	/** Someone else's document of the same kind. */
	const strangerTo = ({ operation, id }: Call): { id: string } | null => {
		const { books } = service;
		const shelf = operation.name.startsWith('wastage')
			? books.wastage
			: operation.name.startsWith('transferOut')
				? books.transfersOut
				: books.transfersIn;
		const others = shelf.all().filter((each) => each.id !== (id ?? newest(shelf)));
		return others[Math.floor(world.random() * others.length)] ?? null;
	};

	/** A just created document is not a stranger's. */
	const newest = (shelf: { all(): { id: string }[] }) => shelf.all().at(-1)?.id;

	/** One request: its effect at the service, and its answer. */
	const travel = (
		record: Sent,
		fate: Fate,
		our: {
			noCache: boolean;
			waiting: Set<() => void>;
			resolve(answer: Response): void;
			reject(error: Error): void;
		},
	) => {
		const { call, actionId } = record;
		const { timeouts, behaviour } = world.profile;
		const limit = actionId === null ? timeouts.readMs : timeouts.writeMs;
		let afterwards: (() => void) | null = null;
		/** Ends a stalled answer. */
		let breakAnswer: ((error: Error) => void) | null = null;
		const fail = (error: Error) => {
			our.reject(error);
			breakAnswer?.(error);
		};
		const end = (settle: () => void) => {
			if (record.endedAt !== null) return;
			record.endedAt = clock.monotonic();
			our.waiting.delete(breakOff);
			onItsWay.delete(breakOff);
			cancelTimeout();
			afterwards?.();
			settle();
		};
		const breakOffWith = (error: Error) => () => {
			end(() => {
				fail(error);
			});
		};
		const breakOff = breakOffWith(lost());
		const sentAfter = lostBefore;
		const reply = (answer: Answer, isOwn: boolean) => {
			if (sentAfter < lostBefore) return;
			end(() => {
				record.status = answer.status;
				record.isOwn = isOwn;
				our.resolve(respond(answer));
			});
		};
		const begin = () => {
			if (sentAfter < lostBefore || record.endedAt !== null) return;
			const body = new ReadableStream({
				start(answer) {
					answer.enqueue(new TextEncoder().encode('{'));
					breakAnswer = (error) => {
						answer.error(error);
					};
				},
			});
			our.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
		};
		const cancelTimeout = clock.after(
			limit,
			breakOffWith(new TimeoutError(new Request('http://service.test'))),
		);
		our.waiting.add(breakOff);
		onItsWay.add(breakOff);

		const there = Math.ceil(world.random() * 150);
		const back = Math.ceil(world.random() * 150);
		const late = () => {
			executeLater(record, world.latestMs(call));
		};
		if (fate.does === 'late' && fate.back === 'silence') {
			afterwards = late;
			return;
		}
		clock.after(there, () => {
			const did = fate === fates.busy && behaviour.refusalsDoNothing ? 'never' : fate.does;
			const before = service.effects.length;
			const answer =
				did === 'never' || did === 'late' || did === 'hours-late'
					? noAnswer
					: arrive(record, fate, our.noCache);
			if (did === 'late') late();
			if (did === 'hours-late') executeLater(record, latestOfAllMs, hour);
			if (did === 'twice') executeLater(record, 1_000);
			if (did === 'again-later') executeLater(record, latestOfAllMs, hour);
			if (fate.signsOut) signOut();
			const { back: comes } = fate;
			if (comes === 'lost') breakOff();
			else if (comes === 'unreachable') breakOffWith(unreachable(world.random()))();
			else if (comes === 'stalls') clock.after(back, begin);
			else if (comes !== 'silence') {
				const documentId = service.effects[before]?.documentId ?? null;
				const stranger = strangerTo(call);
				const creates = call.operation.answer.kind === 'created';
				const strangers =
					stranger === null || !creates ? null : service.readOf(call.operation, stranger.id);
				const by = { random: world.random, call, documentId, stranger, strangers };
				const comesBack = comes === 'its-answer' ? answer : comes(answer, by);
				clock.after(back, () => {
					reply(comesBack, comes === 'its-answer');
				});
			}
		});
	};

	return {
		sent,
		met,
		quietAt: () => quietAt,
		requestOf: (effect) => causes.get(effect),
		connect(watch) {
			const waiting = new Set<() => void>();
			let alive = true;
			const isAlive = () => alive;
			return {
				network: {
					read: fetchAs('read', isAlive, waiting, watch),
					write: fetchAs('write', isAlive, waiting, watch),
				},
				cut() {
					alive = false;
					for (const breakOff of [...waiting]) breakOff();
				},
			};
		},
		arm(fault, kind, times) {
			armed.push({ fault, kind, times });
		},
		setOnline(now) {
			online = now;
			if (!now) for (const breakOff of [...onItsWay]) breakOff();
		},
		cutAnswers() {
			lostBefore += 1;
		},
		calm() {
			armed.length = 0;
			online = true;
			service.listsLagBy(0);
		},
	};
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
