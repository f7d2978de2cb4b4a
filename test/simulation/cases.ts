// Service, network and disk behaviour that once broke the promise. A run may use one case alone (`npm run -s simulate
// -- --case unreachable`).
import type { Fault } from './faults.ts';

export type CaseStep =
	| 'colleague-receives'
	| 'colleague-orders'
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
	| 'waste'
	| 'transfer'
	| 'draft'
	| 'edit'
	| 'submit'
	| 'edit-shown'
	| 'receive'
	| 'adjust'
	| 'order'
	| 'receive-order'
	| 'end-order'
	| 'send-back';

interface Case {
	faults?: readonly Fault[];
	steps?: readonly CaseStep[];
	/** Entries made more often in this case. */
	work?: readonly Work[];
}

const byName = {
	usual: {},
	/** The system loses its network on an open socket, before or after the service applied the request. */
	unreachable: { faults: ['unreachable-before', 'unreachable-after'] },
	/** 401 after it was applied, or from a web page. */
	'signed-out': {
		faults: ['signed-out', 'signed-out-after', 'sign-in-page', 'sign-in-page-after'],
	},
	/** Another field gets our reference while a create is unconfirmed. */
	profile: { steps: ['profile'], work: ['waste', 'transfer'] },
	/** An undone submit is repeated, also after restoring a backup. */
	restored: { steps: ['submit-again', 'copy', 'restore'], work: ['waste'] },
	/** Our own receipt, or others, move the stock of our change. */
	stock: { steps: ['stock-moves'], work: ['adjust', 'receive'] },
	/** A gateway refuses what was applied, or is applied hours later; discarded writes arrive late. */
	gateway: {
		faults: ['gateway-before', 'gateway-after', 'gateway-late', 'hours-late'],
		work: ['waste', 'transfer'],
	},
	/** A cache or replica answers, or with another document. */
	stale: { faults: ['old-answer', 'cached-answer', 'foreign-answer'] },
	/** A full update or submit is applied after later writes. */
	late: {
		faults: ['hours-late'],
		steps: ['colleague-rejects', 'away'],
		work: ['edit', 'edit-shown', 'submit'],
	},
	/** Long pauses between an answer and the next request. */
	away: { faults: ['hours-late'], steps: ['away'], work: ['waste'] },
	/** A success status with nothing applied; or the reverse. */
	'not-done': { faults: ['not-done', 'says-failed-after', 'accepted'] },
	/** An answer names someone else's document, or an id is reused. */
	identity: { faults: ['names-another'], steps: ['reuse-id'], work: ['waste', 'submit'] },
	/** An id goes to another document, or an answer names one, around losses and copies that come back. */
	'identity-after-loss': {
		faults: ['names-another', 'bare-id'],
		steps: ['roll-back', 'copy', 'restore', 'submit-again', 'profile', 'reuse-id', 'mistake'],
		work: ['waste', 'draft', 'submit', 'order', 'receive-order'],
	},
	/** Another entry claims the document, because a person named it by mistake. */
	claimed: { steps: ['mistake'], faults: ['refuses'], work: ['draft'] },
	received: { steps: ['colleague-receives'], work: ['receive'] },
	/** Others approve orders, and receive them with the same invoice. */
	ordered: {
		steps: ['colleague-orders'],
		work: ['order', 'receive-order', 'end-order', 'send-back'],
	},
	'rolled-back': { steps: ['roll-back'] },
	/** A proxy sends a create twice, at once or hours later. */
	twice: { faults: ['sent-twice', 'sent-again-later'], work: ['waste', 'transfer'] },
	/** Texts cut or rewritten, values rounded, lists incomplete. */
	forms: { work: ['waste', 'transfer'] },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof byName;
export const cases: Readonly<Record<CaseName, Case>> = byName;

export const isCaseName = (name: string): name is CaseName => name in cases;
