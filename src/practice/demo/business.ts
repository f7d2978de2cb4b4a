// The rest of a business: its tree, people and settings, what it sells and cooks, from whom it buys; and a few orders,
// returns and productions in every state, made by the handlers that serve the operations.
import { multiply, roundTo } from '../../shared/domain/decimal.ts';
import { firstRates } from '../operations/currency.ts';
import { isoDate } from '../operations/document.ts';
import type { Practice } from '../operations/handler.ts';
import { productionHandlers } from '../operations/production.ts';
import { purchaseOrderHandlers } from '../operations/purchase-order.ts';
import { purchaseRequestHandlers } from '../operations/purchase-request.ts';
import { returnOrderHandlers } from '../operations/return-order.ts';
import type { RecordKind, RecordOf } from '../store/records.ts';
import { naming, posting, valueOf } from './history.ts';
import { categoryId } from './items.ts';
import { categories } from './kitchen-words.ts';

/** Fills in after items, locations and suppliers are there. */
export function addBusiness(practice: Practice): void {
	addSettings(practice);
	addPeople(practice);
	addMenu(practice);
	addPurchasing(practice);
	addProductions(practice);
}

type New<Kind extends RecordKind> = Omit<RecordOf<Kind>, 'id'> & { readonly id?: string };

/** Adds a record, searched by its texts. @returns its identifier */
function put<Kind extends RecordKind>(
	practice: Practice,
	kind: Kind,
	fields: New<Kind> & Readonly<Record<string, unknown>>,
): string {
	const id = fields.id ?? practice.newId();
	const texts = [fields['name'], fields['code'], fields['target'], fields['email']];
	practice.records.insert(
		kind,
		// The declared fields of the kind, and the identifier.
		{ ...fields, id } as unknown as RecordOf<Kind>,
		{
			...(typeof fields['locationId'] === 'string' ? { locationId: fields['locationId'] } : {}),
			search: texts.filter((text) => typeof text === 'string'),
		},
	);
	return id;
}

