// Record types of stock: why things are wasted.
import { isActive, name } from './fields.ts';
import { recordType } from './record-kit.ts';

/** The service lists and adds reasons; it shows no way to change one. */
export const wasteReason = recordType('wasteReason', {
	place: 'stock',
	title: 'name',
	fields: { name, isActive },
	columns: ['name', 'isActive'],
	form: { basics: ['name', 'isActive'] },
	search: ['name'],
	unique: [['name']],
});
