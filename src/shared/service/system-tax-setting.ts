// Taxes. Paths are shown; methods and records are our reading. `taxId` is an integer where the document shows it.
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

const addSystemTaxSetting = record('AddSystemTaxSetting', {
	name: text,
	/** Per cent. */
	rate: decimal,
	/** Whether prices include it. */
	isInclusive: flag.optional(),
	isDefault: flag.optional(),
	isActive: flag.optional(),
});

const updateSystemTaxSetting = record('UpdateSystemTaxSetting', {
	id,
	...addSystemTaxSetting.shape,
});

export const systemTaxSettingRecord = record('SystemTaxSetting', {
	id,
	/** Referenced by lines of orders and returns. */
	taxId: integer,
	...addSystemTaxSetting.shape,
	modifiedDate: dateTime.optional(),
});

const tax = resource('Organisation', 'SystemTaxSetting', 'assumed');

export const systemTaxSettingOperations = [
	tax.list(
		'systemTaxSetting.list',
		'/api/v1/SystemTaxSetting',
		systemTaxSettingRecord,
		searchQuery,
	),
	tax.create(
		'systemTaxSetting.create',
		'/api/v1/SystemTaxSetting',
		addSystemTaxSetting,
		systemTaxSettingRecord,
		oneMoreWith('systemTaxSetting.list', 'name', 'rate'),
	),
	tax.change(
		'systemTaxSetting.update',
		'PUT',
		'/api/v1/SystemTaxSetting',
		updateSystemTaxSetting,
		sameContent('systemTaxSetting.get'),
	),
	tax.change(
		'systemTaxSetting.remove',
		'DELETE',
		'/api/v1/SystemTaxSetting',
		deletion('DeleteSystemTaxSetting'),
		onlineOnly('draft'),
	),
	tax.get('systemTaxSetting.get', '/api/v1/SystemTaxSetting/{id}', systemTaxSettingRecord),
	tax.step(
		'systemTaxSetting.seed',
		'POST',
		'/api/v1/SystemTaxSetting/SeedInitialDataTo{engine}',
		onlineOnly('draft'),
		{ note: 'the last part of the path is masked in the document' },
	),
] as const;
