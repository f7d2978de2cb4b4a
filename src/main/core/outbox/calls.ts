// Bridge calls of the outbox: lists documents and their steps, and carries out a person's decisions.
import { z } from 'zod';
import {
	lane as laneShape,
	type HistoryEntry,
	type Lane,
	type Step,
	type Undoable,
} from '../../../shared/bridge/outbox.ts';
import { told, type Told } from '../../../shared/bridge/outbox-history.ts';
import type { DocumentChange, Overlap } from '../../../shared/bridge/outbox-overlap.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { grainOf, likeness, wholeDay } from '../../../shared/service/likeness.ts';
import type { Connectivity } from '../api/connectivity.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import type { EventRow } from '../store/actions.ts';
import { laneLists } from '../store/lane-lists.ts';
import { laneRequests } from '../store/lane-requests.ts';
import { locationTable } from '../store/locations.ts';
import { observedTable } from '../store/observed.ts';
import { outboxHealth } from '../store/outbox-health.ts';
import { finished, fromCopy, type ActionRow, type LaneRow } from './action.ts';
import { awaitedStep, mayFollow } from './awaited.ts';
import { changedDecision } from './changed-decision.ts';
import { isMadeOfDraft, mayBeEdited, mayBeUndone } from './deciding.ts';
import type { OutboxEngine } from './engine.ts';
import { readKept } from '../store/kept-json.ts';
import { labelOf } from './lane-label.ts';
import { overlapWords } from './overlap-words.ts';
import { overlappingOf } from './overlaps.ts';
import { readPayload } from './payload.ts';
import { refusalByName } from './refused-lines.ts';
import { twinCalls, twinHistory } from './twin-calls.ts';
import { isCached } from './twin-watch.ts';

const documentKinds = laneShape.shape.document.options;

/** Steps restored from a copy may be `ambiguous`, but are only asked about when it is their turn. */
const waitsItsTurn: readonly ActionRow['state'][] = ['queued', 'ambiguous'];

