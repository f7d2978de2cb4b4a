// Reasons for waste.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const wasteReasonHandlers = {
	'wasteReason.list': ({ page }, { records }) =>
		done(records.list('wasteReason', {}, page, 'oldest-first')),
} satisfies HandlersOf<'wasteReason'>;
