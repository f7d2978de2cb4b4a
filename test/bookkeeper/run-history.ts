// Runs a history at the program and at the bookkeeper, and compares what both say.
import { valueOf, type Kitchen } from '../support/kitchen.ts';
import { refused } from '../support/verdicts.ts';
import { carry, caller, planOf, read, written, type Goods, type World } from './books-kept.ts';
import type { CountHistory, History, Step } from './history.ts';
import {
	Item,
	Place,
	Stock,
	boxOf,
	isNone,
	isSame,
	minus,
	plus,
	zero,
	type Fraction,
	type Together,
	type Unit,
} from './oracle.ts';

/** The program and the bookkeeper differ. */
export class Difference extends Error {}

const says = (what: string, program: string | null | undefined, books: Fraction | null): void => {
	const same =
		program === null || program === undefined || books === null
			? (program ?? null) === books
			: isSame(read(program), books);
	if (!same) {
		const theirs = books === null ? 'nothing' : written(books);
		throw new Difference(`${what}: ${String(program)} instead of ${theirs}`);
	}
};

const unitsOf = (goods: History['goods'][number], caseHolds: string | null): Unit[] => {
	const { basePlaces, twelfths } = goods;
	const base = { id: '1', holds: read('1'), places: basePlaces, basePlaces };
	if (twelfths) return [base, { id: '2', holds: { n: 1n, d: 12n }, places: 0, basePlaces }];
	if (caseHolds === null) return [base];
	return [{ id: '3', holds: read(caseHolds), places: 0, basePlaces }, base];
};

interface Counted {
	readonly goods: Goods;
	readonly item: Item;
}

export async function runHistory(history: History, world: World): Promise<void> {
	const { office, cellar } = world;
	const prefix = `h${String((world.number += 1))}`;
	const kinds = new Map<Goods, History['goods'][number]>();
	world.goods = history.goods.flatMap((each, at) =>
		['A-1', 'A-2'].slice(0, each.areas).map((areaId) => {
			const goods: Goods = {
				...{ itemId: `${prefix}-${String(at)}`, areaId, unitCost: each.unitCost },
				stock: new Stock(read(String(each.book))),
				shelves: ['A', 'B'].slice(0, each.shelves),
				units: unitsOf(each, each.caseHolds),
			};
			kinds.set(goods, each);
			return goods;
		}),
	);
	const tell = () => {
		world.tell(history.timeZone);
	};
	office.clock.sleep(history.hours * 3_600_000);
	tell();
	world.both = history.counts.some(({ steps }) => steps.some(({ kind }) => kind === 'other-pc'));
	await world.pull();
	const ended: Ended[] = [];
	for (const [at, count] of history.counts.entries()) {
		const around = { world, history, prefix: `${prefix}-${String(at)}`, kinds, tell };
		ended.push(...((await runCount(count, around)) ?? []));
	}
	const [first, second] = ended;
	if (first !== undefined && second !== undefined) compareTwo(office, first, second);
	// In the end nothing waits, and the service has what the bookkeeper says.
	await send(world);
	for (const { stock, itemId, areaId } of world.goods) {
		const rows = office.service.lists['inventoryItem.currentStock'] as {
			[name: string]: string;
		}[];
		const there = rows
			.filter((row) => row['itemId'] === itemId && row['storageAreaId'] === areaId)
			.reduce((sum, row) => plus(sum, read(row['quantity'] ?? '0')), zero);
		says(`the stock of ${itemId} in ${areaId} at the service`, written(there), stock.service);
	}
}

/** The network is there for as long as everything that waits needs. */
async function send({ office, goods }: World): Promise<void> {
	office.service.there = true;
	for (let turn = 0; turn < 20 && office.outbox.counts().waiting > 0; turn += 1)
		await office.send();
	const { waiting, needYou } = office.outbox.counts();
	if (waiting + needYou > 0) throw new Difference(`${String(needYou)} documents wait for somebody`);
	office.service.there = false;
	for (const { stock } of goods) stock.send();
}

interface Around {
	readonly world: World;
	readonly history: History;
	readonly prefix: string;
	readonly kinds: ReadonlyMap<Goods, History['goods'][number]>;
	readonly tell: () => void;
}

/** A submitted count, and the books that it was closed against. */
interface Ended {
	readonly stocktakeId: string;
	readonly items: readonly Counted[];
	readonly closed: ReadonlyMap<Item, Fraction>;
}

