// Storage areas of a location: where stock stands. Paths are shown, methods and the record are our reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';
import { operation } from './operation.ts';

export const storageAreaRecord = record('StorageArea', {
	id,
	locationId: id,
	name: text,
	/** Walking order within the location. */
	sequence: integer.optional(),
	isActive: flag.optional(),
});
export type StorageAreaRecord = z.output<typeof storageAreaRecord>;

export const storageAreaOperations = [
	operation({
		name: 'storageArea.list',
		area: 'Organisation',
		resource: 'StorageArea',
		method: 'GET',
		path: '/api/v1/StorageArea',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ locationId: id.optional() }),
		answer: { kind: 'list', schema: storageAreaRecord },
	}),
] as const;
