// A kitchen in mid-service, for pictures: a half-done count, waste and transfers in every state, queued work, and work
// that needs attention.
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import type { ItemView } from '../../src/shared/bridge/values.ts';
import { typedInvoice } from './invoice.ts';
import { acknowledgeCutOff, drained, type Pc, type Service } from './office.ts';

/** Ids of documents to open. */
export interface LivedIn {
	count: string;
	counted: string;
	draft: string;
	waste: string;
	sending: string;
	/** An incoming transfer, half filled in. */
	arrival: string;
	waiting: string;
	claim: { creditId: string; supplierId: string };
	/** Rows with an error among them, and the run that sent the others. */
	imported: { previewId: string; runId: string };
}

/** Leaves the service down, with three waiting documents. */
export async function livedIn(pc: Pc, service: Service, locationId: string): Promise<LivedIn> {
	const { reasons } = await pc.call('wasteReason.list', {});
	const items = await inStock(pc, locationId);
	const reasonNamed = (name: string) =>
		reasons.find((reason) => reason.name === name)?.reasonId ?? null;

	const logWaste = async (
		description: string,
		entries: readonly (readonly [item: ItemView, typed: string, reason: string, note?: string])[],
	) => {
		const { documentId } = await pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description,
			locale: 'en-GB',
			lines: entries.map(([item, typed, reason, note = '']) => ({
				lineId: crypto.randomUUID(),
				itemId: item.itemId,
				boxes: [
					{
						unitId: item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '',
						typed,
					},
				],
				reasonId: reasonNamed(reason),
				note,
			})),
		});
		return documentId;
	};
	const submitWaste = async (documentId: string) => {
		await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
		return documentId;
	};
	const [a, b, c, d, e, f] = items;
	if (!a || !b || !c || !d || !e || !f) throw new Error('There is too little in stock.');

	const counted = await openCount(pc, locationId, 'Weekly bar count', ['Bar']);
	await countLines(pc, counted, 1);
	await acknowledgeCutOff(pc, counted);
	await pc.call('stocktake.submit', { stocktakeId: counted, intentId: crypto.randomUUID() });
	const waste = await submitWaste(
		await logWaste('Lunch service', [
			[a, '2', 'Overproduction'],
			[b, '1', 'Dropped', 'slipped off the pass'],
		]),
	);
	await pc.until(drained);

	const arrival = await halfReceived(pc, locationId);
	const imported = await importPaymentDays(pc);
	await service.goAway();
	await pc.call('network.check', {});
	await submitWaste(
		await logWaste('Evening prep', [
			[c, '3', 'Trimmings'],
			[d, '1', 'Burnt'],
		]),
	);
	const waiting = await submitWaste(
		await logWaste('Fridge 2 failed overnight', [[e, '4', 'Fridge failure']]),
	);
	const draft = await logWaste('Delivery damaged', [
		[f, '2+1', 'Broken packaging', 'two corners crushed'],
		[a, '1', 'Spoiled'],
		[d, '', 'Expired'],
	]);
	await sendTransfer(pc, locationId, 'For the Saturday party', [c, d, e], true);
	const sending = await sendTransfer(pc, locationId, 'Spare for the weekend', [a, b, f], false);

	const count = await openCount(pc, locationId, 'Month-end count, November', [
		'Dry store',
		'Walk-in fridge',
		'Freezer',
		'Bar',
	]);
	await countLines(pc, count, 0.17);
	await pc.call('countTemplate.save', {
		locationId,
		templateId: null,
		name: 'Month end, blind',
		plan: { scope: { kind: 'full' }, blind: true, blanks: 'ask', approval: 'another' },
	});
	await pc.call('stocktake.keepUnknownCode', {
		stocktakeId: count,
		code: '4006381333931',
		areaId: null,
	});
	await receivedShort(pc, locationId);
	const claim = await claimed(pc, locationId);
	return { count, counted, draft, waste, sending, arrival, waiting, claim, imported };
}

