// The rest of a business: structure, people, settings, menu, recipes and suppliers.
import { multiply, roundTo } from '../../shared/domain/decimal.ts';
import { converted, firstRates } from '../operations/currency.ts';
import { isoDate } from '../operations/document.ts';
import type { Practice } from '../operations/handler.ts';
import type { RecordKind, RecordOf } from '../store/records.ts';
import { categoryId } from './items.ts';
import type { DemoItem } from './items.ts';
import { categories, suppliers, wasteReasons } from './kitchen-words.ts';
import { batch, dishes, modifiers, preparations } from './recipes.ts';

export function addPlainRecords(practice: Practice): void {
	for (const name of wasteReasons) put(practice, 'wasteReason', { name, isActive: true });
	for (const [index, name] of suppliers.entries()) {
		put(practice, 'supplier', { name, code: `S-${101 + index}`, isActive: true });
	}
}

export function addBusiness(staples: readonly DemoItem[], practice: Practice): void {
	addSettings(practice);
	addPeople(practice);
	addMenu(staples, practice);
	addPurchasing(staples, practice);
}

const currencyNames: Readonly<Record<string, { name: string; symbol: string }>> = {
	EUR: { name: 'Euro', symbol: '€' },
	AED: { name: 'United Arab Emirates dirham', symbol: 'د.إ' },
};

/** Sections, and a rule that asks for one approval as without it. Their ids come last and leave the history as it is. */
export function addLast(practice: Practice): void {
	const [role] = practice.records.all('role');
	put(practice, 'approvalMatrix', {
		name: 'Purchase requests',
		documentType: 'PurchaseRequest',
		layers: [{ sequence: 1, rules: role === undefined ? [] : [{ roleId: role.id }] }],
		isActive: true,
		modifiedDate: isoDate(practice),
	});
	for (const { id: locationId } of practice.records.all('location')) {
		const areas = practice.records.list('storageArea', { locationId }).rows;
		for (const [name, isBar] of [
			['Kitchen', false],
			['Bar', true],
		] as const) {
			const own = areas.filter((area) => (area.name === 'Bar') === isBar);
			const storageAreaIds = own.map(({ id }) => id);
			put(practice, 'section', { locationId, name, storageAreaIds, isActive: true });
		}
	}
}

/** As somebody enters an item who did not find it. Nothing of it was ever in stock. */
export function addItemsTwice(practice: Practice): void {
	const again = { 'Butter salted 250 g': 'Salted butter 250g', 'Tomatoes beef': 'Beef tomato' };
	for (const [known, name] of Object.entries(again)) {
		const item = practice.records.all('item').find((each) => each.name === known);
		if (item === undefined) continue;
		const { id: _, ...fields } = item;
		put(practice, 'item', { ...fields, name, code: `${item.code ?? ''}-2`, barcodes: [] });
	}
}

type New<Kind extends RecordKind> = Omit<RecordOf<Kind>, 'id'> & { readonly id?: string };

/** @returns the new record's identifier */
function put<Kind extends RecordKind>(
	practice: Practice,
	kind: Kind,
	fields: New<Kind> & Readonly<Record<string, unknown>>,
): string {
	const id = fields.id ?? practice.newId();
	practice.records.insert(kind, { ...fields, id } as unknown as RecordOf<Kind>);
	return id;
}

