// A day that uses every feature of the program, so that each call has an accepted input.
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import { listedKinds } from '../../src/shared/document/kinds.ts';
import { typedInvoice } from './invoice.ts';
import { followUps, imported, lookedUp, reported, withoutOrder } from './day-of-goods.ts';
import type { TestPc } from './pc.ts';
import { credentials, type TestPractice } from './practice.ts';

export type Tell = <Name extends CallName>(
	name: Name,
	input: CallInput<Name>,
) => Promise<CallOutput<Name>>;

/** State shared by the parts of the day. */
export interface Place {
	pc: TestPc;
	service: TestPractice;
	tell: Tell;
	locationId: string;
	otherLocationId: string;
}

export type PartOfDay = (place: Place) => Promise<void>;

const locale = 'en-GB';
const anew = () => crypto.randomUUID();
/** The smallest JPEG the program accepts. */
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0xff, 0xd9]).toString('base64');

/** Everything is sent, and the copies show it. */
export async function quiet({ pc, tell }: Place): Promise<void> {
	await pc.until(({ outbox }) => outbox.waiting === 0);
	await tell('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);
}

async function lineOf({ tell, locationId }: Place, at = 0, typed = '1') {
	const { items } = await tell('item.search', { text: 's', locationId, limit: 20 });
	const item = items[at]!;
	const boxes = [{ unitId: item.units[0]!.unitId, typed }];
	return { lineId: anew(), itemId: item.itemId, boxes, note: '' };
}

async function waste(place: Place, description: string, submit = true) {
	const { tell, locationId } = place;
	const { reasons } = await tell('wasteReason.list', {});
	const line = { ...(await lineOf(place)), reasonId: reasons[0]!.reasonId };
	const { documentId } = await tell('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description,
		lines: [line],
		locale,
	});
	if (submit) {
		await tell('wastage.submit', { documentId, intentId: anew() });
		await quiet(place);
	}
	return documentId;
}

type TransferKind = 'transferIn' | 'transferOut';

async function transfer(place: Place, kind: TransferKind, description: string) {
	const { tell, locationId, otherLocationId } = place;
	const { documentId } = await tell(`${kind}.save`, {
		documentId: null,
		revision: 0,
		locationId,
		otherLocationId,
		description,
		lines: [await lineOf(place, 1)],
		locale,
	});
	await tell(`${kind}.submit`, { documentId, intentId: anew() });
	await quiet(place);
	return documentId;
}

/** As shown now: the service has it, under the service's id. */
async function wasteNamed({ tell, locationId }: Place, description: string) {
	await tell('document.find', { locationId, text: 'w' });
	const { documents } = await tell('wastage.list', { locationId });
	const { documentId } = documents.find((each) => each.description === description)!;
	const { version } = await tell('wastage.get', { documentId });
	return { documentId, version, intentId: anew() };
}

/** The latest one waiting for approval. */
async function transferSubmitted({ tell, locationId }: Place, wanted: TransferKind) {
	const { documents } = await tell('transfer.list', { locationId });
	const { documentId } = documents
		.filter(({ kind, phase }) => kind === wanted && phase === 'submitted')
		.reduce((latest, each) => (each.changedAt > latest.changedAt ? each : latest));
	const { version } = await tell('transfer.get', { documentId });
	return { documentId, version, intentId: anew() };
}

/** A document's steps that need attention. */
async function needing(place: Place) {
	await quiet(place);
	const { lanes } = await place.tell('outbox.list', { filter: 'needs-you' });
	return lanes.flatMap(({ steps, documentId, laneId }) =>
		steps
			.filter(({ can }) => can.length > 0)
			.map(({ actionId, revision, can }) => ({ actionId, revision, can, documentId, laneId })),
	);
}

/** A submit that never arrives, so that a person is asked. */
async function notArrived(place: Place, description: string) {
	const lost = { kind: 'drop-before-commit', operation: 'wastage.submit', times: 1 } as const;
	await place.service.setFaults(lost);
	await waste(place, description);
	return needing(place);
}

