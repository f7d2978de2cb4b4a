// Prefixes of codes for suppliers, locations and other entities. Paths are shown; methods and records are our reading.
import { prefixBulkUpdate, prefixData, prefixItem, prefixUpdate } from './prefix.ts';
import { oneMoreWith, onlineOnly } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

export const entityPrefixRecord = prefixItem('EntityPrefixItem');

const prefix = resource('Catalogue', 'EntityPrefix', 'assumed');

export const entityPrefixOperations = [
	prefix.list('entityPrefix.list', '/api/v1/EntityPrefix', entityPrefixRecord, searchQuery),
	prefix.create(
		'entityPrefix.create',
		'/api/v1/EntityPrefix',
		prefixData,
		entityPrefixRecord,
		oneMoreWith('entityPrefix.list', 'target', 'prefix'),
	),
	prefix.change(
		'entityPrefix.remove',
		'DELETE',
		'/api/v1/EntityPrefix',
		deletion('DeleteEntityPrefix'),
		onlineOnly('draft'),
	),
	prefix.change(
		'entityPrefix.update',
		'PUT',
		'/api/v1/EntityPrefix/{id}',
		prefixUpdate('UpdateEntityPrefix'),
		// No path reads a single one.
		onlineOnly('draft'),
	),
	prefix.change(
		'entityPrefix.updateMany',
		'PUT',
		'/api/v1/EntityPrefix/BulkUpdateEntityPrefix',
		prefixBulkUpdate('BulkUpdateEntityPrefix'),
		onlineOnly('draft'),
	),
] as const;
