// Small values shared by several capabilities. The bridge carries JSON: decimals are text, instants are epoch
// milliseconds, business dates are `YYYY-MM-DD`.
import { z } from 'zod';

/** Exact decimal as text: no exponent, no group separators. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const instant = z.number().int();
/** A calendar day, in years that date arithmetic supports. */
export const businessDate = z
	.string()
	.regex(/^[1-8]\d{3}-\d{2}-\d{2}$/)
	.refine((day) => {
		const at = new Date(`${day}T00:00:00Z`);
		return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
	}, 'not-a-day');
/** ISO 4217 code; amounts are decimal text in major units. */
export const currency = z.string();
export const nothing = z.object({});

/** BCP 47 tag that `Intl` accepts: it throws on any other when formatting a number. */
export const locale = z.string().max(100).refine(isLocale, 'not-a-locale');

function isLocale(tag: string): boolean {
	try {
		return Intl.getCanonicalLocales(tag).length === 1;
	} catch {
		return false;
	}
}

/** Whether a URL contains a user name or password, which would leak into settings, files and messages. */
export const namesUser = (address: string): boolean => {
	if (!URL.canParse(address)) return false;
	const { username, password } = new URL(address);
	return username !== '' || password !== '';
};

/** The service's URL. Error messages do not repeat it. */
export const serviceAddress = z
	.url({ protocol: /^https?$/ })
	.refine((address) => !namesUser(address), 'Leave the user name and password out of the address.');

/** Created when a form opens and sent on submit: a double click creates one document. */
export const intentId = z.string().min(8);

export const itemUnit = z.object({
	unitId: z.string(),
	name: z.string(),
	kind: z.enum(['case', 'pack', 'each', 'weight', 'other']),
	/** Base units per unit, as an exact ratio. */
	factor: z.object({ numerator: decimal, denominator: decimal }),
	/** Decimal places allowed in this unit. */
	places: z.number().int().min(0),
});
export type ItemUnitView = z.infer<typeof itemUnit>;

/** One box of a line: the text as typed, and its quantity in the box's unit. */
export const box = z.object({
	unitId: z.string(),
	typed: z.string(),
	quantity: decimal.nullable(),
	/** The locale that reads `typed`; omitted if it was not typed here. */
	locale: z.string().optional(),
});
export type Box = z.infer<typeof box>;

/** One typed box. Empty boxes are omitted. */
export const typedBox = z.object({ unitId: z.string(), typed: z.string().max(64) });
export type TypedBox = z.infer<typeof typedBox>;

export const typedBoxes = z.array(typedBox).max(50);

/** How an item is named and its quantities are shown. */
export const itemWords = {
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	baseUnitName: z.string(),
};

/** An item as every screen shows it. `unitCost` is money per base unit, with all decimal places from the service. */
export const item = z.object({
	...itemWords,
	units: z.array(itemUnit),
	unitCost: decimal.nullable(),
	barcodes: z.array(z.object({ barcode: z.string(), unitId: z.string() })),
	/** Stock in base units at the requested location; null if unknown here. */
	onHand: decimal.nullable(),
	asOf: instant.nullable(),
});
export type ItemView = z.infer<typeof item>;

export const standing = z.enum(['draft', 'waiting', 'needs-you', 'service']);
export type Standing = z.infer<typeof standing>;

/** Known phases of a service document. `unknown` shows the service's own word. */
export const phase = z.enum([
	'draft',
	'submitted',
	'approved',
	'rejected',
	'finalized',
	'in-transit',
	'partly-received',
	'received',
	'fulfilled',
	'closed',
	'cancelled',
	'unknown',
]);
export type Phase = z.infer<typeof phase>;

/** Nothing is ordered, moved or posted by a document in these. */
export const withoutEffect: readonly Phase[] = ['rejected', 'cancelled'];

export const transition = z.enum(['approve', 'reject', 'finalize', 'close', 'cancel']);
export type Transition = z.infer<typeof transition>;

/** Fields for deciding on a service document. */
export const decidable = {
	can: z.array(transition),
	/** A decision applies to this version only. Empty for a local document. */
	version: z.string(),
	/** Rejection reason, from here or the service. Empty if neither gives one. */
	rejectedBecause: z.string(),
	/** Whether a rejection reason is sent to the service; otherwise it stays on this PC. */
	reasonGoes: z.boolean(),
	/** Whether it can be edited and sent again; `go-on` if an edit has begun. null if it cannot. */
	edit: z.enum(['begin', 'go-on']).nullable(),
};

/** The service document that this draft edits. The draft's `phase` is that document's. */
export const edits = z.string().nullable();

export const decision = {
	documentId: z.string(),
	version: z.string(),
	intentId,
};

/** Shown to the person who edits the document. */
export const rejectionReason = z.string().trim().min(1).max(500);

/** A money total with possibly unknown parts (see `totalCost` in domain/money.ts). */
export const totalCost = {
	cost: decimal.nullable(),
	/** Number of parts without a known cost, which `cost` excludes. */
	costsUnknown: z.number().int().min(0),
};
