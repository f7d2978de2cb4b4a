// Reports that the service computes, and the parts of its dashboard. The list of reports is a record type
// (`record.list`). Changes are sent while somebody waits, and are proved by reading back.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, intentId, phase } from './values.ts';

const changed = z.object({ state: z.enum(['applied', 'not-confirmed']) });

/** Fields of an answer that we do not know, shown word for word. */
const unknown = z.record(z.string(), z.unknown());

const tower = z.object({
	locations: z.array(
		z.object({
			locationId: z.string(),
			name: z.string(),
			currency,
			stockValue: decimal,
			wastageValue: decimal,
			purchaseValue: decimal,
			negativeItems: z.number().int(),
		}),
	),
	openOrders: z.array(
		z.object({
			documentId: z.string(),
			/** Its id, if it has no number. */
			number: z.string(),
			locationName: z.string(),
			supplierName: z.string(),
			/** The business day of the location; as the service says it, if that is no date. */
			date: z.string(),
			phase,
			/** The service's word. */
			stateWord: z.string(),
			total: decimal.nullable(),
			currency,
		}),
	),
	transfersInTransit: z.number().int(),
	documentsToApprove: z.number().int(),
	unknown,
	asOf: instant,
});
export type ControlTower = z.infer<typeof tower>;

const widget = z.object({
	/** The service's word: `stock-value`. */
	widgetType: z.string().min(1),
	isVisible: z.boolean(),
	sequence: z.number().int().min(1).max(999).nullable(),
	/** Days that its figures cover. */
	days: z.number().int().min(1).max(3660).nullable(),
	unknown,
});
export type Widget = z.infer<typeof widget>;

export const reportCalls = {
	/** Marks a report as favourite, or no longer. Fails with `needs-network`, `refused` or `not-possible-now`. */
	'report.favorite': call(
		{ reportId: z.string().min(1), isFavorite: z.boolean(), intentId },
		changed,
	),
	/**
	 * Values of each location over some business days of the location in use, and what is open. Fails with
	 * `needs-network`, or `unreachable` in the service's words.
	 */
	'report.tower': call(
		{ locationId: z.string(), all: z.boolean(), from: businessDate, to: businessDate },
		tower,
	),
	/** The parts that the profile names and the service knows, in their order. Fails likewise. */
	'report.widgets': call({}, { widgets: z.array(widget) }),
	/** All parts are sent, the changed ones first. Fails as `report.favorite`. */
	'report.saveWidgets': call({ widgets: z.array(widget).min(1), intentId }, changed),
};
