// Items of every kind under one list: inventory, prep and menu items. Paths are shown; methods and the record are our
// reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';
import { itemType } from './ingredient.ts';
import { resource } from './resource.ts';

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

const generic = resource('Catalogue', 'GenericItem', 'assumed');

export const genericItemOperations = [
	generic.list(
		'genericItem.list',
		'/api/v1/GenericItem',
		genericItemRecord,
		z.object({ search: text.optional() }),
	),
	generic.get('genericItem.get', '/api/v1/GenericItem/{itemId}', genericItemRecord),
] as const;
