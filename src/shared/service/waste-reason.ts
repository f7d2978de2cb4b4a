// Reasons for waste. The path is shown; methods and the record are our reading.
import type { z } from 'zod';
import { flag, id, record, text } from './field.ts';
import { operation } from './operation.ts';

export const wasteReasonRecord = record('WasteReasonItem', {
	id,
	name: text,
	isActive: flag.optional(),
});
export type WasteReasonRecord = z.output<typeof wasteReasonRecord>;

export const wasteReasonOperations = [
	operation({
		name: 'wasteReason.list',
		area: 'Stock movement',
		resource: 'WasteReason',
		method: 'GET',
		path: '/api/v1/WasteReason',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		answer: { kind: 'list', schema: wasteReasonRecord },
	}),
] as const;
