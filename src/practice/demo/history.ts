// Four weeks of documents, made by the same handlers that serve the operations, so that stock and ledger agree.
import { multiply } from '../../shared/domain/decimal.ts';
import type { Refusal, Practice } from '../operations/handler.ts';
import { transferHandlers } from '../operations/transfer.ts';
import { wastageHandlers } from '../operations/wastage.ts';
import { transferNotes, wasteNotes } from './kitchen-words.ts';
import type { Place } from './fill.ts';
import type { DemoItem } from './items.ts';
import type { Chance } from './random.ts';
import type { ItemRecord } from '../../shared/service/inventory-item.ts';
import type { TransferRequest } from '../../shared/service/transfer.ts';

export interface HistorySize {
	readonly wastage: number;
	/** From each location to each other. */
	readonly inTransit: number;
	readonly otherTransfers: number;
}

const HOUR = 60 * 60 * 1000;
const noPage = { offset: 0, limit: 0 };
export const posting = <Body>(body: Body) => ({ path: {}, query: {}, body, page: noPage });
export const naming = (id: string) => ({ path: { id }, query: {}, body: undefined, page: noPage });

type Step = (later: () => void) => void;

/** What the history is made from. */
export interface Kitchen {
	readonly items: readonly DemoItem[];
	readonly practice: Practice;
	readonly chance: Chance;
}

export function addHistory(
	places: readonly Place[],
	size: HistorySize,
	kitchen: Kitchen,
	time: { from: number; to: number; setClock: (now: number) => void },
): void {
	const { chance } = kitchen;
	const ways = places.flatMap((from) =>
		places.filter((to) => to !== from).map((to) => ({ from, to })),
	);
	const past: Step[] = [
		...Array.from({ length: size.wastage }, (_, index) =>
			waste(chance.pick(places), index, kitchen),
		),
		...Array.from({ length: size.otherTransfers }, (_, index) =>
			transfer(chance.pick(ways), endings[index % endings.length] ?? 'draft', kitchen),
		),
	];
	// What is on its way left in the last days; the rest lies anywhere in the four weeks.
	const onTheWay = ways.flatMap((way) =>
		Array.from({ length: size.inTransit }, () => transfer(way, 'in-transit', kitchen)),
	);
	const steps = [...chance.some(past, past.length), ...chance.some(onTheWay, onTheWay.length)];
	const recent = time.to - 48 * HOUR;
	for (const [index, step] of steps.entries()) {
		const isPast = index < past.length;
		const [from, to] = isPast ? [time.from, recent] : [recent, time.to - 2 * HOUR];
		const place = isPast ? index / past.length : (index - past.length) / onTheWay.length;
		let now = Math.round(from + (to - from) * place);
		time.setClock(now);
		step(() => {
			now = Math.min(now + chance.whole(5, 40) * 60_000, time.to);
			time.setClock(now);
		});
	}
}

/** Most are approved; the rest wait somewhere on the way. */
const wasteEndings = ['approved', 'submitted', 'approved', 'draft', 'rejected'] as const;

function waste(place: Place, index: number, kitchen: Kitchen): Step {
	const { practice, chance } = kitchen;
	return (later) => {
		const reasons = practice.records.all('wasteReason');
		const items = sparesAt(place, null, chance.whole(1, 5), kitchen).map((spare) => ({
			itemId: spare.itemId,
			...partOf(spare, chance),
			wasteReasonId: chance.pick(reasons).id,
		}));
		const { id } = valueOf(
			wastageHandlers['wastage.create'](
				posting({
					locationId: place.locationId,
					date: new Date(practice.now()).toISOString(),
					description: chance.pick(wasteNotes),
					items,
				}),
				practice,
			),
		);
		const act = (verb: 'submit' | 'approve' | 'reject') => {
			later();
			const handler = wastageHandlers[`wastage.${verb}`];
			valueOf(handler(naming(id), practice));
		};
		const ending = wasteEndings[index % wasteEndings.length];
		if (ending !== 'draft') act('submit');
		if (ending === 'approved') act('approve');
		if (ending === 'rejected') act('reject');
	};
}

type TransferEnding =
	| 'draft'
	| 'requested'
	| 'submitted'
	| 'approved'
	| 'finalized'
	| 'in-transit'
	| 'partly-received'
	| 'received'
	| 'rejected';

const endings: readonly TransferEnding[] = [
	'received',
	'draft',
	'submitted',
	'received',
	'partly-received',
	'requested',
	'approved',
	'finalized',
	'rejected',
];

