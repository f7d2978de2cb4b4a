// Reasons for waste.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const reasons = plain('wasteReason', { one: 'waste reason', searched: ['name'] });

export const wasteReasonHandlers = {
	'wasteReason.list': ({ page }, practice) => reasons.list({}, page, practice),
	'wasteReason.create': ({ body }, practice) => reasons.create(body, practice),
} satisfies HandlersOf<'wasteReason'>;
