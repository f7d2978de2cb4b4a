// Imports work from another PC, by identity and version: nothing is imported twice, and nothing older wins. Work that
// the other PC may have sent is verified before it continues.
import type { ImportedFile } from '../../../shared/bridge/rescue.ts';
import { finished, fromCopy, movedAway, type ActionRow } from '../outbox/action.ts';
import { isAlreadyQueued } from '../outbox/enqueueing.ts';
import { withoutMoment } from '../outbox/payload.ts';
import type { ActionTables } from '../store/actions.ts';
import type { AlsoElsewhere } from '../store/also-elsewhere.ts';
import type { WorkTables } from '../store/work-tables.ts';
import { keptTables } from '../store/durable-tables.ts';
import { readKept } from '../store/kept-json.ts';
import { mergeCount, type Merged, type MergeRule } from './merge-count.ts';
import type { PartWords } from './part-words.ts';
import { importDraft, type ChooseDraft } from './import-draft.ts';
import type { WorkFile } from './work-file.ts';

const goesOn: readonly unknown[] = ['open', 'recounted'];

const mostTold = 100;

interface Importing {
	tables: ActionTables;
	unsent: WorkTables;
	elsewhere: AlsoElsewhere;
	accountId: string;
	pc: string;
	/** Another PC or account may have it too, so it needs a person's order. */
	asks: boolean;
	moved: ReadonlySet<string>;
	together: MergeRule;
	choose: ChooseDraft;
	words: PartWords;
	at: number;
	by: string;
}

type Taken = Pick<
	ImportedFile,
	'documents' | 'drafts' | 'counts' | 'kept' | 'known' | 'both' | 'forks' | 'undecided'
>;

/** Call it in a transaction; roll back if undecided. @returns counts of imported and known work, and conflicts */
export function importWork(file: WorkFile, into: Importing): Taken {
	const { unsent, elsewhere, at } = into;
	let [documents, known] = [0, 0];
	const lanes: string[] = [];
	// The author of the file may continue with it anyway, even if it was moved.
	for (const { draft } of file.drafts) elsewhere.add(draft.draft_id, at);
	for (const { stocktake } of file.counts) elsewhere.add(stocktake.stocktake_id, at);
	for (const { lane, steps } of file.documents) {
		const laneId = laneFor(lane, into);
		lanes.push(laneId);
		const came = steps.filter((step) => takeStep(file, step, laneId, into)).length;
		known += steps.length - came;
		if (came > 0) documents += 1;
	}
	unsent.standAnew(lanes);
	const drafts = file.drafts.map(({ draft }) =>
		importDraft(draft, { ...into, moves: file.written.mode === 'move' }),
	);
	const kept = keptTables.flatMap((table) =>
		file.kept[table].filter((row) => unsent.bring(table, { ...row, account_id: into.accountId })),
	);
	const forks = drafts.flatMap((draft) => draft.forks);
	const counts = file.counts.map((count) => takeCount(count, into));
	const both = counts.flatMap((count) => count.both);
	const openOnes = (all: readonly { came: boolean; open: boolean }[]) =>
		all.filter(({ came, open }) => came && open).length;
	return {
		documents,
		drafts: openOnes(drafts),
		counts: openOnes(counts),
		kept: kept.length,
		known: known + [...drafts, ...counts].filter(({ came }) => !came).length,
		both: both.slice(0, mostTold),
		forks: forks.slice(0, mostTold),
		undecided: [...counts, ...drafts].some(({ undecided }) => undecided),
	};
}

function takeCount(
	{ stocktake, parts }: WorkFile['counts'][number],
	{ unsent, accountId, moved, together }: Importing,
): Merged & { open: boolean } {
	const count = { stocktake: { ...stocktake, account_id: accountId }, parts };
	const here = unsent.count(stocktake.stocktake_id);
	const open = stocktake['state'] === 'open';
	const alone = { both: [], undecided: false, open };
	if (here === null) return { came: unsent.putCount(count), ...alone };
	const away =
		here.stocktake['state'] === 'discarded' &&
		(here.stocktake['moved_at'] !== null || moved.has(stocktake.stocktake_id));
	if (goesOn.includes(stocktake['state']) && (away || here.stocktake['state'] === 'open')) {
		return { ...mergeCount(count, here, unsent, together), open };
	}
	if (away) unsent.replaceCount(count);
	return { came: away, ...alone };
}

/** The lane itself, or this PC's lane for the same document. */
function laneFor(lane: WorkFile['documents'][number]['lane'], into: Importing): string {
	const { tables, unsent, accountId } = into;
	const known =
		tables.lane(lane.lane_id) ?? tables.laneOfDocument(accountId, lane.document, lane.document_id);
	const serverId = typeof lane['server_id'] === 'string' ? lane['server_id'] : null;
	const number = typeof lane['server_number'] === 'string' ? lane['server_number'] : null;
	if (known === null || known.lane_id === lane.lane_id) {
		unsent.bring('lane', { ...lane, account_id: accountId });
	}
	if (known === null) return lane.lane_id;
	if (known.server_id === null) tables.setServer(known.lane_id, serverId, number);
	return known.lane_id;
}

/** @returns false if it is already known */
function takeStep(
	file: WorkFile,
	{ action, revisions, attempts, events }: WorkFile['documents'][number]['steps'][number],
	laneId: string,
	into: Importing,
): boolean {
	const { tables, unsent, accountId, at, by } = into;
	const known = tables.byId(action.action_id);
	const here = unsent.changesOf(action.action_id);
	const there = Number(action['changed'] ?? 0);
	// Marking it as moved counted as one change here. An older file has nothing to bring back.
	const cameBack =
		known?.state === 'superseded' && known.resolution === movedAway && there >= here - 1;
	if (known !== null && !cameBack) return false;
	const sent = [action, ...revisions].map(({ payload }) =>
		withoutMoment(readKept(String(payload))),
	);
	const isHereAlready =
		known === null &&
		isAlreadyQueued(tables, { laneId, intentId: action.intent_id }, (_, payload) =>
			sent.includes(withoutMoment(readKept(payload))),
		);
	if (isHereAlready) return false;
	// Counts as this PC's own file, even if the PC has a new identity.
	const asks = into.asks || (known !== null && there === here - 1);
	const row = {
		...action,
		...arrives(file, action, { ...into, asks }),
		// Higher than on any PC before, so that no older file wins.
		changed: Math.max(here, there) + 2,
		account_id: accountId,
		lane_id: known?.lane_id ?? laneId,
	};
	if (known === null) unsent.putAction(row);
	else unsent.bringActionBack(row);
	for (const revision of revisions) unsent.bring('action_revision', revision);
	for (const attempt of attempts) unsent.bring('attempt', attempt);
	// A returning step already has its first event here.
	for (const event of known === null ? events : events.slice(1)) {
		unsent.bring('action_event', event);
	}
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
 * Work from a copy is verified and needs a person's order, as the other PC may send it too. Moved work continues
 * automatically, and is verified only if it may have been sent.
 */
function arrives(
	file: WorkFile,
	action: WorkFile['documents'][number]['steps'][number]['action'],
	{ asks, at }: Importing,
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
	if (file.written.mode === 'copy' || asks) {
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
