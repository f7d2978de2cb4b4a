// Rules of every plain record kind, by resource. Those of a type that shared/record declares come from there.
import type { z } from 'zod';
import type { updateRequisitionTemplateItem } from '../../shared/service/purchasing.ts';
import { isRecordTypeName } from '../../shared/record/records.ts';
import { documentTypes } from './approval.ts';
import { declaredRules } from './declared.ts';
import { baseQuantity } from './document.ts';
import type { Body, Practice } from './handler.ts';
import { itemRules, prepItemRules } from './item-rules.ts';
import { PlainRecords } from './plain.ts';
import type { PlainRules, Wrong } from './plain.ts';
import { checkRecipe } from './recipe.ts';
import { checkLines } from './stockable.ts';

/** Scopes are numbers; the practice service knows 1 to 99. */
const role: PlainRules = {
	one: 'role',
	check({ scopes }, _practice, { malformed }) {
		for (const [index, scope] of (Array.isArray(scopes) ? scopes : []).entries()) {
			if (Number(scope) < 1 || Number(scope) > 99) {
				malformed[`scopes[${index}]`] = 'No such scope is known.';
			}
		}
	},
};

/** Rules of a declared type come from its declaration; here is what only the practice service knows. */
const plainRules = {
	admin: { one: 'administrator' },
	approvalMatrix: {
		one: 'approval matrix',
		check({ documentType }, _practice, { broken }) {
			const types: readonly unknown[] = Object.values(documentTypes);
			if (!types.includes(documentType)) {
				broken['documentType'] = `One of these is needed: ${types.join(', ')}.`;
			}
		},
	},
	businessStructure: { one: 'part of the business' },
	buyerRole: role,
	buyerUser: { one: 'person' },
	category: { one: 'category' },
	categoryPrefix: { one: 'prefix' },
	class: { one: 'class' },
	currency: { one: 'currency' },
	diningOption: { one: 'dining option' },
	entityPrefix: { one: 'prefix' },
	item: itemRules,
	location: { one: 'location' },
	marketPlaceApp: {
		one: 'app',
		add: (_body, _practice, before) => (before === undefined ? { isInstalled: false } : {}),
	},
	menuItem: { one: 'menu item', check: checkRecipe },
	modifier: { one: 'modifier', check: checkRecipe },
	modifierGroup: { one: 'modifier group' },
	prepItem: prepItemRules,
	purchaseOption: {
		one: 'purchase option',
		check({ itemId, uomId }, { records }, { broken }) {
			const item = typeof itemId === 'string' ? records.get('item', itemId) : undefined;
			if (item && baseQuantity(item, Number(uomId), '1') === undefined) {
				broken['uomId'] = 'The item has no such unit.';
			}
		},
	},
	report: { one: 'report' },
	requisitionQueue: { one: 'requisition', order: 'newest-first' },
	requisitionTemplate: {
		one: 'requisition template',
		needs: ['templateName'],
		unique: ['templateName'],
		refers: { locations: 'location' },
		check: checkTemplate,
	},
	role,
	section: { one: 'section' },
	storageArea: { one: 'storage area' },
	supplier: { one: 'supplier' },
	/** Lines reference a tax by `taxId`, which the service assigns and never changes. */
	systemTaxSetting: {
		one: 'tax',
		add: (_body, { records }, before) =>
			before === undefined ? { taxId: Number(records.nextWhole('systemTaxSetting')) } : {},
	},
	transactionPrefix: { one: 'prefix' },
	wasteReason: { one: 'waste reason' },
} as const satisfies Record<string, PlainRules>;

type PlainKind = keyof typeof plainRules;

const rulesOf = (kind: string, rules: PlainRules): PlainRules => {
	const type = kind === 'item' ? 'inventoryItem' : kind;
	return isRecordTypeName(type) ? declaredRules(type, rules) : rules;
};

export const plain = Object.fromEntries(
	Object.entries(plainRules).map(([kind, rules]) => [
		kind,
		new PlainRecords(kind as PlainKind, rulesOf(kind, rules)),
	]),
	// Each kind is under its own name.
) as unknown as { readonly [Kind in PlainKind]: PlainRecords<Kind> };

function checkTemplate(body: Body, practice: Practice, wrong: Wrong): void {
	const items = body['items'] as z.output<typeof updateRequisitionTemplateItem>[];
	if (items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
	const lines = items.map(({ itemId, uom, qty }) => ({ itemId, uomId: uom, quantity: qty }));
	checkLines(lines, 'items', practice, wrong, { quantity: 'qty', uomId: 'uom' });
}
