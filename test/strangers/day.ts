// A busy offline day at one PC: waste, transfers, purchases, receipts, returns and a count. Remembers entries in the practice service's
// terms, to compare with the service at the end.
import Big from 'big.js';
import { createChance, type Chance } from '../../src/practice/demo/random.ts';
import type { TestPc } from '../support/pc.ts';
import type { Stranger } from './stranger.ts';
import { serverIdOf } from '../../src/main/core/document/document-id.ts';
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
import { enterPurchases, expectedOrder } from './purchases.ts';
import { enterReturns, returning } from './returns.ts';

/**
 * Enters everything at one location, offline.
 * @param which index of the location in the seed's order
 */
export async function enterDay(pc: TestPc, stranger: Stranger, which: number): Promise<Entry[]> {
	const chance = createChance(stranger.composition.seed + 101);
	const place = await placeOf(pc, chance, which);
	const { items } = place;
	const entries: Entry[] = [];
	const enter = async (entering: Promise<Entry | readonly Entry[]>): Promise<void> => {
		// Entries a broken service cannot support are refused with a message, and the day continues.
		const entered = await (stranger.composition.broken === null
			? entering
			: entering.catch(() => []));
		entries.push(...[entered].flat());
	};
	const [arrival] = place.arrivals;
	const arriving =
		arrival === undefined ? [] : (await pc.call('transfer.get', { documentId: arrival })).lines;
	if (arrival !== undefined) await enter(receive(pc, stranger, arrival));
	const order = await expectedOrder(pc, place.locationId);
	const returns = await returning(pc, place.locationId);
	// Nothing else moves the counted items today, so their stock shows the count's effect.
	const moving = [
		...[...arriving, ...(order?.lines ?? [])].map(({ item }) => item.itemId),
		...returns.itemIds,
	];
	const still = items.filter(({ itemId }) => !moving.includes(itemId));
	const counted = new Set(still.slice(0, 3).map(({ itemId }) => itemId));
	const moved = items.filter(({ itemId }) => !counted.has(itemId));
	for (let left = chance.whole(2, 4); left > 0; left -= 1) {
		await enter(waste(pc, stranger, chance, place, moved));
	}
	for (let left = chance.whole(1, 2); left > 0; left -= 1) {
		await enter(transfer(pc, stranger, chance, place, moved));
	}
	if (chance.happens(0.3)) {
		// The same waste twice, as happens.
		const lines = linesOf(chance, moved);
		await enter(waste(pc, stranger, chance, place, moved, lines));
		await enter(waste(pc, stranger, chance, place, moved, lines));
	}
	await enter(change(pc, stranger, place.locationId));
	for (const purchase of enterPurchases(pc, stranger, place, order)) await enter(purchase());
	for (const back of enterReturns(pc, stranger, place, returns)) await enter(back());
	await enter(count(pc, stranger, place.locationId, counted));
	return entries;
}

async function placeOf(pc: TestPc, chance: Chance, which: number): Promise<Place> {
	const { locations } = await pc.call('location.list', {});
	const { reasons } = await pc.call('wasteReason.list', {});
	const places = await Promise.all(
		locations.map(async ({ locationId }) => {
			const { documents } = await pc.call('transfer.list', { locationId });
			const arrivals = documents.filter(
				(each) => each.kind === 'transferIn' && each.move === 'ours',
			);
			return { locationId, arrivals: arrivals.map(({ documentId }) => documentId) };
		}),
	);
	const inOrder = chance.some(places, 2);
	const [here, there] = which === 0 ? inOrder : inOrder.reverse();
	if (here === undefined || there === undefined) throw new Error('There are no two locations.');
	await pc.call('settings.set', { locationId: here.locationId });
	const items = new Map<string, { unitId: string; places: number }>();
	for (const text of ['a', 'b', 'c', 'p', 's']) {
		const found = await pc.call('item.search', { text, locationId: here.locationId, limit: 20 });
		for (const { itemId, units, onHand } of found.items) {
			const unit = units.find(({ factor }) => factor.numerator === factor.denominator);
			if (unit !== undefined && onHand !== null)
				items.set(itemId, { unitId: unit.unitId, places: unit.places });
		}
	}
	return {
		...here,
		otherLocationId: there.locationId,
		items: [...items].map(([itemId, unit]) => ({ itemId, ...unit })),
		reasons: reasons.map(({ reasonId }) => reasonId),
	};
}

async function waste(
	pc: TestPc,
	stranger: Stranger,
	chance: Chance,
	place: Place,
	items: Place['items'],
	lines = linesOf(chance, items),
): Promise<Entry> {
	const reasonId = chance.pick(place.reasons);
	return documentEntry(stranger, 'wastage', place, lines, someText(chance), async (description) => {
		const { documentId } = await pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId: place.locationId,
			locale,
			description,
			lines: typedLines(lines).map((line) => ({ ...line, reasonId })),
		});
		await pc.call('wastage.submit', { documentId, ...intent() });
		return documentId;
	});
}

