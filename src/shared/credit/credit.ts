// Credits that suppliers owe: kinds, states and ages of claims.
import { add } from '../domain/decimal.ts';

export const creditKinds = ['shortage', 'price', 'quality', 'return'] as const;
export type CreditKind = (typeof creditKinds)[number];

/** In the order of a claim's life; the last three settle it. `withdrawn`: we no longer claim it. */
export const creditStates = [
	'open',
	'asked',
	'promised',
	'credited',
	'refused',
	'withdrawn',
] as const;
export type CreditState = (typeof creditStates)[number];

export const isSettled = (state: CreditState): boolean =>
	state === 'credited' || state === 'refused' || state === 'withdrawn';

/** The last day of each age but the oldest. */
const lastDays = [7, 30, 60] as const;
export const creditAges = ['week', 'month', 'twoMonths', 'older'] as const;
export type CreditAge = (typeof creditAges)[number];

/** Days are business dates of the location. */
export function ageInDays(from: string, today: string): number {
	return Math.max(0, Math.round((Date.parse(today) - Date.parse(from)) / 86_400_000));
}

export function ageOf(days: number): CreditAge {
	const place = lastDays.findIndex((last) => days <= last);
	return creditAges[place === -1 ? lastDays.length : place] ?? 'older';
}

interface Claim {
	readonly supplierId: string;
	readonly supplierName: string;
	readonly currency: string;
	readonly state: CreditState;
	readonly amount: string;
	readonly days: number;
}

export interface SupplierCredits extends Pick<Claim, 'supplierId' | 'supplierName' | 'currency'> {
	/** Claims that are not settled. */
	count: number;
	outstanding: string;
	byAge: Record<CreditAge, string>;
	credited: string;
	refused: string;
}

/** Sums by supplier and currency, in the order of the claims. */
export function creditsBySupplier(claims: readonly Claim[]): SupplierCredits[] {
	const sums = new Map<string, SupplierCredits>();
	for (const { supplierId, supplierName, currency, state, amount, days } of claims) {
		const key = JSON.stringify([supplierId, currency]);
		const sum = sums.get(key) ?? {
			supplierId,
			supplierName,
			currency,
			count: 0,
			outstanding: '0',
			credited: '0',
			refused: '0',
			byAge: { week: '0', month: '0', twoMonths: '0', older: '0' },
		};
		sums.set(key, sum);
		if (state === 'credited' || state === 'refused') sum[state] = add(sum[state], amount);
		if (isSettled(state)) continue;
		const age = ageOf(days);
		sum.count += 1;
		sum.outstanding = add(sum.outstanding, amount);
		sum.byAge[age] = add(sum.byAge[age], amount);
	}
	return [...sums.values()];
}