function transfer(way: { from: Place; to: Place }, ending: TransferEnding, kitchen: Kitchen): Step {
	const { practice } = kitchen;
	return (later) => {
		const body = transferRequest(way, kitchen);
		if (ending === 'requested') {
			const { id } = valueOf(transferHandlers['transferIn.create'](posting(body), practice));
			later();
			valueOf(transferHandlers['transferIn.submit'](naming(id), practice));
			return;
		}
		const out = valueOf(transferHandlers['transferOut.create'](posting(body), practice));
		const act = (verb: 'submit' | 'approve' | 'finalize' | 'reject') => {
			later();
			valueOf(transferHandlers[`transferOut.${verb}`](naming(out.id), practice));
		};
		if (ending === 'draft') return;
		act('submit');
		if (ending === 'submitted') return;
		if (ending === 'rejected') {
			act('reject');
			return;
		}
		act('approve');
		if (ending === 'approved') return;
		act('finalize');
		if (ending === 'finalized') return;
		later();
		sendAll(out.id, practice);
		if (ending === 'in-transit') return;
		for (let i = 0; i < 6; i++) later();
		receiveFrom(out.id, ending === 'received', practice);
	};
}

function transferRequest(
	{ from, to }: { from: Place; to: Place },
	kitchen: Kitchen,
): TransferRequest {
	const { practice, chance } = kitchen;
	return {
		fromLocationId: from.locationId,
		toLocationId: to.locationId,
		date: new Date(practice.now()).toISOString(),
		description: chance.pick(transferNotes),
		items: sparesAt(from, to, chance.whole(5, 12), kitchen).map((spare) => ({
			itemId: spare.itemId,
			quantities: [partOf(spare, chance)],
		})),
	};
}

/** An item of which there is enough. */
interface Spare {
	readonly itemId: string;
	/** Units of which at least three are there. */
	readonly units: ItemRecord['units'];
	readonly onHand: number;
}

/** So many items that the location has to spare in the area that stock is taken from, and that `to` keeps too. */
function sparesAt(
	{ locationId }: Place,
	to: Place | null,
	count: number,
	{ items, practice, chance }: Kitchen,
): Spare[] {
	const spares: Spare[] = [];
	for (const { record } of chance.some(items, items.length)) {
		if (spares.length === count) break;
		if (to && practice.ledger.firstArea(to.locationId, record.id) === undefined) continue;
		const area = practice.ledger.firstArea(locationId, record.id);
		const stock = practice.ledger
			.list({ locationId, itemId: record.id }, { offset: 0, limit: -1 })
			.rows.find((row) => row.storageAreaId === area);
		const onHand = Number(stock?.quantity ?? '0');
		const units = record.units.filter((unit) => Number(unit.conversionFactor) * 3 <= onHand);
		if (units.length > 0) spares.push({ itemId: record.id, units, onHand });
	}
	return spares;
}

/** At most a third of what is there, in one of its two smallest units. */
function partOf({ units, onHand }: Spare, chance: Chance) {
	const unit = chance.pick(units.slice(0, 2));
	const third = onHand / Number(unit.conversionFactor) / 3;
	return {
		uomId: unit.uomId,
		quantity:
			unit.decimals === 3
				? multiply(String(chance.whole(200, Math.floor(Math.min(third, 3.5) * 1000))), '0.001')
				: String(chance.whole(1, Math.floor(Math.min(third, unit.type === 'each' ? 6 : 2)))),
	};
}

function sendAll(id: string, practice: Practice): void {
	const out = practice.records.get('transferOut', id);
	const body = {
		transferId: id,
		date: new Date(practice.now()).toISOString(),
		items: (out?.items ?? []).map((line) => ({
			transferItemId: line.id,
			itemId: line.itemId,
			quantities: line.quantities ?? [],
			quantity: line.quantity,
		})),
	};
	valueOf(transferHandlers['transferOut.fulfill'](posting(body), practice));
}

/** Receives all of it, or leaves the last lines on the way. */
function receiveFrom(outId: string, whole: boolean, practice: Practice): void {
	const arrivalId = practice.records.get('transferOut', outId)?.counterpartId ?? '';
	const lines = practice.records.get('transferIn', arrivalId)?.items ?? [];
	const body = {
		transferId: arrivalId,
		date: new Date(practice.now()).toISOString(),
		items: lines.slice(0, whole ? lines.length : -2).map((line) => ({
			transferItemId: line.id,
			itemId: line.itemId,
			quantities: line.quantities ?? [],
			quantity: line.quantity,
		})),
	};
	valueOf(transferHandlers['transferIn.receive'](posting(body), practice));
}

export function valueOf<Value>(answer: { ok: true; value: Value } | Refusal): Value {
	if (!answer.ok) {
		throw new Error(`The history was refused: ${answer.detail} ${JSON.stringify(answer.fields)}`);
	}
	return answer.value;
}
