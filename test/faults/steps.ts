// The queued operations, each with its preparation at the service and its action.
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { z } from 'zod';
import { practiceProfile } from '../../src/practice/profile.ts';
import { parseExact } from '../../src/shared/exact-json.ts';
import { findOperation, type OperationName } from '../../src/shared/service/index.ts';
import { serviceProfile, stateWordOf } from '../../src/shared/service/profile.ts';
import { codecOf } from '../../src/shared/service/wire.ts';
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
const profile = serviceProfile.parse(practiceProfile);

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

type Payload = NewAction['payload'];
type Prepared = [lane: NewLane, payload: Payload, base?: object];

const queued = (
	operation: OperationName,
	prepare: (place: ServicePlace) => Prepared | Promise<Prepared>,
): QueuedStep => ({
	operation,
	async prepare(place) {
		const [lane, payload, base] = await prepare(place);
		return { lane, action: { operation, payload, ...(base && { base }) } };
	},
});

const finalized: readonly OperationName[] = [
	'transferOut.submit',
	'transferOut.approve',
	'transferOut.finalize',
];

export const queuedSteps: readonly QueuedStep[] = [
	queued('wastage.create', (place) => {
		const body = { ...waste(place), date: otherDate(), items: [line(place, '1')] };
		return [laneOf('wastage', null), { body }];
	}),
	queued('wastage.update', async (place) => {
		const id = await wasteAt(place, []);
		const base = { ...(await shown(place, 'wastage.get', id)), items: [line(place, '1')] };
		return [
			laneOf('wastage', id),
			{ body: { ...waste(place), id, items: [line(place, '2')] } },
			base,
		];
	}),
	transition('wastage.submit', []),
	transition('wastage.approve', ['wastage.submit']),
	transition('wastage.reject', ['wastage.submit']),
	queued('transferOut.create', (place) => {
		const body = { ...transfer(place), date: otherDate(), items: [transferLine(place, '1')] };
		return [laneOf('transferOut', null), { body }];
	}),
	transition('transferOut.submit', []),
	transition('transferOut.approve', ['transferOut.submit']),
	transition('transferOut.reject', ['transferOut.submit']),
	transition('transferOut.finalize', ['transferOut.submit', 'transferOut.approve']),
	queued('transferOut.fulfill', async (place) => {
		const id = await transferAt(place, finalized);
		return [laneOf('transferOut', id), { body: await movement(place, 'transferOut.get', id) }];
	}),
	queued('transferIn.receive', async (place) => {
		const sent = await transferAt(place, finalized);
		const body = inNumbers(await movement(place, 'transferOut.get', sent));
		await done(place, 'transferOut.fulfill', { body });
		const { counterpartId } = await shown(place, 'transferOut.get', sent);
		const id = String(counterpartId);
		return [laneOf('transferIn', id), { body: await movement(place, 'transferIn.get', id) }];
	}),
	...written('purchaseRequest'),
	...written('purchaseOrder'),
	ofKind('purchaseOrder', 'purchaseOrder.close', ['purchaseOrder.submit', 'purchaseOrder.approve']),
	ofKind('purchaseOrder', 'purchaseOrder.cancel', ['purchaseOrder.submit']),
	queued('purchaseOrder.receive', async (place) => {
		const then = ['purchaseOrder.submit', 'purchaseOrder.approve'] as const;
		const id = await madeAt(place, 'purchaseOrder', then);
		const { items } = await shown(place, 'purchaseOrder.get', id);
		const [first] = items as { id: string }[];
		const item = { ...line(place, '1'), price: '3', purchaseOrderItemId: first?.id ?? '' };
		const body = { purchaseOrderId: id, date, invoiceNumber: `INV-${id}`, items: [item] };
		return [laneOf('purchaseOrder', id), { body }];
	}),
	...written('returnOrder'),
	flagOf('returnOrder.lock', { isLocked: true }),
	flagOf('returnOrder.updateStatus', { status: stateWordOf(profile, 'returnOrder', 'submitted') }),
	queued('inventoryItem.changeStock', ({ here, item }) => {
		const items = [{ itemId: item.id, storageAreaId: item.areaId, quantity: '-0.5' }];
		const body = { locationId: here, date, description: 'Stocktake: Bar', items };
		return [laneOf('stocktake', null), { body }];
	}),
];

/** A step by document id, after the steps before it. */
function transition(operation: OperationName, before: readonly OperationName[]): QueuedStep {
	return queued(operation, async (place) => {
		const kind = operation.startsWith('wastage') ? 'wastage' : 'transferOut';
		const id = await (kind === 'wastage' ? wasteAt : transferAt)(place, before);
		return [laneOf(kind, id), { path: { id: serverId } }];
	});
}

/** Kinds with documents that are all made and changed in the same way. */
type Kind = 'purchaseRequest' | 'purchaseOrder' | 'returnOrder';