async function openCount(place: Place, name: string) {
	const { tell, locationId } = place;
	const plan = { scope: { kind: 'full' as const }, together: 'ask' as const };
	return tell('stocktake.open', { locationId, name, plan, intentId: anew() });
}
async function enter({ tell }: Place, stocktakeId: string, lineNo: number, typed: string) {
	const { lines } = await tell('stocktake.sheet', { stocktakeId });
	const unitId = lines.find((line) => line.lineNo === lineNo)!.units[0]!.unitId;
	await tell('stocktake.enter', { stocktakeId, lineNo, unitId, typed, locale });
	return unitId;
}

async function look({ tell, locationId, service }: Place): Promise<void> {
	await tell('app.state', {});
	await tell('network.check', {});
	await tell('session.profile', {});
	const { items } = await tell('item.search', { text: 's', locationId, limit: 20 });
	const { itemId } = items[0]!;
	await tell('item.get', { itemId, locationId });
	await tell('stock.ofItem', { itemId, locationId });
	const { barcodes } = items.find((item) => item.barcodes.length > 0)!;
	await tell('item.byBarcode', { barcode: barcodes[0]!.barcode, locationId });
	await tell('supplier.list', {});
	const code = { documentId: 'draft', code: '4006381333931' };
	await tell('scan.keep', code);
	await tell('scan.list', { documentId: 'draft' });
	await tell('scan.forget', code);
	for (const text of ['a', 'e', 'o', 's']) {
		const { recipes } = await tell('recipe.search', { text });
		const [recipe] = recipes;
		if (!recipe) continue;
		const asked = { recipeId: recipe.recipeId, unitId: recipe.units[0]!.unitId };
		await tell('recipe.explode', { ...asked, quantity: '2', locationId });
	}
	await tell('settings.set', { person: 'Noor', approvalsWait: true });
	for (const name of ['outbox.health', 'outbox.notReliedOn', 'outbox.twins'] as const) {
		await tell(name, {});
	}
	await tell('outbox.sendStale', {});
	await tell('outbox.undoable', {});
	await tell('outbox.sendNow', {});
	await service.setFaults();
}

/** The list of every kind of document, and one of its documents. */
async function listsOfTheDay({ tell, locationId }: Place): Promise<void> {
	for (const kind of listedKinds) {
		const { documents } = await tell(`${kind}.list`, { locationId });
		await tell(`${kind}.totals`, { locationId });
		await tell(`${kind}.inFull`, { locationId });
		await tell(`${kind}.get`, { documentId: documents[0]!.documentId });
	}
}

async function requestsOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const written = async (description: string) => {
		const line = { ...(await lineOf(place)), supplierId: null };
		const { documentId } = await tell('purchaseRequest.save', {
			documentId: null,
			revision: 0,
			locationId,
			neededDate: null,
			description,
			lines: [line],
			locale,
		});
		return documentId;
	};
	const sent = async (description: string) => {
		const documentId = await written(description);
		await tell('purchaseRequest.submit', { documentId, intentId: anew() });
		await quiet(place);
		const { documents } = await tell('purchaseRequest.list', { locationId });
		const shown = documents.find((each) => each.description === description)!;
		const { version } = await tell('purchaseRequest.get', { documentId: shown.documentId });
		return { documentId: shown.documentId, version, intentId: anew() };
	};
	await tell('purchaseRequest.discard', { documentId: await written('Never mind') });
	await tell('purchaseRequest.approve', await sent('For Friday'));
	const rejected = await sent('For Saturday');
	await tell('purchaseRequest.reject', { ...rejected, reason: 'Twice' });
	await quiet(place);
	await tell('purchaseRequest.edit', rejected);
	await tell('purchaseRequest.approve', await sent('To order'));
	await quiet(place);
	const { documents } = await tell('purchaseRequest.list', { locationId });
	const { documentId } = documents.find(({ description }) => description === 'To order')!;
	const { lines } = await tell('purchasing.ofRequest', { documentId });
	const { suppliers } = await tell('supplier.list', {});
	const { supplierId } = suppliers[0]!;
	await tell('purchasing.orderFrom', {
		documentId,
		intentId: anew(),
		locale,
		lines: lines.map(({ lineId }) => ({ lineId, supplierId })),
	});
}

