// Administrators.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const adminHandlers = {
	'admin.list': ({ query, page }, { records }) =>
		done(records.list('admin', query, page, 'oldest-first')),
} satisfies HandlersOf<'admin'>;
