// The queued operations, each with its preparation at the service and its action.
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { findOperation, type OperationName } from '../../src/shared/service/index.ts';
import type { TestPractice } from '../support/practice.ts';
import { documentIdOf } from '../../src/main/core/document/document-id.ts';

export interface QueuedStep {
	operation: OperationName;
	prepare(place: ServicePlace): Promise<{ lane: NewLane; action: Omit<NewAction, 'intentId'> }>;
}

export interface ServicePlace {
	service: TestPractice;
	here: string;
	there: string;
	supplier: string;
	item: { id: string; uomId: number; areaId: string };
}

const date = '2026-03-02T08:30:00.000Z';

/** The test place: an item with plenty of stock at the first location. */
export async function findPlace(service: TestPractice): Promise<ServicePlace> {
	const [here, there] = await service.all<{ id: string }>('location.list');
	const stock = await service.all<{ itemId: string; storageAreaId: string; quantity: number }>(
		'inventoryItem.currentStock',
		{ locationId: here?.id ?? '' },
	);
	const shelf = stock.find(({ quantity }) => quantity > 3);
	const items = await service.all<{ id: string; baseUomId: number }>('inventoryItem.list');
	const item = items.find(({ id }) => id === shelf?.itemId);
	const [supplier] = await service.all<{ id: string }>('supplier.list');
	if (!here || !there || !shelf || !item || !supplier)
		throw new Error('The service has too little in stock.');
	return {
		service,
		here: here.id,
		there: there.id,
		supplier: supplier.id,
		item: { id: item.id, uomId: item.baseUomId, areaId: shelf.storageAreaId },
	};
}

export const queuedSteps: readonly QueuedStep[] = [
	{
		operation: 'wastage.create',
		async prepare(place) {
			return {
				lane: laneOf('wastage', null),
				action: {
					operation: 'wastage.create',
					payload: { body: { ...waste(place), date: otherDate(), items: [line(place, '1')] } },
				},
			};
		},
	},
	{
		operation: 'wastage.update',
		async prepare(place) {
			const id = await wasteAt(place, []);
			const base = await shown(place, 'wastage.get', id);
			return {
				lane: laneOf('wastage', id),
				action: {
					operation: 'wastage.update',
					payload: { body: { ...waste(place), id, items: [line(place, '2')] } },
					base: { ...base, items: [line(place, '1')] },
				},
			};
		},
	},
	transition('wastage.submit', []),
	transition('wastage.approve', ['wastage.submit']),
	transition('wastage.reject', ['wastage.submit']),
	{
		operation: 'transferOut.create',
		async prepare(place) {
			return {
				lane: laneOf('transferOut', null),
				action: {
					operation: 'transferOut.create',
					payload: {
						body: { ...transfer(place), date: otherDate(), items: [transferLine(place, '1')] },
					},
				},
			};
		},
	},
	transition('transferOut.submit', []),
	transition('transferOut.approve', ['transferOut.submit']),
	transition('transferOut.reject', ['transferOut.submit']),
	transition('transferOut.finalize', ['transferOut.submit', 'transferOut.approve']),
	{
		operation: 'transferOut.fulfill',
		async prepare(place) {
			const id = await transferAt(place, finalized);
			return {
				lane: laneOf('transferOut', id),
				action: {
					operation: 'transferOut.fulfill',
					payload: { body: await movement(place, 'transferOut.get', id) },
				},
			};
		},
	},
	{
		operation: 'transferIn.receive',
		async prepare(place) {
			const sent = await transferAt(place, finalized);
			await done(place, 'transferOut.fulfill', {
				body: inNumbers(await movement(place, 'transferOut.get', sent)),
			});
			const { counterpartId } = await shown(place, 'transferOut.get', sent);
			const id = String(counterpartId);
			return {
				lane: laneOf('transferIn', id),
				action: {
					operation: 'transferIn.receive',
					payload: { body: await movement(place, 'transferIn.get', id) },
				},
			};
		},
	},
	{
		operation: 'purchaseOrder.create',
		async prepare(place) {
			const body = { ...order(place), date: otherDate(), items: [orderLine(place, '1')] };
			return {
				lane: laneOf('purchaseOrder', null),
				action: { operation: 'purchaseOrder.create', payload: { body } },
			};
		},
	},
	ofOrder('purchaseOrder.submit', []),
	ofOrder('purchaseOrder.approve', ['purchaseOrder.submit']),
	ofOrder('purchaseOrder.close', ['purchaseOrder.submit', 'purchaseOrder.approve']),
	ofOrder('purchaseOrder.cancel', ['purchaseOrder.submit']),
	{
		operation: 'purchaseOrder.receive',
		async prepare(place) {
			const id = await orderAt(place, ['purchaseOrder.submit', 'purchaseOrder.approve']);
			const { items } = await shown(place, 'purchaseOrder.get', id);
			const [first] = items as { id: string }[];
			const line = { ...orderLine(place, '1'), purchaseOrderItemId: first?.id ?? '' };
			const body = { purchaseOrderId: id, date, invoiceNumber: `INV-${id}`, items: [line] };
			return {
				lane: laneOf('purchaseOrder', id),
				action: { operation: 'purchaseOrder.receive', payload: { body } },
			};
		},
	},
	{
		operation: 'inventoryItem.changeStock',
		async prepare({ here, item }) {
			return {
				lane: laneOf('stocktake', null),
				action: {
					operation: 'inventoryItem.changeStock',
					payload: {
						body: {
							locationId: here,
							date,
							description: 'Stocktake: Bar',
							items: [{ itemId: item.id, storageAreaId: item.areaId, quantity: '-0.5' }],
						},
					},
				},
			};
		},
	},
];