async function ordersOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const { suppliers } = await tell('supplier.list', {});
	const written = async (description: string) => {
		const { documentId } = await tell('purchaseOrder.save', {
			documentId: null,
			revision: 0,
			locationId,
			supplierId: suppliers[0]!.supplierId,
			deliveryDate: null,
			purchaseRequestId: null,
			description,
			lines: [{ ...(await lineOf(place)), price: '2.5' }],
			locale,
		});
		return documentId;
	};
	const shown = async (description: string) => {
		await quiet(place);
		const { documents } = await tell('purchaseOrder.list', { locationId });
		const { documentId } = documents.find((each) => each.description === description)!;
		const { version } = await tell('purchaseOrder.get', { documentId });
		return { documentId, version, intentId: anew() };
	};
	const sent = async (description: string) => {
		const documentId = await written(description);
		await tell('purchaseOrder.submit', { documentId, intentId: anew() });
		return shown(description);
	};
	await tell('purchaseOrder.discard', { documentId: await written('Never mind') });
	const rejected = await sent('Too much');
	await tell('purchaseOrder.reject', { ...rejected, reason: 'Twice' });
	await tell('purchaseOrder.approve', await sent('To close'));
	const closing = await shown('To close');
	const { lines } = await tell('purchasing.ofOrder', closing);
	await tell('purchasing.send', { ...closing, how: 'phone' });
	await tell('purchasing.markApproved', closing);
	await tell('purchasing.takeBack', closing);
	const line = { ...closing, lineId: lines[0]!.lineId };
	await tell('purchasing.closeLine', { ...line, reason: 'Out of stock' });
	await tell('purchasing.reopenLine', line);
	await tell('purchaseOrder.close', closing);
	await tell('purchaseOrder.cancel', await sent('To cancel'));
	await quiet(place);
	await tell('purchaseOrder.edit', rejected);
}

async function orderingOfTheDay({ tell, locationId }: Place): Promise<void> {
	const { suppliers } = await tell('supplier.list', {});
	const { supplierId } = suppliers[0]!;
	const day = { supplierId, weekday: '1', advanceDays: '1', cutOff: '14:00' };
	const writing = { locationId, table: 'delivery' as const, locale, rows: [day] };
	await tell('ordering.check', writing);
	await tell('ordering.save', writing);
	await tell('ordering.list', { locationId, table: 'par' });
	await tell('ordering.start', { locationId });
	await tell('ordering.board', { locationId });
	const asked = { locationId, supplierId, deliveryDate: null };
	const { deliveryDate, lines } = await tell('ordering.suggestion', asked);
	const { item, unit } = lines[0]!;
	const { itemId } = item;
	const { rows } = await tell('price.list', { locationId });
	await tell('price.history', { locationId, itemId: rows[0]!.itemId });
	await tell('ordering.type', { ...asked, deliveryDate, itemId, quantity: '2' });
	const { unitId } = unit;
	await tell('ordering.order', {
		...asked,
		deliveryDate,
		intentId: anew(),
		locale,
		lines: [{ itemId, unitId, quantity: '2', price: null }],
	});
}

async function creditsOfTheDay({ tell, locationId }: Place): Promise<void> {
	const { suppliers } = await tell('supplier.list', {});
	const { items } = await tell('item.search', { text: 's', locationId, limit: 20 });
	const { supplierId } = suppliers[0]!;
	const { itemId, units } = items[0]!;
	const { creditId, version } = await tell('credit.add', {
		locationId,
		supplierId,
		kind: 'quality',
		documentId: null,
		documentNumber: 'PO-1',
		lines: [{ itemId, unitId: units[0]!.unitId, quantity: '2', amount: '8.40' }],
		note: 'Soft',
	});
	const businessDate = '2026-11-20';
	const asked = { creditId, version, businessDate, amount: '8.40', note: '' };
	await tell('credit.change', { ...asked, state: 'asked' });
	await tell('credit.get', { creditId });
	await tell('credit.list', { locationId });
	await tell('credit.letter', { locationId, supplierId });
}

