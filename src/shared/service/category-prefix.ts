// Prefixes of item codes, by category. Paths are shown; methods and records are our reading.
import { prefixBulkUpdate, prefixData, prefixItem, prefixUpdate } from './prefix.ts';
import { oneMoreWith, onlineOnly } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

export const categoryPrefixRecord = prefixItem('CategoryPrefixItem');

const prefix = resource('Catalogue', 'CategoryPrefix', 'assumed');

export const categoryPrefixOperations = [
	prefix.list('categoryPrefix.list', '/api/v1/CategoryPrefix', categoryPrefixRecord, searchQuery),
	prefix.create(
		'categoryPrefix.create',
		'/api/v1/CategoryPrefix',
		prefixData,
		categoryPrefixRecord,
		oneMoreWith('categoryPrefix.list', 'target', 'prefix'),
	),
	prefix.change(
		'categoryPrefix.remove',
		'DELETE',
		'/api/v1/CategoryPrefix',
		deletion('DeleteCategoryPrefix'),
		onlineOnly('draft'),
	),
	prefix.change(
		'categoryPrefix.update',
		'PUT',
		'/api/v1/CategoryPrefix/{id}',
		prefixUpdate('UpdateCategoryPrefix'),
		// No path reads a single one.
		onlineOnly('draft'),
	),
	prefix.change(
		'categoryPrefix.updateMany',
		'PUT',
		'/api/v1/CategoryPrefix/BulkUpdateCategoryPrefix',
		prefixBulkUpdate('BulkUpdateCategoryPrefix'),
		onlineOnly('draft'),
	),
] as const;
