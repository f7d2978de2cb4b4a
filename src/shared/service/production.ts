// Production: prep items made from their ingredients. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { judges, movesOn, newDocument, onlineOnly, sameContent } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

/** Ingredients used for a line; from the recipe if omitted. */
const productionIngredient = record('ProductionIngredient', {
	itemId: id,
	uomId: integer,
	quantity: decimal,
});

export const productionItem = record('ProductionItem', {
	id: id.optional(),
	/** A prep item. */
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

const updateProduction = record('UpdateProduction', { id, ...addProduction.shape });

export const productionRecord = record('Production', {
	id,
	...addProduction.shape,
	number: text.optional(),
	status: stateWord,
	isLocked: flag.optional(),
	totalCost: decimal.optional(),
	modifiedDate: dateTime.optional(),
});
export type ProductionRecord = z.output<typeof productionRecord>;

/** The target state, in the service's word. */
const bulkUpdateProduction = record('BulkUpdateProduction', {
	ids: z.array(id),
	status: stateWord,
});
const bulkLockUnlockProduction = record('BulkLockUnlockProduction', {
	ids: z.array(id),
	isLocked: flag,
});

const production = resource('Stock movement', 'Production', 'assumed');

export const productionOperations = [
	production.list('production.list', '/api/v1/Production', productionRecord, locationQuery),
	production.create(
		'production.create',
		'/api/v1/Production',
		addProduction,
		productionRecord,
		newDocument(
			'production.list',
			(payload) => ({ locationId: addProduction.parse(payload).locationId }),
			documentContent,
		),
	),
	production.change(
		'production.update',
		'PUT',
		'/api/v1/Production',
		updateProduction,
		sameContent('production.get'),
	),
	production.get('production.get', '/api/v1/Production/{id}', productionRecord),
	production.step(
		'production.approve',
		'POST',
		'/api/v1/Production/{id}/Approve',
		judges('production.get', ['submitted'], ['approved']),
	),
	production.step(
		'production.reject',
		'POST',
		'/api/v1/Production/{id}/Reject',
		judges('production.get', ['submitted'], ['rejected']),
	),
	production.step(
		'production.submit',
		'POST',
		'/api/v1/Production/{id}/SubmitForApproval',
		movesOn('production.get', ['draft', 'rejected'], ['submitted', 'approved']),
	),
	production.change(
		'production.updateMany',
		'PUT',
		'/api/v1/Production/BulkUpdate',
		bulkUpdateProduction,
		onlineOnly('transition'),
	),
	production.change(
		'production.lock',
		'PUT',
		'/api/v1/Production/LockUnlockProduction',
		bulkLockUnlockProduction,
		onlineOnly('transition'),
	),
	// Reverts an approved production and its stock to a draft.
	production.step(
		'production.reopen',
		'PUT',
		'/api/v1/Production/ChangeProductionToEditPost/{id}',
		onlineOnly('stock'),
	),
	production.count('production.count', '/api/v1/Production/Count', locationQuery),
] as const;