async function transfer(
	pc: TestPc,
	stranger: Stranger,
	chance: Chance,
	place: Place,
	items: Place['items'],
): Promise<Entry> {
	const lines = linesOf(chance, items);
	return documentEntry(
		stranger,
		'transferOut',
		place,
		lines,
		someText(chance),
		async (description) => {
			const { documentId } = await pc.call('transferOut.save', {
				documentId: null,
				revision: 0,
				locale,
				description,
				locationId: place.locationId,
				otherLocationId: place.otherLocationId,
				lines: typedLines(lines),
			});
			await pc.call('transferOut.submit', { documentId, ...intent() });
			return documentId;
		},
	);
}

async function receive(pc: TestPc, stranger: Stranger, documentId: string): Promise<Entry> {
	const filled = await pc.call('transferIn.enterAllAsDue', { documentId });
	await pc.call('transferIn.receive', { documentId, ...intent() });
	const own = stranger.dialect.ownId(serverIdOf('transferIn', documentId) ?? '');
	const received = () =>
		new Map(
			(stranger.practice.records.get('transferIn', own)?.items ?? []).map((line) => [
				line.id,
				line.quantityReceived ?? '0',
			]),
		);
	const before = received();
	const due = filled.lines.map(
		(line) => [stranger.dialect.ownId(line.lineId), line.entry?.total ?? '0'] as const,
	);
	const times = () => {
		const now = received();
		const each = due
			.filter(([, total]) => !new Big(total).eq(0))
			.map(([lineId, total]) =>
				new Big(now.get(lineId) ?? '0')
					.minus(before.get(lineId) ?? '0')
					.div(total)
					.round(2)
					.toNumber(),
			);
		return Math.max(0, ...each);
	};
	return { what: 'receipt', documentId, content: `receipt|${own}`, effects: 1, times };
}

/** A whole number, whatever the places of the unit. */
const oneMore = (typed: string): string => new Big(typed).round(0, Big.roundUp).plus(1).toFixed();

const sumOf = (quantities: readonly string[]): Big =>
	quantities.reduce((sum, each) => sum.plus(each), new Big(0));

/** Corrects and submits waste that was rejected or never submitted. */
async function change(pc: TestPc, stranger: Stranger, locationId: string): Promise<Entry[]> {
	const { documents } = await pc.call('wastage.list', { locationId });
	for (const { documentId: at } of documents) {
		const serverId = serverIdOf('wastage', at);
		if (serverId === null) continue;
		if ((await pc.call('wastage.get', { documentId: at })).edit === null) continue;
		const own = stranger.dialect.ownId(serverId);
		const draft = await pc.call('wastage.edit', { documentId: at });
		const lines = draft.lines.map(({ lineId, item, boxes, reasonId, label, note }) => ({
			lineId,
			itemId: item.itemId,
			reasonId,
			label,
			note,
			boxes: boxes.map(({ unitId, typed }) => ({ unitId, typed: oneMore(typed) })),
		}));
		const { documentId, revision, description } = draft;
		await pc.call('wastage.save', {
			documentId,
			revision,
			locationId,
			description,
			locale,
			lines,
		});
		await pc.call('wastage.submit', { documentId, ...intent() });
		const entered = sumOf(lines.flatMap(({ boxes }) => boxes.map(({ typed }) => typed)));
		const there = () => stranger.practice.records.get('wastage', own);
		const quantities = () => (there()?.items ?? []).map(({ quantity }) => quantity);
		const times = () => (sumOf(quantities()).eq(entered) ? 1 : 0);
		return [
			{
				what: 'change',
				documentId,
				changes: at,
				content: `change|${own}`,
				effects: 2,
				times,
				submitted: () => (['draft', 'rejected'].includes(there()?.status ?? 'draft') ? 0 : 1),
			},
		];
	}
	return [];
}

async function count(
	pc: TestPc,
	stranger: Stranger,
	locationId: string,
	items: ReadonlySet<string>,
): Promise<Entry[]> {
	const { locations } = await pc.call('location.list', {});
	const areaIds = locations
		.find((each) => each.locationId === locationId)
		?.areas.map((each) => each.areaId);
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Strangers',
		plan: { scope: { kind: 'areas', areaIds: areaIds ?? [] } },
		...intent(),
	});
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const chosen = lines
		.filter((line) => items.has(line.itemId) && line.expected !== null)
		.slice(0, 3);
	if (chosen.length === 0) return [];
	for (const [index, line] of chosen.entries()) {
		const unit = line.units.find(({ factor }) => factor.numerator === factor.denominator);
		const typed = new Big(line.expected ?? '0')
			.abs()
			.round(0)
			.plus(index + 2)
			.toFixed();
		await pc.call('stocktake.enter', {
			stocktakeId,
			lineNo: line.lineNo,
			unitId: unit?.unitId ?? '',
			typed,
			locale,
		});
	}
	const { documents } = await pc.call('cutOff.get', { stocktakeId });
	const keys = documents.flatMap(({ key, acknowledged }) => (acknowledged === null ? [key] : []));
	if (keys.length > 0) await pc.call('cutOff.acknowledge', { stocktakeId, keys });
	await pc.call('stocktake.submit', { stocktakeId, ...intent() });
	const own = stranger.dialect.ownId(locationId);
	const changes = () =>
		stranger.practice.records.all('stockChange').filter((each) => each.locationId === own);
	const before = changes().length;
	return [
		{
			what: 'count',
			documentId: stocktakeId,
			content: `count|${own}`,
			effects: 1,
			times: () => changes().length - before,
		},
	];
}
