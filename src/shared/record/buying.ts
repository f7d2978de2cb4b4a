// Record types of buying: who sells to us.
import { isActive, name } from './fields.ts';
import { recordType } from './record-kit.ts';
import { otherUnit } from './unit-price.ts';

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

export const purchaseOption = recordType('purchaseOption', {
	place: 'buying',
	title: 'supplierItemCode',
	titleElse: ['itemId', 'supplierId'],
	fields: {
		itemId: { kind: 'reference', to: 'inventoryItem', needed: true },
		supplierId: { kind: 'reference', to: 'supplier', needed: true },
		uomId: { kind: 'unit', of: 'itemId', needed: true },
		price: { kind: 'money', needed: true },
		prices: {
			kind: 'lines',
			key: ['fromDate', 'currency'],
			fields: {
				price: { kind: 'money', currency: 'currency', needed: true },
				currency: { kind: 'reference', to: 'currency', by: 'code' },
				fromDate: { kind: 'day' },
			},
		},
		distributer: {
			kind: 'group',
			fields: { id: { kind: 'text' }, name: { kind: 'text', needed: true } },
		},
		supplierItemCode: { kind: 'code' },
		minimumQuantity: { kind: 'decimal', from: '0', unit: 'uomId' },
		isDefault: { kind: 'flag' },
		isActive,
	},
	columns: ['itemId', 'supplierId', 'supplierItemCode', 'price', 'isDefault', 'isActive'],
	form: {
		basics: ['itemId', 'supplierId', 'uomId', 'supplierItemCode', 'isDefault', 'isActive'],
		price: ['price', 'prices'],
		delivery: ['minimumQuantity', 'distributer'],
	},
	search: ['supplierItemCode', 'itemId', 'supplierId'],
	unique: [['itemId', 'supplierId', 'uomId']],
	check: otherUnit,
});
