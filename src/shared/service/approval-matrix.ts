// The approval matrix: who must approve which documents. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

/** The amount from which a layer is needed; omitted means always. */
const approvalCondition = record('ApprovalCondition', { amountFrom: decimal.optional() });

const approvalRule = record('ApprovalRule', {
	/** The role that approves. */
	roleId: id,
	condition: approvalCondition.optional(),
});

/** Layers run in sequence; one approval passes each. */
const approvalLayer = record('ApprovalLayer', {
	sequence: integer,
	rules: z.array(approvalRule),
});

export const createApprovalMatrix = record('CreateApprovalMatrix', {
	name: text,
	/** `PurchaseRequest`, `PurchaseOrder`, `ReturnOrder`, `Wastage`, `Production`, `TransferIn` or `TransferOut`. */
	documentType: text,
	/** Omitted means everywhere. */
	locationIds: z.array(id).optional(),
	layers: z.array(approvalLayer),
	isActive: flag.optional(),
});
const updateApprovalMatrix = record('UpdateApprovalMatrix', {
	...createApprovalMatrix.shape,
});

export const approvalMatrixRecord = record('ApprovalMatrix', {
	id,
	...createApprovalMatrix.shape,
	modifiedDate: dateTime.optional(),
});

const matrix = resource('Access control', 'ApprovalMatrix', 'assumed');

export const approvalMatrixOperations = [
	matrix.list('approvalMatrix.list', '/api/v1/approval-matrix', approvalMatrixRecord, searchQuery),
	matrix.create(
		'approvalMatrix.create',
		'/api/v1/approval-matrix',
		createApprovalMatrix,
		approvalMatrixRecord,
		onlineOnly('draft'),
	),
	matrix.get('approvalMatrix.get', '/api/v1/approval-matrix/{id}', approvalMatrixRecord),
	matrix.change(
		'approvalMatrix.update',
		'PUT',
		'/api/v1/approval-matrix/{id}',
		updateApprovalMatrix,
		onlineOnly('draft'),
	),
] as const;
