// Buying on a day at a stranger: a request and an order are made, an order is approved, another comes in two parts.
import Big from 'big.js';
import type { CallOutput } from '../../src/shared/bridge/contract.ts';
import { serverIdOf } from '../../src/main/core/document/document-id.ts';
import { createChance } from '../../src/practice/demo/random.ts';
import { typedInvoice } from '../support/invoice.ts';
import type { TestPc } from '../support/pc.ts';
import {
	documentEntry,
	intent,
	linesOf,
	locale,
	someText,
	typedLines,
	type Entry,
	type Place,
} from './entries.ts';
import type { Stranger } from './stranger.ts';

type Delivery = CallOutput<'delivery.get'>;

/** An order of which something is to come; null if none is expected. */
export async function expectedOrder(pc: TestPc, locationId: string): Promise<Delivery | null> {
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const [first] = deliveries.filter(({ due }) => due > 0);
	return first === undefined ? null : pc.call('delivery.get', { documentId: first.documentId });
}

/** Each enters one thing. */
export function enterPurchases(
	pc: TestPc,
	stranger: Stranger,
	place: Place,
	order: Delivery | null,
): (() => Promise<Entry | readonly Entry[]>)[] {
	const chance = createChance(stranger.composition.seed + 131);
	const [supplier] = stranger.practice.records.all('supplier');
	const supplierId = stranger.dialect.shownId(supplier?.id ?? '');
	const made = async (what: 'purchaseRequest' | 'purchaseOrder'): Promise<Entry> => {
		const lines = linesOf(chance, place.items);
		return documentEntry(stranger, what, place, lines, someText(chance), async (description) => {
			const head = {
				documentId: null,
				revision: 0,
				locationId: place.locationId,
				locale,
				description,
			};
			const typed = typedLines(lines);
			const { documentId } = await (what === 'purchaseRequest'
				? pc.call('purchaseRequest.save', {
						...head,
						neededDate: null,
						lines: typed.map((line) => ({ ...line, supplierId })),
					})
				: pc.call('purchaseOrder.save', {
						...head,
						supplierId,
						deliveryDate: null,
						purchaseRequestId: null,
						lines: typed.map((line) => ({ ...line, price: '3' })),
					}));
			await pc.call(`${what}.submit`, { documentId, ...intent() });
			return documentId;
		});
	};
	return [
		() => made('purchaseRequest'),
		() => made('purchaseOrder'),
		() => approve(pc, stranger, place.locationId),
		() => (order === null ? Promise.resolve([]) : receiveInParts(pc, stranger, order)),
	];
}

async function approve(pc: TestPc, stranger: Stranger, locationId: string): Promise<Entry[]> {
	await pc.call('settings.set', { approvalsWait: true });
	const filter = { state: 'submitted' } as const;
	const { documents } = await pc.call('purchaseOrder.list', { locationId, filter });
	const [first] = documents.filter(({ standing }) => standing === 'service');
	if (first === undefined) return [];
	const { documentId } = first;
	const { version } = await pc.call('purchaseOrder.get', { documentId });
	await pc.call('purchaseOrder.approve', { documentId, version, ...intent() });
	const own = stranger.dialect.ownId(serverIdOf('purchaseOrder', documentId) ?? '');
	const status = () => stranger.practice.records.get('purchaseOrder', own)?.status;
	const times = () => (status() === 'approved' ? 1 : 0);
	return [{ what: 'approval', documentId, content: `approval|${own}`, effects: 1, times }];
}

/** One unit of the first line comes first, then everything else. */
async function receiveInParts(
	pc: TestPc,
	stranger: Stranger,
	{ documentId, lines }: Delivery,
): Promise<Entry[]> {
	const [first] = lines.filter(({ entry }) => entry !== null && entry.due !== '0');
	const unit = first?.item.units.at(-1);
	if (first === undefined || unit === undefined) return [];
	const ofLine = { documentId, lineId: first.lineId };
	await pc.call('delivery.enter', { ...ofLine, unitId: unit.unitId, typed: '1', locale });
	const { lines: entered } = await pc.call('delivery.confirmBlanksAsZero', { documentId });
	for (const { lineId, entry } of entered) {
		const isShort = entry?.difference !== null && entry?.difference !== '0';
		if (isShort) await pc.call('delivery.explain', { documentId, lineId, reason: 'Comes later' });
	}
	const parts = [await receive(pc, stranger, documentId)];
	const { isOpen } = await pc.call('delivery.get', { documentId });
	if (isOpen) {
		await pc.call('delivery.enterAllAsDue', { documentId });
		parts.push(await receive(pc, stranger, documentId));
	}
	return parts;
}

let invoices = 0;

/** What was entered goes with an invoice of its own. */
async function receive(pc: TestPc, stranger: Stranger, documentId: string): Promise<Entry> {
	const { ownId } = stranger.dialect;
	const number = `INV-${String((invoices += 1))}`;
	const invoice = typedInvoice(number);
	const { lines } = await pc.call('delivery.invoice', { documentId, invoice, locale });
	const came = lines.filter(({ entry }) => !new Big(entry?.total ?? '0').eq(0));
	await pc.call('delivery.receive', { documentId, ...intent() });
	const own = ownId(serverIdOf('purchaseOrder', documentId) ?? '');
	const receipts = () =>
		stranger.practice.records
			.all('purchaseReceiving')
			.filter((each) => each.purchaseOrderId === own && each.invoiceNumber === number);
	const wanted = came.map(({ lineId }) => ownId(lineId)).sort();
	// One with other lines counts half: it is neither lost nor right.
	const times = () =>
		receipts()
			.map(({ items }) => items.map((line) => line.purchaseOrderItemId).sort())
			.reduce((sum, ids) => sum + (ids.join() === wanted.join() ? 1 : 0.5), 0);
	return { what: 'delivery', documentId, content: `delivery|${own}|${number}`, effects: 1, times };
}
