// What can follow from a receipt, until a person confirms or discards it.
import type { CreditKind } from '../credit/credit.ts';

export const followUpKinds = [
	/** The rest is ordered from another supplier. */
	'order-elsewhere',
	/** The rest still comes on the order. */
	'wait',
	'return',
	/** Billed, but it did not come. */
	'claim-shortage',
	/** Billed at more than the ordered price. */
	'claim-price',
	'claim-quality',
	/** It went back to the supplier. */
	'claim-return',
	/** The price that was paid becomes the one of the purchase option. */
	'accept-price',
] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

/** What a claim is for in the credit register. */
export const claimed = {
	'claim-shortage': 'shortage',
	'claim-price': 'price',
	'claim-quality': 'quality',
	'claim-return': 'return',
} as const satisfies Partial<Record<FollowUpKind, CreditKind>>;
export type ClaimKind = keyof typeof claimed;

export const isClaim = (kind: FollowUpKind): kind is ClaimKind => kind in claimed;

/** `open` again after a person undid a discard. */
export const followUpStates = ['open', 'confirmed', 'discarded'] as const;
export type FollowUpState = (typeof followUpStates)[number];