async function runCount(count: CountHistory, around: Around): Promise<Ended[]> {
	const { world, history, prefix, kinds, tell } = around;
	const { office, cellar, goods: all } = world;
	let order = 0;
	const tick = () => {
		office.clock.sleep(60_000);
		cellar.clock.setWallClock(office.clock.now());
		return (order += 1);
	};
	const { stocktakeId } = valueOf(
		office.calls['stocktake.open'](
			{
				...{ locationId: 'L-1', name: prefix, planId: null, intentId: `intent-${prefix}` },
				plan: planOf(count.together, count.blanks),
			},
			caller,
		),
	);
	let together: Together = count.together;
	const items: Counted[] = all.map((goods) => ({
		goods,
		item: new Item(goods.unitCost === null ? null : read(goods.unitCost), goods.stock.book()),
	}));
	const sheet = (of = stocktakeId, at = office) =>
		valueOf(at.calls['stocktake.sheet']({ stocktakeId: of }, caller));
	for (const { itemId, stockAreaId, lineNo } of sheet().lines) {
		const of = items.find(({ goods }) => goods.itemId === itemId && goods.areaId === stockAreaId);
		of?.item.places.push(new Place(lineNo, of.goods.units));
	}
	checkDay(sheet().summary.businessDate, office.clock.now(), history.timeZone);
	const places = () => items.flatMap((of) => of.item.places.map((place) => ({ ...of, place })));
	const at = <Each>(list: readonly Each[], pick: number): Each => {
		const found = list[pick % list.length];
		if (found === undefined) throw new Error('nothing to pick from');
		return found;
	};

	const enterAt = (
		kitchen: Kitchen,
		entry: { place: Place; unit: number; typed: string; by: string; book: Fraction },
		of = stocktakeId,
		rule = together,
	): void => {
		const { place, typed, by, book } = entry;
		const { id } = at(place.units, entry.unit);
		const now = tick();
		const taken = place.enter(typed, { unit: id, by, book, order: now }, rule);
		const reply = kitchen.calls['stocktake.enter'](
			{ stocktakeId: of, lineNo: place.no, unitId: id, typed, locale: 'en-GB', by },
			{ connection: kitchen === office ? 'office' : 'cellar' },
		);
		if (reply instanceof Promise) throw new Error('This call answers at once.');
		if (reply.ok !== taken)
			throw new Difference(`${typed} of unit ${id} is ${reply.ok ? 'taken' : 'refused'}`);
	};
	const bookThere = ({ goods }: Counted) => goods.stock.book();

	if (count.fill) {
		for (const of of places())
			enterAt(office, { place: of.place, unit: 60, typed: '4', by: 'Noor', book: bookThere(of) });
	}
	const mergeStep = (step: Extract<Step, { kind: 'other-pc' }>): void => {
		carry(office, cellar, stocktakeId, null);
		const before = places().map(({ place }) => ({ place, boxes: [...place.boxes] }));
		const enterAll = (kitchen: Kitchen, entries: typeof step.here, ours: boolean) => {
			const touched = new Map<Place, { by: string; order: number }[]>();
			for (const entry of entries) {
				const of = at(places(), entry.place);
				const others = of.place.boxes.some(({ by }) => by !== entry.by);
				const book = ours ? of.goods.stock.book() : of.goods.stock.copy;
				enterAt(kitchen, {
					place: of.place,
					unit: entry.unit,
					typed: entry.typed,
					by: entry.by,
					book,
				});
				const unit = at(of.place.units, entry.unit);
				const isRead = entry.typed === '' || boxOf(entry.typed, unit) !== null;
				if (!isRead || (others && (together === 'ask' || together === 'keep'))) continue;
				touched.set(of.place, [...(touched.get(of.place) ?? []), { by: entry.by, order }]);
			}
			return touched;
		};
		const here = enterAll(office, step.here, true);
		const mine = new Map(places().map(({ place }) => [place, place.boxes]));
		for (const { place, boxes } of before) place.boxes = boxes;
		const there = enterAll(cellar, step.there, false);
		let both = false;
		for (const { place } of before) {
			const ours = mine.get(place) ?? [];
			const theirs = place.boxes;
			const [typedHere, typedThere] = [here.get(place), there.get(place)];
			if (typedHere === undefined || typedThere === undefined) {
				if (typedThere === undefined) place.boxes = ours;
				continue;
			}
			const keyOf = (boxes: typeof ours) =>
				JSON.stringify(boxes.map(({ unit, by, base }) => `${unit} ${by} ${written(base)}`).sort());
			if (keyOf(ours) === keyOf(theirs)) {
				place.boxes = ours;
				continue;
			}
			both = true;
			const rule = together === 'ask' ? step.rule : together;
			// The other PC typed after this one.
			if (rule === 'replace') place.boxes = theirs;
			else if (rule === 'keep') place.boxes = ours;
			else place.boxes = summed(ours, theirs, new Set(typedThere.map(({ by }) => by)));
		}
		carry(cellar, office, stocktakeId, step.rule);
		if (both && together === 'ask') together = step.rule;
	};

	for (const step of count.steps) {
		tick();
		if (step.kind === 'enter') {
			const of = at(places(), step.place);
			enterAt(office, { ...step, place: of.place, book: bookThere(of) });
		} else if (step.kind === 'others') {
			at(items, step.item).goods.stock.move(read(String(step.quantity)));
			tell();
		} else if (step.kind === 'waste') {
			await waste(at(items, step.item).goods, office, `${prefix}-${String(order)}`, world);
		} else if (step.kind === 'pull') {
			await world.pull();
		} else if (step.kind === 'send') {
			await send(world);
			tell();
		} else if (step.kind === 'units') {
			const { goods } = at(items, step.item);
			const kind = kinds.get(goods);
			for (const each of all) {
				if (each.itemId === goods.itemId && kind !== undefined)
					each.units = unitsOf(kind, step.caseHolds);
			}
			tell();
			await world.pull();
		} else if (step.kind === 'add-place') {
			const { goods, item } = at(items, step.item);
			const { lineNo } = valueOf(
				office.calls['stocktake.addLine'](
					{
						...{ stocktakeId, itemId: goods.itemId, areaId: goods.areaId, by: 'Noor' },
						...{ behind: null, shelf: `S${String(order)}` },
					},
					caller,
				),
			);
			item.places.push(new Place(lineNo, goods.units));
		} else if (step.kind === 'keep') {
			const { item } = at(items, step.item);
			item.keep = step.keep;
			const lineNos = [item.places[0]?.no ?? 0];
			valueOf(
				office.calls['stocktake.keep']({ stocktakeId, lineNos, keep: step.keep, by: '' }, caller),
			);
		} else if (step.kind === 'recount') {
			const { item, goods } = at(items, step.item);
			const opened = valueOf(
				office.calls['stocktake.recount'](
					{
						...{ stocktakeId, recounter: 'Cleo', by: '' },
						...{
							lineNos: item.places.map(({ no }) => no),
							intentId: `recount-${prefix}-${String(order)}`,
						},
					},
					caller,
				),
			).stocktakeId;
			const again = new Map(item.places.map(({ no, units }) => [no, new Place(no, units)]));
			for (const { place, unit, typed } of step.entries) {
				const { no } = at(item.places, place);
				const of = again.get(no);
				if (of === undefined) continue;
				enterAt(
					office,
					{ place: of, unit, typed, by: 'Cleo', book: goods.stock.book() },
					opened,
					'ask',
				);
			}
			valueOf(office.calls['stocktake.finishRecount']({ stocktakeId: opened, by: '' }, caller));
			item.rounds.push({ round: (item.rounds.at(-1)?.round ?? 0) + 1000 + order, places: again });
			// A finished recount stands, whatever was chosen before it.
			if ([...again.values()].some(({ boxes }) => boxes.length > 0)) item.stands = null;
		} else if (step.kind === 'stand') {
			const { item } = at(items, step.item);
			const line = lineOf(review(office, stocktakeId), at(items, step.item));
			if (line.attempts.length < 2) continue;
			const first = line.attempts[0]?.round ?? 0;
			const lineNos = [item.places.at(-1)?.no ?? 0];
			valueOf(
				office.calls['stocktake.stand'](
					{ stocktakeId, lineNos, round: first, reason: 'Ben is right', by: '' },
					caller,
				),
			);
			// The first attempt is the first count, or where there was none the first round that counted some of it.
			const isCounted = item.places.some(({ boxes }) => boxes.length > 0);
			const round = item.rounds.find(({ places: of }) =>
				[...of.values()].some(({ boxes }) => boxes.length > 0),
			);
			item.stands = isCounted ? 0 : (round?.round ?? 0);
		} else mergeStep(step);
		compareReview(office, stocktakeId, items);
	}
	return finish(count, { ...around, stocktakeId, items, tick });
}

