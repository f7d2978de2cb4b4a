// Prefixes of document numbers, by kind. Paths are shown; methods and records are our reading.
import { prefixBulkUpdate, prefixData, prefixItem, prefixUpdate } from './prefix.ts';
import { oneMoreWith, onlineOnly } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

export const transactionPrefixRecord = prefixItem('TransactionPrefixItem');

const prefix = resource('Catalogue', 'TransactionPrefix', 'assumed');

export const transactionPrefixOperations = [
	prefix.list(
		'transactionPrefix.list',
		'/api/v1/TransactionPrefix',
		transactionPrefixRecord,
		searchQuery,
	),
	prefix.create(
		'transactionPrefix.create',
		'/api/v1/TransactionPrefix',
		prefixData,
		transactionPrefixRecord,
		oneMoreWith('transactionPrefix.list', 'target', 'prefix'),
	),
	prefix.change(
		'transactionPrefix.remove',
		'DELETE',
		'/api/v1/TransactionPrefix',
		deletion('DeleteTransactionPrefix'),
		onlineOnly('draft'),
	),
	prefix.change(
		'transactionPrefix.update',
		'PUT',
		'/api/v1/TransactionPrefix/{id}',
		prefixUpdate('UpdateTransactionPrefix'),
		// No path reads a single one.
		onlineOnly('draft'),
	),
	prefix.change(
		'transactionPrefix.updateMany',
		'PUT',
		'/api/v1/TransactionPrefix/BulkUpdateTransactionPrefix',
		prefixBulkUpdate('BulkUpdateTransactionPrefix'),
		onlineOnly('draft'),
	),
] as const;
