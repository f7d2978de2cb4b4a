// Imports one draft. If both PCs changed it, merges the changes (merge-draft.ts) and asks a person about overlaps. Of
// two drafts for one document of the service, a person keeps one.
import type { DraftFork, DraftSide } from '../../../shared/bridge/rescue.ts';
import { severalOpen } from '../../../shared/document/receiving.ts';
import { draftDocument } from '../../../shared/document/stored.ts';
import { compareVersions, joined, versionsOf } from '../store/durable-tables.ts';
import type { WorkTables, Row } from '../store/work-tables.ts';
import { mergeDraft, type Side } from './merge-draft.ts';
import type { PartWords } from './part-words.ts';

/** Which version to keep; null: ask a person. @param part empty for the whole draft */
export type ChooseDraft = (draftId: string, part: string) => Side | null;

interface TakingDraft {
	unsent: WorkTables;
	accountId: string;
	pc: string;
	moves: boolean;
	choose: ChooseDraft;
	words: PartWords;
}

interface TakenDraft {
	came: boolean;
	open: boolean;
	forks: DraftFork[];
	undecided: boolean;
}

/** Call it in a transaction. */
export function importDraft(draft: Row & { draft_id: string }, into: TakingDraft): TakenDraft {
	const { unsent, accountId } = into;
	const there: Row = { ...draft, account_id: accountId, moved_as: null };
	const here = unsent.draft(draft.draft_id);
	const open = there['state'] === 'open';
	const without = { open, forks: [], undecided: false };
	const comes = here === null ? 'comes' : standsTo(there, here);
	if (comes === 'known') return { came: false, ...without };
	const meets =
		open && there['server_id'] !== null && !severalOpen.includes(text(there['document']));
	const rival = meets ? unsent.rivalOf(there) : null;
	if (rival !== null) return { open, ...instead(there, rival, here, into) };
	if (here === null || comes === 'comes') {
		put(there, here, into, {});
		const known = here?.['moved_as'] === null && sameContent(there, here);
		return { came: !known, ...without };
	}
	const merged = comes === 'merges' ? mergeBoth(there, here, into) : null;
	return { open, ...(merged ?? instead(there, here, here, into)) };
}

function standsTo(there: Row, here: Row): 'known' | 'comes' | 'merges' | 'forks' {
	const away = here['moved_as'] !== null;
	const hereAs = versionsOf(away ? here['moved_as'] : here['versions']);
	if (here['state'] === 'submitted') return 'known';
	switch (compareVersions(versionsOf(there['versions']), hereAs)) {
		case 'older':
			return 'known';
		case 'same':
			// This is the file of the move, which another PC may have imported too.
			return away ? 'comes' : 'known';
		case 'newer':
			return 'comes';
		case 'both':
			if (there['state'] === 'open') return here['state'] === 'open' || away ? 'merges' : 'comes';
			return away || here['state'] === 'discarded' ? 'comes' : 'forks';
	}
}

const sameContent = (there: Row, here: Row): boolean =>
	there['body'] === here['body'] && there['state'] === here['state'];

function mergeBoth(there: Row, here: Row, into: TakingDraft): Omit<TakenDraft, 'open'> | null {
	const draftId = text(there['draft_id']);
	const merged = mergeDraft({ there, here }, into.pc, (part) => into.choose(draftId, part));
	if (merged === null) return null;
	const { row, conflicts } = merged;
	const after: Row = { ...row, account_id: into.accountId, state: 'open', moved_as: null };
	put(after, here, into, {});
	return {
		came: here['moved_as'] !== null || !sameContent(after, here),
		forks: conflicts.map((conflict) => ({
			...asTold(there),
			part: conflict.part,
			...into.words.about(conflict.part, conflict.there, there),
			here: { ...sideOf(here), ...into.words.says(conflict.part, conflict.here, here) },
			there: { ...sideOf(there), ...into.words.says(conflict.part, conflict.there, there) },
		})),
		undecided: conflicts.some(({ stays }) => stays === null),
	};
}

function instead(
	there: Row,
	forked: Row,
	here: Row | null,
	into: TakingDraft,
): Omit<TakenDraft, 'open'> {
	const { unsent } = into;
	const draftId = text(there['draft_id']);
	const stays = into.choose(draftId, '');
	const isRival = forked !== here;
	if (stays === 'there') {
		if (isRival) unsent.changeDraft({ draft_id: forked['draft_id'], state: 'discarded' });
		put(there, here, into, {});
	} else if (isRival) {
		// Imported as closed, so that it is known from now on.
		put(there, here, into, { state: 'discarded' });
	} else {
		const versions = joined(versionsOf(there['versions']), versionsOf(here['versions']));
		unsent.changeDraft({ draft_id: draftId, versions: JSON.stringify(versions) });
	}
	const fork: DraftFork = {
		...asTold(there),
		part: '',
		about: 'draft',
		item: '',
		here: { ...sideOf(forked), says: [], settlement: 'none' },
		there: { ...sideOf(there), says: [], settlement: 'none' },
	};
	return { came: stays === 'there', forks: [fork], undecided: stays === null };
}

/** Importing a moved draft is a change, so that no older file brings it back. Open windows reload only new content. */
function put(there: Row, here: Row | null, into: TakingDraft, more: Row): void {
	const { unsent, pc, moves } = into;
	const versions = joined(versionsOf(there['versions']), versionsOf(here?.['versions']));
	if (here !== null && sameContent({ ...there, ...more }, here) && here['moved_as'] === null) {
		const { draft_id, parts } = there;
		unsent.changeDraft({ draft_id, parts, versions: JSON.stringify(versions) });
		return;
	}
	const row: Row = {
		...there,
		revision: Math.max(Number(there['revision']), Number(here?.['revision'] ?? 0) + 1),
		versions: JSON.stringify(moves ? { ...versions, [pc]: (versions[pc] ?? 0) + 1 } : versions),
		...more,
	};
	if (here === null) unsent.putDraft(row);
	else unsent.changeDraft(row);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const asTold = (draft: Row): Pick<DraftFork, 'draftId' | 'document' | 'businessDate'> => ({
	draftId: text(draft['draft_id']),
	document: draftDocument.parse(draft['document']),
	businessDate: text(draft['business_date']),
});

const sideOf = (draft: Row): Pick<DraftSide, 'by' | 'at'> => ({
	by: text(draft['entered_by']),
	at: Number(draft['changed_at']),
});