/** Of each person what they counted last, at whichever PC; who counted at one of them alone, what they counted there. */
function summed(
	ours: Place['boxes'],
	theirs: Place['boxes'],
	typedThere: ReadonlySet<string>,
): Place['boxes'] {
	const isTheirs = ({ by }: Place['boxes'][number]): boolean => typedThere.has(by);
	return [...ours.filter((box) => !isTheirs(box)), ...theirs.filter(isTheirs)];
}

const review = (office: Kitchen, stocktakeId: string) =>
	valueOf(office.calls['stocktake.review']({ stocktakeId }, caller));
type Review = ReturnType<typeof review>;

function lineOf({ lines }: Review, { goods }: Counted): Review['lines'][number] {
	const line = lines.find(
		({ itemId, areaId }) => itemId === goods.itemId && areaId === goods.areaId,
	);
	if (line === undefined) throw new Difference(`${goods.itemId} is not in the review`);
	return line;
}

/** @param closed the books that a submitted count was closed against. */
function compareReview(
	office: Kitchen,
	stocktakeId: string,
	items: readonly Counted[],
	closed?: ReadonlyMap<Item, Fraction>,
): void {
	const seen = review(office, stocktakeId);
	for (const of of items) {
		const line = lineOf(seen, of);
		const { goods, item } = of;
		const figures = item.figures(closed?.get(item) ?? goods.stock.book());
		const about = (what: string) => `${what} of ${goods.itemId} in ${goods.areaId}`;
		says(about('counted'), line.counted, figures.counted);
		says(about('the book'), line.book, figures.book);
		says(about('the variance'), line.variance, figures.variance);
		says(about('what moved'), line.moved, figures.moved);
		says(about('the adjustment'), line.adjustment, figures.adjustment);
		says(about('the cost'), line.adjustmentCost, figures.cost);
	}
	says('the total', seen.totals.adjustmentCost, bookedCost(items, closed));
}

