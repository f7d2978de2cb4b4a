// Classes, which gather categories.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const classes = plain('class', { one: 'class' });

export const classHandlers = {
	'class.create': ({ body }, practice) => classes.create(body, practice),
	'class.update': ({ body }, practice) => classes.update(body.id, body, practice),
	'class.list': ({ query, page }, practice) => classes.list(query, page, practice),
	'class.remove': ({ body }, practice) => classes.remove(body.id, practice),
	'class.get': ({ path }, practice) => classes.get(path.id, practice),
	'class.updateMany': ({ body }, practice) => classes.switchMany(body, practice),
} satisfies HandlersOf<'class'>;