async function wasteOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const draft = await waste(place, 'Breakfast', false);
	await tell('waste.duplicates', { documentId: draft });
	const { photoId } = await tell('photo.add', { documentId: draft, picture });
	await tell('photo.list', { documentId: draft });
	await tell('photo.get', { photoId });
	await tell('photo.remove', { photoId });
	await tell('wastage.discard', { documentId: draft });
	await waste(place, 'Lunch');
	const decided = await wasteNamed(place, 'Lunch');
	await tell('wastage.approve', decided);
	await quiet(place);
	await tell('wastage.lock', { ...(await wasteNamed(place, 'Lunch')), locked: true });
	await quiet(place);
	await waste(place, 'Dinner');
	const rejected = await wasteNamed(place, 'Dinner');
	await tell('wastage.reject', { ...rejected, reason: 'Twice' });
	await quiet(place);
	await tell('wastage.edit', rejected);
	const refused = { document: 'wastage', documentId: rejected.documentId } as const;
	await tell('outbox.refusal', refused);
	await tell('outbox.trail', refused);
	await tell('waste.often', { locationId });
	const { boxes, itemId } = await lineOf(place);
	const line = { itemId, boxes, reasonId: null, label: '', note: '' };
	const template = { templateId: null, locationId, name: 'Close', lines: [line] };
	const { templates } = await tell('waste.saveTemplate', template);
	await tell('waste.templates', { locationId });
	await tell('waste.removeTemplate', { templateId: templates[0]!.templateId });
	await tell('waste.labels', { locationId });
	await tell('waste.saveLabels', { locationId, labels: [] });
}

async function transfersOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	await transfersOf(place, 'transferOut');
	await transfersOf(place, 'transferIn');
	await delivery(place);
	await returnsOfTheDay(place);
	const days = { from: '2026-02-01', to: '2026-03-31' };
	await tell('transfer.report', { locationId, ...days, source: 'copies' });
}

async function transfersOf(place: Place, kind: TransferKind): Promise<void> {
	const { tell, locationId } = place;
	await transfer(place, kind, 'For Friday');
	const approved = await transferSubmitted(place, kind);
	await tell(`${kind}.approve`, approved);
	await quiet(place);
	const { version } = await tell(`${kind}.get`, approved);
	await tell(`${kind}.finalize`, { ...approved, version, intentId: anew() });
	await quiet(place);
	await transfer(place, kind, 'For Monday');
	const rejected = await transferSubmitted(place, kind);
	await tell(`${kind}.reject`, { ...rejected, reason: 'No' });
	await quiet(place);
	await tell(`${kind}.edit`, rejected);
	const draft = {
		documentId: null,
		revision: 0,
		locationId,
		locale,
		otherLocationId: place.otherLocationId,
		description: '',
		lines: [],
	};
	const { documentId } = await tell(`${kind}.save`, draft);
	await tell(`${kind}.discard`, { documentId });
}

async function fulfilment(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const { documents } = await tell('transfer.list', { locationId });
	for (const { documentId } of documents.filter(({ kind }) => kind === 'transferOut')) {
		const { receiving, lines } = await tell('transfer.get', { documentId });
		const [line] = lines;
		if (receiving !== 'fulfilment' || line === undefined) continue;
		const { lineId, item } = line;
		const unitId = item.units.at(-1)!.unitId;
		await tell('transferOut.enter', { documentId, lineId, unitId, typed: '0', locale });
		await tell('transferOut.confirmBlanksAsZero', { documentId });
		await tell('transferOut.enter', { documentId, lineId, unitId, typed: '', locale });
		await tell('transferOut.enterAllAsDue', { documentId });
		await tell('transferOut.fulfill', { documentId, intentId: anew() });
		await quiet(place);
		return;
	}
}

async function receipt(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const { documents } = await tell('transfer.list', { locationId });
	const { documentId } = documents.find(
		({ kind, phase }) => kind === 'transferIn' && phase === 'in-transit',
	)!;
	const { lines } = await tell('transferIn.get', { documentId });
	// A little more than was sent is within the limit; a case of a few is not.
	const { lineId, boxes } = lines.find(({ item: { units }, boxes }) =>
		units.some(({ unitId, places }) => unitId === boxes[0]!.unitId && places >= 2),
	)!;
	const { unitId, typed } = boxes[0]!;
	const more = (Number(typed) * 1.05).toFixed(2);
	await tell('transferIn.enter', { documentId, lineId, unitId, typed: '0', locale });
	await tell('transferIn.explain', { documentId, lineId, reason: 'Not there' });
	await tell('transferIn.settle', { documentId, lineId, settlement: 'none' });
	await tell('transferIn.enterAllAsDue', { documentId });
	await tell('transferIn.confirmBlanksAsZero', { documentId });
	await tell('transferIn.enter', { documentId, lineId, unitId, typed: more, locale });
	await tell('transferIn.explain', { documentId, lineId, reason: 'More' });
	await tell('transferIn.receive', { documentId, intentId: anew() });
	await quiet(place);
	await tell('transferIn.settleExcess', { documentId, lineId, how: 'waste', reason: 'Too much' });
}

