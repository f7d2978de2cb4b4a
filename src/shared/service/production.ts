// Production: prep items made from their ingredients. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { judges, movesOn, newDocument, onlineOnly, sameContent, stillOpen } from './replay-rule.ts';
import {
	change,
	count,
	create,
	get,
	list,
	locationQuery,
	locking,
	newState,
	rejection,
	resource,
	step,
} from './resource.ts';

/** Ingredients used for a line; from the recipe if omitted. */
const productionIngredient = record('ProductionIngredient', {
	itemId: id,
	uomId: integer,
	quantity: decimal,
});

export const productionItem = record('ProductionItem', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** Quantity produced, in the unit `uomId`. */
	quantity: decimal,
	ingredients: z.array(productionIngredient).optional(),
	description: text.optional(),
	/** Cost per base unit and per line, from the ingredients. */
	unitCost: decimal.optional(),
	totalCost: decimal.optional(),
});

const addProduction = record('AddProduction', {
	locationId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(productionItem),
});
export type AddProduction = z.output<typeof addProduction>;

export const productionRecord = record('Production', {
	id,
	...addProduction.shape,
	number: text.optional(),
	status: stateWord,
	isLocked: flag.optional(),
	totalCost: decimal.optional(),
	modifiedDate: dateTime.optional(),
});

export const productions = resource('production', 'Stock movement', 'Production', 'assumed', {
	list: list('', productionRecord, locationQuery),
	create: create(
		'',
		addProduction,
		productionRecord,
		newDocument((payload) => addProduction.parse(payload).locationId),
	),
	update: change(
		'PUT',
		'',
		record('UpdateProduction', { id, ...addProduction.shape }),
		sameContent(stillOpen),
	),
	get: get('/{id}', productionRecord),
	approve: step('POST', '/{id}/Approve', judges(['submitted'], ['approved'])),
	reject: change('POST', '/{id}/Reject', rejection, judges(['submitted'], ['rejected'])),
	submit: step('POST', '/{id}/SubmitForApproval', movesOn(stillOpen, ['submitted', 'approved'])),
	updateMany: change(
		'PUT',
		'/BulkUpdate',
		newState('BulkUpdateProduction'),
		onlineOnly('transition'),
	),
	lock: change(
		'PUT',
		'/LockUnlockProduction',
		locking('BulkLockUnlockProduction'),
		onlineOnly('transition'),
	),
	reopen: step('PUT', '/ChangeProductionToEditPost/{id}', onlineOnly('stock')),
	count: count('/Count', locationQuery),
});
