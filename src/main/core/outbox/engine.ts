// The outbox: takes actions in, sends the heads of its lanes, asks the service where an answer is missing, and hands to
// a person what cannot be decided. The design and its guarantees are docs/outbox.md.
import type { OutboxCounts } from '../../../shared/bridge/app.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { shortReference, withReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadFailure, WriteVerdict } from '../api/verdict.ts';
import type { CorePorts } from '../ports.ts';
import { actionTables, type Changes } from '../store/actions.ts';
import type { Store } from '../store/open.ts';
import {
	finished,
	payloadVersion,
	type ActionRow,
	type ActionState,
	type AttentionReason,
	type LaneRow,
} from './action.ts';
import type { LaneStanding, Outbox } from './outbox.ts';
import { readPayload } from './payload.ts';
import {
	documentKindOf,
	evidence,
	lookBeforeSending,
	probe,
	type Evidence,
	type ProbeContext,
} from './probe.ts';
import { createSchedule } from './schedule.ts';
import { hashOfRecord } from './base.ts';
import { laneStanding } from './standing.ts';

/** Who moves an action when no person does. */
const program = 'Stillroom';

export interface OutboxEngine extends Outbox {
	/** Marks what a crash left behind; before anything is sent. */
	recover(): void;
	start(): void;
	/** Sends nothing new and waits for what is on its way. */
	stop(): Promise<void>;
	sendAgain(target: Target, by: string): Reply<Record<string, never>>;
	markDone(target: Target & { serverId: string | null }, by: string): Reply<Record<string, never>>;
	drop(target: Target & { reason: string }, by: string): Reply<Record<string, never>>;
	cancel(target: Target, by: string): Reply<Record<string, never>>;
	readonly tables: ReturnType<typeof actionTables>;
}

interface Target {
	actionId: string;
	revision: number;
}

export interface EngineOptions {
	store: Store;
	ports: CorePorts;
	account: () => { accountId: string; profile: ServiceProfile } | null;
	api: ServiceApi;
	/** True while sending makes sense: the service is there, does not ask to wait, and knows us. */
	maySend: () => boolean;
	/** Who is working at this PC. */
	person: () => string;
	/** Lanes moved on, or were made. */
	changed: (laneIds: string[]) => void;
	/** A lane's step was confirmed: the copies of its document are old now. */
	confirmed: (lane: LaneRow, operation: string, laneDone: boolean) => void;
	/** A document whose lane was taken back before anything happened is a draft again. Called in the transaction. */
	reopen: (lane: LaneRow) => void;
}

