// Currencies. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { operation } from './operation.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

export const currencyRecord = record('Currency', {
	id,
	/** ISO 4217. */
	code: text,
	name: text.optional(),
	symbol: text.optional(),
	/** Decimal places of an amount. */
	decimals: integer.optional(),
	/** Units of this currency per unit of the business's own. */
	rate: decimal.optional(),
	isActive: flag.optional(),
});

const updateCurrencyRequest = record('UpdateCurrencyRequest', {
	id,
	rate: decimal.optional(),
	isActive: flag.optional(),
});

export const exchangeRate = record('ExchangeRate', {
	from: text,
	to: text,
	/** Units of `to` per unit of `from`. */
	rate: decimal,
	date: dateTime.optional(),
});

const currency = resource('Organisation', 'Currency', 'assumed');

export const currencyOperations = [
	currency.list('currency.list', '/api/v1/Currency', currencyRecord, searchQuery),
	currency.change(
		'currency.update',
		'PUT',
		'/api/v1/Currency',
		updateCurrencyRequest,
		onlineOnly('draft'),
	),
	operation({
		name: 'currency.exchangeRate',
		area: 'Organisation',
		resource: 'Currency',
		method: 'GET',
		path: '/api/v1/Currency/GetExchangeRate',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ from: text.optional(), to: text.optional() }),
		answer: { kind: 'one', schema: exchangeRate },
	}),
] as const;
