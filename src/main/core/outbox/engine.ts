// The outbox: queues actions, sends the heads of its lanes, verifies unanswered ones, and leaves the rest to a
// person. Design and guarantees: docs/outbox.md. This file connects the parts.
// enqueueing, coalescing    add actions, and merge unsent ones
// next-action, schedule     pick the next lane
// sending, attempts         look before sending; make one attempt
// waited                    sends a step while a person waits for the answer
// verifying, probe          ask about a lost answer
// lines-named               fills in the ids of lines that an earlier step made
// moving, failed-steps      change states, each with its event; end steps that failed inside Stillroom
// deciding                  carries out a person's decisions
// recovering, taking-over   repair what a crash left behind; adopt another account's work
// twins, filling-words      find possible duplicates; fill in search words
import { isKindName, type KindName } from '../../../shared/document/kinds.ts';
import { recordTypeOf } from '../../../shared/record/records.ts';
import { outboxHealth } from '../store/outbox-health.ts';
import type { PullTable } from '../store/pulls.ts';
import type { LaneRow } from './action.ts';
import { NextAction } from './next-action.ts';
import { Decisions } from './deciding.ts';
import type { OutboxAccount, EngineOptions } from './engine-options.ts';
import { Enqueueing } from './enqueueing.ts';
import { createMovingOn } from './failed-steps.ts';
import { Moving } from './moving.ts';
import { FillingWords } from './filling-words.ts';
import { Observing, createTrust, textRooms } from './observing.ts';
import type { LaneStanding, Outbox } from './outbox.ts';
import { recover, waitAnew } from './recovering.ts';
import { Sending } from './sending.ts';
import { createTakingOver } from './taking-over.ts';
import { laneStanding, queuedStep } from './standing.ts';
import { Twins } from './twins.ts';
import { Verifying } from './verifying.ts';
import { WaitedSending } from './waited.ts';

/** How many confirmed steps to show if the cached records do not tell which of them they include. */
const latest = 200;

export type OutboxEngine = ReturnType<typeof createOutbox>;

