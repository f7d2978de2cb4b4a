// Rules of every plain record kind, by resource. Those of a type that shared/record declares come from there.
import type { z } from 'zod';
import type { createApprovalMatrix } from '../../shared/service/access.ts';
import type { updateRequisitionTemplateItem } from '../../shared/service/purchasing.ts';
import { isRecordTypeName } from '../../shared/record/records.ts';
import { compare } from '../../shared/domain/decimal.ts';
import { documentTypes } from './approval.ts';
import { declaredRules } from './declared.ts';
import { isKnownCurrency } from './currency.ts';
import { baseQuantity, checkQuantity } from './document.ts';
import type { Body, Practice } from './handler.ts';
import { itemRules, prepItemRules } from './item-rules.ts';
import { PlainRecords, checkReferences } from './plain.ts';
import type { PlainRules, Wrong } from './plain.ts';
import { checkRecipe } from './recipe.ts';
import { checkLines } from './stockable.ts';
import { timeZones } from './organisation.ts';

const prefix: PlainRules = {
	one: 'prefix',
	needs: ['target', 'prefix'],
	unique: ['target'],
	whole: { digits: { from: 1, to: 9 } },
	check({ prefix }, _practice, { malformed }) {
		if (typeof prefix === 'string' && !/^[A-Za-z0-9]{1,8}$/.test(prefix)) {
			malformed['prefix'] = 'One to eight letters and digits are needed.';
		}
	},
};

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

const plainRules = {
	admin: { one: 'administrator' },
	approvalMatrix: {
		one: 'approval matrix',
		needs: ['name', 'documentType'],
		refers: { locationIds: 'location' },
		check: checkMatrix,
	},
	businessStructure: { one: 'part of the business' },
	buyerRole: role,
	buyerUser: {
		one: 'person',
		needs: ['name', 'email'],
		unique: ['email'],
		refers: { roleIds: 'buyerRole', locationIds: 'location' },
		check({ email }, _practice, { malformed }) {
			if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
				malformed['email'] = 'This is no e-mail address.';
			}
		},
	},
	category: { one: 'category', refers: { classId: 'class' } },
	categoryPrefix: prefix,
	class: { one: 'class' },
	currency: { one: 'currency' },
	diningOption: { one: 'dining option' },
	entityPrefix: prefix,
	item: itemRules,
	location: {
		one: 'location',
		refers: { businessStructureId: 'businessStructure' },
		whole: { dayStartHour: { from: 0, to: 23 } },
		check: checkLocation,
	},
	marketPlaceApp: {
		one: 'app',
		owned: ['isInstalled', 'connection', 'locations', 'taxes'],
		add: (_body, _practice, before) => (before === undefined ? { isInstalled: false } : {}),
	},
	menuItem: {
		one: 'menu item',
		refers: {
			categoryId: 'category',
			modifierGroupIds: 'modifierGroup',
			diningOptionIds: 'diningOption',
		},
		amounts: ['price'],
		check: checkRecipe,
	},
	modifier: {
		one: 'modifier',
		refers: { modifierGroupId: 'modifierGroup' },
		amounts: ['price'],
		check: checkRecipe,
	},
	modifierGroup: {
		one: 'modifier group',
		whole: { minimum: { from: 0, to: Infinity } },
		check({ minimum, maximum }, _practice, { malformed }) {
			if (typeof maximum === 'number' && maximum < Number(minimum ?? 0)) {
				malformed['maximum'] = 'It cannot be less than the minimum.';
			}
		},
	},
	prepItem: prepItemRules,
	purchaseOption: {
		one: 'purchase option',
		needs: [],
		unique: ['itemId', 'supplierId', 'uomId'],
		refers: { itemId: 'item', supplierId: 'supplier' },
		amounts: ['price', 'minimumQuantity'],
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
	section: {
		one: 'section',
		unique: ['locationId', 'name'],
		refers: { locationId: 'location', storageAreaIds: 'storageArea' },
		fixed: ['locationId'],
	},
	storageArea: {
		one: 'storage area',
		unique: ['locationId', 'name'],
		refers: { locationId: 'location' },
		whole: { sequence: { from: 0, to: 9999 } },
		fixed: ['locationId'],
	},
	supplier: { one: 'supplier' },
	/** Lines reference a tax by `taxId`, which the service assigns and never changes. */
	tax: {
		one: 'tax',
		amounts: ['rate'],
		owned: ['taxId'],
		check({ rate }, _practice, { malformed }) {
			if (typeof rate === 'string' && compare(rate, '100') > 0) {
				malformed['rate'] = 'A rate is 100 per cent at most.';
			}
		},
		add: (_body, { records }, before) =>
			before === undefined ? { taxId: Number(records.nextWhole('tax')) } : {},
	},
	transactionPrefix: prefix,
	wasteReason: { one: 'waste reason' },
} as const satisfies Record<string, PlainRules>;

type PlainKind = keyof typeof plainRules;

export const plain = Object.fromEntries(
	Object.entries(plainRules).map(([kind, rules]) => [
		kind,
		new PlainRecords(
			kind as PlainKind,
			isRecordTypeName(kind) ? declaredRules(kind, rules.one) : rules,
		),
	]),
	// Each kind is under its own name.
) as unknown as { readonly [Kind in PlainKind]: PlainRecords<Kind> };

function checkMatrix(body: Body, practice: Practice, { malformed, broken }: Wrong): void {
	// Already validated by the declaration.
	const { documentType, layers } = body as unknown as z.output<typeof createApprovalMatrix>;
	const types: readonly string[] = Object.values(documentTypes);
	if (!types.includes(documentType)) {
		broken['documentType'] = `One of these is needed: ${types.join(', ')}.`;
	}
	if (layers.length === 0) malformed['layers'] = 'At least one layer is needed.';
	for (const [index, layer] of layers.entries()) {
		const at = `layers[${index}]`;
		if (layers.findIndex((each) => each.sequence === layer.sequence) !== index) {
			malformed[`${at}.sequence`] = 'Another layer has this place.';
		}
		if (layer.rules.length === 0) malformed[`${at}.rules`] = 'At least one rule is needed.';
		for (const [ruleIndex, rule] of layer.rules.entries()) {
			const path = `${at}.rules[${ruleIndex}]`;
			checkReferences(rule.roleId, 'role', `${path}.roleId`, practice, broken);
			const from = rule.condition?.amountFrom;
			if (from !== undefined) {
				checkQuantity(from, 'from-zero', `${path}.condition.amountFrom`, malformed);
			}
		}
	}
}

function checkLocation(
	{ currency, timeZone }: Body,
	practice: Practice,
	{ broken }: Wrong,
	before: Body | undefined,
): void {
	if (typeof currency === 'string' && !isKnownCurrency(currency, practice)) {
		broken['currency'] = 'No such currency is known.';
	}
	if (before !== undefined && (before['currency'] ?? 'EUR') !== (currency ?? 'EUR')) {
		broken['currency'] = 'The currency of a location never changes.';
	}
	if (typeof timeZone === 'string' && !timeZones.includes(timeZone)) {
		broken['timeZone'] = 'No such time zone is known.';
	}
}

function checkTemplate(body: Body, practice: Practice, wrong: Wrong): void {
	const items = body['items'] as z.output<typeof updateRequisitionTemplateItem>[];
	if (items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
	const lines = items.map(({ itemId, uom, qty }) => ({ itemId, uomId: uom, quantity: qty }));
	checkLines(lines, 'items', practice, wrong, { quantity: 'qty', uomId: 'uom' });
}