/** Search limit: documents that need attention, for those that waited too long. */
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
	const { tables } = engine;
	const inWords = overlapWords(context.store);
	const lists = laneLists(context.store.durable);
	const health = outboxHealth(context.store.durable);
	const observed = observedTable(context.store.durable);
	const requests = laneRequests(context.store.durable);
	const locations = locationTable(context.store.cache);
	const items = itemViews(context.store);
	const accountId = () => context.account()?.accountId ?? '';
	const person = () => context.settings().person;

	const laneView = (lane: LaneRow, rows: readonly ActionRow[]): Lane => {
		const { locationId, partLines, ...known } = labelOf(lane);
		const head = rows.find((row) => !finished.includes(row.state));
		return {
			laneId: lane.lane_id,
			document: lane.document,
			documentId: lane.document_id,
			locationName: locationName(locationId),
			...known,
			number: lane.server_number ?? '',
			createdAt: lane.created_at,
			createdBy: lane.created_by,
			standing: lane.standing,
			parts: partLines === undefined ? null : partsOf(rows, partLines),
			steps: rows.map((row) => stepView(row, lane, row === head, rows)),
		};
	};

	const stepView = (
		row: ActionRow,
		lane: LaneRow,
		isHead: boolean,
		rows: readonly ActionRow[],
	): Step => {
		const attempts = tables.attempts(row.action_id);
		const waitsFor = isHead && row.state === 'queued' ? awaitedBy(lane) : null;
		return {
			actionId: row.action_id,
			revision: row.revision,
			operation: row.operation,
			verb: verbOf(row.operation),
			state:
				waitsItsTurn.includes(row.state) && (!isHead || waitsFor !== null) ? 'waiting' : row.state,
			waitsFor,
			attention: row.attention,
			createdAt: row.created_at,
			createdBy: row.actor,
			since: row.since,
			attempts,
			fromCopy: row.resolution === fromCopy,
			nextAt: row.next_at,
			because: because(row),
			serviceNumber: lane.server_number ?? lane.server_id ?? '',
			serviceStatus: row.service_status,
			serviceSaid: refusalOf(row, lane).said,
			confirmedBy: row.confirmed_by,
			can: canBeDone(row, lane, isHead, rows),
		};
	};

	const awaitedBy = (lane: LaneRow): Step['waitsFor'] => {
		if (mayFollow(tables, lane.lane_id) !== 'under-way') return null;
		const step = awaitedStep(tables, lane.lane_id);
		const awaited = step === null || step === 'gone' ? undefined : tables.lane(step.lane_id);
		if (awaited === undefined || step === null || step === 'gone') return null;
		const name = awaited.server_number ?? labelOf(awaited).title;
		return { verb: verbOf(step.operation), name };
	};

	/** The service's refusal, with line numbers replaced by item names; anything else it said, unchanged. */
	const refusalOf = (row: ActionRow, lane: LaneRow): ReturnType<typeof refusalByName> => {
		if (row.service_status === null || !row.service_said.includes('items')) {
			return { said: row.service_said, lines: [] };
		}
		const payload = readPayload(row, lane);
		const body = typeof payload === 'string' ? null : payload.body;
		return refusalByName(
			row.service_said,
			body,
			(itemId) => items.get(row.account_id, itemId, null)?.name ?? null,
		);
	};

	const canBeDone = (
		row: ActionRow,
		lane: LaneRow,
		isHead: boolean,
		rows: readonly ActionRow[],
	): Step['can'] => {
		if (overlappingOf(row, lane) !== null) return ['choose', 'discard'];
		const mayGoBack = isHead && mayBeUndone(rows, tables);
		switch (row.state) {
			case 'attention':
				if (mayBeEdited(row, rows, tables)) return ['edit', 'send-again', 'mark-done', 'discard'];
				return row.attention === 'changed' && isJudgement(row)
					? [
							...(changedDecision(row) === null ? [] : (['decide-anew'] as const)),
							'mark-done',
							'discard',
						]
					: ['send-again', 'mark-done', 'discard'];
			case 'stale-review':
				return mayGoBack
					? ['send-again', 'cancel', 'mark-done', 'discard']
					: ['send-again', 'mark-done', 'discard'];
			default:
				return mayGoBack ? ['cancel'] : [];
		}
	};

	const because = (row: ActionRow): Told | null => {
		if (finished.includes(row.state)) return null;
		const last = tables.lastEventOf(row.action_id);
		return last === undefined ? null : tellingOf(last);
	};

	const overlapsOf = (actionId: string): Reply<{ overlaps: Overlap[] }> => {
		const row = tables.byId(actionId);
		const lane = row && tables.lane(row.lane_id);
		if (!row || !lane || row.account_id !== accountId()) return notHere();
		const met = overlappingOf(row, lane);
		return succeed({ overlaps: met === null ? [] : inWords.overlaps(accountId(), met) });
	};

	const changesOf = (actionId: string): Reply<{ changes: DocumentChange[] }> => {
		const row = tables.byId(actionId);
		if (row?.account_id !== accountId()) return notHere();
		const differences = changedDecision(row)?.differences ?? [];
		// The profile names the field of the rejection reason. Other fields keep the service's name.
		const reasons = new Set<string | null>(
			Object.values(context.account()?.profile.rejection ?? {}),
		);
		return succeed({
			changes: inWords
				.changes(accountId(), differences)
				.map((change) => (reasons.has(change.field) ? { ...change, field: 'rejection' } : change)),
		});
	};

	const staleHeads = (): ActionRow[] => {
		const account = accountId();
		const asked = {
			document: null,
			text: '',
			from: null,
			until: null,
			after: null,
			limit: mostLooked,
		};
		return lists
			.page({ account, standing: 'needs-you', ...asked })
			.flatMap((lane) => tables.head(account, lane.lane_id) ?? [])
			.filter(({ state }) => state === 'stale-review');
	};

	return {
		'outbox.list'({ filter, ...asked }) {
			engine.makeFound();
			const page = lists.page({
				account: accountId(),
				standing: filter === 'all' ? null : filter,
				...asked,
			});
			const counts = tables.laneCounts(accountId());
			return succeed({
				lanes: page.map((lane) => laneView(lane, tables.ofLane(lane.lane_id))),
				next: page.length < asked.limit ? null : (page.at(-1)?.lane_id ?? null),
				counts: {
					waiting: counts.waiting,
					needsYou: counts['needs-you'] + engine.twins.countUndecided(accountId()),
					done: counts.done,
					stale: counts['needs-you'] === 0 ? 0 : staleHeads().length,
				},
			});
		},

		'outbox.health': () => succeed(health(accountId())),

		'outbox.lane'({ id }) {
			const byDocument = () =>
				documentKinds.flatMap((kind) => tables.laneOfDocument(accountId(), kind, id) ?? [])[0];
			const found = tables.lane(id) ?? byDocument();
			return succeed({
				lane:
					found?.account_id === accountId() ? laneView(found, tables.ofLane(found.lane_id)) : null,
			});
		},

		'outbox.requests': ({ laneId }) =>
			tables.lane(laneId)?.account_id === accountId() ? succeed(requests(laneId)) : notHere(),

		'outbox.history'({ laneId }) {
			if (tables.lane(laneId)?.account_id !== accountId()) return notHere();
			const entries = tables.history(laneId).map((event): HistoryEntry => ({
				at: event.at,
				actionId: event.action_id,
				operation: event.operation,
				from: event.from_state,
				to: event.to_state,
				by: event.by,
				why: tellingOf(event),
			}));
			return succeed({ entries: [...entries, ...twinHistory(engine, laneId)] });
		},

		async 'outbox.candidates'({ actionId }) {
			const row = tables.byId(actionId);
			const lane = row && tables.lane(row.lane_id);
			const account = context.account();
			if (!row || !lane || row.account_id !== account?.accountId) return notHere();
			const rule = findOperation(row.operation)?.replay;
			const payload = readPayload(row, lane);
			if (rule?.proof !== 'reference' || typeof payload === 'string') {
				return succeed({ candidates: [], reachable: true });
			}
			const body = payload.body ?? {};
			const list = await context.api.readAllByName(rule.list, { query: rule.window(body) });
			if (!list.ok) return succeed({ candidates: [], reachable: false });
			const location = locations.get(lane.account_id, labelOf(lane).locationId);
			const shown = z.array(candidate).parse(list.value.rows);
			const rows = [...new Map(shown.map((row) => [row.id, row])).values()].filter(
				({ id }) => !tables.madeHere(lane.account_id, lane.document, id),
			);
			const contents = rows.map(rule.content);
			const grain = { ...grainOf(contents, location), stepMs: wholeDay };
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
		},

		'outbox.overlaps': ({ actionId }) => overlapsOf(actionId),
		'outbox.choose'(chosen) {
			const kept = engine.choose(chosen);
			return kept.ok ? overlapsOf(chosen.actionId) : kept;
		},
		'outbox.resolve': (target) => engine.resolve(target, person()),
		'outbox.changes': ({ actionId }) => changesOf(actionId),
		'outbox.decideAnew': (target) => engine.decideAnew(target, person()),
		'outbox.notReliedOn': () =>
			succeed({
				examples: observed.counterExamples(accountId()).flatMap((example) => {
					const { document, flag: says, action_id: actionId, found_at: at } = example;
					const lane = tables.lane(tables.byId(actionId)?.lane_id ?? '');
					if (lane === undefined || !isCached(document)) return [];
					return [{ document, says, at, laneId: lane.lane_id, number: lane.server_number ?? '' }];
				}),
			}),
		...twinCalls(context, engine),

		'outbox.sendAgain': (target) => engine.sendAgain(target, person()),
		'outbox.sendStale': () => succeed({ documents: engine.sendAllAgain(staleHeads(), person()) }),
		'outbox.edit': (target) => engine.edit(target, person()),

		'outbox.refusal'({ document, documentId }) {
			const lane = tables.laneOfDocument(accountId(), document, documentId);
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
			return succeed({
				refusal:
					ended && lane && refused?.service_status
						? {
								at: refused.since,
								status: refused.service_status,
								...refusalOf(refused, lane),
							}
						: null,
			});
		},

		'outbox.markDone': (target) => engine.markDone(target, person()),
		'outbox.discard': (target) => engine.discard(target, person()),
		'outbox.cancel': (target) => engine.cancel(target, person()),

		'outbox.undoable'() {
			const now = context.ports.clock.now();
			const laneIds = new Set(tables.inState('held').map((row) => row.lane_id));
			const undoable = [...laneIds].flatMap((laneId): Undoable[] => {
				const lane = tables.lane(laneId);
				const head = tables.head(accountId(), laneId);
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
						actionId: head.action_id,
						revision: head.revision,
						verb: verbOf(head.operation),
						until: head.next_at,
					},
				];
			});
			return succeed({ undoable: undoable.reverse() });
		},

		async 'outbox.sendNow'() {
			if (!(await connectivity()?.pingNow())) {
				return fail(
					'unreachable',
					'The service does not answer now. It goes by itself when it does.',
				);
			}
			engine.wake();
			return succeed({});
		},
	};
}