function addSettings(practice: Practice): void {
	const more = { isActive: true, modifiedDate: isoDate(practice) };
	const group = put(practice, 'businessStructure', {
		name: 'Whole business',
		level: 'group',
		isActive: true,
	});
	const brand = put(practice, 'businessStructure', {
		name: 'House brand',
		level: 'brand',
		parentId: group,
		isActive: true,
	});
	for (const location of practice.records.all('location')) {
		practice.records.update('location', { ...location, businessStructureId: brand });
	}

	const food = put(practice, 'class', { name: 'Food', code: 'FOOD', ...more });
	const supplies = put(practice, 'class', { name: 'Supplies', code: 'SUPP', ...more });
	for (const category of categories) {
		put(practice, 'category', {
			id: categoryId(category, practice.profile.ids),
			name: category.name,
			code: category.prefix,
			classId: category.name.startsWith('Cleaning') ? supplies : food,
			...more,
		});
		const prefix = { target: category.name, prefix: category.prefix, digits: 4, isActive: true };
		put(practice, 'categoryPrefix', prefix);
	}
	for (const [target, prefix] of [
		['Supplier', 'S'],
		['Location', 'L'],
	] as const) {
		put(practice, 'entityPrefix', { target, prefix, digits: 3, isActive: true });
	}
	for (const [target, prefix] of [
		['Wastage', 'WST'],
		['TransferOut', 'TRO'],
		['TransferIn', 'TRI'],
		['StockChange', 'STC'],
		['Production', 'PRD'],
		['PurchaseRequest', 'PRQ'],
		['PurchaseOrder', 'PO'],
		['PurchaseOrderReceiving', 'GRN'],
		['ReturnOrder', 'RTO'],
	] as const) {
		put(practice, 'transactionPrefix', { target, prefix, digits: 4, isActive: true });
	}
	for (const [code, rate] of Object.entries(firstRates)) {
		const named = currencyNames[code] ?? { name: code };
		put(practice, 'currency', { code, ...named, decimals: 2, rate, isActive: true });
	}
	for (const [name, rate] of [
		['Standard', '20'],
		['Reduced', '5'],
	] as const) {
		put(practice, 'systemTaxSetting', {
			taxId: Number(practice.records.nextWhole('systemTaxSetting')),
			name,
			rate,
			isInclusive: false,
			isDefault: name === 'Standard',
			...more,
		});
	}
	for (const [name, area] of [
		['Stock on hand', 'Stock movement'],
		['Waste by reason', 'Stock movement'],
		['Transfers', 'Stock movement'],
		['Purchases by supplier', 'Purchasing'],
		['Price changes', 'Purchasing'],
	] as const) {
		put(practice, 'report', { name, area, isFavorite: false });
	}
	for (const [name, category, description] of [
		['Ledger bridge', 'Accounting', 'Sends receipts and invoices to the accounts.'],
		['Till link', 'Sales', 'Reads what was sold from the tills.'],
		['Invoice reader', 'Purchasing', 'Reads the lines of a photographed invoice.'],
	] as const) {
		put(practice, 'marketPlaceApp', { name, category, description, isInstalled: false, ...more });
	}
}

function addPeople(practice: Practice): void {
	const more = { isActive: true, modifiedDate: isoDate(practice) };
	const chef = put(practice, 'role', {
		name: 'Kitchen lead',
		description: 'Counts, waste and transfers',
		scopes: [1, 2, 3],
		...more,
	});
	put(practice, 'role', {
		name: 'Approver',
		description: 'Approves what the kitchen submits',
		scopes: [1, 2, 3, 10],
		...more,
	});
	const buyer = put(practice, 'buyerRole', {
		name: 'Buyer',
		description: 'Orders from suppliers',
		scopes: [20, 21],
		...more,
	});
	put(practice, 'buyerRole', {
		name: 'Receiver',
		description: 'Takes in deliveries',
		scopes: [22],
		...more,
	});
	const userId = put(practice, 'buyerUser', {
		name: 'Kitchen Lead',
		email: 'kitchen@business.example',
		roleIds: [buyer],
		...more,
	});
	put(practice, 'userRole', { id: `${chef} ${userId}`, userId, roleId: chef });
	put(practice, 'buyerUser', { name: 'Store Keeper', email: 'store@business.example', ...more });
	put(practice, 'admin', { name: 'Office', email: 'office@business.example', isActive: true });
	put(practice, 'approvalMatrix', {
		name: 'Large orders',
		documentType: 'PurchaseOrder',
		layers: [
			{ sequence: 1, rules: [{ roleId: chef }] },
			{ sequence: 2, rules: [{ roleId: chef, condition: { amountFrom: '5000' } }] },
		],
		isActive: false,
		modifiedDate: isoDate(practice),
	});
}

