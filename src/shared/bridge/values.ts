// The small values that several capabilities send over the bridge. The wire is JSON: decimals are text, instants are
// epoch milliseconds, business dates are `YYYY-MM-DD`.
import { z } from 'zod';

/** An exact decimal in text: no exponent, no group separators. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
/** Epoch milliseconds. */
export const instant = z.number().int();
/** A day of the calendar, in years of which days can be reckoned. */
export const businessDate = z
	.string()
	.regex(/^[1-8]\d{3}-\d{2}-\d{2}$/)
	.refine((day) => {
		const at = new Date(`${day}T00:00:00Z`);
		return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
	}, 'not-a-day');
/** ISO 4217 code; money of this currency is decimal text in major units. */
export const currency = z.string();
export const nothing = z.object({});

/** BCP 47 tag that `Intl` takes: it throws for any other wherever a number is formatted. */
export const locale = z.string().max(100).refine(isLocale, 'not-a-locale');

function isLocale(tag: string): boolean {
	try {
		return Intl.getCanonicalLocales(tag).length === 1;
	} catch {
		return false;
	}
}

/** Whether an address names a user or a password. It would stand in settings, files and messages. */
export const namesUser = (address: string): boolean => {
	if (!URL.canParse(address)) return false;
	const { username, password } = new URL(address);
	return username !== '' || password !== '';
};

/** Where the service is. What is wrong with it is said without repeating it. */
export const serviceAddress = z
	.url({ protocol: /^https?$/ })
	.refine((address) => !namesUser(address), 'Leave the user name and password out of the address.');

/** Made when a form opens and sent with its submit, so that a double click makes one document. */
export const intentId = z.string().min(8);

export const itemUnit = z.object({
	unitId: z.string(),
	name: z.string(),
	kind: z.enum(['case', 'pack', 'each', 'weight', 'other']),
	/** Base units in one of this unit, as an exact ratio. */
	factor: z.object({ numerator: decimal, denominator: decimal }),
	/** Decimal places that may be typed in this unit's box. */
	places: z.number().int().min(0),
});
export type ItemUnitView = z.infer<typeof itemUnit>;

/** One box of a line: what was typed, word for word, and what it came to in that box's unit. */
export const box = z.object({
	unitId: z.string(),
	typed: z.string(),
	quantity: decimal.nullable(),
	/** By which `typed` is read; left out where nobody typed it here. */
	locale: z.string().optional(),
});
export type Box = z.infer<typeof box>;

/** What is typed in one box of a line. An empty one is left out. */
export const typedBox = z.object({ unitId: z.string(), typed: z.string().max(64) });
export type TypedBox = z.infer<typeof typedBox>;

/** Boxes as a screen sends them: no item has so many units. */
export const typedBoxes = z.array(typedBox).max(50);

/** The item as every screen shows it. `unitCost` is money per base unit, with as many places as the service gave. */
export const item = z.object({
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	units: z.array(itemUnit),
	/** The unit in which stock is kept: its factor is 1. */
	baseUnitName: z.string(),
	unitCost: decimal.nullable(),
	barcodes: z.array(z.object({ barcode: z.string(), unitId: z.string() })),
	/** Stock in base units at the location asked for; null when unknown here. */
	onHand: decimal.nullable(),
	asOf: instant.nullable(),
});
export type ItemView = z.infer<typeof item>;

/**
 * Where a document stands for the person: on this PC only, in the outbox, needing someone, or as the service has it.
 */
export const standing = z.enum(['draft', 'waiting', 'needs-you', 'service']);
export type Standing = z.infer<typeof standing>;

/** The phases we know of a document of the service. `unknown` is shown by the service's own word. */
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
	'unknown',
]);
export type Phase = z.infer<typeof phase>;

/** What a person can do with a document that the service has. */
export const transition = z.enum(['approve', 'reject', 'finalize']);
export type Transition = z.infer<typeof transition>;

/** What stands of a document of the service that a person can decide about. */
export const decidable = {
	/** What can be done with it now. */
	can: z.array(transition),
	/** Of what is shown: a decision is for this version and no other. Empty for a document of this PC. */
	version: z.string(),
	/** Why it was rejected: as it was said here, or as the service tells it. Empty where neither says. */
	rejectedBecause: z.string(),
	/** Whether the reason of a rejection goes to the service; where not, it stays on this PC. */
	reasonGoes: z.boolean(),
	/** Whether it can be changed and sent again; `go-on` where that was begun. Null where it cannot. */
	edit: z.enum(['begin', 'go-on']).nullable(),
};

/** Of a draft that changes a document which the service has: that document. Its `phase` is where it stands there. */
export const edits = z.string().nullable();

/** A decision about a document as it was shown. */
export const decision = {
	documentId: z.string(),
	version: z.string(),
	intentId,
};

/** Why a document is rejected, for whoever edits it. */
export const rejectionReason = z.string().trim().min(1).max(500);

/** A total in money, of parts that may not all be known (see `totalCost` in domain/money.ts). */
export const totalCost = {
	/** Null where no part is known. */
	cost: decimal.nullable(),
	/** Parts that `cost` leaves out because their cost is not known. */
	costsUnknown: z.number().int().min(0),
};