/** Days for payment of some suppliers; one of them is no number. */
async function importPaymentDays(pc: Pc): Promise<LivedIn['imported']> {
	const { rows: suppliers } = await pc.call('record.list', { type: 'supplier', limit: 8 });
	const headings = ['name', 'paymentDays'];
	const { previewId } = await pc.call('import.open', {
		source: 'file',
		title: 'Payment days.csv',
		sheets: [{ type: 'supplier', headings }],
	});
	const rows = suppliers.map(({ values }, at) => [
		String(values['name']),
		at === 2 ? '3O' : String(20 + at),
	]);
	await pc.call('import.add', { previewId, sheet: 0, rows });
	const columns = headings.map((path) => ({ heading: path, path, mayOverwrite: true }));
	await pc.call('import.read', { previewId, columns: [columns] });
	const intentId = crypto.randomUUID();
	const { runId } = await pc.call('import.send', { previewId, intentId });
	return { previewId, runId };
}

/** An order without its first line, and dearer than ordered. */
async function receivedShort(pc: Pc, locationId: string): Promise<void> {
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const documentId = deliveries.find(({ due, lines }) => due === lines && lines > 2)?.documentId;
	if (documentId === undefined) throw new Error('Nothing is expected here.');
	const [short, dearer] = (await pc.call('delivery.get', { documentId })).lines;
	if (short === undefined || dearer === undefined) throw new Error('The order has too few lines.');
	const line = { documentId, lineId: short.lineId };
	const unitId = short.item.units.at(-1)?.unitId ?? '';
	const locale = 'en-GB';
	await pc.call('delivery.enter', { ...line, unitId, typed: '0', locale });
	await pc.call('delivery.explain', { ...line, reason: 'Not in the delivery' });
	await pc.call('delivery.settle', { ...line, settlement: 'order-elsewhere' });
	const typed = String(Number(dearer.orderedPrice) * 2);
	await pc.call('delivery.price', { documentId, lineId: dearer.lineId, typed, locale });
	await pc.call('delivery.enterAllAsDue', { documentId });
	await pc.call('delivery.invoice', { documentId, locale, invoice: typedInvoice('INV-2041') });
	await pc.call('delivery.receive', { documentId, intentId: crypto.randomUUID() });
}

async function claimed(pc: Pc, locationId: string): Promise<LivedIn['claim']> {
	const { followUps } = await pc.call('followUp.list', { locationId, state: 'open' });
	const claims = followUps.filter(({ kind }) => kind === 'claim-shortage');
	const asked = { locationId, decision: 'confirmed', followUps: claims } as const;
	const [made] = (await pc.call('followUp.decide', asked)).outcomes;
	const creditId = made?.resultId ?? null;
	const [claim] = claims;
	if (creditId === null || claim === undefined) throw new Error('Nothing was claimed.');
	return { creditId, supplierId: claim.supplierId };
}

/** Items with enough stock to waste some. */
async function inStock(pc: Pc, locationId: string): Promise<ItemView[]> {
	const { items } = await pc.call('item.search', { text: 's', locationId, limit: 100 });
	return items.filter(({ onHand }) => onHand !== null && Number(onHand) >= 8).slice(0, 6);
}

async function openCount(
	pc: Pc,
	locationId: string,
	name: string,
	areas: readonly string[],
): Promise<string> {
	const { locations } = await pc.call('location.list', {});
	const here = locations.find((each) => each.locationId === locationId);
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name,
		plan: {
			scope: {
				kind: 'areas',
				areaIds: (here?.areas ?? [])
					.filter((area) => areas.includes(area.name))
					.map(({ areaId }) => areaId),
			},
		},
		intentId: crypto.randomUUID(),
	});
	return stocktakeId;
}

/** Counts this share of the lines realistically: mostly as expected, some slightly off, some missing. */
async function countLines(pc: Pc, stocktakeId: string, share: number): Promise<void> {
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	for (const [at, line] of lines.slice(0, Math.round(lines.length * share)).entries()) {
		if (at % 11 === 7) continue;
		for (const [unitId, typed] of entriesOf(line, at)) {
			await pc.call('stocktake.enter', {
				stocktakeId,
				lineNo: line.lineNo,
				unitId,
				typed,
				locale: 'en-GB',
			});
		}
	}
	const noted = lines[3];
	if (noted !== undefined && share < 1) {
		await pc.call('stocktake.note', {
			stocktakeId,
			lineNo: noted.lineNo,
			note: 'one tray open',
		});
	}
}

