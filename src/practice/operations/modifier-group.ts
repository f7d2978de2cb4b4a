// Groups of modifiers.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const groups = plain('modifierGroup', {
	one: 'modifier group',
	check(body, _practice, { malformed }) {
		const { minimum, maximum } = body;
		if (typeof minimum === 'number' && minimum < 0)
			malformed['minimum'] = 'Zero or more is needed.';
		if (typeof maximum === 'number' && maximum < Number(minimum ?? 0)) {
			malformed['maximum'] = 'It cannot be less than the minimum.';
		}
	},
});

export const modifierGroupHandlers = {
	'modifierGroup.list': ({ query, page }, practice) => groups.list(query, page, practice),
	'modifierGroup.create': ({ body }, practice) => groups.create(body, practice),
	'modifierGroup.update': ({ body }, practice) => groups.update(body.id, body, practice),
	'modifierGroup.remove': ({ body }, practice) => groups.remove(body.id, practice),
	'modifierGroup.get': ({ path }, practice) => groups.get(path.id, practice),
	'modifierGroup.updateMany': ({ body }, practice) => groups.switchMany(body, practice),
	'modifierGroup.count': ({ query }, practice) => groups.count(query, practice),
} satisfies HandlersOf<'modifierGroup'>;
