// Taking work in that was handed over at another PC. Identities travel with it, so nothing is taken in twice, and what
// may have been sent at the other PC is asked about before it goes on here.
import type { BothEntered, TakenFile } from '../../../shared/bridge/rescue.ts';
import { finished, fromCopy, type ActionRow } from '../outbox/action.ts';
import type { ActionTables } from '../store/actions.ts';
import type { AlsoElsewhere } from '../store/also-elsewhere.ts';
import type { HandoverTables, Row } from '../store/handover.ts';
import { mergeCount, type MergeRule } from './merge-count.ts';
import type { WorkFile } from './work-file.ts';

/** The resolution of a step that goes on at another PC. */
export const movedAway = 'moved';

/** States of a count that can be gone on with, or of a recount that belongs to one. */
const goesOn: readonly unknown[] = ['open', 'recounted'];

/** Lines counted at both PCs that are told one by one. */
const mostTold = 100;

interface TakingIn {
	tables: ActionTables;
	handover: HandoverTables;
	elsewhere: AlsoElsewhere;
	accountId: string;
	/** The file was written at this PC: whether another one took it in cannot be known. */
	own: boolean;
	/** Drafts and counts that were moved away from this PC. */
	moved: ReadonlySet<string>;
	/** What becomes of lines of a count that were counted at both PCs, where the count does not say it. */
	together: MergeRule;
	at: number;
	by: string;
}

/**
 * Call it in a transaction.
 * @returns how much came (of drafts and counts those that are open), how much was known and left alone, and the lines
 * that were counted at both PCs. Where it is undecided what becomes of those, nothing of it may be kept.
 */
export function takeIn(
	file: WorkFile,
	into: TakingIn,
): Pick<TakenFile, 'documents' | 'drafts' | 'counts' | 'known' | 'both' | 'undecided'> {
	const { handover, elsewhere, accountId, moved, at } = into;
	const both: BothEntered[] = [];
	let undecided = false;
	let [documents, drafts, counts, known] = [0, 0, 0, 0];
	// Whoever wrote the file may go on with it all the same, also with what was moved.
	for (const { draft } of file.drafts) elsewhere.add(draft.draft_id, at);
	for (const { stocktake } of file.counts) elsewhere.add(stocktake.stocktake_id, at);
	for (const { lane, steps } of file.documents) {
		const laneId = laneFor(lane, into);
		const came = steps.filter((step) => takeStep(file, step, laneId, into)).length;
		known += steps.length - came;
		if (came > 0) documents += 1;
	}
	for (const { draft } of file.drafts) {
		const row: Row = { ...draft, account_id: accountId };
		const id = draft.draft_id;
		if (handover.draftState(id) === 'discarded' && moved.has(id)) handover.changeDraft(row);
		else if (handover.draftState(id) !== undefined || !handover.putDraft(row)) {
			known += 1;
			continue;
		}
		if (draft['state'] === 'open') drafts += 1;
	}
	for (const { stocktake, parts } of file.counts) {
		const count = { stocktake: { ...stocktake, account_id: accountId }, parts };
		const here = handover.count(stocktake.stocktake_id);
		const away =
			here !== null &&
			here.stocktake['state'] === 'discarded' &&
			(here.stocktake['moved_at'] !== null || moved.has(stocktake.stocktake_id));
		if (here === null) {
			if (!handover.putCount(count)) {
				known += 1;
				continue;
			}
		} else if (
			goesOn.includes(stocktake['state']) &&
			(away || here.stocktake['state'] === 'open')
		) {
			const merged = mergeCount(count, here, handover, into.together);
			both.push(...merged.both);
			undecided ||= merged.undecided;
			if (!merged.came && !away) {
				known += 1;
				continue;
			}
		} else if (away) handover.replaceCount(count);
		else {
			known += 1;
			continue;
		}
		if (stocktake['state'] === 'open') counts += 1;
	}
	return { documents, drafts, counts, known, both: both.slice(0, mostTold), undecided };
}

/** The lane as it was, or the one in which this PC keeps the same document already. */
function laneFor(lane: WorkFile['documents'][number]['lane'], into: TakingIn): string {
	const { tables, handover, accountId } = into;
	const known =
		tables.lane(lane.lane_id) ?? tables.laneOfDocument(accountId, lane.document, lane.document_id);
	const serverId = typeof lane['server_id'] === 'string' ? lane['server_id'] : null;
	const number = typeof lane['server_number'] === 'string' ? lane['server_number'] : null;
	if (known === undefined) {
		handover.putLane({ ...lane, account_id: accountId });
		return lane.lane_id;
	}
	if (known.server_id === null) tables.setServer(known.lane_id, serverId, number);
	return known.lane_id;
}

/** @returns false where it is known here and was left alone */
function takeStep(
	file: WorkFile,
	{ action, revisions, attempts, events }: WorkFile['documents'][number]['steps'][number],
	laneId: string,
	into: TakingIn,
): boolean {
	const { tables, handover, accountId, at, by } = into;
	const known = tables.byId(action.action_id);
	const cameBack = known?.state === 'superseded' && known.resolution === movedAway;
	if (known !== undefined && !cameBack) return false;
	if (known === undefined && tables.byIntent(laneId, action.intent_id) !== undefined) return false;
	const row = {
		...action,
		...arrives(file, action, into),
		account_id: accountId,
		lane_id: known?.lane_id ?? laneId,
	};
	if (known === undefined) handover.putAction(row);
	else handover.bringActionBack(row);
	for (const revision of revisions) handover.putRevision(revision);
	// Of a step that comes back, this PC knows the beginning.
	const knownEvents = known === undefined ? 0 : handover.events(action.action_id).length - 1;
	const knownAttempts = known === undefined ? 0 : handover.attempts(action.action_id).length;
	for (const attempt of attempts.slice(knownAttempts)) handover.putAttempt(attempt);
	for (const event of events.slice(Math.max(0, knownEvents))) handover.putEvent(event);
	tables.record(action.action_id, {
		at,
		from: known?.state ?? action.state,
		to: row.state,
		by,
		why: {
			code: file.written.mode === 'move' ? 'moved-here' : 'copied-here',
			args: { name: file.written.by || '–' },
		},
	});
	return true;
}

/**
 * What is in a copy may be sent by the other PC as well: it is asked about and goes only by a person's order. What was
 * moved goes on by itself where it was never on its way, and is asked about where it was.
 */
function arrives(
	file: WorkFile,
	action: WorkFile['documents'][number]['steps'][number]['action'],
	{ own, at }: TakingIn,
): Pick<ActionRow, 'state'> & Partial<ActionRow> {
	const { state } = action;
	if (finished.includes(state) || state === 'held-newer-version') return { state };
	const asked = {
		state: 'ambiguous',
		attention: null,
		since: at,
		next_at: at,
		absent_probes: 0,
	} as const;
	if (file.written.mode === 'copy' || own) {
		return action['resolution'] === 'applied' ? asked : { ...asked, resolution: fromCopy };
	}
	switch (state) {
		case 'sending':
		case 'ambiguous':
		case 'verifying':
			return asked;
		case 'held':
		case 'waiting':
			return { state: 'queued', next_at: null };
		default:
			return { state, next_at: null };
	}
}