const tellingOf = ({ code, args, why }: Pick<EventRow, 'code' | 'args' | 'why'>): Told => ({
	code,
	args: told.shape.args.catch({}).parse(readKept(args)),
	said: why,
});

function partsOf(rows: readonly ActionRow[], linesEach: number): Lane['parts'] {
	const sent = rows.filter(({ state }) => state !== 'cancelled' && state !== 'superseded');
	const done = sent.filter(({ state }) => state === 'confirmed').length;
	return { done, of: sent.length, linesEach };
}

/** Epoch ms; null if the text is not an instant. */
function instantIn(text = ''): number | null {
	const at = Date.parse(text);
	return Number.isNaN(at) ? null : at;
}

const notHere = () => fail('not-found', 'This is not in the outbox.');

function isJudgement({ operation }: ActionRow): boolean {
	const { replay } = findOperation(operation) ?? {};
	return replay?.proof === 'state' && replay.judgement;
}

function verbOf(operation: string): Step['verb'] {
	const [, verb = ''] = operation.split('.');
	switch (verb) {
		case 'create':
		case 'update':
		case 'submit':
		case 'approve':
		case 'reject':
		case 'finalize':
		case 'receive':
		case 'fulfill':
		case 'lock':
			return verb;
		case 'changeStock':
			return 'post';
		default:
			return 'other';
	}
}
