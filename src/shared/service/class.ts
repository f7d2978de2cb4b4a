// Classes, which group categories: food, beverage, supplies. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

const createClass = record('CreateClass', {
	name: text,
	code: text.optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateClass = record('UpdateClass', { id, ...createClass.shape });

export const classRecord = record('Class', {
	id,
	...createClass.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateClass = record('BulkUpdateClass', { ids: z.array(id), isActive: flag });

const classes = resource('Catalogue', 'Class', 'shown');

export const classOperations = [
	classes.create(
		'class.create',
		'/api/v1/Class',
		createClass,
		classRecord,
		oneMoreWith('class.list', 'name', 'code'),
	),
	classes.change('class.update', 'PUT', '/api/v1/Class', updateClass, sameContent('class.get')),
	classes.list('class.list', '/api/v1/Class', classRecord, searchQuery),
	classes.change(
		'class.remove',
		'DELETE',
		'/api/v1/Class',
		deletion('DeleteClassRequest'),
		onlineOnly('draft'),
	),
	classes.get('class.get', '/api/v1/Class/{id}', classRecord),
	classes.change(
		'class.updateMany',
		'PUT',
		'/api/v1/Class/BulkUpdate',
		bulkUpdateClass,
		onlineOnly('draft'),
	),
] as const;
