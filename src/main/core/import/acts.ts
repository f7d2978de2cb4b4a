// Previews of what is from no table: a bulk edit, the drafts of a sheet, a replacement, and the undoing of a run.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { fail, type Failure } from '../../../shared/bridge/reply.ts';
import {
	bulkEdited,
	bulkVerbs,
	replaced,
	type BulkAct,
	type Replacement,
} from '../../../shared/record/preview-acts.ts';
import { propose, proposeUndo, stopping, type RowProblem } from '../../../shared/record/preview.ts';
import { unreadBecause } from '../../../shared/record/rules.ts';
import { fieldOf } from '../../../shared/record/pointer.ts';
import { referencesIn } from '../../../shared/record/references.ts';
import { linesIn } from '../../../shared/record/merge.ts';
import { recordTypeNames, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import { targetsOf } from '../../../shared/record/reference-targets.ts';
import type { ActiveAccount } from '../context.ts';
import { recordDraftBodyOf } from '../record/draft.ts';
import { rebased } from '../record/drafts.ts';
import { inUse, type RecordParts } from '../record/record.ts';
import { keptChanges } from '../store/import-runs.ts';
import { keptOr } from '../store/kept-json.ts';
import type { Pieces } from '../turns.ts';
import type { Copies } from './copies.ts';
import type { Planned } from './preview.ts';
import type { ImportRuns } from './runs.ts';

type Asked = CallArguments<'import.propose'>;
type Source<Name extends Asked['source']> = Extract<Asked, { source: Name }>;

interface Around {
	readonly account: ActiveAccount;
	readonly parts: RecordParts;
	readonly copies: Copies;
	readonly runs: ImportRuns;
}

export function plannedBy(asked: Asked, around: Around): Pieces<readonly Planned[]> | Failure {
	switch (asked.source) {
		case 'bulk': {
			const act = bulkActOf(asked);
			return act === null
				? fail('invalid-input', 'This field cannot be changed so.')
				: bulk(asked, act, around);
		}
		case 'grid':
			return drafts(asked, around);
		case 'replace': {
			const replacement = replacementOf(asked, around);
			return replacement === null
				? fail('not-found', 'This record is not here.')
				: replacements(asked, replacement, around);
		}
		case 'undo': {
			const rows = around.runs.sentRows(around.account.accountId, asked.runId);
			return rows === null ? fail('not-found', 'This run is not here.') : undone(rows, around);
		}
	}
}

function bulkActOf({ type, field: at, act, to, by, roundTo }: Source<'bulk'>): BulkAct | null {
	const field = fieldOf(typeNamed(type).fields, at);
	if (field === null || !bulkVerbs(field).includes(act)) return null;
	switch (act) {
		case 'set':
			return { act, field: at, to };
		case 'add':
		case 'remove':
			return Array.isArray(to) ? { act, field: at, to: to as readonly unknown[] } : null;
		case 'clear':
			return { act, field: at };
		case 'percent':
			return by === undefined ? null : { act, field: at, by, roundTo };
	}
}

/** Each id once, in the order in which they were selected. */
function* bulk(
	{ type: name, ids }: Source<'bulk'>,
	act: BulkAct,
	{ copies }: Around,
): Pieces<readonly Planned[]> {
	const type = inUse(name);
	const planned: Planned[] = [];
	for (const id of new Set(ids)) {
		const now = copies.index.whole(name, id);
		if (now === null) {
			planned.push(gone(name, id));
		} else {
			const { desired, problems } = bulkEdited(type, act, now);
			const facts = copies.index.factsFor(name, id, now);
			planned.push({ ...propose(type, { id, now, desired }, facts, problems), draftId: null });
		}
		yield;
	}
	return planned;
}

/** A draft that is open again, or was discarded meanwhile, is left out. */
function* drafts(
	{ type: name, ids }: Source<'grid'>,
	{ account: { accountId }, parts, copies }: Around,
): Pieces<readonly Planned[]> {
	const type = inUse(name);
	const planned: Planned[] = [];
	for (const id of new Set(ids)) {
		const draft = parts.drafts.of(accountId, type, [id]);
		const now = copies.index.whole(name, id);
		if (draft !== null) {
			const body = recordDraftBodyOf(draft);
			const { record: desired, clashes } = rebased(type, body, now);
			const problems = [
				...clashes.map(({ at }) => stopping('changed-since', { at })),
				...Object.entries(body.typed).map(([at, text]): RowProblem =>
					stopping(unreadBecause(fieldOf(type.fields, at)?.kind, text), { at, text }),
				),
			];
			const facts = copies.index.factsFor(name, id, now);
			planned.push({
				...propose(type, { id: now === null ? null : id, now, desired }, facts, problems),
				draftId: draft.draft_id,
			});
		}
		yield;
	}
	return planned;
}

function replacementOf(
	{ type, id, by }: Source<'replace'>,
	{ copies }: Around,
): Replacement | null {
	const [from, to] = [id, by].map((each) => copies.index.whole(type, each));
	if (!from || !to || id === by) return null;
	return {
		targets: [type],
		from: { ...from, id },
		to: { ...to, id: by },
		unitsOfNew: linesIn(to['units']).map(({ uomId }) => uomId),
	};
}

/** Every record of every type that refers to it. */
function* replacements(
	{ type: target, id: replacedId }: Source<'replace'>,
	replacement: Replacement,
	{ copies, parts, account }: Around,
): Pieces<readonly Planned[]> {
	const planned: Planned[] = [];
	for (const name of recordTypeNames) {
		const type = inUse(name);
		const refers = referencesIn(type.fields).some(({ field }) =>
			targetsOf(field.to).includes(target),
		);
		if (!refers) continue;
		for (const { id } of parts.shown.all(account.accountId, name)) {
			yield;
			const now = copies.index.whole(name, id);
			if (now === null || (name === target && id === replacedId)) continue;
			const { desired, problems } = replaced(type, replacement, now);
			const facts = copies.index.factsFor(name, id, now);
			const proposal = propose(type, { id, now, desired }, facts, problems);
			if (proposal.changes.length > 0) planned.push({ ...proposal, draftId: null });
		}
	}
	return planned;
}

function* undone(
	rows: NonNullable<ReturnType<ImportRuns['sentRows']>>,
	{ account: { accountId }, parts, copies }: Around,
): Pieces<readonly Planned[]> {
	const planned: Planned[] = [];
	for (const { type: name, record_id, draft_id, changes } of rows) {
		// The service has given a created record an id of its own.
		const id = parts.shown.get(accountId, name, record_id ?? draft_id)?.id ?? record_id ?? draft_id;
		const now = copies.index.whole(name, id);
		const made = { id, isNew: record_id === null, changes: keptOr(keptChanges, changes, []) };
		const facts = copies.index.factsFor(name, id, now);
		planned.push({ ...proposeUndo(inUse(name), made, now, facts), draftId: null });
		yield;
	}
	return planned;
}

const gone = (type: RecordTypeName, id: string): Planned => ({
	type,
	id,
	now: null,
	desired: {},
	changes: [],
	problems: [stopping('gone')],
	draftId: null,
});