/** The sum of what is booked; nothing where no cost of it is known. */
function bookedCost(
	items: readonly Counted[],
	closed?: ReadonlyMap<Item, Fraction>,
): Fraction | null {
	const booked = items
		.map(({ goods, item }) => item.figures(closed?.get(item) ?? goods.stock.book()))
		.filter(({ adjustment }) => adjustment !== null && !isNone(adjustment));
	const known = booked.flatMap(({ cost }) => cost ?? []);
	if (known.length === 0 && booked.length > 0) return null;
	return known.reduce(plus, zero);
}

async function waste(goods: Goods, office: Kitchen, id: string, world: World): Promise<void> {
	const saved = valueOf(
		office.calls['wastage.save'](
			{
				...{ documentId: null, revision: 0, locationId: 'L-1', description: '', locale: 'en-GB' },
				lines: [
					{
						...{ lineId: `line-${id}`, itemId: goods.itemId, reasonId: 'R-1', note: '', label: '' },
						boxes: [{ unitId: '1', typed: '6' }],
					},
				],
			},
			caller,
		),
	);
	const { documentId } = saved;
	valueOf(office.calls['wastage.submit']({ documentId, intentId: `intent-${id}` }, caller));
	const first = world.goods.find(({ itemId }) => itemId === goods.itemId);
	first?.stock.queue(minus(zero, read('6')));
	await office.clock.settle();
}

