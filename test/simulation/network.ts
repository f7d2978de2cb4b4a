// The way to the simulated service: time it takes, and everything that can go wrong on it (faults.ts). A fault waits for the
// next requests of its kind.
import { TimeoutError } from 'ky';
import type { Clock, Fetch, Network } from '../../src/main/core/ports.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import { fates, noFate, ofCreatesAlone, type Fate, type Fault } from './faults.ts';
import type { Answer, Call, Effect, SimulatedService } from './service.ts';

/** A request of ours that reached the network, for those who watch. */
export interface Sent {
	call: Call;
	/** The action behind a write; null for a read. */
	actionId: string | null;
	attempt: number | null;
	/** Which start of the program sent it, where a file that was rolled back gives a number twice. */
	run: number;
	at: number;
	/** When the service looked, and what it showed. */
	lookedAt: number;
	shows: unknown;
	/** Of a list: whether its last row was in it. */
	isLast: boolean;
	/** When our side stopped waiting: answered or not. */
	endedAt: number | null;
	/** The status that came back; null when nothing did. */
	status: number | null;
	/** What came back was the service's own. */
	isOwn: boolean;
	/** It was not answered with what stands there. */
	old: boolean;
}

const serviceStart = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
/** Nothing of ours is done later than this; a day is watched for. */
export const latestOfAllMs = 20 * hour;

/** Which action is behind a write. */
type Watch = (call: Call) => { actionId: string; attempt: number; run: number };

export interface SimulatedNetwork {
	/** The network of one run of the program; after `cut` nothing of it goes out or comes back any more. */
	connect(watch: Watch): { network: Network; cut(): void };
	arm(fault: Fault, kind: 'read' | 'write', times: number): void;
	setOnline(online: boolean): void;
	/** No answer that is on its way arrives; nobody is told. */
	cutAnswers(): void;
	calm(): void;
	/** Everything that went out, in order. */
	readonly sent: readonly Sent[];
	/** When the last of what the service is late with is done, ms of the clock that is never set. */
	quietAt(): number;
	/** Faults that met a request. */
	readonly met: ReadonlySet<string>;
	/** The request by which something was done. */
	requestOf(effect: Effect): Sent | undefined;
}

interface NetworkWorld {
	clock: Clock;
	random: () => number;
	service: SimulatedService;
	profile: ServiceProfile;
	/** A late request is done at most so many ms after we gave up. */
	latestMs: (call: Call) => number;
}

export function simulatedNetwork(world: NetworkWorld): SimulatedNetwork {
	const { clock, service } = world;
	const sent: Sent[] = [];
	const met = new Set<string>();
	const armed: { fault: Fault; kind: 'read' | 'write'; times: number }[] = [];
	const onItsWay = new Set<() => void>();
	/** Goes up whenever what is on its way back is lost. */
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

	/** The same request once more, some time after. */
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
				// As with every service, the answer to a sign-in tells the time, and comes out of no cache.
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

	/** What the service does with a request that has come, and answers. */
	const arrive = (record: Sent, fate: Fate, noCache: boolean): Answer => {
		const { call } = record;
		const now = clock.monotonic();
		record.lookedAt = now;
		const isFresh = fate.shows === undefined || (fate.shows === 'cached' && noCache);
		const asOf =
			isFresh || fate.shows === 'stranger'
				? now
				: Math.max(0, now - (2 / 60 + world.random() * 3) * hour);
		// What stood there at the beginning is not older than the history.
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

	/** A document of the same kind that somebody else made. */
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

	/** What a create has just made is no stranger to it. */
	const newest = (shelf: { all(): { id: string }[] }) => shelf.all().at(-1)?.id;

	/** One request: what becomes of it at the service, and what of it comes back. */
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
		/** Ends an answer that stands still in the middle. */
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

/** A cache may give out what it kept, unless it is asked not to. */
const mayNotBeCached = ({ headers }: Request): boolean =>
	/no-cache|no-store|max-age=0/.test(headers.get('cache-control') ?? '');

/** The sign-in's form is not looked at. */
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
