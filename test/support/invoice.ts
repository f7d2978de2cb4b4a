// An invoice as a person types it.
import type { Invoice } from '../../src/shared/bridge/receiving.ts';

/** Without more only its number. */
export const typedInvoice = (number: string, more: Partial<Invoice> = {}): Invoice => ({
	number,
	day: null,
	total: '',
	differenceIs: '',
	isAnother: false,
	...more,
});
