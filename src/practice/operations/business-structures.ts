// The parts of the business above its locations.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const businessStructureHandlers = {
	'businessStructure.list': ({ page }, { records }) =>
		done(records.list('businessStructure', {}, page, 'oldest-first')),
} satisfies HandlersOf<'businessStructure'>;