async function finish(
	count: CountHistory,
	at: Around & { stocktakeId: string; items: Counted[]; tick: () => number },
): Promise<Ended[]> {
	const { world, stocktakeId, items, tick, tell } = at;
	const { office } = world;
	const submit = (id: string) =>
		office.calls['stocktake.submit'](
			{ stocktakeId, intentId: `submit-${id}-${at.prefix}`, by: '' },
			caller,
		);
	// What waits before it is not what the service refuses.
	if (count.corrected !== undefined) await send(world);
	const blank = items.flatMap((of) => of.item.blank().map((place) => ({ ...of, place })));
	const nothing = items.every(({ item }) => item.places.every(({ boxes }) => boxes.length === 0));
	if (nothing) return [];
	const isZeroed = count.blanks === 'zero' || (count.blanks === 'ask' && count.zeroBlanks);
	if (blank.length > 0 && count.blanks === 'ask') {
		const reply = submit('early');
		if (reply instanceof Promise || reply.ok)
			throw new Difference('a count with a blank place was submitted');
		const lineNos = blank.map(({ place }) => place.no);
		const decide = count.zeroBlanks ? 'stocktake.confirmZero' : 'stocktake.leaveBlank';
		valueOf(office.calls[decide]({ stocktakeId, lineNos, by: '' }, caller));
	}
	if (isZeroed) {
		const order = tick();
		for (const { goods, place, item } of blank) {
			const own = item.places.find(({ no }) => no === place.no);
			const box = { unit: '1', by: 'Noor', base: zero, book: goods.stock.book(), order };
			own?.boxes.push(box);
		}
	}
	const open = valueOf(office.calls['cutOff.get']({ stocktakeId }, caller)).documents;
	const keys = open.map(({ key }) => key);
	if (keys.length > 0)
		valueOf(office.calls['cutOff.acknowledge']({ stocktakeId, keys, by: 'Noor' }, caller));
	valueOf(submit('first'));
	if (count.takenBack) await takeBack(office, stocktakeId, () => valueOf(submit('second')));
	const closed = new Map(items.map(({ goods, item }) => [item, goods.stock.book()]));
	compareReview(office, stocktakeId, items, closed);
	const lane = office.outbox.laneOf('stocktake', stocktakeId);
	const cost = bookedCost(items, closed);
	if (lane !== null && lane.actions.length > 0)
		says('the cost in the outbox', laneCost(office, stocktakeId), cost);
	const posted = items.flatMap(({ goods, item }) => {
		const { adjustment } = item.figures(closed.get(item) ?? zero);
		if (adjustment === null || isNone(adjustment)) return [];
		goods.stock.queue(adjustment);
		return [{ goods, item }];
	});
	if (count.corrected !== undefined && posted.length > 0) {
		await correct(count.corrected, { ...at, posted, closed });
		says('the cost in the outbox', laneCost(office, stocktakeId), bookedCost(items, closed));
	}
	compareReview(office, stocktakeId, items, closed);
	checkRecords(office, stocktakeId, items, closed);
	// What was queued is looked at while there is no network, so that nothing goes while the stock is read.
	await office.clock.settle();
	tell();
	return [{ stocktakeId, items, closed }];
}

const laneCost = (office: Kitchen, stocktakeId: string): string | null => {
	const { label } = office.store.durable
		.prepare<[string], { label: string }>(
			'SELECT label FROM lane WHERE document_id = ? ORDER BY rowid DESC',
		)
		.get(stocktakeId) ?? { label: '{}' };
	return (JSON.parse(label) as { cost: string | null }).cost;
};

async function takeBack(office: Kitchen, stocktakeId: string, again: () => void): Promise<void> {
	const lane = office.outbox.laneOf('stocktake', stocktakeId);
	if (lane === null || lane.actions.length === 0) return;
	const [step] = office.outbox
		.stepsOf('stocktake', stocktakeId)
		.filter(({ state }) => state === 'queued');
	if (step === undefined) return;
	const { counting } = office.settings;
	const tolerances = { all: { quantity: '1', percent: null, money: null }, byCategory: {} };
	Object.assign(office.settings, { counting: { ...counting, tolerances } });
	valueOf(
		office.calls['outbox.cancel']({ actionId: step.actionId, revision: step.revision }, caller),
	);
	const shown = review(office, stocktakeId).tolerances;
	Object.assign(office.settings, { counting });
	if (shown.all.quantity !== '1') throw new Difference('an old tolerance is shown');
	await office.clock.settle();
	office.clock.sleep(60_000);
	again();
}

