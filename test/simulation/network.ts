// The way to the simulated service: time it takes, and everything that can go wrong on it. A fault waits for the next
// requests of its kind.
import { TimeoutError } from 'ky';
import type { Clock, Fetch, Network } from '../../src/main/core/ports.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import type { Answer, Call, SimulatedService } from './service.ts';

export const faults = [
	/** A list comes out of somebody's cache, as it was when it was last read. */
	'old-list',
	/** No connection was made. */
	'refused',
	/** The connection breaks before the service did anything, or after it did it. */
	'lost-before',
	'lost-after',
	/** 500 without and with an effect. */
	'error-before',
	'error-after',
	/** 200 with a web page, in place of the service or of its answer. */
	'page-before',
	'page-after',
	/** 401 until the token was renewed. */
	'signed-out',
	/** 429 that did nothing, 503 that did it where the service is like that. */
	'wait',
	'busy',
	/** No answer in time; it is done only after the client gave up. */
	'late',
	/** The connection breaks; it is done some time afterwards. */
	'late-after-loss',
	/** It is done at once and answered too late, or the answer stands still in the middle. */
	'slow',
	'stands-still',
	'refuses',
	'says-failed',
	/** It is done, and the answer carries nothing, or the id alone. */
	'no-id',
	'bare-id',
] as const;
export type Fault = (typeof faults)[number];

/** A request of ours that reached the network, for those who watch. */
export interface Sent {
	call: Call;
	/** The action behind a write; null for a read. */
	actionId: string | null;
	attempt: number | null;
	at: number;
	/** When our side stopped waiting: answered or not. */
	endedAt: number | null;
	/** The status that came back; null when nothing did. */
	status: number | null;
	/** It was answered with what had been answered before. */
	old: boolean;
}

const serviceStart = Date.UTC(2026, 10, 20, 12);

export interface SimulatedNetwork {
	/** The network of one run of the program; after `cut` nothing of it goes out or comes back any more. */
	connect(watch: (call: Call) => { actionId: string; attempt: number }): {
		network: Network;
		cut(): void;
	};
	arm(fault: Fault, kind: 'read' | 'write', times: number): void;
	setOnline(online: boolean): void;
	/** No answer that is on its way arrives; nobody is told. */
	cutAnswers(): void;
	calm(): void;
	/** Everything that went out, in order. */
	readonly sent: readonly Sent[];
	/** Faults that met a request. */
	readonly met: ReadonlySet<string>;
}

