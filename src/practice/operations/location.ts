// Locations.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const locationHandlers = {
	'location.list': ({ query, page }, { records }) =>
		done(records.list('location', query, page, 'oldest-first')),
	'location.count': (_request, { records }) => done(records.all('location').length),
} satisfies HandlersOf<'location'>;
