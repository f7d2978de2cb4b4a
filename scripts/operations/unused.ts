// Operations that no screen needs, each with its reason. docs/service.md lists them.
import type { OperationName } from '../../src/shared/service/index.ts';

const switchedAlone = 'Each record is switched by its own update, which can be proved.';
const countedHere = 'The list says whether the copies are complete, and counts them.';
const items = 'Items, preparations and dishes have lists of their own, which are read already.';

export const unused: Readonly<Record<string, string>> = {
	'location.listAll': 'It has the same records as the list, which is read already.',
	'location.activeHierarchy':
		'It is the hierarchy without inactive locations, which are known here.',
	'systemTaxSetting.seed':
		'The end of its path is masked, it fills a search index of the service, and nothing proves that it ran.',
	'role.update': 'The update of one role by its path does the same, and its fields are shown.',
	'genericItem.list': items,
	'genericItem.get': items,
	'menuItem.ingredients': 'Ingredients are chosen from the copies of items and preparations.',
	'modifier.ingredients': 'Ingredients are chosen from the copies of items and preparations.',
	'purchaseOption.suppliers': 'The copies of purchase options name the suppliers of each item.',
	...Object.fromEntries(
		(
			[
				'category.updateMany',
				'class.updateMany',
				'modifier.updateMany',
				'menuItem.updateMany',
				'modifierGroup.updateMany',
				'prepItem.updateMany',
				'inventoryItem.updateMany',
				'categoryPrefix.updateMany',
				'entityPrefix.updateMany',
				'transactionPrefix.updateMany',
				'supplier.updateMany',
				'location.updateMany',
				'section.updateMany',
				'buyerUser.updateMany',
				'buyerRole.updateMany',
			] satisfies OperationName[]
		).map((name) => [name, switchedAlone]),
	),
	...Object.fromEntries(
		(
			[
				'modifier.count',
				'menuItem.count',
				'modifierGroup.count',
				'prepItem.count',
				'inventoryItem.count',
				'supplier.count',
				'role.count',
				'buyerUser.count',
				'buyerRole.count',
			] satisfies OperationName[]
		).map((name) => [name, countedHere]),
	),
};
