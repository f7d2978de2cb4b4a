// Weeks of documents up to now, made by the service's own handlers so that stock and ledger agree: deliveries, service
// days, waste, transfers, weekly counts. The last days have some open documents of every kind.
import { delivery, purchaseRequest, returnDraft } from './deliveries.ts';
import type { OrderEnding } from './deliveries.ts';
import type { Kitchen, Step } from './kitchen.ts';
import type { Place } from './places.ts';
import { count, production, sales } from './service-days.ts';
import { transfer } from './transfer.ts';
import type { TransferEnding, Way } from './transfer.ts';
import { waste } from './waste.ts';
import type { WasteEnding } from './waste.ts';

export interface HistorySize {
	readonly days: number;
	/** Days between deliveries to a location; Infinity for none. */
	readonly deliveryEvery: number;
	readonly productionEvery: number;
	readonly salesEvery: number;
	readonly wasteEvery: number;
	readonly countEvery: number;
	/** From each location to each neighbour: finished, and in transit. */
	readonly transfers: number;
	readonly inTransit: number;
	readonly open: number;
	/** Whether each location has an order that is late. */
	readonly late: boolean;
}

interface Happening {
	readonly at: number;
	readonly step: Step;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** @param time range of the history, epoch ms; `setClock` sets the practice clock. */
export function addHistory(
	kitchen: Kitchen,
	size: HistorySize,
	time: { from: number; to: number; setClock: (now: number) => void },
): void {
	const happenings = [...past(kitchen, size, time), ...recent(kitchen, size, time)];
	for (const { at, step } of happenings.sort((one, other) => one.at - other.at)) {
		let now = at;
		time.setClock(now);
		step((minutes = kitchen.chance.whole(5, 40)) => {
			now = Math.min(now + minutes * 60_000, time.to);
			time.setClock(now);
		});
	}
	time.setClock(time.to);
}

/** Now and then a delivery differs from its order, or a receipt from its transfer. */
const orderEndings: readonly OrderEnding[] = [
	'received',
	'received',
	'received-in-two',
	'received',
	'closed-short',
	'received-and-returned',
	'received',
	'rejected',
];
const transferEndings: readonly TransferEnding[] = [
	'received',
	'received-in-two',
	'received',
	'turned-away',
	'received-over',
	'received',
	'partly-received',
];
const wasteEndings: readonly WasteEnding[] = ['approved', 'approved', 'rejected', 'approved'];

function past(
	kitchen: Kitchen,
	size: HistorySize,
	{ from, to }: { from: number; to: number },
): Happening[] {
	const end = to - 2 * DAY;
	/** Every so many days at an hour, on different days per location. */
	const every = (days: number, hour: number, placeNo: number) => {
		const first = from + (placeNo % days) * DAY + hour * HOUR;
		return Array.from({ length: Math.ceil((end - first) / (days * DAY)) }, (_, index) => ({
			at: first + index * days * DAY,
			index: index + placeNo,
		}));
	};
	const since = (at: number) => (at - from) / (to - from);
	const atPlaces = kitchen.places.flatMap((place, no) => [
		...every(size.deliveryEvery, 7, no).map(({ at, index }) => ({
			at,
			step: delivery(place, nth(orderEndings, index), since(at), kitchen),
		})),
		...every(size.productionEvery, 10, no).map(({ at, index }) => ({
			at,
			step: production(place, index, kitchen),
		})),
		...every(size.wasteEvery, 15, no).map(({ at, index }) => ({
			at,
			step: waste(place, nth(wasteEndings, index), kitchen),
		})),
		...every(size.salesEvery, 22, no).map(({ at }) => ({ at, step: sales(place, kitchen) })),
		...every(size.countEvery, 23, no).map(({ at, index }) => ({
			at,
			step: count(place, index, kitchen),
		})),
	]);
	const ways = waysBetween(kitchen.places);
	const between = ways.flatMap((way, no) =>
		Array.from({ length: size.transfers }, (_, index) => ({
			at: from + ((index + no / ways.length) / size.transfers) * (end - from),
			step: transfer(way, nth(transferEndings, index + no), kitchen),
		})),
	);
	return [...atPlaces, ...between];
}

const openOrders: readonly OrderEnding[] = ['partly-received', 'approved', 'submitted', 'draft'];
const openWaste: readonly WasteEnding[] = ['submitted', 'draft', 'rejected', 'approved'];
const openTransfers: readonly TransferEnding[] = [
	'draft',
	'submitted',
	'requested',
	'approved',
	'finalized',
	'rejected',
	'partly-received',
];

function recent(kitchen: Kitchen, size: HistorySize, { to }: { to: number }): Happening[] {
	const ways = waysBetween(kitchen.places);
	const begin = to - 2 * DAY;
	const onTheWay = ways.flatMap((way) =>
		Array.from({ length: size.inTransit }, () => transfer(way, 'in-transit', kitchen)),
	);
	const open = Array.from({ length: size.open }, (_, index) => [
		waste(nth(kitchen.places, index), nth(openWaste, index), kitchen),
		transfer(nth(ways, index), nth(openTransfers, index), kitchen),
	]).flat();
	const ordered = kitchen.places.flatMap((place) => [
		...openOrders.map((ending) => delivery(place, ending, 1, kitchen)),
		returnDraft(place, 1, kitchen),
		purchaseRequest(place, kitchen),
	]);
	const steps = kitchen.chance.some(
		[...onTheWay, ...open, ...ordered],
		onTheWay.length + open.length + ordered.length,
	);
	const late = size.late
		? kitchen.places.map((place) => ({ at: to - HOUR, step: delivery(place, 'late', 1, kitchen) }))
		: [];
	// The last starts two hours ago, because steps take time.
	return [
		...steps.map((step, index) => ({
			at: begin + Math.round((index / steps.length) * (to - 2 * HOUR - begin)),
			step,
		})),
		...late,
	];
}

function waysBetween(places: readonly Place[]): Way[] {
	const next = places.map((from, index) => ({ from, to: nth(places, index + 1) }));
	const back = places.length > 2 ? next.map(({ from, to }) => ({ from: to, to: from })) : [];
	return [...next, ...back].filter(({ from, to }) => from !== to);
}

function nth<Value>(values: readonly Value[], index: number): Value {
	const value = values[index % values.length];
	if (value === undefined) throw new RangeError('There is none.');
	return value;
}
