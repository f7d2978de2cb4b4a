// One draft of a file. Its versions say whether the file or this PC has the later one. Where both were changed since they
// were the same, a person says which one stays.
import { draftDocument, type DraftFork, type DraftSide } from '../../../shared/bridge/rescue.ts';
import { compareVersions, joined, versionsOf } from '../store/durable-tables.ts';
import type { HandoverTables, Row } from '../store/handover.ts';

/** Which one stays of a draft that was changed at both PCs; null: a person has to say. */
export type DraftRule = 'here' | 'there' | null;

interface TakingDraft {
	handover: HandoverTables;
	accountId: string;
	pc: string;
	/** The file took it off the PC that wrote it. */
	moves: boolean;
	drafts: DraftRule;
}

interface TakenDraft {
	came: boolean;
	open: boolean;
	fork: DraftFork | null;
}

/** Call it in a transaction. */
export function takeDraft(draft: Row & { draft_id: string }, into: TakingDraft): TakenDraft {
	const { handover, accountId } = into;
	const there: Row = { ...draft, account_id: accountId, moved_as: null };
	const here = handover.draft(draft.draft_id);
	const open = there['state'] === 'open';
	const comes = here === undefined ? 'comes' : standsTo(there, here);
	if (comes === 'known') return { came: false, open, fork: null };
	if (comes === 'same-content') {
		handover.changeDraft({ draft_id: draft.draft_id, versions: bothVersions(there, here) });
		return { came: false, open, fork: null };
	}
	const rival = open && there['server_id'] !== null ? handover.rivalOf(there) : undefined;
	const forked = rival ?? (comes === 'forks' ? here : undefined);
	if (forked === undefined) {
		put(there, here, into, {});
		return { came: true, open, fork: null };
	}
	const fork = { ...asTold(there), here: sideOf(forked), there: sideOf(there) };
	if (into.drafts === 'there') {
		if (rival !== undefined) {
			handover.changeDraft({ draft_id: rival['draft_id'], state: 'discarded' });
		}
		put(there, here, into, {});
		return { came: true, open, fork };
	}
	// What is kept out is closed, and known from now on.
	if (rival !== undefined) put(there, here, into, { state: 'discarded' });
	else handover.changeDraft({ draft_id: draft.draft_id, versions: bothVersions(there, here) });
	return { came: false, open, fork };
}

/** What a draft of the file is to the one that is here. */
function standsTo(there: Row, here: Row): 'known' | 'comes' | 'same-content' | 'forks' {
	const away = here['moved_as'] !== null;
	const hereAs = versionsOf(away ? here['moved_as'] : here['versions']);
	if (here['state'] === 'submitted') return 'known';
	const same = here['body'] === there['body'];
	switch (compareVersions(versionsOf(there['versions']), hereAs)) {
		case 'older':
			return 'known';
		case 'same':
			// It is the file with which it was moved, and nobody knows whether another PC imported that as well.
			return away ? 'comes' : 'known';
		case 'newer':
			return same && !away && here['state'] === there['state'] ? 'same-content' : 'comes';
		case 'both':
			if (away || here['state'] === 'discarded') return 'comes';
			return same && there['state'] === 'open' ? 'same-content' : 'forks';
	}
}

/** Puts the draft in its place. Where it was moved here, that is a change: an older file does not bring it back. */
function put(there: Row, here: Row | undefined, into: TakingDraft, more: Row): void {
	const { handover, pc, moves } = into;
	const versions = joined(versionsOf(there['versions']), versionsOf(here?.['versions']));
	const row: Row = {
		...there,
		revision: Math.max(Number(there['revision']), Number(here?.['revision'] ?? 0) + 1),
		versions: JSON.stringify(moves ? { ...versions, [pc]: (versions[pc] ?? 0) + 1 } : versions),
		...more,
	};
	if (here === undefined) handover.putDraft(row);
	else handover.changeDraft(row);
}

const bothVersions = (there: Row, here: Row | undefined): string =>
	JSON.stringify(joined(versionsOf(there['versions']), versionsOf(here?.['versions'])));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const asTold = (draft: Row): Pick<DraftFork, 'draftId' | 'document' | 'businessDate'> => ({
	draftId: text(draft['draft_id']),
	document: draftDocument.parse(draft['document']),
	businessDate: text(draft['business_date']),
});

const sideOf = (draft: Row): DraftSide => ({
	by: text(draft['entered_by']),
	at: Number(draft['changed_at']),
});
