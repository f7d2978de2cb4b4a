// Record types of buying: who sells to us.
import { isActive, name } from './fields.ts';
import { recordType } from './record-kit.ts';

export const supplier = recordType('supplier', {
	place: 'buying',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		email: { kind: 'email' },
		phone: { kind: 'phone' },
		paymentDays: { kind: 'whole', from: 0, to: 365 },
		isActive,
	},
	columns: ['code', 'name', 'email', 'phone', 'paymentDays', 'isActive'],
	form: {
		basics: ['name', 'code', 'isActive'],
		contact: ['email', 'phone'],
		terms: ['paymentDays'],
	},
	search: ['name', 'code', 'email'],
	unique: [['name']],
});