export function createOutbox(options: EngineOptions): OutboxEngine {
	const { store, ports, api } = options;
	const { clock, crashPoint, log } = ports;
	const db = store.durable;
	const tables = actionTables(db);
	const schedule = createSchedule(clock);
	/** Lanes being worked on now, with the work. */
	const inFlight = new Map<string, Promise<void>>();
	let running = false;
	let cancelTimer: (() => void) | null = null;
	let knownCounts: OutboxCounts | null = null;

	const lastReadNo = store.cache.prepare<[], number>('SELECT last FROM read_counter').pluck();

	const transaction = <Result>(label: string, work: () => Result): Result => {
		crashPoint(`${label}: before commit`);
		const result = db.transaction(work).immediate();
		crashPoint(`${label}: committed`);
		return result;
	};

	const announce = (laneIds: string[]) => {
		knownCounts = null;
		options.changed(laneIds);
	};

	const move = (
		row: ActionRow,
		to: ActionState,
		change: { by?: string; why: string; raiseRevision?: boolean } & Changes,
	): boolean => {
		const moved = tables.move(row, to, { at: clock.now(), by: program, ...change });
		if (!moved) log.warn('An action was moved by someone else', { action: row.action_id, to });
		return moved;
	};

	// ── Choosing ───────────────────────────────────────────────────────────────────────────────────────────────────

	/** Puts the lane where its head belongs: ready, waiting for its time, or nowhere while a person decides. */
	const place = (laneId: string): void => {
		const account = options.account();
		const head = account && tables.head(account.accountId, laneId);
		if (!head) {
			schedule.forget(laneId);
			return;
		}
		switch (head.state) {
			case 'queued':
			case 'held':
			case 'ambiguous': {
				// A pause that is running is measured by the monotonic clock; the wall clock may have jumped since it began.
				if (head.state === 'ambiguous' && schedule.waits(laneId)) break;
				if (head.next_at === null) schedule.ready(laneId);
				else schedule.later(laneId, pauseUntil(head.next_at));
				break;
			}
			default:
				schedule.forget(laneId);
		}
	};

	/** ms until an instant; a wall clock that was set back must not make anything wait for ever. */
	const pauseUntil = (at: number): number => {
		const { pauses } = options.account()?.profile ?? {};
		const most = Math.max(
			pauses?.retryMostMs ?? 0,
			pauses?.beforeProbeMs ?? 0,
			pauses?.betweenProbesMs ?? 0,
			pauses?.holdMs ?? 0,
		);
		return Math.min(Math.max(0, at - clock.now()), most);
	};

	/** Works on as many lanes as may go side by side; when none may, waits for the first pause to end. */
	const pump = (): void => {
		if (!running) return;
		const account = options.account();
		if (!account) return;
		cancelTimer?.();
		cancelTimer = null;
		while (inFlight.size < account.profile.lanesAtOnce && options.maySend()) {
			const laneId = schedule.take();
			if (laneId === null) {
				// Nothing is ready. A pause that ended since then is no pause: the next turn takes it.
				const pause = schedule.pause();
				if (pause !== null) cancelTimer = clock.after(pause, pump);
				return;
			}
			if (inFlight.has(laneId)) continue;
			const work = workOn(laneId)
				.catch((error: unknown) => {
					// A bug, or a disk that refuses to be written. The action stays as it is: a send whose end could not be
					// recorded is found as `sending` at the next start, and asked about, never sent again blindly.
					log.error('The outbox could not finish a step', { lane: laneId, error: String(error) });
					return 'failed' as const;
				})
				.then((outcome) => {
					inFlight.delete(laneId);
					if (outcome === 'failed') schedule.later(laneId, account.profile.pauses.retryMostMs);
					else place(laneId);
					pump();
				});
			inFlight.set(laneId, work);
		}
		// Full, or nothing may be sent now: whoever changes that calls again.
	};

	const workOn = async (laneId: string): Promise<void> => {
		const account = options.account();
		const row = account && tables.head(account.accountId, laneId);
		const lane = row && tables.lane(laneId);
		if (!account || !row || !lane) return;
		if (row.state === 'ambiguous') await verify(row, lane, account.profile);
		else if (row.state === 'queued' || row.state === 'held') await send(row, lane, account.profile);
	};

	// ── Sending ────────────────────────────────────────────────────────────────────────────────────────────────────

	const contextOf = (
		row: ActionRow,
		lane: LaneRow,
		profile: ServiceProfile,
	): ProbeContext | AttentionReason => {
		const operation = findOperation(row.operation) as Operation | undefined;
		const input = readPayload(row, lane);
		if (operation === undefined || input === 'unreadable') return 'unreadable';
		if (input === null) return 'confirmed-not-found';
		return {
			api,
			profile,
			operation,
			input,
			reference: row.reference,
			baseHash: row.base_hash,
			asOf: tables.lastEvent(),
			besides: (asOf) =>
				tables.triedBesides(row, asOf).flatMap((other) => {
					const otherLane = tables.lane(other.lane_id);
					const sent = otherLane ? readPayload(other, otherLane) : null;
					return sent !== null && sent !== 'unreadable' && sent.body ? [sent.body] : [];
				}),
		};
	};

	const send = async (row: ActionRow, lane: LaneRow, profile: ServiceProfile): Promise<void> => {
		if (row.payload_version > payloadVersion) {
			settle(lane, () =>
				move(row, 'held-newer-version', { why: 'It was written by a newer Stillroom.' }),
			);
			return;
		}
		const context = contextOf(row, lane, profile);
		if (typeof context === 'string') {
			settle(lane, () =>
				move(row, 'attention', { attention: context, why: 'It cannot be sent as it stands.' }),
			);
			return;
		}
		const { staleAfterMs } = profile.pauses;
		if (staleAfterMs > 0 && clock.now() - row.fresh_from > staleAfterMs) {
			settle(lane, () =>
				move(row, 'stale-review', { why: 'It waited so long that a person looks at it first.' }),
			);
			return;
		}
		const before = await lookBeforeSending(context);
		switch (before.kind) {
			case 'unanswered':
				postpone(row, lane, before.failure);
				return;
			case 'done':
				confirm(row, lane, {
					by: 'probe',
					why: before.why,
					serverId: before.serverId,
					number: before.number,
				});
				return;
			case 'conflict':
				settle(lane, () =>
					move(row, 'attention', {
						attention: 'changed',
						service_said: before.why,
						why: before.why,
					}),
				);
				return;
			case 'send':
				await attempt(row, lane, context, before.evidence);
		}
	};

	const attempt = async (
		row: ActionRow,
		lane: LaneRow,
		context: ProbeContext,
		before: Evidence | null,
	): Promise<void> => {
		// G2: what may be out there already was asked about before it came back to `queued`.
		const repeated = tables.mayHaveBeenApplied(row.action_id);
		const started = transaction('sending', () => {
			const moved = move(row, 'sending', {
				why: `Sent, try ${String(tables.attempts(row.action_id) + 1)}.`,
				evidence: before === null ? null : JSON.stringify(before),
			});
			return moved ? tables.startAttempt(row, clock.now()) : null;
		});
		if (started === null) return;
		announce([lane.lane_id]);
		const sending = tables.byId(row.action_id);
		if (sending?.state !== 'sending') return;

		crashPoint('request: before');
		const verdict = await api.write(row.operation, context.input);
		crashPoint('request: answered');

		const recorded = (work: () => boolean) => {
			settle(lane, () => {
				tables.endAttempt({ attempt: started, at: clock.now(), ...attemptEnd(verdict) });
				return work();
			});
		};
		switch (verdict.kind) {
			case 'applied':
				if (context.operation.answer.kind === 'created' && verdict.id === null) {
					// It is done; only its id is missing. It is looked for at once, and never sent again.
					recorded(() =>
						move(sending, 'ambiguous', {
							next_at: clock.now(),
							service_status: verdict.status,
							service_said: '',
							resolution: 'applied',
							why: 'The service did it, and gave no id; looking for the document.',
						}),
					);
					return;
				}
				confirm(sending, lane, {
					by: 'answer',
					why: `The service answered ${String(verdict.status)}.`,
					serverId: verdict.id,
					number: verdict.number,
					status: verdict.status,
					alsoRecord: () => {
						tables.endAttempt({ attempt: started, at: clock.now(), ...attemptEnd(verdict) });
					},
				});
				return;
			case 'rejected':
				recorded(() =>
					repeated
						? // It may say no because the first try was applied after all.
							move(sending, 'ambiguous', {
								next_at: clock.now(),
								absent_probes: 0,
								service_status: verdict.status,
								service_said: verdict.said,
								why: 'Refused after an earlier try without an answer; asking the service.',
							})
						: move(sending, 'attention', {
								attention: 'rejected',
								service_status: verdict.status,
								service_said: verdict.said,
								why: verdict.said,
							}),
				);
				return;
			case 'not-sent':
				recorded(() => {
					const unsent = sending.unsent_count + 1;
					return move(sending, 'queued', {
						unsent_count: unsent,
						next_at: Math.max(clock.now() + backoff(unsent), verdict.waitUntil ?? 0),
						service_said: verdict.said,
						why: `Not sent: ${verdict.said}`,
					});
				});
				return;
			case 'unauthorized':
				recorded(() => {
					// A token that was just renewed may be refused as well: that must not go round without a pause.
					const unsent = sending.unsent_count + 1;
					return move(sending, 'queued', {
						unsent_count: unsent,
						next_at: clock.now() + backoff(unsent),
						why: 'Not sent: the service wants a new sign-in.',
					});
				});
				return;
			case 'unknown':
				recorded(() =>
					move(sending, 'ambiguous', {
						next_at: clock.now() + context.profile.pauses.beforeProbeMs,
						absent_probes: 0,
						service_status: verdict.status,
						service_said: verdict.said,
						why: `Not confirmed: ${verdict.said}`,
					}),
				);
		}
	};

	/** The service could not be asked, so nothing was sent. */
	const postpone = (row: ActionRow, lane: LaneRow, failure: ReadFailure): void => {
		const unsent = row.unsent_count + 1;
		settle(lane, () =>
			move(row, row.state, {
				attention: row.attention,
				unsent_count: unsent,
				next_at: Math.max(clock.now() + backoff(unsent), failure.waitUntil ?? 0),
				service_said: failure.said,
				why: `The service could not be asked: ${failure.said}`,
			}),
		);
	};

	/** Full jitter: anything between zero and the doubled pause, so that many PCs do not come back together. */
	const backoff = (tries: number): number => {
		const pauses = options.account()?.profile.pauses;
		if (!pauses) return 0;
		const most = Math.min(pauses.retryMostMs, pauses.retryFirstMs * 2 ** Math.min(tries, 20));
		return Math.ceil(ports.random() * most);
	};

	// ── Verifying ──────────────────────────────────────────────────────────────────────────────────────────────────

	const verify = async (row: ActionRow, lane: LaneRow, profile: ServiceProfile): Promise<void> => {
		const context = contextOf(row, lane, profile);
		if (typeof context === 'string') {
			settle(lane, () =>
				move(row, 'attention', {
					attention: context,
					why: 'It cannot be asked about as it stands.',
				}),
			);
			return;
		}
		const started = transaction('verifying', () =>
			move(row, 'verifying', { why: 'Asking the service.' }),
		);
		const verifying = started ? tables.byId(row.action_id) : undefined;
		if (verifying?.state !== 'verifying') return;
		announce([lane.lane_id]);

		const result = await probe(context, readEvidence(row.evidence));
		switch (result.kind) {
			case 'found':
				confirm(verifying, lane, {
					by: 'probe',
					why: result.why,
					serverId: result.serverId,
					number: result.number,
				});
				return;
			case 'unanswered':
				settle(lane, () =>
					move(verifying, 'ambiguous', {
						next_at: Math.max(
							clock.now() + backoff(1) + profile.pauses.retryFirstMs,
							result.failure.waitUntil ?? 0,
						),
						why: `The service could not be asked: ${result.failure.said}`,
					}),
				);
				return;
			case 'undecided':
				settle(lane, () =>
					move(verifying, 'attention', { attention: 'not-confirmed-undecided', why: result.why }),
				);
				return;
			case 'absent':
				settle(lane, () => onAbsent(verifying, context, result.why));
		}
	};

	const onAbsent = (row: ActionRow, context: ProbeContext, why: string): boolean => {
		const probes = row.absent_probes + 1;
		if (probes < 2) {
			return move(row, 'ambiguous', {
				absent_probes: probes,
				next_at: clock.now() + context.profile.pauses.betweenProbesMs,
				why: `${why} Asking once more.`,
			});
		}
		if (row.resolution === 'applied') {
			return move(row, 'attention', {
				attention: 'confirmed-not-found',
				absent_probes: probes,
				why,
			});
		}
		// It was refused, and the earlier try without an answer left no trace either.
		if (row.service_status !== null && isRefusal(row.service_status)) {
			return move(row, 'attention', {
				attention: 'rejected',
				absent_probes: probes,
				why: row.service_said,
			});
		}
		return maySendAgainUnseen(context)
			? move(row, 'queued', { absent_probes: 0, why: `${why} Twice; it is sent again.` })
			: move(row, 'attention', { attention: 'not-confirmed-absent', absent_probes: probes, why });
	};

	/**
	 * G2: after two absences a write goes again by itself only where a late twin does no harm: a draft that our reference
	 * finds, or a transition that the service is known to refuse a second time. Stock never moves again unseen.
	 */
	const maySendAgainUnseen = ({ operation, profile }: ProbeContext): boolean => {
		if (!profile.behaviour.listsAreCurrent) return false;
		const kind = documentKindOf(operation);
		switch (operation.replay?.proof) {
			case 'reference':
				return kind !== null && profile.reference[kind] !== null;
			case 'state':
				return profile.behaviour.refusesRepeatedTransition;
			default:
				return false;
		}
	};

	const readEvidence = (json: string | null): Evidence | null => {
		const read = json === null ? null : evidence.safeParse(JSON.parse(json));
		return read?.success ? read.data : null;
	};

	// ── Ending ─────────────────────────────────────────────────────────────────────────────────────────────────────

	/** One transaction that moves an action of the lane, and tells about it. */
	const settle = (lane: LaneRow, work: () => boolean): boolean => {
		const moved = transaction('verdict', work);
		announce([lane.lane_id]);
		return moved;
	};

	const confirm = (
		row: ActionRow,
		lane: LaneRow,
		how: {
			by: 'answer' | 'probe' | 'person';
			person?: string;
			why: string;
			serverId: string | null;
			number: string;
			status?: number;
			alsoRecord?: () => void;
		},
	): void => {
		const moved = settle(lane, () => {
			how.alsoRecord?.();
			tables.setServer(lane.lane_id, how.serverId, how.number === '' ? null : how.number);
			return move(row, 'confirmed', {
				by: how.person ?? program,
				why: how.why,
				confirmed_by: how.by,
				confirmed_read_no: lastReadNo.get() ?? 0,
				service_status: how.status ?? row.service_status,
				service_said: '',
			});
		});
		if (!moved) return;
		const fresh = tables.lane(lane.lane_id) ?? lane;
		options.confirmed(
			fresh,
			row.operation,
			tables.head(lane.account_id, lane.lane_id) === undefined,
		);
	};

	// ── What a person decides ──────────────────────────────────────────────────────────────────────────────────────

	const decide = (
		target: Target,
		from: readonly ActionState[],
		work: (row: ActionRow, lane: LaneRow) => Reply<Record<string, never>> | undefined,
	): Reply<Record<string, never>> => {
		const row = tables.byId(target.actionId);
		const lane = row && tables.lane(row.lane_id);
		if (!row || !lane || row.account_id !== options.account()?.accountId) {
			return fail('not-found', 'This step is not in the outbox.');
		}
		if (row.revision !== target.revision || !from.includes(row.state)) {
			return fail('changed-meanwhile', 'This step has moved on since it was shown.');
		}
		const refused = work(row, lane);
		if (refused) return refused;
		place(row.lane_id);
		pump();
		return succeed({});
	};

	const undecided: readonly ActionState[] = ['attention', 'stale-review'];

	return {
		tables,

		enqueue(newLane, actions) {
			const account = options.account();
			if (!account) throw new Error('Nothing can be queued without an account.');
			const [first] = actions;
			const twin = first && tables.byIntent(first.intentId);
			if (twin) return { laneId: twin.lane_id };
			const now = clock.now();
			const actor = options.person();
			const known = tables.laneOfDocument(account.accountId, newLane.document, newLane.documentId);
			const lane: LaneRow = known ?? {
				lane_id: ports.newId(),
				account_id: account.accountId,
				document: newLane.document,
				document_id: newLane.documentId,
				label: JSON.stringify(newLane.label),
				server_id: newLane.server?.id ?? null,
				server_number: newLane.server?.number ?? null,
				created_at: now,
				created_by: actor,
			};
			if (!known) tables.insertLane(lane);
			const hold = account.profile.pauses.holdMs;
			for (const action of actions) {
				const actionId = ports.newId();
				const reference = shortReference(actionId);
				tables.insertAction(
					{
						action_id: actionId,
						intent_id: action.intentId,
						lane_id: lane.lane_id,
						account_id: account.accountId,
						actor,
						operation: action.operation,
						payload_version: payloadVersion,
						payload: JSON.stringify(withOurReference(action, reference, account.profile)),
						base: action.base === undefined ? null : JSON.stringify(action.base),
						base_hash: action.base === undefined ? null : hashOfRecord(action.base),
						reference,
						state: hold > 0 ? 'held' : 'queued',
						attention: null,
						revision: 1,
						since: now,
						next_at: hold > 0 ? now + hold : null,
						unsent_count: 0,
						evidence: null,
						absent_probes: 0,
						service_status: null,
						service_said: '',
						confirmed_by: null,
						confirmed_read_no: null,
						resolution: null,
						created_at: now,
						fresh_from: now,
					},
					'Queued.',
				);
			}
			// The caller's transaction is still open: look at it when it is over.
			clock.after(0, () => {
				place(lane.lane_id);
				announce([lane.lane_id]);
				pump();
			});
			return { laneId: lane.lane_id };
		},

		lanes(document) {
			const account = options.account();
			if (!account) return [];
			return tables
				.lanesOfKind(account.accountId, document)
				.map((lane) => laneStanding(lane, tables.ofLane(lane.lane_id)));
		},

		laneOf(document, documentId): LaneStanding | null {
			const account = options.account();
			const lane = account && tables.laneOfDocument(account.accountId, document, documentId);
			return lane ? laneStanding(lane, tables.ofLane(lane.lane_id)) : null;
		},

		counts() {
			const account = options.account();
			if (!account) return { waiting: 0, needYou: 0 };
			if (knownCounts === null) {
				const needYou = tables.lanesNeedingPerson(account.accountId);
				knownCounts = { waiting: tables.liveLaneCount(account.accountId) - needYou, needYou };
			}
			return knownCounts;
		},

		wake() {
			pump();
		},

		recover() {
			const at = clock.now();
			db.transaction(() => {
				for (const row of tables.inState('held-newer-version')) {
					if (row.payload_version > payloadVersion) continue;
					tables.move(row, 'queued', { at, by: program, why: 'This Stillroom can read it.' });
				}
				for (const row of tables.inState('ambiguous')) {
					if (row.resolution === 'applied') continue;
					// How long it has waited is not known: the wall clock may have been set since.
					tables.move(row, 'ambiguous', {
						at,
						by: program,
						next_at: at + (options.account()?.profile.pauses.beforeProbeMs ?? 0),
						why: 'Stillroom was started; it waits anew before it asks.',
					});
				}
				for (const state of ['sending', 'verifying'] as const) {
					for (const row of tables.inState(state)) {
						tables.move(row, 'ambiguous', {
							at,
							by: program,
							// The request may still be on its way somewhere; give it the time to arrive.
							next_at: at + (options.account()?.profile.pauses.beforeProbeMs ?? 0),
							absent_probes: 0,
							why: 'Stillroom was closed in the middle of this.',
						});
					}
				}
			}).immediate();
		},

		start() {
			const account = options.account();
			schedule.clear();
			knownCounts = null;
			running = true;
			if (account)
				for (const { lane_id: laneId } of tables.liveLanes(account.accountId)) place(laneId);
			pump();
		},

		async stop() {
			running = false;
			cancelTimer?.();
			cancelTimer = null;
			await Promise.all(inFlight.values());
		},

		sendAgain(target, by) {
			return decide(target, undecided, (row, lane) => {
				settle(lane, () => {
					tables.lookedAt(lane.lane_id, clock.now());
					return move(row, 'queued', {
						by,
						why:
							row.state === 'stale-review'
								? 'Looked at; to be sent.'
								: 'Send again: a person decided.',
						absent_probes: 0,
						unsent_count: 0,
						resolution: null,
						raiseRevision: true,
					});
				});
				return undefined;
			});
		},

		markDone(target, by) {
			return decide(target, undecided, (row, lane) => {
				const creates =
					(findOperation(row.operation) as Operation | undefined)?.answer.kind === 'created';
				const followed = tables
					.ofLane(row.lane_id)
					.some((other) => other.seq > row.seq && !finished.includes(other.state));
				if (creates && target.serverId === null && followed) {
					return fail('incomplete', 'Choose the document at the service: the next step needs it.');
				}
				confirm(row, lane, {
					by: 'person',
					person: by,
					why: 'It is done: a person decided.',
					serverId: target.serverId,
					number: '',
				});
				return undefined;
			});
		},

		drop(target, by) {
			return decide(target, undecided, (row, lane) => {
				settle(lane, () => {
					const moved = move(row, 'dropped', { by, why: target.reason, resolution: target.reason });
					const all = tables.ofLane(row.lane_id);
					for (const later of all) {
						if (later.seq > row.seq && !finished.includes(later.state)) {
							move(later, 'dropped', {
								by,
								why: 'The step before it was dropped.',
								resolution: target.reason,
							});
						}
					}
					// Refused outright, and nothing of it is at the service: the person can go on with the draft.
					const nothingThere = all.every((other) => other.state !== 'confirmed');
					if (row.attention === 'rejected' && nothingThere) options.reopen(lane);
					return moved;
				});
				return undefined;
			});
		},

		cancel(target, by) {
			return decide(target, ['held', 'queued'], (row, lane) => {
				const all = tables.ofLane(row.lane_id);
				const untouched = all.every(
					(other) =>
						(other.state === 'held' || other.state === 'queued' || other.state === 'cancelled') &&
						!tables.mayHaveBeenApplied(other.action_id),
				);
				if (!untouched || inFlight.has(row.lane_id)) {
					return fail('not-possible-now', 'It may be on its way already and cannot be taken back.');
				}
				settle(lane, () => {
					for (const other of all) {
						if (!finished.includes(other.state))
							move(other, 'cancelled', { by, why: 'Taken back.' });
					}
					options.reopen(lane);
					return true;
				});
				return undefined;
			});
		},
	};
}

/** The payload as it is frozen, with our reference in the free-text field that the profile names. */
function withOurReference(
	action: Parameters<Outbox['enqueue']>[1][number],
	reference: string,
	profile: ServiceProfile,
): unknown {
	const operation = findOperation(action.operation) as Operation | undefined;
	const kind = operation?.replay?.proof === 'reference' ? documentKindOf(operation) : null;
	const field = kind === null ? null : profile.reference[kind];
	if (field === null || action.payload.body === undefined) return action.payload;
	const text = action.payload.body[field];
	return {
		...action.payload,
		body: {
			...action.payload.body,
			[field]: withReference(typeof text === 'string' ? text : '', reference),
		},
	};
}

function attemptEnd(verdict: WriteVerdict): {
	verdict: string;
	status: number | null;
	code: string | null;
	serverDate: number | null;
} {
	return {
		verdict: verdict.kind,
		status: 'status' in verdict ? verdict.status : null,
		code: 'code' in verdict ? verdict.code : null,
		serverDate: 'serverDate' in verdict ? verdict.serverDate : null,
	};
}

/** A status by which the service refused for good, other than "not now". */
const isRefusal = (status: number): boolean => status < 500 && status !== 408 && status !== 429;