/** The service refuses the posting, and somebody types another count of its first line or leaves it out. */
async function correct(
	typed: string | null,
	at: Around & {
		stocktakeId: string;
		items: Counted[];
		posted: readonly Counted[];
		closed: ReadonlyMap<Item, Fraction>;
	},
): Promise<void> {
	const { office } = at.world;
	const { stocktakeId } = at;
	const [first] = at.posted;
	if (first === undefined) return;
	const { goods, item } = first;
	const before = item.figures(at.closed.get(item) ?? zero).adjustment ?? zero;
	office.service.there = true;
	const verdict = office.service.verdict;
	office.service.verdict = refused;
	await office.send();
	office.service.verdict = verdict;
	office.service.there = false;
	const part = valueOf(office.calls['posting.get']({ stocktakeId }, caller)).parts[0];
	if (part?.state !== 'attention') throw new Difference('the posting was not refused');
	const resume = (
		lines: { itemId: string; areaId: string; typed: string | null; reason: string }[],
	) =>
		office.calls['posting.resume'](
			{
				...{ stocktakeId, actionId: part.actionId, revision: part.revision },
				...{ lines, locale: 'en-GB', by: 'Noor' },
			},
			caller,
		);
	const line = { itemId: goods.itemId, areaId: goods.areaId, typed, reason: 'Counted once more' };
	const base = goods.units.find(({ id }) => id === '1');
	const taken = typed === null ? zero : base === undefined ? null : boxOf(typed, base);
	const reply = resume([line]);
	if (reply instanceof Promise) throw new Error('This call answers at once.');
	if (reply.ok !== (taken !== null))
		throw new Difference(`${String(typed)} is ${reply.ok ? 'taken' : 'refused'}`);
	if (taken === null) {
		valueOf(resume([]));
		return;
	}
	item.corrected = typed === null ? 'out' : taken;
	const after = item.figures(at.closed.get(item) ?? zero).adjustment ?? zero;
	goods.stock.queue(minus(after, before));
	await office.clock.settle();
}

/** The evidence and the history show what the review shows. */
function checkRecords(
	office: Kitchen,
	stocktakeId: string,
	items: readonly Counted[],
	closed: ReadonlyMap<Item, Fraction>,
): void {
	const { columns, rows } = valueOf(office.calls['evidence.get']({ stocktakeId }, caller));
	const cell = (row: readonly string[], name: string): string | null =>
		row[columns.indexOf(name)] || null;
	for (const { goods, item } of items) {
		const { counted, adjustment, cost } = item.figures(closed.get(item) ?? zero);
		const row = rows.find(
			(each) =>
				cell(each, 'Record') === 'line' &&
				cell(each, 'Code') === goods.itemId &&
				cell(each, 'Stock area') === goods.areaId,
		);
		says(`counted of ${goods.itemId} in the evidence`, row && cell(row, 'Quantity'), counted);
		says(`to book of ${goods.itemId} in the evidence`, row && cell(row, 'To book'), adjustment);
		says(`the value of ${goods.itemId} in the evidence`, row && cell(row, 'Value'), cost);
	}
	for (const itemId of new Set(items.map(({ goods }) => goods.itemId))) {
		const stood = items.flatMap(({ goods, item }) => {
			const { counted } = item.figures(closed.get(item) ?? zero);
			return goods.itemId !== itemId || item.corrected === 'out' ? [] : (counted ?? []);
		});
		const trend = office.calls['countHistory.trend']({ locationId: 'L-1', itemId }, caller);
		if (trend instanceof Promise) throw new Error('This call answers at once.');
		const points = trend.ok ? trend.value.points : [];
		const point = points.find((each) => each.stocktakeId === stocktakeId);
		says(
			`${itemId} in the history`,
			point?.counted,
			stood.length === 0 ? null : stood.reduce(plus, zero),
		);
	}
}

/** Two counts of an item are compared where both counted it in the same areas. */
function compareTwo(office: Kitchen, first: Ended, second: Ended): void {
	const asked = { firstId: first.stocktakeId, secondId: second.stocktakeId };
	const { items } = valueOf(office.calls['countHistory.compare'](asked, caller));
	const countedIn = ({ items: all, closed }: Ended, id: string): Map<string, Fraction> =>
		new Map(
			all.flatMap(({ goods, item }) => {
				const { counted } = item.figures(closed.get(item) ?? zero);
				return goods.itemId === id && counted !== null ? [[goods.areaId, counted]] : [];
			}),
		);
	for (const { itemId, difference } of items) {
		const [then, now] = [countedIn(first, itemId), countedIn(second, itemId)];
		const same = then.size > 0 && [...then.keys()].join() === [...now.keys()].join();
		const sumOf = (areas: Map<string, Fraction>) => [...areas.values()].reduce(plus, zero);
		says(`the difference of ${itemId}`, difference, same ? minus(sumOf(now), sumOf(then)) : null);
	}
}

/** The day of a location whose day begins at five. */
function checkDay(shown: string, now: number, timeZone: string): void {
	const local = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	}).format(now);
	const [day = '', time = ''] = local.split(' ');
	const early = time < '05:00';
	const expected = early
		? new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
		: day;
	if (shown !== expected) throw new Difference(`the day is ${shown} instead of ${expected}`);
}
