// The outbox: queues actions, sends the heads of its lanes, verifies unanswered ones, and leaves the rest to a
// person. Design and guarantees: docs/outbox.md. This file connects the parts.
// enqueueing, coalescing    add actions, and merge unsent ones
// choosing, schedule        pick the next lane
// sending, verifying        make one attempt; ask about a lost answer
// moving, giving-up         change states, each with its event; end steps that failed inside Stillroom
// deciding                  carries out a person's decisions
// recovering, taking-over   repair what a crash left behind; adopt another account's work
// twins, filling-words      find possible duplicates; fill in search words
import type { AppState } from '../../../shared/bridge/app.ts';
import type { ActionTables } from '../store/actions.ts';
import type { CachedDocument } from '../store/cache-records.ts';
import { outboxHealth } from '../store/outbox-health.ts';
import { pullTable, type PullKind } from '../store/pulls.ts';
import type { LaneRow } from './action.ts';
import { answerTimes } from './answer-times.ts';
import { NextAction } from './next-action.ts';
import { createDeciding, type Deciding } from './deciding.ts';
import type { OutboxAccount, EngineOptions } from './engine-options.ts';
import { createEnqueueing } from './enqueueing.ts';
import { createGivingUp } from './unfinished.ts';
import { createMoving } from './moving.ts';
import { createFillingWords } from './filling-words.ts';
import { createObserving, createTrust, textRooms } from './observing.ts';
import type { Outbox } from './outbox.ts';
import { recover, waitAnew } from './recovering.ts';
import { Sending } from './sending.ts';
import { createTakingOver } from './taking-over.ts';
import { laneStanding, queuedStep } from './standing.ts';
import { createTwins, type Twins } from './twins.ts';
import { Verifying } from './verifying.ts';

export interface OutboxEngine extends Outbox, Deciding, Omit<Twins, 'lookForTwins'> {
	/** A complete list of documents was read; `begunAt` is epoch ms. */
	listCame(kind: CachedDocument, begunAt: number): Promise<void>;
	/** How much of a person's text the service keeps, by kind of document. */
	textRoom(): AppState['textRoom'];
	copyCame(kind: CachedDocument, serverId: string): void;
	/** Repairs what a crash left behind. Call it before anything is sent. */
	recover(): void;
	start(): void;
	stop(): Promise<void>;
	takeOver(from: { accountId: string; name: string }, by: string): void;
	makeFound(): void;
	readonly tables: ActionTables;
}

const copiedAs = {
	stocktake: null,
	wastage: 'wastage',
	'transfer-out': 'transferOut',
	'transfer-in': 'transferIn',
} as const satisfies Record<LaneRow['document'], PullKind | null>;

/** Confirmed steps to show if the copies cannot tell which of them they include. */
const latest = 200;

export function createOutbox(options: EngineOptions): OutboxEngine {
	const moving = createMoving(options);
	const { tables } = moving;
	const pulls = pullTable(options.store.cache);
	const sending = new Sending(options, moving, answerTimes());
	const verifying = new Verifying(options, moving);
	const choosing = new NextAction(options, moving, {
		send: (...work) => sending.send(...work),
		verify: (...work) => verifying.verify(...work),
		giveUp: createGivingUp(options, moving),
	});
	const isInFlight = (laneId: string) => choosing.isInFlight(laneId);
	const twins = createTwins(options, moving);
	const observing = createObserving(options, moving);
	const trust = createTrust(options.store);
	const rooms = textRooms(options.store);
	const words = createFillingWords(options, moving, isInFlight);
	const health = outboxHealth(options.store.durable);
	const takeOver = createTakingOver(options, moving);
	const moved = (laneId: string) => {
		choosing.place(laneId);
		choosing.pump();
	};

	/** From which read on the copies of a kind show confirmed steps by themselves. */
	const copiesOf = (account: OutboxAccount, document: LaneRow['document']) => {
		const kind = copiedAs[document];
		const readNo = kind === null ? 0 : (pulls.get(account.accountId, kind)?.readNo ?? 0);
		// A list that lags may still leave out a step, and deleted copies show none: then fold in the latest steps.
		return kind !== null && readNo > 0 && trust(account, kind).listsAreCurrent
			? { readNo, most: -1 }
			: { readNo: 0, most: latest };
	};

	return {
		tables,
		...twins,
		async listCame(kind, begunAt) {
			observing.copies(kind, begunAt);
			await twins.lookForTwins(kind);
		},
		copyCame: observing.copy,
		textRoom() {
			const account = options.account();
			const roomOf = (kind: CachedDocument) => (account === null ? null : rooms(account, kind));
			return {
				wastage: roomOf('wastage'),
				transferOut: roomOf('transferOut'),
				transferIn: roomOf('transferIn'),
			};
		},
		...createDeciding(options, moving, { isInFlight, moved }),
		enqueue: createEnqueueing(options, moving, (laneId) => {
			// The files may have been closed since; the next start finds the lane.
			if (!options.store.durable.open) return;
			words.soon();
			choosing.place(laneId);
			moving.announce([laneId]);
			choosing.pump();
		}),

		lanes(document) {
			const account = options.account();
			if (!account) return [];
			return tables
				.lanesShown(account.accountId, document, copiesOf(account, document))
				.map((lane) => laneStanding(lane, tables.ofLane(lane.lane_id)));
		},

		laneOf(document, documentId) {
			const account = options.account();
			const lane = account && tables.laneOfDocument(account.accountId, document, documentId);
			return lane ? laneStanding(lane, tables.ofLane(lane.lane_id)) : null;
		},

		isLive(document, serverId) {
			const account = options.account();
			return account !== null && tables.isLive(account.accountId, document, serverId);
		},

		stepsOf(document, documentId) {
			const account = options.account();
			const lane = account && tables.laneOfDocument(account.accountId, document, documentId);
			return lane ? tables.ofLane(lane.lane_id).map((row) => queuedStep(row, lane, tables)) : [];
		},

		counts() {
			const account = options.account();
			if (!account) return { waiting: 0, needYou: 0 };
			const lanes = tables.laneCounts(account.accountId);
			const needYou = lanes['needs-you'] + twins.twins.countUndecided(account.accountId);
			return { waiting: lanes.waiting, needYou };
		},

		wake() {
			choosing.pump();
		},
		makeFound: words.now,

		takeOver(from, by) {
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
	};
}
