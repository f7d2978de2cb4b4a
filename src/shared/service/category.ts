// Item categories: dairy, meat, cleaning. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

export const addCategory = record('AddCategory', {
	name: text,
	code: text.optional(),
	classId: id.optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateCategory = record('UpdateCategory', { id, ...addCategory.shape });

export const categoryRecord = record('Category', {
	id,
	...addCategory.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateCategoryStatus = record('BulkUpdateCategoryStatus', {
	ids: z.array(id),
	isActive: flag,
});

const category = resource('Catalogue', 'Category', 'shown');

export const categoryOperations = [
	category.create(
		'category.create',
		'/api/v1/Category',
		addCategory,
		categoryRecord,
		oneMoreWith('category.list', 'name', 'code'),
	),
	category.list('category.list', '/api/v1/Category', categoryRecord, searchQuery),
	category.change(
		'category.update',
		'PUT',
		'/api/v1/Category',
		updateCategory,
		sameContent('category.get'),
	),
	category.change(
		'category.remove',
		'DELETE',
		'/api/v1/Category',
		deletion('DeleteCategoryRequest'),
		onlineOnly('draft'),
	),
	category.get('category.get', '/api/v1/Category/{id}', categoryRecord),
	category.change(
		'category.updateMany',
		'PUT',
		'/api/v1/Category/UpdateBulk',
		bulkUpdateCategoryStatus,
		onlineOnly('draft'),
	),
] as const;
