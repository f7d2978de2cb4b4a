// Sections of locations.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const sections = plain('section', {
	one: 'section',
	unique: ['locationId', 'name'],
	searched: ['name'],
	refers: { locationId: 'location', storageAreaIds: 'storageArea' },
	check(body, _practice, { broken }, before) {
		if (before !== undefined && before['locationId'] !== body['locationId']) {
			broken['locationId'] = 'A section stays at its location.';
		}
	},
});

export const sectionHandlers = {
	'section.list': ({ query, page }, practice) => sections.list(query, page, practice),
	'section.create': ({ body }, practice) => sections.create(body, practice),
	'section.update': ({ body }, practice) => sections.update(body.id, body, practice),
	'section.updateMany': ({ body }, practice) => sections.switchMany(body, practice),
} satisfies HandlersOf<'section'>;
