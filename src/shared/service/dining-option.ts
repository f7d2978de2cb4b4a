// Dining options: eat in, take away, an aggregator. The create request and its answer are shown field by field. Our
// reading: all request fields but the name are optional, and the other records.
import { dateTime, flag, id, record, shownRecord, text } from './field.ts';
import { operation } from './operation.ts';
import { oneMoreWith, sameContent } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

/** Fields are shown. */
const createDiningOptionRequest = shownRecord('CreateDiningOptionRequest', {
	name: text,
	isActive: flag.optional(),
	isAggregator: flag.optional(),
	isDefault: flag.optional(),
	diningOptionId: text.optional(),
});

/** Fields are shown. An answer with status 200 may still report failure in its body. */
const createDiningOptionResponse = shownRecord('CreateDiningOptionResponse', {
	isSuccess: flag,
	isFailed: flag,
	message: text.optional(),
	hasMessage: flag.optional(),
	id: text.optional(),
});

const updateDiningOptionRequest = record('UpdateDiningOptionRequest', {
	id,
	...createDiningOptionRequest.shape,
});
const updateDiningOptionResponse = record('UpdateDiningOptionResponse', {
	...createDiningOptionResponse.shape,
});

export const diningOption = record('DiningOption', {
	id,
	...createDiningOptionRequest.shape,
	modifiedDate: dateTime.optional(),
});

const searchDiningOptionResponse = record('SearchDiningOptionResponse', {
	...diningOption.shape,
});
const getDiningOptionResponse = record('GetDiningOptionResponse', { ...diningOption.shape });

const options = resource('Catalogue', 'DiningOption', 'shown');

export const diningOptionOperations = [
	options.create(
		'diningOption.create',
		'/api/v1/DiningOption',
		createDiningOptionRequest,
		createDiningOptionResponse,
		oneMoreWith('diningOption.list', 'name', 'diningOptionId'),
		{
			evidence: { method: 'shown', request: 'shown', response: 'shown' },
			note: 'request and response fields shown',
		},
	),
	operation({
		name: 'diningOption.update',
		area: 'Catalogue',
		resource: 'DiningOption',
		method: 'PUT',
		path: '/api/v1/DiningOption',
		evidence: { method: 'shown', request: 'assumed', response: 'assumed' },
		body: updateDiningOptionRequest,
		answer: { kind: 'one', schema: updateDiningOptionResponse },
		replay: sameContent('diningOption.get'),
	}),
	options.list(
		'diningOption.list',
		'/api/v1/DiningOption',
		searchDiningOptionResponse,
		searchQuery,
	),
	options.get('diningOption.get', '/api/v1/DiningOption/{id}', getDiningOptionResponse),
] as const;