/** A delivery of everything that an order still expects. */
async function delivery(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const { deliveries } = await tell('delivery.list', { locationId });
	const expected = deliveries.find(({ due }) => due > 0);
	if (expected === undefined) throw new Error('Nothing is expected here.');
	const { documentId } = expected;
	const { lines } = await tell('delivery.get', { documentId });
	const [first] = lines.filter(({ entry }) => entry?.due !== '0');
	if (first === undefined) throw new Error('Nothing of it is due.');
	const { lineId, item } = first;
	const unitId = item.units[0]!.unitId;
	await tell('delivery.enter', { documentId, lineId, unitId, typed: '0', locale });
	await tell('delivery.explain', { documentId, lineId, reason: 'Not there' });
	await tell('delivery.settle', { documentId, lineId, settlement: 'close-short' });
	await tell('delivery.price', { documentId, lineId, typed: '3', locale });
	await tell('delivery.enterAllAsDue', { documentId });
	await tell('delivery.confirmBlanksAsZero', { documentId });
	await tell('delivery.enter', { documentId, lineId, unitId, typed: '', locale });
	await tell('delivery.enterAllAsDue', { documentId });
	const invoice = typedInvoice('INV-1', { differenceIs: 'tax' });
	await tell('delivery.invoice', { documentId, locale, invoice });
	await tell('delivery.receive', { documentId, intentId: anew() });
	await quiet(place);
}

/** One piece of a line that was received, twice: approved and rejected. */
async function returnsOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const { suppliers } = await tell('return.suppliers', { locationId });
	const lists = suppliers.map(({ supplierId }) =>
		tell('return.receipts', { locationId, supplierId }),
	);
	const receipts = (await Promise.all(lists)).flatMap((list) => list.receipts);
	const found = receipts
		.flatMap((receipt) => receipt.lines.map((line) => ({ receipt, line })))
		.find(({ line }) => Number(line.left) >= 2);
	if (found === undefined) throw new Error('Nothing can go back here.');
	const { receipt, line } = found;
	const { orderId, receivingId, receiptDraftId } = receipt;
	await tell('return.ask', { locationId, orderId });
	const begun = async () => {
		const of = { locationId, orderId, receivingId, receiptDraftId };
		return tell('return.begin', { ...of, lineIds: [line.lineId], intentId: anew() });
	};
	await tell('returnOrder.discard', await begun());
	const sent = async (description: string) => {
		const { documentId } = await begun();
		await tell('return.eligible', { documentId });
		const draft = await tell('returnOrder.get', { documentId });
		const boxes = [{ unitId: line.item.units[0]!.unitId, typed: '1' }];
		const lines = draft.lines.map((each) => ({
			...each,
			itemId: each.item.itemId,
			boxes,
			itemCondition: 'Open',
			returnReason: 'Sour',
		}));
		await tell('returnOrder.save', { ...draft, description, lines, locale });
		await tell('returnOrder.submit', { documentId, intentId: anew() });
		return shown(description);
	};
	const shown = async (description: string) => {
		await quiet(place);
		const { documents } = await tell('returnOrder.list', { locationId });
		const { documentId } = documents.find((each) => each.description === description)!;
		const { version } = await tell('returnOrder.get', { documentId });
		return { documentId, version, intentId: anew() };
	};
	await tell('returnOrder.approve', await sent('Taken back'));
	await tell('returnOrder.lock', { ...(await shown('Taken back')), locked: true });
	const rejected = await sent('Not taken back');
	await tell('returnOrder.reject', { ...rejected, reason: 'Too late' });
	await quiet(place);
	await tell('returnOrder.edit', rejected);
}