function verbOf(kind: Kind, verb: string): OperationName {
	const operation = findOperation(`${kind}.${verb}`);
	if (operation === undefined) throw new Error(`A ${kind} has no ${verb}.`);
	return operation.name;
}

/** A document is made, changed, submitted, and approved or rejected. */
function written(kind: Kind): QueuedStep[] {
	const submit = verbOf(kind, 'submit');
	return [
		queued(verbOf(kind, 'create'), (place) => [
			laneOf(kind, null),
			{ body: { ...contents[kind](place, '1'), ...dateOf(kind, otherDate()) } },
		]),
		queued(verbOf(kind, 'update'), async (place) => {
			const id = await madeAt(place, kind, []);
			const base = await seen(place, verbOf(kind, 'get'), id);
			return [laneOf(kind, id), { body: { ...contents[kind](place, '2'), id } }, base];
		}),
		ofKind(kind, submit, []),
		ofKind(kind, verbOf(kind, 'approve'), [submit]),
		ofKind(kind, verbOf(kind, 'reject'), [submit]),
	];
}

/** A step of a document. Some share a path, and name the document and its new state in the body. */
function ofKind(
	kind: Kind,
	operation: OperationName,
	before: readonly OperationName[],
): QueuedStep {
	const named = { id: serverId };
	return queued(operation, async (place) => [
		laneOf(kind, await madeAt(place, kind, before)),
		setBy(operation) === undefined ? { path: named } : { body: named },
	]);
}

/** A flag or a state of a return. */
function flagOf(operation: OperationName, flag: Readonly<Record<string, unknown>>): QueuedStep {
	return queued(operation, async (place) => {
		const id = await madeAt(place, 'returnOrder', []);
		const base = await seen(place, 'returnOrder.get', id);
		return [laneOf('returnOrder', id), { body: { id, ...flag } }, base];
	});
}

const setBy = (name: OperationName) => findOperation(name)?.sets;

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

const dateOf = (kind: Kind, at: string) =>
	kind === 'returnOrder' ? { returnDate: at } : { date: at };

/** A document with one line, without a price of its own where the service knows it. */
const contents: Record<Kind, (place: ServicePlace, quantity: string) => Record<string, unknown>> = {
	purchaseRequest: (place, quantity) => ({
		...head(place),
		items: [line(place, quantity)],
	}),
	purchaseOrder: (place, quantity) => ({
		...head(place),
		supplierId: place.supplier,
		isDraft: true,
		items: [{ ...line(place, quantity), price: '3' }],
	}),
	returnOrder: ({ here, supplier, item }, returnQuantity) => ({
		locationId: here,
		supplierId: supplier,
		returnDate: date,
		description: 'Bruised',
		isDraft: true,
		items: [{ itemId: item.id, uomId: item.uomId, returnQuantity, price: '3' }],
	}),
};
const head = ({ here }: ServicePlace) => ({ locationId: here, date, description: 'Weekly' });

async function madeAt(
	place: ServicePlace,
	kind: Kind,
	then: readonly OperationName[],
): Promise<string> {
	const { id } = await done(place, verbOf(kind, 'create'), {
		body: inNumbers(contents[kind](place, '1')),
	});
	for (const step of then) {
		const sets = setBy(step);
		const asked =
			sets === undefined
				? { path: { id: String(id) } }
				: { body: { id, status: stateWordOf(profile, kind, sets) } };
		await done(place, step, asked);
	}
	return String(id);
}

const wasteAt = (place: ServicePlace, then: readonly OperationName[]) =>
	made(place, 'wastage.create', { ...waste(place), items: [line(place, '1')] }, then);
const transferAt = (place: ServicePlace, then: readonly OperationName[]) =>
	made(
		place,
		'transferOut.create',
		{ ...transfer(place), items: [transferLine(place, '1')] },
		then,
	);

async function made(
	place: ServicePlace,
	create: OperationName,
	body: object,
	then: readonly OperationName[],
): Promise<string> {
	const { id } = await done(place, create, { body: inNumbers(body) });
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

/** A record as the program reads it: decimals as texts. */
async function seen({ service }: ServicePlace, read: OperationName, id: string): Promise<object> {
	const { text } = await service.call(read, { path: { id } });
	const answer = findOperation(read)?.answer;
	if (answer === undefined || !('schema' in answer)) throw new Error(`${read} shows no record.`);
	return z.looseObject({}).parse(codecOf(answer.schema, profile).read(parseExact(text), '$', []));
}

const quantityFields = ['quantity', 'price', 'returnQuantity'];

/** Quantities are JSON numbers at the service. */
const inNumbers = (body: unknown): unknown =>
	JSON.parse(JSON.stringify(body), (name, value: unknown) =>
		quantityFields.includes(name) ? Number(value) : value,
	);
