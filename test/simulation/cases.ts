// What a service, a network and a disk do that once broke the promise, each by itself: a run may be made of one of these
// alone, beside what is usual (`npm run -s simulate -- --case unreachable`).
import type { Fault } from './faults.ts';

/** Steps that belong to one of the cases alone. */
export type CaseStep =
	| 'colleague-receives'
	| 'stock-moves'
	| 'colleague-rejects'
	| 'reuse-id'
	| 'roll-back'
	| 'submit-again'
	| 'mistake'
	| 'profile'
	| 'copy'
	| 'restore'
	| 'away';

type Work =
	'waste' | 'transfer' | 'draft' | 'edit' | 'submit' | 'edit-shown' | 'receive' | 'adjust';

interface Case {
	faults?: readonly Fault[];
	steps?: readonly CaseStep[];
	/** What people enter oftener then. */
	work?: readonly Work[];
}

const byName = {
	/** Nothing beside what is usual. */
	usual: {},
	/** The system loses its network on an open socket, before or after the service did it. */
	unreachable: { faults: ['unreachable-before', 'unreachable-after'] },
	/** 401 after it was done, or by a page. */
	'signed-out': {
		faults: ['signed-out', 'signed-out-after', 'sign-in-page', 'sign-in-page-after'],
	},
	/** Another field carries our reference while a create is not confirmed. */
	profile: { steps: ['profile'], work: ['waste', 'transfer'] },
	/** What was taken back is submitted again, also after a copy was gone back to. */
	restored: { steps: ['submit-again', 'copy', 'restore'], work: ['waste'] },
	/** Our own receipt, or others, move the stock that a change of ours is about. */
	stock: { steps: ['stock-moves'], work: ['adjust', 'receive'] },
	/** A gateway refuses what was done, or is done hours later; what was given up comes late. */
	gateway: {
		faults: ['gateway-before', 'gateway-after', 'gateway-late', 'hours-late'],
		work: ['waste', 'transfer'],
	},
	/** A cache or a replica answers, or another document comes. */
	stale: { faults: ['old-answer', 'cached-answer', 'foreign-answer'] },
	/** A full update or a submit is done late, after what came behind it. */
	late: {
		faults: ['hours-late'],
		steps: ['colleague-rejects', 'away'],
		work: ['edit', 'edit-shown', 'submit'],
	},
	/** Long pauses between the answer to a question and what follows from it. */
	away: { faults: ['hours-late'], steps: ['away'], work: ['waste'] },
	/** A good status, and nothing was done; or the other way round. */
	'not-done': { faults: ['not-done', 'says-failed-after', 'accepted'] },
	/** An answer names the document of somebody else, or an id is used again. */
	identity: { faults: ['names-another'], steps: ['reuse-id'], work: ['waste', 'submit'] },
	/** Another entry claims the document already, because a person named it by mistake. */
	claimed: { steps: ['mistake'], faults: ['refuses'], work: ['draft'] },
	/** A colleague receives what we are about to receive. */
	received: { steps: ['colleague-receives'], work: ['receive'] },
	/** The file of the outbox loses its last commits. */
	'rolled-back': { steps: ['roll-back'] },
	/** A proxy sends a create twice, at once or hours later. */
	twice: { faults: ['sent-twice', 'sent-again-later'], work: ['waste', 'transfer'] },
	/** Texts are cut or written otherwise, instants and quantities rounded, lists given in parts. */
	forms: { work: ['waste', 'transfer'] },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof byName;
export const cases: Readonly<Record<CaseName, Case>> = byName;

export const isCaseName = (name: string): name is CaseName => name in cases;
