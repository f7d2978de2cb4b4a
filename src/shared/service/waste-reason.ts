// Reasons for waste. The path is shown; methods and the records are our reading.
import { flag, id, record, text } from './field.ts';
import { oneMoreWith } from './replay-rule.ts';
import { noQuery, resource } from './resource.ts';

const createWasteReason = record('CreateWasteReason', { name: text, isActive: flag.optional() });

export const wasteReasonRecord = record('WasteReasonItem', { id, ...createWasteReason.shape });

const reason = resource('Stock movement', 'WasteReason', 'assumed');

export const wasteReasonOperations = [
	reason.list('wasteReason.list', '/api/v1/WasteReason', wasteReasonRecord, noQuery),
	reason.create(
		'wasteReason.create',
		'/api/v1/WasteReason',
		createWasteReason,
		wasteReasonRecord,
		oneMoreWith('wasteReason.list', 'name'),
	),
] as const;
