// Bridge calls of the outbox: lists documents and their steps, and carries out a person's decisions.
import { z } from 'zod';
import type { CallArguments, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import {
	lane as laneShape,
	type HistoryEntry,
	type Undoable,
} from '../../../shared/bridge/outbox.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { writtenKinds } from '../../../shared/document/kinds.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { grainOf, likeness, wholeDay } from '../../../shared/service/likeness.ts';
import type { Connectivity } from '../api/connectivity.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { serverDocumentOf } from '../document/document-id.ts';
import { documentTrails } from '../store/document-trail.ts';
import { laneLists } from '../store/lane-lists.ts';
import { laneRequests } from '../store/lane-requests.ts';
import { observedTable } from '../store/observed.ts';
import { outboxHealth } from '../store/outbox-health.ts';
import { finished, switchOf, type ActionRow, type LaneRow } from './action.ts';
import { changedDecision } from './changed-decision.ts';
import { isMadeOfDraft, mayBeUndone } from './deciding.ts';
import type { OutboxEngine } from './engine.ts';
import { labelOf } from './lane-label.ts';
import { LaneViews, tellingOf, verbOf } from './lane-view.ts';
import { overlapWords } from './overlap-words.ts';
import { overlappingOf } from './overlaps.ts';
import { readPayload } from './payload.ts';
import { twinCalls, twinHistory } from './twin-calls.ts';

const documentKinds = laneShape.shape.document.options;

/** How many documents that need attention are searched for stale ones. */
const mostLooked = 1_000;

const mostCandidates = 20;

const candidate = z.looseObject({
	id: z.string(),
	number: z.string().optional(),
	date: z.string().optional(),
	status: z.string().optional(),
	description: z.string().optional(),
	items: z.array(z.unknown()).optional(),
});

export function outboxCapability(
	context: CoreContext,
	engine: OutboxEngine,
	connectivity: () => Connectivity | null,
	locationName: (locationId: string) => string,
): Handlers<'outbox'> {
	const calls = new OutboxCalls(context, engine, locationName);
	const observed = observedTable(context.store.durable);
	const health = outboxHealth(context.store.durable);
	const requests = laneRequests(context.store.durable);
	const accountId = () => context.account()?.accountId ?? '';
	const person = () => context.settings().person;

	return {
		...twinCalls(context, engine),
		'outbox.list': (asked) => calls.list(asked),
		'outbox.lane': ({ id }) => calls.lane(id),
		'outbox.history': ({ laneId }) => calls.history(laneId),
		'outbox.candidates': ({ actionId }) => calls.candidates(actionId),
		'outbox.overlaps': ({ actionId }) => calls.overlaps(actionId),
		'outbox.changes': ({ actionId }) => calls.changes(actionId),
		'outbox.refusal': ({ document, documentId }) => calls.refusal(document, documentId),
		'outbox.trail': ({ document, documentId }) => calls.trail(document, documentId),
		'outbox.undoable': () => calls.undoable(),

		'outbox.health': () => succeed(health(accountId())),
		'outbox.requests': ({ laneId }) =>
			engine.tables.lane(laneId)?.account_id === accountId()
				? succeed(requests(laneId))
				: notHere(),
		'outbox.notReliedOn': () =>
			succeed({
				examples: observed.counterExamples(accountId()).flatMap((example) => {
					const { document, flag: says, action_id: actionId, found_at: at } = example;
					const lane = engine.tables.lane(engine.tables.byId(actionId)?.lane_id ?? '');
					const kind = writtenKinds.find((each) => each === document);
					if (lane === null || kind === undefined) return [];
					return [
						{ document: kind, says, at, laneId: lane.lane_id, number: lane.server_number ?? '' },
					];
				}),
			}),

		'outbox.choose'(chosen) {
			const kept = engine.choose(chosen);
			return kept.ok ? calls.overlaps(chosen.actionId) : kept;
		},
		'outbox.resolve': (target) => engine.resolve(target, person()),
		'outbox.decideAnew': (target) => engine.decideAnew(target, person()),
		'outbox.sendAgain': (target) => engine.sendAgain(target, person()),
		'outbox.sendStale': () =>
			succeed({ documents: engine.sendAllAgain(calls.staleHeads(), person()) }),
		'outbox.edit': (target) => engine.edit(target, person()),
		'outbox.markDone': (target) => engine.markDone(target, person()),
		'outbox.discard': (target) => engine.discard(target, person()),
		'outbox.cancel': (target) => engine.cancel(target, person()),

		async 'outbox.sendNow'() {
			if (!(await connectivity()?.pingNow())) {
				return fail(
					'unreachable',
					'The service does not answer now. Work is sent automatically once it does.',
				);
			}
			engine.wake();
			return succeed({});
		},
	};
}

type Answer<Name extends CallName> = Reply<CallOutput<Name>>;

class OutboxCalls {
	readonly #context: CoreContext;
	readonly #engine: OutboxEngine;
	readonly #views: LaneViews;
	readonly #inWords;
	readonly #lists;
	readonly #trailOf;

	constructor(
		context: CoreContext,
		engine: OutboxEngine,
		locationName: (locationId: string) => string,
	) {
		const { store } = context;
		this.#context = context;
		this.#engine = engine;
		this.#views = new LaneViews(store, engine.tables, locationName);
		this.#inWords = overlapWords(store);
		this.#lists = laneLists(store.durable);
		this.#trailOf = documentTrails(store);
	}

	get #accountId(): string {
		return this.#context.account()?.accountId ?? '';
	}

	list({ filter, ...asked }: CallArguments<'outbox.list'>): Answer<'outbox.list'> {
		const { tables, twins } = this.#engine;
		this.#engine.makeFound();
		const account = this.#accountId;
		const standing = filter === 'all' ? null : filter;
		const page = this.#lists.page({ account, standing, ...asked });
		const counts = tables.laneCounts(account);
		return succeed({
			lanes: page.map((lane) => this.#views.of(lane)),
			next: page.length < asked.limit ? null : (page.at(-1)?.lane_id ?? null),
			counts: {
				waiting: counts.waiting,
				needsYou: counts['needs-you'] + twins.countUndecided(account),
				done: counts.done,
				stale: counts['needs-you'] === 0 ? 0 : this.staleHeads().length,
			},
		});
	}

	staleHeads(): ActionRow[] {
		const account = this.#accountId;
		const all = { document: null, text: '', from: null, until: null, after: null };
		return this.#lists
			.page({ account, standing: 'needs-you', ...all, limit: mostLooked })
			.flatMap((lane) => this.#engine.tables.head(account, lane.lane_id) ?? [])
			.filter(({ state }) => state === 'stale-review');
	}

	/** @param id of the lane, or of its document */
	lane(id: string): Answer<'outbox.lane'> {
		const { tables } = this.#engine;
		const account = this.#accountId;
		const byDocument = () =>
			documentKinds.flatMap((kind) => tables.laneOfDocument(account, kind, id) ?? [])[0];
		const found = tables.lane(id) ?? byDocument();
		return succeed({ lane: found?.account_id === account ? this.#views.of(found) : null });
	}

	history(laneId: string): Answer<'outbox.history'> {
		const { tables } = this.#engine;
		if (tables.lane(laneId)?.account_id !== this.#accountId) return notHere();
		const entries = tables.history(laneId).map((event): HistoryEntry => ({
			at: event.at,
			actionId: event.action_id,
			from: event.from_state,
			to: event.to_state,
			by: event.by,
			why: tellingOf(event),
		}));
		return succeed({ entries: [...entries, ...twinHistory(this.#engine, laneId)] });
	}

	/** Documents of the service that a person may name as the one a create made. */
	async candidates(actionId: string): Promise<Answer<'outbox.candidates'>> {
		const { tables } = this.#engine;
		const { row, lane } = this.#stepOf(actionId);
		if (!row || !lane) return notHere();
		const rule = findOperation(row.operation)?.replay;
		const payload = readPayload(row, lane);
		if (rule?.proof !== 'reference' || typeof payload === 'string') {
			return succeed({ candidates: [], reachable: true });
		}
		const body = payload.body ?? {};
		const list = await this.#context.api.readAllByName(rule.list, { query: rule.window(body) });
		if (!list.ok) return succeed({ candidates: [], reachable: false });
		const location = this.#context.store.locations.get(lane.account_id, labelOf(lane).locationId);
		const shown = z.array(candidate).parse(list.value.rows);
		const rows = [...new Map(shown.map((each) => [each.id, each])).values()].filter(
			({ id }) => !tables.madeByAnother(lane, id),
		);
		const grain = { ...grainOf(rows.map(rule.content), location), stepMs: wholeDay };
		const sent = rule.content(body);
		const alike = rows.filter(
			(each) => likeness(sent, rule.content(each), grain, location) !== 'other',
		);
		return succeed({
			reachable: true,
			candidates: (alike.length > 0 ? alike : rows).slice(0, mostCandidates).map((each) => ({
				serverId: each.id,
				number: each.number ?? each.id,
				at: instantIn(each.date),
				stateWord: each.status ?? '',
				lines: each.items?.length ?? null,
				description: withoutReference(each.description ?? ''),
			})),
		});
	}

	overlaps(actionId: string): Answer<'outbox.overlaps'> {
		const { row, lane } = this.#stepOf(actionId);
		if (!row || !lane) return notHere();
		const met = overlappingOf(row, lane);
		const overlaps = met === null ? [] : this.#inWords.overlaps(this.#accountId, met);
		return succeed({ overlaps });
	}

	changes(actionId: string): Answer<'outbox.changes'> {
		const { row } = this.#stepOf(actionId);
		if (!row) return notHere();
		const differences = changedDecision(row)?.differences ?? [];
		// The profile names the field of the rejection reason. Other fields keep the service's name.
		const reasons = new Set<string | null>(
			Object.values(this.#context.account()?.profile.rejection ?? {}),
		);
		return succeed({
			changes: this.#inWords
				.changes(this.#accountId, differences)
				.map((change) => (reasons.has(change.field) ? { ...change, field: 'rejection' } : change)),
		});
	}

	refusal(document: LaneRow['document'], documentId: string): Answer<'outbox.refusal'> {
		const { tables } = this.#engine;
		const lane = tables.laneOfDocument(this.#accountId, document, documentId);
		const all = lane ? tables.ofLane(lane.lane_id) : [];
		const rows = all.slice(all.findLastIndex(({ state }) => state === 'confirmed') + 1);
		// Once it was sent again or is done, it is no longer a refused draft.
		const ended = rows.every(({ state }) => finished.includes(state));
		const refused = rows.findLast(
			(row) =>
				(row.state === 'superseded' || row.state === 'discarded') &&
				row.service_status !== null &&
				isMadeOfDraft(row),
		);
		if (!ended || !lane || !refused?.service_status) return succeed({ refusal: null });
		const { since: at, service_status: status } = refused;
		return succeed({ refusal: { at, status, ...this.#views.refusalOf(refused, lane) } });
	}

	trail(document: LaneRow['document'], documentId: string): Answer<'outbox.trail'> {
		const lane = this.#engine.tables.laneOfDocument(this.#accountId, document, documentId);
		const server = lane?.server_id ?? serverDocumentOf(documentId)?.id ?? '';
		const rows = this.#trailOf({ account: this.#accountId, document, id: documentId, server });
		return succeed({
			trail: rows.map(({ operation, by, at, state, locks }) => ({
				what: operation === '' ? 'enter' : locks === 0 ? 'unlock' : verbOf(operation),
				by,
				at,
				done: state === 'confirmed',
			})),
		});
	}

	undoable(): Answer<'outbox.undoable'> {
		const { tables } = this.#engine;
		const now = this.#context.ports.clock.now();
		const laneIds = new Set(tables.inState('held').map((row) => row.lane_id));
		const undoable = [...laneIds].flatMap((laneId): Undoable[] => {
			const lane = tables.lane(laneId);
			const head = tables.head(this.#accountId, laneId);
			if (!lane || head?.state !== 'held') return [];
			// A failed attempt turns the undo period into an ordinary wait.
			if (head.next_at === null || head.next_at <= now || head.unsent_count > 0) return [];
			if (!mayBeUndone(tables.ofLane(laneId), tables)) return [];
			return [
				{
					laneId,
					document: lane.document,
					documentId: lane.document_id,
					title: labelOf(lane).title,
					number: lane.server_number ?? '',
					actionId: head.action_id,
					revision: head.revision,
					verb: verbOf(head.operation),
					until: head.next_at,
					together: switchOf(head) ?? laneId,
				},
			];
		});
		return succeed({ undoable: undoable.reverse() });
	}

	#stepOf(actionId: string): { row?: ActionRow; lane?: LaneRow } {
		const { tables } = this.#engine;
		const row = tables.byId(actionId);
		if (row?.account_id !== this.#accountId) return {};
		const lane = tables.lane(row.lane_id);
		return lane === null ? { row } : { row, lane };
	}
}

function instantIn(text = ''): number | null {
	const at = Date.parse(text);
	return Number.isNaN(at) ? null : at;
}

const notHere = () => fail('not-found', 'This is not in the outbox.');