function entriesOf({ units, expected, baseUnitName }: SheetLine, at: number): [string, string][] {
	const base = units.find(({ name }) => name === baseUnitName);
	if (base === undefined) return [];
	const book = Math.max(0, Number(expected ?? '0') + ([0, 0, -1, 0, 2, 0, 0][at % 7] ?? 0));
	if (at % 19 === 5) return [[base.unitId, '0']];
	if (base.places > 0) return [[base.unitId, book.toFixed(2)]];
	const box = units.find(({ kind }) => kind === 'case');
	const size = box === undefined ? Infinity : Number(box.factor.numerator);
	const whole = Math.round(book);
	if (box === undefined || whole < size) {
		return [[base.unitId, at % 6 === 4 && whole > 6 ? `2*3+${String(whole - 6)}` : String(whole)]];
	}
	const loose = whole % size;
	return [
		[box.unitId, String(Math.floor(whole / size))],
		...(loose > 0 ? ([[base.unitId, String(loose)]] satisfies [string, string][]) : []),
	];
}

async function sendTransfer(
	pc: Pc,
	locationId: string,
	description: string,
	items: readonly ItemView[],
	send: boolean,
): Promise<string> {
	const { locations } = await pc.call('location.list', {});
	const to = locations.find((each) => each.name === 'Mill Street Grill');
	const { documentId } = await pc.call('transferOut.save', {
		documentId: null,
		revision: 0,
		locationId,
		otherLocationId: to?.locationId ?? null,
		description,
		locale: 'en-GB',
		lines: items.map((item, at) => ({
			lineId: crypto.randomUUID(),
			itemId: item.itemId,
			boxes: [
				{
					unitId: item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '',
					typed: String(at + 1),
				},
			],
			note: at === 0 ? 'on the lower shelf' : '',
		})),
	});
	if (send) await pc.call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
	return documentId;
}

/** Fills in the first lines of an arrival; the third is missing. */
async function halfReceived(pc: Pc, locationId: string): Promise<string> {
	const documentId = await arrivalAt(pc, locationId);
	const { lines } = await pc.call('transfer.get', { documentId });
	for (const [at, line] of lines.slice(0, 4).entries()) {
		await pc.call('transferIn.enter', {
			documentId,
			lineId: line.lineId,
			unitId: line.boxes[0]?.unitId ?? '',
			typed: at === 2 ? '0' : (line.boxes[0]?.typed ?? ''),
			locale: 'en-GB',
		});
	}
	await pc.call('transferIn.explain', {
		documentId,
		lineId: lines[2]?.lineId ?? '',
		reason: 'Not in the delivery',
	});
	return documentId;
}

async function arrivalAt(pc: Pc, locationId: string): Promise<string> {
	const { documents } = await pc.call('transfer.list', { locationId });
	const arrival = documents.find(
		({ kind, phase }) => kind === 'transferIn' && phase === 'in-transit',
	);
	if (arrival === undefined) throw new Error('Nothing is on its way.');
	return arrival.documentId;
}

/** Receives ten times the quantity sent, which the service refuses if our profile allows it. @returns the document */
export async function receiveTooMuch(pc: Pc, locationId: string): Promise<string> {
	const documentId = await arrivalAt(pc, locationId);
	const [line] = (await pc.call('transfer.get', { documentId })).lines;
	if (!line) throw new Error('The arrival has no lines.');
	await pc.call('transferIn.enter', {
		documentId,
		lineId: line.lineId,
		unitId: line.boxes[0]?.unitId ?? '',
		typed: `${line.boxes[0]?.typed ?? ''}*10`,
		locale: 'en-GB',
	});
	const reason = 'More than was sent';
	await pc.call('transferIn.explain', { documentId, lineId: line.lineId, reason });
	await pc.call('transferIn.enterAllAsDue', { documentId });
	await pc.call('transferIn.receive', { documentId, intentId: crypto.randomUUID() });
	return documentId;
}
