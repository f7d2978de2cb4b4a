// The contract between screens and core: every call and event with its schemas. JSON only.
import { z } from 'zod';
import { area } from '../document/stored.ts';
import { accessCalls } from './access.ts';
import { appCalls, appState } from './app.ts';
import type { Call } from './call.ts';
import { catalogueCalls } from './catalogue.ts';
import { countHistoryCalls } from './count-history.ts';
import { countPaperCalls } from './count-paper.ts';
import { countPlanCalls, countTemplateCalls } from './count-plan.ts';
import { countReviewCalls } from './count-review.ts';
import { creditCalls, creditEvents } from './credit.ts';
import { cutOffCalls } from './cut-off.ts';
import { deliveryCalls } from './delivery.ts';
import { desktopCalls, desktopEvents } from './desktop.ts';
import { kindCalls } from './documents.ts';
import { evidenceCalls } from './evidence.ts';
import { findCalls } from './find.ts';
import { importCalls, importEvents } from './import.ts';
import { followUpCalls, followUpEvents } from './follow-up.ts';
import { orderingCalls } from './ordering.ts';
import { lookupCalls } from './lookup.ts';
import { marketplaceCalls } from './marketplace.ts';
import { outboxCalls, outboxEvents } from './outbox.ts';
import { photoCalls } from './photo.ts';
import { postingCalls } from './posting.ts';
import { priceCalls } from './price.ts';
import { purchasingCalls } from './purchasing.ts';
import { practiceCalls } from './practice.ts';
import { recordCalls } from './record.ts';
import { recipeCalls } from './recipe.ts';
import type { Reply } from './reply.ts';
import { reportCalls } from './report.ts';
import { rescueCalls, rescueEvents } from './rescue.ts';
import { returnCalls } from './return.ts';
import { scanCalls } from './scan.ts';
import { serviceCheckCalls, serviceCheckEvents } from './service-check.ts';
import { sessionCalls } from './session.ts';
import { stocktakeCalls, stocktakeEvents } from './stocktake.ts';
import { supportCalls } from './support.ts';
import { transferCalls } from './transfer.ts';
import { wasteCalls } from './waste.ts';

export const contract = {
	...accessCalls,
	...marketplaceCalls,
	...appCalls,
	...sessionCalls,
	...catalogueCalls,
	...countHistoryCalls,
	...countPaperCalls,
	...countPlanCalls,
	...countTemplateCalls,
	...stocktakeCalls,
	...countReviewCalls,
	...cutOffCalls,
	...postingCalls,
	...evidenceCalls,
	...recipeCalls,
	...recordCalls,
	...lookupCalls,
	...reportCalls,
	...photoCalls,
	...scanCalls,
	...kindCalls,
	...wasteCalls,
	...transferCalls,
	...deliveryCalls,
	...returnCalls,
	...findCalls,
	...importCalls,
	...orderingCalls,
	...creditCalls,
	...followUpCalls,
	...outboxCalls,
	...priceCalls,
	...purchasingCalls,
	...practiceCalls,
	...rescueCalls,
	...serviceCheckCalls,
	...desktopCalls,
	...supportCalls,
} satisfies Record<string, Call>;

export const events = {
	'app.changed': appState,
	/** Documents of an area changed: here, in the outbox or at the service. */
	'documents.changed': z.object({ area }),
	...stocktakeEvents,
	...creditEvents,
	...followUpEvents,
	...outboxEvents,
	...rescueEvents,
	...serviceCheckEvents,
	...importEvents,
	...desktopEvents,
} satisfies Record<string, z.core.$ZodType>;

export type CallName = keyof typeof contract;
export type CallInput<Name extends CallName> = z.input<(typeof contract)[Name]['input']>;
/** Input with defaults filled in, as the core receives it. */
export type CallArguments<Name extends CallName> = z.output<(typeof contract)[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<(typeof contract)[Name]['output']>;
export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;

/** Recorded with every entry. The host fills in the connection. */
export interface Caller {
	/** Distinguishes open windows or browsers. */
	connection: string;
	/** Who works at that window; without it, the person of the settings. */
	person?: string | undefined;
}

export interface CallTarget {
	/** @param person who works at this window */
	call<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
		person?: string,
	): Promise<Reply<CallOutput<Name>>>;
	on<Name extends EventName>(
		name: Name,
		listener: (payload: EventPayload<Name>) => void,
	): () => void;
}

export const isCallName = (name: string): name is CallName => Object.hasOwn(contract, name);
