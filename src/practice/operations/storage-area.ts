// Storage areas, in walking order.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const areas = plain('storageArea', {
	one: 'storage area',
	unique: ['locationId', 'name'],
	searched: ['name'],
	refers: { locationId: 'location' },
	check(body, _practice, { malformed, broken }, before) {
		const { sequence } = body;
		if (typeof sequence === 'number' && (sequence < 0 || sequence > 9_999)) {
			malformed['sequence'] = 'A whole number from 0 to 9999 is needed.';
		}
		if (before !== undefined && before['locationId'] !== body['locationId']) {
			broken['locationId'] = 'A storage area stays at its location.';
		}
	},
});

export const storageAreaHandlers = {
	'storageArea.list': ({ query, page }, practice) => areas.list(query, page, practice),
	'storageArea.create': ({ body }, practice) => areas.create(body, practice),
	'storageArea.update': ({ body }, practice) => areas.update(body.id, body, practice),
	'storageArea.get': ({ path }, practice) => areas.get(path.id, practice),
} satisfies HandlersOf<'storageArea'>;
