// The work of the tour at one location, entered while the service is away.
import Big from 'big.js';
import type { CallOutput } from '../../src/shared/bridge/contract.ts';
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import type { Call } from './driving.ts';
import { documentEffects, timesAdded, type Effect, type Recognition } from './effects.ts';
import type { Shown } from './service.ts';
import { serverIdOf } from '../../src/main/core/document/document-id.ts';

type Location = CallOutput<'location.list'>['locations'][number];

interface Desk {
	call: Call;
	before: Shown;
	recognition: Recognition;
	step: (words: string) => void;
}

/** Each method enters work. @returns what the service must have afterwards, once */
export class Entering {
	readonly #desk: Desk;
	readonly #here: Location;
	/** What they come to is moving: a count leaves them out. */
	readonly #orderedItems = new Set<string>();
	/** The draft of a return, and what it has. */
	#return: {
		documentId: string;
		orderId: string;
		entered: Parameters<typeof documentEffects>[3];
	} | null = null;

	constructor(desk: Desk, here: Location) {
		this.#desk = desk;
		this.#here = here;
	}

	async receiveTransfer(): Promise<Effect[]> {
		const { call, before, step } = this.#desk;
		const { locationId } = this.#here;
		const { documents } = await call('transfer.list', { locationId });
		const arrival = documents.find(
			(each) => each.kind === 'transferIn' && each.move === 'ours' && each.standing === 'service',
		);
		if (!arrival) throw new Error('No transfer is on its way to this location.');
		const { documentId } = arrival;
		const [first] = (await call('transfer.get', { documentId })).lines;
		if (!first) throw new Error('The transfer on its way has no lines.');
		const [unit] = first.item.units.filter(
			(each) => each.factor.numerator === each.factor.denominator,
		);
		// One line is missing; the others are as sent.
		await call('transferIn.enter', {
			documentId,
			lineId: first.lineId,
			unitId: unit?.unitId ?? first.boxes[0]?.unitId ?? '',
			typed: '0',
			locale: 'en-GB',
		});
		await call('transferIn.explain', {
			documentId,
			lineId: first.lineId,
			reason: 'Not on the van',
		});
		const filled = await call('transferIn.enterAllAsDue', { documentId });
		await call('transferIn.receive', { documentId, intentId: crypto.randomUUID() });
		const serverId = serverIdOf('transferIn', documentId);
		const receivedBefore = new Map(
			before.transfersIn
				.find((each) => each.id === serverId)
				?.items?.map((line) => [line.id, line.quantityReceived ?? '0']),
		);
		step('received a transfer, one line short');
		return filled.lines
			.map((line) => ({ ...line, came: line.entry?.total ?? '0' }))
			.filter(({ came }) => !new Big(came).eq(0))
			.map((line) => ({
				what: `received ${line.item.name}`,
				found: (shown) => {
					const now = shown.transfersIn
						.find((each) => each.id === serverId)
						?.items?.find((each) => each.id === line.lineId)?.quantityReceived;
					return timesAdded(receivedBefore.get(line.lineId) ?? '0', line.came, now ?? '0');
				},
			}));
	}

	async receiveOrder(): Promise<Effect[]> {
		const { call, before, step } = this.#desk;
		const { locationId } = this.#here;
		const { deliveries } = await call('delivery.list', { locationId });
		const expected = deliveries.find(({ due, waiting }) => due > 1 && waiting === 0);
		if (!expected) throw new Error('No order with two lines is expected at this location.');
		const { documentId } = expected;
		const { lines } = await call('delivery.get', { documentId });
		const [short, ...others] = lines.filter(({ entry }) => entry?.due !== '0');
		const unit = short?.item.units.at(-1);
		if (!short || !unit) throw new Error('The order has no line to leave out.');
		const { lineId } = short;
		// One line did not come; the others are as ordered.
		await call('delivery.enter', {
			documentId,
			lineId,
			unitId: unit.unitId,
			typed: '0',
			locale: 'en-GB',
		});
		await call('delivery.explain', { documentId, lineId, reason: 'Not on the van' });
		await call('delivery.enterAllAsDue', { documentId });
		const number = `TOUR-${crypto.randomUUID().slice(0, 8)}`;
		const invoice = { number, day: null, total: '', differenceIs: '', isAnother: false } as const;
		await call('delivery.invoice', { documentId, invoice, locale: 'en-GB' });
		await call('delivery.receive', { documentId, intentId: crypto.randomUUID() });
		for (const { item } of lines) this.#orderedItems.add(item.itemId);
		step('received an order, one line short');
		const serverId = serverIdOf('purchaseOrder', documentId);
		await this.#draftReturn(documentId);
		const lineIn = (shown: Shown, id: string) =>
			shown.orders.find((each) => each.id === serverId)?.items.find((line) => line.id === id);
		return others.flatMap(({ lineId: id, item }): Effect[] => {
			const line = lineIn(before, id);
			if (line === undefined) return [];
			const { quantity, quantityReceived } = line;
			const rest = new Big(quantity).minus(quantityReceived).toFixed();
			const found = (shown: Shown) =>
				timesAdded(quantityReceived, rest, lineIn(shown, id)?.quantityReceived ?? '0');
			return [{ what: `received ${item.name} of an order`, found }];
		});
	}

	/** One piece of a line is to go back to the supplier; the service does not have its receipt yet. */
	async #draftReturn(documentId: string): Promise<void> {
		const { call, step } = this.#desk;
		const { locationId } = this.#here;
		const { receipts } = await call('return.receipts', { locationId, documentId });
		const receipt = receipts.find(({ receiptDraftId }) => receiptDraftId !== null);
		const line = receipt?.lines.find(({ left }) => new Big(left).gte(1));
		const unit = line?.item.units.at(-1);
		if (!receipt || !line || !unit) throw new Error('Nothing of the receipt can go back.');
		const { orderId, receivingId, receiptDraftId } = receipt;
		const begun = await call('return.begin', {
			locationId,
			orderId,
			receivingId,
			receiptDraftId,
			lineIds: [line.lineId],
			intentId: crypto.randomUUID(),
		});
		const marker = `Tour return ${crypto.randomUUID().slice(0, 8)}`;
		const draft = await call('returnOrder.get', begun);
		await call('returnOrder.save', {
			...draft,
			description: marker,
			locale: 'en-GB',
			lines: draft.lines.map((each) => ({
				...each,
				itemId: each.item.itemId,
				boxes: [{ unitId: unit.unitId, typed: '1' }],
				itemCondition: 'Open',
				returnReason: 'Damaged',
			})),
		});
		step('drafted a return of a line of it');
		const entered = { marker, lines: [{ itemId: line.item.itemId, quantity: '1' }] };
		this.#return = { documentId: begun.documentId, orderId, entered };
	}

	/** Once the service has the receipt. */
	async sendBack(): Promise<Effect[]> {
		const { call, step, recognition } = this.#desk;
		if (this.#return === null) throw new Error('No return was drafted.');
		const { documentId, orderId, entered } = this.#return;
		await call('return.ask', { locationId: this.#here.locationId, orderId });
		await call('returnOrder.submit', { documentId, intentId: crypto.randomUUID() });
		step('sent it back to the supplier');
		return documentEffects('return', 'returnOrder', (shown) => shown.returns, entered, recognition);
	}

	async count(): Promise<Effect[]> {
		const { call, before, step } = this.#desk;
		const { locationId, areas: all } = this.#here;
		const areas = all.filter((area) => area.items >= 20).slice(0, 2);
		const { stocktakeId } = await call('stocktake.open', {
			locationId,
			name: 'Tour count',
			plan: { scope: { kind: 'areas', areaIds: areas.map((area) => area.areaId) } },
			intentId: crypto.randomUUID(),
		});
		const { lines } = await call('stocktake.sheet', { stocktakeId });
		// What is received now changes these items' book: leave them to the next count.
		const moving = new Set(
			(await call('transfer.list', { locationId })).documents
				.filter((each) => each.kind === 'transferIn' && each.standing !== 'service')
				.map((each) => each.documentId),
		);
		const movingItems = new Set(this.#orderedItems);
		for (const documentId of moving) {
			for (const line of (await call('transfer.get', { documentId })).lines)
				movingItems.add(line.item.itemId);
		}
		const chosen = areas.flatMap((area) =>
			lines
				.filter(
					(line) =>
						line.areaId === area.areaId && line.expected !== null && !movingItems.has(line.itemId),
				)
				.slice(0, 20),
		);
		const entered = new Map<string, { line: SheetLine; total: string }>();
		for (const [index, line] of chosen.entries()) {
			const base = line.units.find((unit) => unit.factor.numerator === unit.factor.denominator);
			if (!base) throw new Error(`${line.name} has no base unit.`);
			const saved = await call('stocktake.enter', {
				stocktakeId,
				lineNo: line.lineNo,
				unitId: base.unitId,
				typed: index % 10 === 0 ? '0' : `${String(index + 1)}+3`,
				locale: 'en-GB',
			});
			if (saved.line.total === null) throw new Error(`${line.name} is still uncounted.`);
			entered.set(`${locationId} ${line.areaId} ${line.itemId}`, {
				line,
				total: saved.line.total,
			});
		}
		const { documents } = await call('cutOff.get', { stocktakeId });
		const keys = documents.flatMap(({ key, acknowledged }) => (acknowledged === null ? [key] : []));
		if (keys.length > 0) await call('cutOff.acknowledge', { stocktakeId, keys });
		await call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
		step(`counted ${String(chosen.length)} lines in ${String(areas.length)} areas`);
		return [...entered]
			.filter(([key, { total }]) => !new Big(before.stock.get(key) ?? '0').eq(total))
			.map(([key, { line, total }]) => ({
				what: `counted ${line.name}`,
				found: (shown) => {
					const book = before.stock.get(key) ?? '0';
					return timesAdded(
						book,
						new Big(total).minus(book).toFixed(),
						shown.stock.get(key) ?? '0',
					);
				},
			}));
	}

	async logWastes(): Promise<Effect[]> {
		const { call, step, recognition } = this.#desk;
		const { locationId } = this.#here;
		const { reasons } = await call('wasteReason.list', {});
		const { items } = await call('item.search', { text: 'a', locationId, limit: 6 });
		const effects: Effect[] = [];
		for (let number = 1; number <= 3; number += 1) {
			const marker = `Tour waste ${String(number)} ${crypto.randomUUID().slice(0, 8)}`;
			const entered = items.slice(number - 1, number + 1).map((item, index) => ({
				itemId: item.itemId,
				quantity: String(index + number),
			}));
			const { documentId } = await call('wastage.save', {
				documentId: null,
				revision: 0,
				locationId,
				description: marker,
				locale: 'en-GB',
				lines: items.slice(number - 1, number + 1).map((item, index) => ({
					lineId: crypto.randomUUID(),
					itemId: item.itemId,
					boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(index + number) }],
					reasonId: reasons[index]?.reasonId ?? null,
					note: '',
				})),
			});
			await call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
			effects.push(
				...documentEffects(
					`waste ${String(number)}`,
					'wastage',
					(shown) => shown.wastage,
					{ marker, lines: entered },
					recognition,
				),
			);
		}
		step('logged 3 wastes');
		return effects;
	}

	async sendTransfer(): Promise<Effect[]> {
		const { call, step, recognition } = this.#desk;
		const { locationId } = this.#here;
		const { locations } = await call('location.list', {});
		const to = locations.find((each) => each.locationId !== locationId);
		if (!to) throw new Error('There is no other location to send to.');
		const marker = `Tour transfer ${crypto.randomUUID().slice(0, 8)}`;
		const { items } = await call('item.search', { text: 'b', locationId, limit: 3 });
		const { documentId } = await call('transferOut.save', {
			documentId: null,
			revision: 0,
			locationId,
			otherLocationId: to.locationId,
			description: marker,
			locale: 'en-GB',
			lines: items.map((item, index) => ({
				lineId: crypto.randomUUID(),
				itemId: item.itemId,
				boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(index + 1) }],
				note: '',
			})),
		});
		await call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
		step('sent a transfer');
		const lines = items.map(({ itemId }, index) => ({ itemId, quantity: String(index + 1) }));
		return documentEffects(
			'transfer',
			'transferOut',
			(shown) => shown.transfersOut,
			{ marker, lines },
			recognition,
		);
	}
}

/** @throws if no location has enough to do */
export async function chooseLocation(call: Call): Promise<Location> {
	const { locations } = await call('location.list', {});
	for (const location of locations) {
		const { documents } = await call('transfer.list', { locationId: location.locationId });
		const arrives = documents.some((each) => each.kind === 'transferIn' && each.move === 'ours');
		const { deliveries } = await call('delivery.list', { locationId: location.locationId });
		const isExpected = deliveries.some(({ due }) => due > 1);
		if (arrives && isExpected && location.areas.filter((area) => area.items >= 20).length >= 2)
			return location;
	}
	throw new Error('No location has two areas to count, a transfer on its way and an order due.');
}
