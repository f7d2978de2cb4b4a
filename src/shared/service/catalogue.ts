// How items are grouped and numbered: categories, classes, prefixes of codes, and the list of all items. Paths are
// shown, and the methods of categories and classes; other methods and all records are our reading.
import { z } from 'zod';
import { flag, id, integer, record, stored, text } from './field.ts';
import { itemType } from './menu.ts';
import { goneFromListOnline, goneOnline, oneMoreWith, sameInListOnline } from './replay-rule.ts';
import {
	activation,
	change,
	create,
	creation,
	deletion,
	find,
	get,
	list,
	noQuery,
	replacement,
	resource,
	searchQuery,
} from './resource.ts';

const area = 'Catalogue';

const newCategory = {
	name: text,
	code: text.optional(),
	classId: id.optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const categoryRecord = stored('Category', newCategory);

export const categories = resource('category', area, 'Category', 'shown', {
	create: creation('AddCategory', newCategory, categoryRecord, 'name', 'code'),
	list: list('', categoryRecord, searchQuery),
	update: replacement('UpdateCategory', newCategory),
	remove: change('DELETE', '', deletion('DeleteCategoryRequest'), goneOnline),
	get: get('/{id}', categoryRecord),
	updateMany: activation('/UpdateBulk', 'BulkUpdateCategoryStatus'),
});

const newClass = {
	name: text,
	code: text.optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const classRecord = stored('Class', newClass);

export const classes = resource('class', area, 'Class', 'shown', {
	create: creation('CreateClass', newClass, classRecord, 'name', 'code'),
	update: replacement('UpdateClass', newClass),
	list: list('', classRecord, searchQuery),
	remove: change('DELETE', '', deletion('DeleteClassRequest'), goneOnline),
	get: get('/{id}', classRecord),
	updateMany: activation('/BulkUpdate', 'BulkUpdateClass'),
});

const newPrefix = {
	/** Its target: a category, `Supplier`, `Wastage`. */
	target: text,
	/** Letters and digits: `WST`. */
	prefix: text,
	digits: integer.optional(),
	isActive: flag.optional(),
};
const prefixData = record('PrefixData', newPrefix);

function prefixes<
	const Name extends 'categoryPrefix' | 'entityPrefix' | 'transactionPrefix',
	const Tag extends Capitalize<Name>,
>(name: Name, tag: Tag) {
	const prefix = record(`${tag}Item`, { id, ...newPrefix });
	return {
		prefix,
		operations: resource(name, area, tag, 'assumed', {
			list: list('', prefix, searchQuery),
			create: create('', prefixData, prefix, oneMoreWith('target', 'prefix')),
			// No path reads a single one.
			remove: change('DELETE', '', deletion(`Delete${tag}`), goneFromListOnline),
			update: change('PUT', '/{id}', record(`Update${tag}`, newPrefix), sameInListOnline),
			updateMany: activation(`/BulkUpdate${tag}`, `BulkUpdate${tag}`),
		}),
	};
}

export const categoryPrefixes = prefixes('categoryPrefix', 'CategoryPrefix');
export const entityPrefixes = prefixes('entityPrefix', 'EntityPrefix');
export const transactionPrefixes = prefixes('transactionPrefix', 'TransactionPrefix');

const prefixConfigurationRecord = record('PrefixConfiguration', {
	/** `category`, `entity` or `transaction`. */
	kind: text,
	target: text,
	prefix: text.optional(),
	digits: integer.optional(),
});
export type PrefixConfigurationRecord = z.output<typeof prefixConfigurationRecord>;

const prefixCode = record('PrefixCode', { target: text, code: text });

export const prefixConfigurations = resource(
	'prefixConfiguration',
	area,
	'PrefixConfiguration',
	'assumed',
	{
		list: list('', prefixConfigurationRecord, noQuery),
		code: find('/Code', prefixCode, z.object({ target: text.optional() })),
	},
);

const genericItemRecord = record('GenericItem', {
	itemId: id,
	itemType,
	code: text.optional(),
	name: text,
	categoryId: id.optional(),
	baseUomId: integer.optional(),
	isActive: flag.optional(),
});
export type GenericItemRecord = z.output<typeof genericItemRecord>;

export const genericItems = resource('genericItem', area, 'GenericItem', 'assumed', {
	list: list('', genericItemRecord, searchQuery),
	get: get('/{itemId}', genericItemRecord),
});
