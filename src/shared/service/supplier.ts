// Suppliers. The path is shown; methods and the record are our reading.
import { z } from 'zod';
import { flag, id, record, text } from './field.ts';
import { operation } from './operation.ts';

export const supplierRecord = record('SupplierData', {
	id,
	name: text,
	code: text.optional(),
	isActive: flag.optional(),
});
export type SupplierRecord = z.output<typeof supplierRecord>;

export const supplierOperations = [
	operation({
		name: 'supplier.list',
		area: 'Purchasing',
		resource: 'Supplier',
		method: 'GET',
		path: '/api/v1/Supplier',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ search: text.optional() }),
		answer: { kind: 'list', schema: supplierRecord },
	}),
] as const;