async function countOfTheDay(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const plan = { scope: { kind: 'full' as const }, together: 'ask' as const };
	const { templateId } = await tell('countTemplate.save', {
		locationId,
		templateId: null,
		name: 'P',
		plan,
	});
	await tell('countTemplate.list', { locationId });
	await tell('countPlan.choices', { locationId });
	await tell('countPlan.preview', { locationId, scope: plan.scope });
	await tell('countTemplate.remove', { templateId });
	const { stocktakeId } = await openCount(place, 'Friday');
	const { lines, areas } = await tell('stocktake.sheet', { stocktakeId });
	const [first, second] = lines;
	const { itemId, areaId } = first!;
	const unitId = await enter(place, stocktakeId, 1, '2');
	await tell('stocktake.enterMany', {
		stocktakeId,
		entries: [{ lineNo: 1, unitId, typed: '3' }],
		locale,
	});
	await tell('stocktake.list', { locationId });
	await tell('stocktake.undo', { stocktakeId });
	await tell('stocktake.redo', { stocktakeId });
	await tell('stocktake.note', { stocktakeId, lineNo: 1, note: 'open' });
	await tell('stocktake.together', { stocktakeId, together: 'sum' });
	await tell('stocktake.here', { stocktakeId, window: 'window-1', areaId });
	await tell('stocktake.lines', { stocktakeId, from: 0, limit: 10 });
	const place1 = { stocktakeId, areaId, shelf: 'New', behind: null };
	const { lineNo } = await tell('stocktake.addLine', { ...place1, itemId });
	await tell('stocktake.removeLine', { stocktakeId, lineNo });
	await tell('stocktake.move', { ...place1, lineNo: second!.lineNo });
	await tell('stocktake.moveArea', { stocktakeId, areaId: areas[0]!.areaId, behind: null });
	const code = '4006381333931';
	for (const each of [code, '96385074']) {
		await tell('stocktake.keepUnknownCode', { stocktakeId, code: each, areaId });
	}
	const { unknownCodes } = await tell('stocktake.unknownCodes', { stocktakeId });
	const { codeId } = unknownCodes[0]!;
	await tell('stocktake.noteUnknownCode', { stocktakeId, codeId, typed: '3', note: 'Crate' });
	const known = { stocktakeId, codeId, lineNo: 1, unitId, typed: '3', locale };
	await tell('stocktake.assignUnknownCode', known);
	const boxes = [{ unitId, typed: '7' }];
	for (const stands of ['first', 'second'] as const) {
		await tell('countPaper.check', { stocktakeId, lineNo: 1, boxes, locale });
		await tell('countPaper.settle', { stocktakeId, lineNo: 1, stands });
		boxes[0]!.typed = '9';
	}
	await tell('countPaper.list', { stocktakeId });
	await tell('countPaper.bookOf', { stocktakeId, countedAt: 1_700_000_000_000 });
	await tell('stocktake.review', { stocktakeId });
	await tell('cutOff.get', { stocktakeId });
	await tell('cutOff.refresh', { stocktakeId });
	await tell('rescue.exportCount', { stocktakeId, mode: 'move' });
	await tell('rescue.continueCount', { stocktakeId });
	await tell('stocktake.discard', { stocktakeId, reason: 'Wrong day' });
}

/** Counts some lines, has one recounted, and submits. */
async function counted(place: Place, name: string): Promise<string> {
	const { tell } = place;
	const { stocktakeId } = await openCount(place, name);
	const { lines } = await tell('stocktake.sheet', { stocktakeId });
	for (const { lineNo } of lines.slice(0, 3)) await enter(place, stocktakeId, lineNo, '2');
	const asked = { stocktakeId, lineNos: [lines[0]!.lineNo] };
	const recount = await tell('stocktake.recount', {
		...asked,
		recounter: 'Ben',
		intentId: anew(),
		by: 'Noor',
	});
	await enter(place, recount.stocktakeId, lines[0]!.lineNo, '3');
	await tell('stocktake.finishRecount', { ...recount, by: 'Ben' });
	await tell('stocktake.stand', { ...asked, round: 0, reason: 'Checked', by: 'Noor' });
	await tell('stocktake.keep', { ...asked, lineNos: null, keep: 'difference' });
	await tell('stocktake.leaveBlank', { stocktakeId, lineNos: [lines[3]!.lineNo] });
	const zero = { stocktakeId, lineNos: [lines[4]!.lineNo], zeroReason: 'Gone' };
	await tell('stocktake.confirmZero', zero);
	const approver = { stocktakeId, by: 'Ben' };
	await tell('stocktake.approve', approver);
	await tell('stocktake.withdrawApproval', approver);
	await tell('stocktake.sendBack', { ...approver, reason: 'Count the gin' });
	await tell('stocktake.approve', approver);
	const { documents } = await tell('cutOff.get', { stocktakeId });
	const keys = documents.map(({ key }) => key);
	if (keys.length > 0) await tell('cutOff.acknowledge', { stocktakeId, keys });
	await tell('stocktake.submit', { stocktakeId, intentId: anew(), by: 'Noor' });
	await quiet(place);
	return stocktakeId;
}

