// Storage areas, in walking order.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const storageAreaHandlers = {
	'storageArea.list': ({ query, page }, { records }) =>
		done(records.list('storageArea', query, page, 'oldest-first')),
} satisfies HandlersOf<'storageArea'>;