function addMenu(staples: readonly DemoItem[], practice: Practice): void {
	const more = { isActive: true, modifiedDate: isoDate(practice) };
	const units = new Map(
		staples.flatMap(({ ingredient, record }) =>
			ingredient === null ? [] : [[ingredient, { itemId: record.id, uomId: record.baseUomId }]],
		),
	);
	const ingredientsOf = ({ ingredients }: (typeof dishes)[number]) =>
		ingredients.map(({ name, quantity }) => {
			const unit = units.get(name);
			if (unit === undefined) throw new Error(`No location keeps ${name}.`);
			return { ...unit, quantity };
		});
	for (const [index, name] of ['Eat in', 'Take away', 'Delivery'].entries()) {
		put(practice, 'diningOption', {
			name,
			isAggregator: name === 'Delivery',
			isDefault: index === 0,
			...more,
		});
	}
	for (const [index, recipe] of preparations.entries()) {
		const itemId = put(practice, 'prepItem', {
			name: recipe.name,
			code: `PREP-${index + 1}`,
			type: { id: 1, name: 'Kept' },
			baseUomId: 5,
			units: [{ uomId: 5, name: 'litre', type: 'weight', conversionFactor: '1', decimals: 3 }],
			yield: batch,
			ingredients: ingredientsOf(recipe),
			unitCost: '2',
			...more,
		});
		units.set(recipe.name, { itemId, uomId: 5 });
	}
	const group = put(practice, 'modifierGroup', { name: 'Extras', minimum: 0, maximum: 3, ...more });
	for (const [index, recipe] of modifiers.entries()) {
		put(practice, 'modifier', {
			name: recipe.name,
			code: `MOD-${index + 1}`,
			modifierGroupId: group,
			impactType: index === 0 ? { id: 1, name: 'Adds' } : { id: 2, name: 'Removes' },
			price: index === 0 ? '1.5' : '0',
			ingredients: ingredientsOf(recipe),
			...more,
		});
	}
	for (const [index, recipe] of dishes.entries()) {
		put(practice, 'menuItem', {
			name: recipe.name,
			code: `M-${index + 1}`,
			price: `${9 + index * 2}.5`,
			ingredients: ingredientsOf(recipe),
			modifierGroupIds: [group],
			diningOptionIds: practice.records.all('diningOption').map(({ id }) => id),
			...more,
		});
	}
}

function addPurchasing(staples: readonly DemoItem[], practice: Practice): void {
	const suppliers = practice.records.all('supplier');
	for (const [index, { record: item }] of staples.entries()) {
		const supplier = suppliers[index % suppliers.length];
		const unit = item.units.at(-1);
		if (supplier === undefined || unit === undefined) continue;
		const price = roundTo(multiply(item.unitCost ?? '1', unit.conversionFactor), 2);
		put(practice, 'purchaseOption', {
			itemId: item.id,
			supplierId: supplier.id,
			uomId: unit.uomId,
			price,
			prices: Object.keys(firstRates)
				.filter((currency) => currency !== 'EUR')
				.map((currency) => ({ currency, price: converted(price, 'EUR', currency, practice, 2) })),
			supplierItemCode: `${supplier.code ?? ''}-${item.code ?? ''}`,
			isDefault: true,
			isActive: true,
			modifiedDate: isoDate(practice),
		});
	}
	const template = staples.slice(0, 4).map(({ record: item }) => ({
		itemId: item.id,
		itemTypeId: 1,
		qty: '2',
		uom: item.baseUomId,
		daysToDeliver: 2,
	}));
	put(practice, 'requisitionTemplate', {
		templateName: 'Weekly basics',
		type: 1,
		items: template,
		isActive: true,
	});
}