async function countsCompared(place: Place): Promise<void> {
	const { tell, locationId } = place;
	const firstId = await counted(place, 'First');
	const secondId = await counted(place, 'Second');
	await tell('countHistory.list', { locationId, filter: {} });
	await tell('countHistory.compare', { firstId, secondId });
	const { lines } = await tell('stocktake.sheet', { stocktakeId: firstId });
	const [{ itemId, areaId }] = lines as [(typeof lines)[number]];
	await tell('countHistory.trend', { locationId, itemId });
	await tell('record.reverseStock', { id: itemId, locationId, areaId, intentId: anew() });
	const again = { stocktakeId: firstId, name: 'Again', intentId: anew() };
	await tell('countHistory.again', { ...again, boxes: 'empty' });
	await tell('posting.get', { stocktakeId: firstId });
	const { text } = await tell('evidence.get', { stocktakeId: firstId });
	await tell('evidence.check', { stocktakeId: firstId, text });
}

async function decisionsOfAPerson(place: Place): Promise<void> {
	const { tell } = place;
	for (const what of ['again', 'done', 'discard'] as const) {
		await notArrived(place, what);
		for (const { actionId, revision, laneId } of await needing(place)) {
			const target = { actionId, revision };
			await tell('outbox.lane', { id: laneId });
			await tell('outbox.requests', { laneId });
			await tell('outbox.history', { laneId });
			await tell('outbox.candidates', { actionId });
			await tell('outbox.overlaps', { actionId });
			await tell('outbox.changes', { actionId });
			if (what === 'again') await tell('outbox.sendAgain', target);
			if (what === 'done') await tell('outbox.markDone', { ...target, serverId: null });
			if (what === 'discard') await tell('outbox.discard', { ...target, reason: 'No' });
		}
	}
	const { pc } = place;
	pc.unplug();
	await tell('network.check', {});
	const documentId = await waste(place, 'Taken back', false);
	await tell('wastage.submit', { documentId, intentId: anew() });
	const { lanes } = await tell('outbox.list', { filter: 'waiting' });
	const step = lanes.flatMap(({ steps }) => steps).find(({ can }) => can.includes('cancel'))!;
	await tell('outbox.cancel', { actionId: step.actionId, revision: step.revision });
	pc.plugIn();
	await tell('network.check', {});
	await quiet(place);
}

async function practising({ tell }: Place): Promise<void> {
	await tell('session.leave', { leaveWaiting: true });
	await tell('session.practise', {});
	await tell('practice.faults', {});
	await tell('practice.setFaults', { faults: [] });
}

async function signingIn({ tell, service }: Place): Promise<void> {
	const { clientId, clientSecret } = credentials;
	await tell('session.signIn', { clientSecret });
	await tell('session.connect', { serviceUrl: service.url, clientId, clientSecret });
	await tell('location.list', {});
	const { account } = await tell('app.state', {});
	// Another name of this PC makes another account.
	const serviceUrl = service.url.replace('127.0.0.1', 'localhost');
	await tell('session.connect', { serviceUrl, clientId, clientSecret, leaveWaiting: true });
	await tell('session.takeOver', { accountId: account!.accountId });
}

async function rescuing(place: Place): Promise<void> {
	const { tell } = place;
	await waste(place, 'Left', false);
	await tell('rescue.waiting', {});
	await tell('rescue.state', {});
	await tell('rescue.unreadable', {});
	await tell('rescue.read', { rescueId: 1 });
	const { file, text } = await tell('rescue.exportWork', { mode: 'copy' });
	await tell('rescue.file', { file });
	await tell('rescue.giveFile', { file, first: true, text });
	await tell('rescue.lookAtFile', {});
	await tell('rescue.importWork', {});
	await tell('rescue.makeCopy', {});
	const { copies } = await tell('rescue.state', {});
	const { name } = copies[0]!;
	await tell('rescue.lookInto', { name });
	await tell('rescue.restore', { name });
}

