import { expect, it } from 'vitest';
import type { FollowUp } from '../../../shared/bridge/follow-up.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { cautionOf, figuresOf, resultOf, sourceOf } from './follow-up-words.ts';

const language = new Language('en', 'en-GB');
const app = { t: language.t, format: new Format(language) };
const shortage: FollowUp = {
	followUpId: 'f-1',
	kind: 'claim-shortage',
	state: 'open',
	figures: '',
	documentId: 'service:purchaseOrder:O-1',
	number: 'PO-7',
	invoiceNumber: 'INV-1',
	businessDate: '2026-11-20',
	supplierId: 'P-1',
	supplierName: 'Riverside Dairy',
	itemId: '1',
	itemName: 'Whole milk',
	code: 'DA-1',
	unitName: 'case',
	quantity: '2',
	pieces: null,
	price: '6.5',
	orderedPrice: '6',
	amount: '13',
	isBilled: null,
	currency: 'EUR',
	reason: '',
	offer: null,
	listed: null,
	resultId: null,
	decided: null,
	isChanged: false,
};

/** Four of a case of twelve. */
const partOfCase = { quantity: '0.333333', pieces: { quantity: '4', unitName: 'each' } };

it.each<[FollowUp['kind'], Partial<FollowUp>, string]>([
	['return', {}, '2 case back to the supplier'],
	['wait', {}, '2 case to come'],
	['claim-return', {}, '2 case × €6.50 = €13.00'],
	['claim-return', { price: '6.333', amount: '12.67' }, '2 case × €6.333 = €12.67'],
	// With ten percent of tax.
	['claim-quality', { amount: '14.3' }, '2 case × €6.50 = €14.30 with tax and discount'],
	[
		'claim-quality',
		{ quantity: '0.513', price: '85', amount: '43.6' },
		'0.513 case × €85.00 = €43.60',
	],
	['claim-price', { amount: '1' }, '2 case × (€6.50 − €6.00) = €1.00'],
	['claim-price', { amount: '1.1' }, '2 case × (€6.50 − €6.00) = €1.10 with tax and discount'],
	['wait', partOfCase, '4 each to come'],
	['claim-quality', { ...partOfCase, amount: '2.17' }, '4 each × €6.50 / case = €2.17'],
	['claim-price', { ...partOfCase, amount: '0.17' }, '4 each × (€6.50 − €6.00) / case = €0.17'],
	['accept-price', {}, '€6.00 → €6.50 per case (+8.3%)'],
	['accept-price', { listed: '8' }, '€8.00 → €6.50 per case (−18.8%)'],
	['accept-price', { listed: '0' }, '€0.00 → €6.50 per case'],
	['order-elsewhere', {}, '2 case; no other supplier is known'],
])('words the figures of %s %o', (kind, more, said) => {
	expect(figuresOf(app, { ...shortage, kind, ...more })).toBe(said);
});

it('warns of what is not certain, and leads to what it is about', () => {
	expect([
		cautionOf(app, shortage),
		cautionOf(app, { ...shortage, isBilled: true, isChanged: true }),
		cautionOf(app, { ...shortage, kind: 'wait' }),
		sourceOf(shortage),
		sourceOf({ ...shortage, kind: 'claim-return' }),
		...(['claim-price', 'order-elsewhere', 'return', 'accept-price', 'wait'] as const).map((kind) =>
			resultOf({ ...shortage, kind, resultId: 'made' }),
		),
		resultOf(shortage),
	]).toEqual([
		'Check on the invoice whether this is billed.',
		'The printed total of the invoice includes it. This was confirmed before, and its figures changed afterwards. A claim gets the new amount.',
		'',
		'#/deliveries/service%3ApurchaseOrder%3AO-1',
		'#/returns/service%3ApurchaseOrder%3AO-1',
		'#/credits/made',
		'#/orders/made',
		'#/returns/made',
		'#/purchaseOption/made',
		null,
		null,
	]);
});
