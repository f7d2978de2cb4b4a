// Suppliers. The path is shown; methods and records are our reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

const addSupplier = record('AddSupplier', {
	name: text,
	code: text.optional(),
	email: text.optional(),
	phone: text.optional(),
	/** Payment term in days. */
	paymentDays: integer.optional(),
	isActive: flag.optional(),
});

const updateSupplier = record('UpdateSupplier', { id, ...addSupplier.shape });

export const supplierRecord = record('SupplierData', { id, ...addSupplier.shape });

const bulkUpdateSupplier = record('BulkUpdateSupplier', { ids: z.array(id), isActive: flag });

const supplier = resource('Purchasing', 'Supplier', 'assumed');

export const supplierOperations = [
	supplier.list('supplier.list', '/api/v1/Supplier', supplierRecord, searchQuery),
	supplier.create(
		'supplier.create',
		'/api/v1/Supplier',
		addSupplier,
		supplierRecord,
		oneMoreWith('supplier.list', 'name', 'code'),
	),
	supplier.change(
		'supplier.update',
		'PUT',
		'/api/v1/Supplier',
		updateSupplier,
		sameContent('supplier.get'),
	),
	supplier.get('supplier.get', '/api/v1/Supplier/{id}', supplierRecord),
	supplier.change(
		'supplier.updateMany',
		'PUT',
		'/api/v1/Supplier/BulkUpdate',
		bulkUpdateSupplier,
		onlineOnly('draft'),
	),
	supplier.count('supplier.count', '/api/v1/Supplier/Count', searchQuery),
] as const;