export function simulatedNetwork(world: {
	clock: Clock;
	random: () => number;
	service: SimulatedService;
	profile: ServiceProfile;
	/** A late request is done at most so many ms after we gave up. */
	latestMs: (call: Call) => number;
}): SimulatedNetwork {
	const { clock, random, service, profile } = world;
	const sent: Sent[] = [];
	const met = new Set<string>();
	const lastLists = new Map<string, Answer>();
	const armed: { fault: Fault; kind: 'read' | 'write'; times: number }[] = [];
	const onItsWay = new Set<() => void>();
	/** Goes up whenever what is on its way back is lost. */
	let lostBefore = 0;
	let online = true;
	let tokens = 0;
	let goodToken = '';

	const faultFor = (kind: 'read' | 'write', { operation }: Call): Fault | null => {
		const found = armed.find(
			(each) =>
				each.kind === kind &&
				each.times > 0 &&
				(each.fault !== 'old-list' || operation.name.endsWith('.list')),
		);
		if (!found) return null;
		found.times -= 1;
		met.add(`${found.fault} ${kind}`);
		return found.fault;
	};

	const fetchAs = (
		kind: 'read' | 'write',
		isAlive: () => boolean,
		waiting: Set<() => void>,
		watch: (call: Call) => { actionId: string; attempt: number },
	): Fetch => {
		return async (request) => {
			const text = request.method === 'GET' ? '' : await bodyOf(request);
			if (!isAlive()) throw lost();
			if (!online) throw unsent();
			const { pathname } = new URL(request.url);
			if (pathname.startsWith('/api/Account/')) {
				goodToken = `token-${String((tokens += 1))}`;
				return respond({ status: 200, body: JSON.stringify({ access_token: goodToken }) });
			}
			const call = service.callOf(request.method, pathname, text);
			if (!call) return respond({ status: 404, body: '{}' });
			const fault = faultFor(kind, call);
			if (fault === 'refused') throw unsent();
			const record: Sent = {
				call,
				...(kind === 'write' ? watch(call) : { actionId: null, attempt: null }),
				at: clock.monotonic(),
				endedAt: null,
				status: null,
				old: false,
			};
			sent.push(record);
			const signedIn = request.headers.get('authorization') === `Bearer ${goodToken}`;
			return travel(record, signedIn ? fault : 'signed-out', waiting);
		};
	};

	/** One request: what becomes of it at the service, and what of it comes back. */
	const travel = (record: Sent, fault: Fault | null, waiting: Set<() => void>) =>
		new Promise<Response>((resolve, reject) => {
			const { call, actionId } = record;
			const limit = actionId === null ? profile.timeouts.readMs : profile.timeouts.writeMs;
			const execute = () => service.execute(call, actionId);
			let afterwards: (() => void) | null = null;
			/** Ends an answer that stands still in the middle. */
			let breakAnswer: ((error: Error) => void) | null = null;
			const fail = (error: Error) => {
				reject(error);
				breakAnswer?.(error);
			};
			const end = (settle: () => void) => {
				if (record.endedAt !== null) return;
				record.endedAt = clock.monotonic();
				waiting.delete(breakOff);
				onItsWay.delete(breakOff);
				cancelTimeout();
				afterwards?.();
				settle();
			};
			const breakOff = () => {
				end(() => {
					fail(lost());
				});
			};
			const sentAfter = lostBefore;
			const reply = (answer: Answer) => {
				if (sentAfter < lostBefore) return;
				end(() => {
					record.status = answer.status;
					resolve(respond(answer));
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
				resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
			};
			const cancelTimeout = clock.after(limit, () => {
				end(() => {
					fail(new TimeoutError(new Request('http://service.test')));
				});
			});
			waiting.add(breakOff);
			onItsWay.add(breakOff);

			const later = () => {
				clock.after(Math.ceil(random() * world.latestMs(call)), execute);
			};
			/** The service's own clock, which never jumps. */
			const dated = (answer: Answer): Answer => {
				const date = new Date(serviceStart + clock.monotonic()).toUTCString();
				const whole = { ...answer, headers: { ...answer.headers, date } };
				if (call.operation.answer.kind === 'list') lastLists.set(call.operation.name, whole);
				return whole;
			};
			const there = Math.ceil(random() * 150);
			const back = Math.ceil(random() * 150);
			if (fault === 'late') {
				afterwards = later;
				return;
			}
			clock.after(there, () => {
				const come = (answer: Answer) => {
					clock.after(back, () => {
						reply(answer);
					});
				};
				switch (fault) {
					case 'old-list': {
						const before = lastLists.get(call.operation.name);
						record.old = before !== undefined;
						come(before ?? dated(execute()));
						return;
					}
					case null:
					case 'refused':
						come(dated(execute()));
						return;
					case 'lost-before':
						breakOff();
						return;
					case 'lost-after':
						execute();
						breakOff();
						return;
					case 'late-after-loss':
						later();
						breakOff();
						return;
					case 'slow':
						execute();
						return;
					case 'stands-still':
						execute();
						clock.after(back, begin);
						return;
					case 'error-before':
						come({ status: 500, body: '{"title":"Error"}' });
						return;
					case 'error-after':
						execute();
						come({ status: 500, body: '{"title":"Error"}' });
						return;
					case 'page-before':
						come(page);
						return;
					case 'page-after':
						execute();
						come(page);
						return;
					case 'signed-out':
						goodToken = '';
						come({ status: 401, body: '' });
						return;
					case 'wait':
						come({ status: 429, body: '', headers: { 'retry-after': '30' } });
						return;
					case 'busy':
						if (!profile.behaviour.refusalsDoNothing) execute();
						come({ status: 503, body: '', headers: { 'retry-after': '20' } });
						return;
					case 'refuses':
						come({ status: 400, body: '{"items":"empty"}' });
						return;
					case 'says-failed':
						come({ status: 200, body: '{"isFailed":true,"message":"No."}' });
						return;
					case 'no-id':
						come(withoutRecord(execute(), null));
						return;
					case 'bare-id': {
						const answer = execute();
						come(withoutRecord(answer, service.effects.at(-1)?.documentId ?? null));
						return;
					}
				}
			});
		});

	return {
		sent,
		met,
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

const page: Answer = { status: 200, body: '<html>Sign in</html>', contentType: 'text/html' };

/** What was done is answered with the id alone or nothing at all; a refusal stays one. */
const withoutRecord = (answer: Answer, id: string | null): Answer =>
	answer.status < 300 ? { status: 200, body: id === null ? '' : JSON.stringify(id) } : answer;

const respond = ({ status, body, contentType, headers }: Answer): Response =>
	new Response(status === 204 ? null : body, {
		status,
		headers: { 'content-type': contentType ?? 'application/json', ...headers },
	});

/** The sign-in's form is not looked at. */
const bodyOf = (request: Request): Promise<string> =>
	request.headers.get('content-type')?.includes('json') ? request.text() : Promise.resolve('');

const failed = (syscall: string, code: string): TypeError =>
	new TypeError('fetch failed', { cause: Object.assign(new Error(code), { syscall, code }) });
const unsent = () => failed('connect', 'ECONNREFUSED');
const lost = () => failed('read', 'ECONNRESET');
