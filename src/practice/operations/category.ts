// Categories of items.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const categories = plain('category', { one: 'category', refers: { classId: 'class' } });

export const categoryHandlers = {
	'category.create': ({ body }, practice) => categories.create(body, practice),
	'category.list': ({ query, page }, practice) => categories.list(query, page, practice),
	'category.update': ({ body }, practice) => categories.update(body.id, body, practice),
	'category.remove': ({ body }, practice) => categories.remove(body.id, practice),
	'category.get': ({ path }, practice) => categories.get(path.id, practice),
	'category.updateMany': ({ body }, practice) => categories.switchMany(body, practice),
} satisfies HandlersOf<'category'>;