async function checkingTheService({ tell, pc }: Place): Promise<void> {
	await tell('serviceCheck.start', { write: null });
	const { promise, resolve } = Promise.withResolvers<null>();
	const off = pc.core.on('serviceCheck.changed', () => {
		void tell('serviceCheck.state', {}).then(({ running }) => {
			if (running === null) resolve(null);
		});
	});
	await promise;
	off();
	await tell('serviceCheck.answer', { answers: {} });
	await tell('serviceCheck.use', { profile: JSON.parse((await tell('session.profile', {})).json) });
	await tell('serviceCheck.stop', {});
}

async function aboutTheProgram({ tell }: Place): Promise<void> {
	await tell('desktop.state', {});
	await tell('desktop.checkForUpdates', {});
	await tell('desktop.underWay', {});
	await tell('support.report', {});
}

async function recordsEdited(place: Place): Promise<void> {
	const { tell } = place;
	const type = 'supplier';
	const { rows } = await tell('record.list', { type, where: { isActive: [true] } });
	const { id } = rows[0]!;
	const { record } = await tell('record.get', { type, id });
	const edit = { type, id, draftId: anew(), revision: 0 } as const;
	const change = { at: 'phone', was: record['phone'] ?? null, to: '01 234' };
	const inSheet = { id, draftId: anew(), revision: 0, changes: [], typed: {} };
	await tell('record.keepAll', { type, drafts: [inSheet] });
	await tell('record.save', { ...edit, step: 'keep', changes: [change] });
	await tell('record.save', { ...edit, revision: 1, step: 'send', intentId: anew() });
	await quiet(place);
	const ids = [rows[1]!.id];
	await tell('record.switch', { type, ids, isActive: false, intentId: anew() });
	await quiet(place);
	const { units } = await tell('record.units', {});
	const items = await tell('record.list', { type: 'inventoryItem', where: { isActive: [true] } });
	const [item, other] = items.rows;
	await tell('record.unitEvidence', { id: item!.id, uomId: units[0]!.uomId });
	await tell('record.putInTemplates', { type: 'inventoryItem', id: item!.id, by: other!.id });
}

async function rolesGiven({ tell }: Place): Promise<void> {
	const { roles, people } = await tell('access.read', { people: true });
	const [role] = roles.filter(
		({ kind, people: having }) => kind === 'role' && having?.length === 0,
	);
	const given = { roleId: role!.roleId, personId: people[0]!.personId };
	await tell('access.addPerson', { ...given, locationIds: null, intentId: anew() });
	await tell('access.removePerson', { ...given, intentId: anew() });
}

async function appsConnected({ tell, locationId }: Place): Promise<void> {
	const { apps } = await tell('marketplace.search', {});
	const { appId } = apps.find(({ isInstalled }) => !isInstalled)!;
	await tell('marketplace.install', {
		appId,
		connection: { system: 'Books', address: '' },
		locations: [{ locationId, externalId: 'H-1' }],
		taxes: [],
		intentId: anew(),
	});
	await tell('marketplace.uninstall', { appId, intentId: anew() });
}

/** In an order that works. */
export const partsOfDay: readonly PartOfDay[] = [
	look,
	wasteOfTheDay,
	requestsOfTheDay,
	ordersOfTheDay,
	orderingOfTheDay,
	creditsOfTheDay,
	listsOfTheDay,
	transfersOfTheDay,
	withoutOrder,
	followUps,
	lookedUp,
	reported,
	fulfilment,
	receipt,
	countOfTheDay,
	countsCompared,
	recordsEdited,
	imported,
	rolesGiven,
	appsConnected,
	decisionsOfAPerson,
	checkingTheService,
	rescuing,
	signingIn,
	practising,
	aboutTheProgram,
];

/** Calls that need a refusing service, a colleague or the window: their own specs have the accepted inputs. */
export const notOfThisDay: readonly CallName[] = [
	'posting.resume',
	'delivery.weigh',
	'delivery.confirmWeight',
	'record.remove',
	'outbox.choose',
	'outbox.resolve',
	'outbox.decideAnew',
	'outbox.edit',
	'outbox.decideTwin',
	'desktop.install',
	'desktop.startWithSystem',
];