export function createOutbox(options: EngineOptions) {
	const moving = new Moving(options);
	const { tables } = moving;
	const { pulls } = options.store;
	const sending = new Sending(options, moving);
	const verifying = new Verifying(options, moving);
	const choosing = new NextAction(options, moving, {
		send: (...work) => sending.send(...work),
		verify: (...work) => verifying.verify(...work),
		moveOn: createMovingOn(options, moving),
	});
	const decisions = new Decisions(options, moving, choosing);
	const twins = new Twins(options, moving);
	const observing = new Observing(options, moving);
	const trust = createTrust(options.store);
	const rooms = textRooms(options.store);
	const words = new FillingWords(options, moving, (laneId) => choosing.isInFlight(laneId));
	const enqueueing = new Enqueueing(options, moving, (laneId) => {
		// The files may have been closed since; the next start finds the lane.
		if (!options.store.durable.open) return;
		words.soon();
		choosing.place(laneId);
		moving.announce([laneId]);
		choosing.pump();
	});
	const waited = new WaitedSending(options, moving, enqueueing, choosing);
	const health = outboxHealth(options.store.durable);
	const takeOver = createTakingOver(options, moving);

	const laneFor = (document: LaneRow['document'], documentId: string) =>
		tables.laneOfDocument(options.account()?.accountId ?? '', document, documentId);

	return {
		tables,
		twins: twins.tables,
		decideTwin: (...asked: Parameters<Twins['decide']>) => twins.decide(...asked),
		/** A complete list of documents was read; `begunAt` is epoch ms. */
		async listCame(kind: KindName, begunAt: number) {
			observing.copies(kind, begunAt);
			await twins.lookFor(kind);
		},
		copyCame(kind: KindName, serverId: string) {
			observing.copy(kind, serverId);
		},
		/** How much of a person's text the service keeps, by kind of document. */
		textRoom: () => rooms(options.account()),
		sendAgain: (...asked) => decisions.sendAgain(...asked),
		sendAllAgain: (...asked) => decisions.sendAllAgain(...asked),
		choose: (...asked) => decisions.choose(...asked),
		resolve: (...asked) => decisions.resolve(...asked),
		decideAnew: (...asked) => decisions.decideAnew(...asked),
		edit: (...asked) => decisions.edit(...asked),
		cancel: (...asked) => decisions.cancel(...asked),
		markDone: (...asked) => decisions.markDone(...asked),
		discard: (...asked) => decisions.discard(...asked),
		amend: (...asked) => decisions.amend(...asked),
		enqueue: (...asked) => enqueueing.enqueue(...asked),
		sendWaited: (...asked) => waited.send(...asked),

		lanes: (document) => shownLanes(options.account(), document, { tables, pulls, trust }),
		lanesOf: (...asked) => lanesOfOne(options.account(), asked, { tables, pulls, trust }),

		laneOf(document, documentId) {
			const lane = laneFor(document, documentId);
			return lane ? laneStanding(lane, tables.ofLane(lane.lane_id)) : null;
		},

		isLive(document, serverId) {
			const account = options.account();
			return account !== null && tables.isLive(account.accountId, document, serverId);
		},

		stepsOf(document, documentId) {
			const lane = laneFor(document, documentId);
			return lane ? tables.ofLane(lane.lane_id).map((row) => queuedStep(row, lane, tables)) : [];
		},

		counts() {
			const account = options.account();
			if (!account) return { waiting: 0, needYou: 0 };
			const { waiting, 'needs-you': lanes } = tables.laneCounts(account.accountId);
			return { waiting, needYou: lanes + twins.tables.countUndecided(account.accountId) };
		},

		maySend: options.maySend,
		wake() {
			choosing.pump();
		},
		makeFound: () => words.now(),
		isSending: () => choosing.isSending(),

		takeOver(from: { accountId: string; name: string }, by: string) {
			const account = options.account();
			if (account === null) throw new Error('No account is in use.');
			takeOver(from, account, by);
			choosing.start();
			moving.announce([]);
		},

		recover() {
			recover(options, moving);
		},

		start() {
			waitAnew(options, moving);
			choosing.start();
			words.start();
		},

		async stop() {
			words.stop();
			await choosing.stop();
			const account = options.account();
			if (account) options.ports.log.info('The outbox', { ...health(account.accountId) });
		},
	} satisfies Outbox & Pick<Decisions, keyof Decisions> & Record<string, unknown>;
}

function shownLanes(
	account: OutboxAccount | null,
	document: LaneRow['document'],
	{ tables, ...reads }: { tables: Moving['tables'] } & CopyReads,
): LaneStanding[] {
	if (!account) return [];
	return tables
		.lanesShown(account.accountId, document, copiesOf(account, document, reads))
		.map((lane) => laneStanding(lane, tables.ofLane(lane.lane_id)));
}

function lanesOfOne(
	account: OutboxAccount | null,
	[document, server]: Parameters<Outbox['lanesOf']>,
	{ tables, ...reads }: { tables: Moving['tables'] } & CopyReads,
): LaneStanding[] {
	if (!account) return [];
	const { readNo: after } = copiesOf(account, document, reads);
	return tables
		.lanesOfServer({ account: account.accountId, document, server, after })
		.map((lane) => laneStanding(lane, tables.ofLane(lane.lane_id)));
}

interface CopyReads {
	pulls: PullTable;
	trust: ReturnType<typeof createTrust>;
}

/** The read from which on cached records include confirmed steps; else how many of the latest steps to show. */
function copiesOf(
	account: OutboxAccount,
	document: LaneRow['document'],
	{ pulls, trust }: CopyReads,
): { readNo: number; most: number } {
	const kind = isKindName(document) ? document : null;
	const copies = kind ?? recordTypeOf(document);
	const readNo = copies === null ? 0 : (pulls.get(account.accountId, copies)?.readNo ?? 0);
	// A list that lags, or a deleted cache, leaves out confirmed steps.
	return copies !== null && readNo > 0 && trust(account, kind).listsAreCurrent
		? { readNo, most: -1 }
		: { readNo: 0, most: latest };
}