function addSettings(practice: Practice): void {
	const more = { isActive: true, modifiedDate: isoDate(practice) };
	const group = put(practice, 'businessStructure', {
		name: 'Whole business',
		level: 'group',
		isActive: true,
	});
	put(practice, 'businessStructure', {
		name: 'House brand',
		level: 'brand',
		parentId: group,
		isActive: true,
	});

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
		put(practice, 'currency', { code, name: code, decimals: 2, rate, isActive: true });
	}
	for (const [name, rate] of [
		['Standard', '20'],
		['Reduced', '5'],
	] as const) {
		put(practice, 'tax', {
			taxId: Number(practice.records.nextWhole('tax')),
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
	for (const name of ['Ledger bridge', 'Till link', 'Invoice reader']) {
		put(practice, 'marketPlaceApp', { name, category: 'Example', isInstalled: false, ...more });
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
	put(practice, 'role', { name: 'Approver', scopes: [1, 2, 3, 10], ...more });
	const buyer = put(practice, 'buyerRole', { name: 'Buyer', scopes: [20, 21], ...more });
	put(practice, 'buyerRole', { name: 'Receiver', scopes: [22], ...more });
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

/** Items that every location keeps, by which everything else is made up. */
function commonItems({ records, ledger }: Practice): RecordOf<'item'>[] {
	const locations = records.all('location');
	return records
		.all('item')
		.filter((item) => locations.every(({ id }) => ledger.firstArea(id, item.id) !== undefined))
		.slice(0, 24);
}

function addMenu(practice: Practice): void {
	const more = { isActive: true, modifiedDate: isoDate(practice) };
	const common = commonItems(practice);
	const line = (index: number, quantity: string) => {
		const item = common[index % common.length];
		if (item === undefined) throw new Error('No item is kept everywhere.');
		return { itemId: item.id, uomId: item.baseUomId, quantity };
	};
	for (const [index, name] of ['Eat in', 'Take away', 'Delivery'].entries()) {
		put(practice, 'diningOption', {
			name,
			isAggregator: name === 'Delivery',
			isDefault: index === 0,
			...more,
		});
	}
	const prep = ['Vegetable stock', 'Tomato sauce', 'House dressing'].map((name, index) =>
		put(practice, 'prepItem', {
			name,
			code: `PREP-${index + 1}`,
			type: { id: 1, name: 'Kept' },
			baseUomId: 5,
			units: [{ uomId: 5, name: 'litre', type: 'weight', conversionFactor: '1', decimals: 3 }],
			yield: '4',
			ingredients: [line(index, '1'), line(index + 1, '0.5')],
			unitCost: '2',
			...more,
		}),
	);
	const group = put(practice, 'modifierGroup', { name: 'Extras', minimum: 0, maximum: 3, ...more });
	for (const [index, name] of ['Extra cheese', 'No onion'].entries()) {
		put(practice, 'modifier', {
			name,
			modifierGroupId: group,
			impactType: index === 0 ? { id: 1, name: 'Adds' } : { id: 2, name: 'Removes' },
			price: index === 0 ? '1.5' : '0',
			ingredients: [line(index + 4, '0.02')],
			...more,
		});
	}
	for (const [index, name] of ['Soup of the day', 'Market salad', 'House pasta'].entries()) {
		put(practice, 'menuItem', {
			name,
			code: `M-${index + 1}`,
			price: `${9 + index * 3}.5`,
			ingredients: [
				{ itemId: prep[index] ?? '', uomId: 5, quantity: '0.25' },
				line(index + 6, '0.1'),
			],
			modifierGroupIds: [group],
			...more,
		});
	}
}

function addPurchasing(practice: Practice): void {
	const { records } = practice;
	const suppliers = records.all('supplier');
	const common = commonItems(practice);
	for (const [index, item] of common.entries()) {
		const supplier = suppliers[index % suppliers.length];
		const unit = item.units.at(-1);
		if (supplier === undefined || unit === undefined) continue;
		const price = roundTo(multiply(item.unitCost ?? '1', unit.conversionFactor), 2);
		put(practice, 'purchaseOption', {
			itemId: item.id,
			supplierId: supplier.id,
			uomId: unit.uomId,
			price,
			isDefault: true,
			isActive: true,
			modifiedDate: isoDate(practice),
		});
	}
	const template = common.slice(0, 4).map((item) => ({
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

	const options = records.all('purchaseOption');
	const date = isoDate(practice);
	for (const location of records.all('location')) {
		for (const [index, ending] of orderEndings.entries()) {
			const option = options[index];
			if (option === undefined) continue;
			const { itemId, uomId, supplierId } = option;
			const { id } = valueOf(
				purchaseOrderHandlers['purchaseOrder.create'](
					posting({
						locationId: location.id,
						supplierId,
						date,
						isDraft: ending === 'draft',
						items: [{ itemId, uomId, quantity: '4', taxId: 1 }],
					}),
					practice,
				),
			);
			if (ending === 'draft' || ending === 'submitted') continue;
			valueOf(purchaseOrderHandlers['purchaseOrder.approve'](naming(id), practice));
			if (ending === 'approved') continue;
			receiveOrder(id, ending === 'received' ? '4' : '1', practice);
		}
		const [first, second] = common;
		if (first === undefined || second === undefined) continue;
		const request = valueOf(
			purchaseRequestHandlers['purchaseRequest.create'](
				posting({
					locationId: location.id,
					date,
					items: [first, second].map((item) => ({
						itemId: item.id,
						uomId: item.baseUomId,
						quantity: '3',
					})),
				}),
				practice,
			),
		);
		valueOf(purchaseRequestHandlers['purchaseRequest.submit'](naming(request.id), practice));
		returnSome(location.id, practice);
	}
}

const orderEndings = ['received', 'partly-received', 'approved', 'submitted', 'draft'] as const;

function receiveOrder(purchaseOrderId: string, quantity: string, practice: Practice): void {
	const order = practice.records.get('purchaseOrder', purchaseOrderId);
	valueOf(
		purchaseOrderHandlers['purchaseOrder.receive'](
			posting({
				purchaseOrderId,
				date: isoDate(practice),
				invoiceNumber: `INV-${order?.number ?? ''}`,
				items: (order?.items ?? []).map((line) => ({
					purchaseOrderItemId: line.id,
					itemId: line.itemId,
					uomId: line.uomId,
					quantity,
				})),
			}),
			practice,
		),
	);
}

function returnSome(locationId: string, practice: Practice): void {
	const receipt = practice.records
		.all('purchaseReceiving')
		.find((each) => each.locationId === locationId);
	const [line] = receipt?.items ?? [];
	if (receipt === undefined || line === undefined) return;
	valueOf(
		returnOrderHandlers['returnOrder.create'](
			posting({
				returnDate: isoDate(practice),
				locationId,
				supplierId: receipt.supplierId,
				purchaseOrderId: receipt.purchaseOrderId,
				purchaseOrderReceivingId: receipt.id,
				returnReason: 'Damaged',
				items: [
					{
						itemId: line.itemId,
						uomId: line.uomId,
						returnQuantity: '1',
						purchaseOrderItemId: line.purchaseOrderItemId,
						purchaseOrderReceivingItemId: line.id,
					},
				],
			}),
			practice,
		),
	);
}

function addProductions(practice: Practice): void {
	const [prepItem] = practice.records.all('prepItem');
	if (prepItem === undefined) return;
	for (const location of practice.records.all('location')) {
		const { id } = valueOf(
			productionHandlers['production.create'](
				posting({
					locationId: location.id,
					date: isoDate(practice),
					items: [{ itemId: prepItem.id, uomId: prepItem.baseUomId, quantity: '4' }],
				}),
				practice,
			),
		);
		valueOf(productionHandlers['production.submit'](naming(id), practice));
		valueOf(productionHandlers['production.approve'](naming(id), practice));
	}
}