const finalized: readonly OperationName[] = [
	'transferOut.submit',
	'transferOut.approve',
	'transferOut.finalize',
];

/** A step by document id, after the steps before it. */
function transition(operation: OperationName, before: readonly OperationName[]): QueuedStep {
	return {
		operation,
		async prepare(place) {
			const isWaste = operation.startsWith('wastage');
			const id = await (isWaste ? wasteAt : transferAt)(place, before);
			return {
				lane: laneOf(isWaste ? 'wastage' : 'transferOut', id),
				action: { operation, payload: { path: { id: serverId } } },
			};
		},
	};
}

/** A step of an order. Some share a path, and name the order and its new state in the body. */
function ofOrder(operation: OperationName, before: readonly OperationName[]): QueuedStep {
	return {
		operation,
		async prepare(place) {
			const id = await orderAt(place, before);
			const payload = setsState(operation)
				? { body: { id: serverId } }
				: { path: { id: serverId } };
			return { lane: laneOf('purchaseOrder', id), action: { operation, payload } };
		},
	};
}

const setsState = (name: OperationName): boolean => findOperation(name)?.sets !== undefined;

let lanes = 0;
const laneOf = (document: NewLane['document'], id: string | null): NewLane => ({
	document,
	documentId: id === null ? `draft-${String((lanes += 1))}` : documentIdOf(document, id),
	label: { locationId: '', title: 'Bread', lines: 1, cost: null, currency: 'EUR' },
	server: id === null ? null : { id, number: '' },
});

let dates = 0;
/** Contents are unique, so that no document is taken for another. */
const otherDate = (): string => new Date(Date.parse(date) + (dates += 1_000)).toISOString();

const waste = ({ here }: ServicePlace) => ({ locationId: here, date, description: 'Spoiled' });
const transfer = ({ here, there }: ServicePlace) => ({
	fromLocationId: here,
	toLocationId: there,
	date,
	description: 'Weekend',
});
const line = ({ item }: ServicePlace, quantity: string) => ({
	itemId: item.id,
	uomId: item.uomId,
	quantity,
});
const transferLine = ({ item }: ServicePlace, quantity: string) => ({
	itemId: item.id,
	quantities: [{ uomId: item.uomId, quantity }],
});

const order = ({ here, supplier }: ServicePlace) => ({
	locationId: here,
	supplierId: supplier,
	date,
	description: 'Weekly',
	isDraft: true,
});
const orderLine = (place: ServicePlace, quantity: string) => ({
	...line(place, quantity),
	price: '3',
});

async function orderAt(place: ServicePlace, then: readonly OperationName[]): Promise<string> {
	const body = { ...order(place), items: [{ ...orderLine(place, '1'), quantity: 1, price: 3 }] };
	const { id } = await done(place, 'purchaseOrder.create', { body });
	for (const step of then) {
		const asked = setsState(step)
			? { body: { id, status: 'Submitted' } }
			: { path: { id: String(id) } };
		await done(place, step, asked);
	}
	return String(id);
}

async function wasteAt(place: ServicePlace, then: readonly OperationName[]): Promise<string> {
	const body = inNumbers({ ...waste(place), items: [line(place, '1')] });
	return made(place, 'wastage.create', body, then);
}

async function transferAt(place: ServicePlace, then: readonly OperationName[]): Promise<string> {
	const body = inNumbers({ ...transfer(place), items: [transferLine(place, '1')] });
	return made(place, 'transferOut.create', body, then);
}

async function made(
	place: ServicePlace,
	create: OperationName,
	body: unknown,
	then: readonly OperationName[],
): Promise<string> {
	const { id } = await done(place, create, { body });
	for (const step of then) await done(place, step, { path: { id: String(id) } });
	return String(id);
}

/** Quantity sent or received of a transfer's only line. */
async function movement(place: ServicePlace, read: OperationName, transferId: string) {
	const { items } = await shown(place, read, transferId);
	const [first] = items as { id: string; itemId: string }[];
	const { item } = place;
	return {
		transferId,
		date,
		items: [
			{
				transferItemId: first?.id ?? '',
				itemId: item.id,
				quantities: [{ uomId: item.uomId, quantity: '1' }],
				quantity: '1',
			},
		],
	};
}

const shown = (place: ServicePlace, read: OperationName, id: string) =>
	done(place, read, { path: { id } });

async function done(
	{ service }: ServicePlace,
	name: OperationName,
	input: { path?: Record<string, string>; body?: unknown },
): Promise<Record<string, unknown>> {
	const answer = await service.call(name, input);
	if (answer.status !== 200) throw new Error(`${name}: ${String(answer.status)} ${answer.text}`);
	return (answer.json ?? {}) as Record<string, unknown>;
}

/** Quantities are JSON numbers at the service. */
const inNumbers = (body: unknown): unknown =>
	JSON.parse(JSON.stringify(body), (name, value: unknown) =>
		name === 'quantity' ? Number(value) : value,
	);
