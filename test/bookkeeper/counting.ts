// Actions on an open count, at program and bookkeeper alike.
import { enterBox } from '../support/counting.ts';
import { refusalOf, type Kitchen } from '../support/kitchen.ts';
import { carry, planOf, read, send, unitsOf, written, type World } from './books-kept.ts';
import { Difference, checkDay, compareReview, lineOf, review, type Counted } from './compare.ts';
import type { CountHistory, Step } from './history.ts';
import { Item, Place, boxOf, minus, zero, type Fraction, type Together } from './oracle.ts';
import { Acts } from './undo-oracle.ts';

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

const at = <Each>(list: readonly Each[], pick: number): Each => {
	const found = list[pick % list.length];
	if (found === undefined) throw new Error('nothing to pick from');
	return found;
};

/** A count kept by both. */
export class Counting {
	readonly world: World;
	readonly prefix: string;
	readonly stocktakeId: string;
	readonly items: readonly Counted[];
	together: Together;
	#order = 0;
	/** The end of each tick, and the books then. */
	readonly #then: { at: number; order: number; books: Map<Counted, Fraction> }[] = [];
	/** Undo history; null once another PC counted too, because its clock tells its actions apart. */
	#acts: Acts | null = new Acts();

	constructor(world: World, count: CountHistory, prefix: string) {
		this.world = world;
		this.prefix = prefix;
		this.together = count.together;
		const { office } = world;
		const plan = planOf(count.together, count.blanks);
		const input = {
			locationId: 'L-1',
			name: prefix,
			templateId: null,
			intentId: `intent-${prefix}`,
		};
		this.stocktakeId = office.call('stocktake.open', { ...input, plan }).stocktakeId;
		this.items = world.goods.map((goods) => ({
			goods,
			item: new Item(goods.unitCost === null ? null : read(goods.unitCost), goods.stock.book()),
		}));
		const { lines, summary } = office.call('stocktake.sheet', { stocktakeId: this.stocktakeId });
		for (const { itemId, stockAreaId, lineNo } of lines) {
			const of = this.items.find(
				({ goods }) => goods.itemId === itemId && goods.areaId === stockAreaId,
			);
			of?.item.places.push(new Place(lineNo, of.goods.units));
		}
		checkDay(summary.businessDate, office.clock.now(), world.timeZone);
		if (!count.fill) return;
		for (const of of this.places())
			this.#enter(office, { ...of, unit: 60, typed: '4', by: 'Noor', book: of.goods.stock.book() });
	}

	places(): (Counted & { place: Place })[] {
		return this.items.flatMap((of) => of.item.places.map((place) => ({ ...of, place })));
	}

	tick(): number {
		const { office, cellar } = this.world;
		const books = new Map(this.items.map((of) => [of, of.goods.stock.book()]));
		this.#then.push({ at: office.clock.now(), order: this.#order + 0.5, books });
		office.clock.sleep(60_000);
		cellar.clock.setWallClock(office.clock.now());
		return (this.#order += 1);
	}

	#enter(
		kitchen: Kitchen,
		entry: { place: Place; unit: number; typed: string; by: string; book: Fraction },
		stocktakeId = this.stocktakeId,
		rule = this.together,
	): void {
		const { place, typed, by, book } = entry;
		const { id } = at(place.units, entry.unit);
		const order = this.tick();
		const enter = () => place.enter(typed, { unit: id, by, book, order }, rule);
		const isOfCount = stocktakeId === this.stocktakeId && this.#acts !== null;
		const taken = isOfCount
			? (this.#acts?.entered(place, { unit: id, by }, rule, enter) ?? false)
			: enter();
		const refusal = refusalOf(() =>
			enterBox(kitchen, stocktakeId, place.no, typed, { unitId: id, by }),
		);
		if ((refusal === null) !== taken)
			throw new Difference(`${typed} of unit ${id} is ${taken ? 'refused' : 'taken'}`);
	}

	async step(step: Step): Promise<void> {
		const { world, items } = this;
		this.tick();
		switch (step.kind) {
			case 'enter': {
				const of = at(this.places(), step.place);
				this.#enter(world.office, { ...step, place: of.place, book: of.goods.stock.book() });
				break;
			}
			case 'from-paper':
				this.#fromPaper(step);
				break;
			case 'turn':
				this.#turn(step);
				break;
			case 'others':
				at(items, step.item).goods.stock.move(read(String(step.quantity)));
				world.tell();
				break;
			case 'waste':
				await this.#waste(at(items, step.item));
				break;
			case 'pull':
				await world.pull();
				break;
			case 'send':
				await send(world);
				world.tell();
				break;
			case 'units':
				await this.#changeUnits(step);
				break;
			case 'add-place':
				this.#addPlace(at(items, step.item));
				break;
			case 'keep':
				this.#keep(step);
				break;
			case 'recount':
				this.#recount(step);
				break;
			case 'stand':
				this.#stand(at(items, step.item));
				break;
			case 'other-pc':
				this.#otherPc(step);
		}
		compareReview(world.office, this.stocktakeId, items);
	}

	#fromPaper({ place: pick, unit, typed, by, ago }: StepOf<'from-paper'>): void {
		const { office } = this.world;
		const of = at(this.places(), pick);
		const { place } = of;
		const { id } = at(place.units, unit);
		const then = this.#then[Math.max(this.#then.length - 1 - ago, 0)];
		const found = then && [...then.books].find(([{ item }]) => item === of.item);
		if (then === undefined || found === undefined) throw new Error('There is no earlier book.');
		const entry = { unit: id, by, book: found[1], order: then.order };
		const enter = () => place.enter(typed, entry, this.together);
		const taken = this.#acts?.entered(place, { unit: id, by }, this.together, enter) ?? enter();
		const { stocktakeId } = this;
		const refusal = refusalOf(() =>
			office.call('stocktake.enterMany', {
				stocktakeId,
				entries: [{ lineNo: place.no, unitId: id, typed }],
				countedAt: then.at,
				locale: 'en-GB',
				by,
			}),
		);
		if ((refusal === null) !== taken)
			throw new Difference(`${typed} on paper is ${taken ? 'refused' : 'taken'}`);
	}

	#turn({ which, by }: StepOf<'turn'>): void {
		if (this.#acts === null) return;
		this.#acts.turn(by, which, this.together);
		const { stocktakeId } = this;
		const call = `stocktake.${which}` as const;
		this.world.office.call(call, { stocktakeId, by });
	}

	async #waste({ goods }: Counted): Promise<void> {
		const { office, goods: all } = this.world;
		const id = `${this.prefix}-${String(this.#order)}`;
		const line = {
			lineId: `line-${id}`,
			itemId: goods.itemId,
			reasonId: 'R-1',
			note: '',
			label: '',
		};
		const head = { documentId: null, revision: 0, locationId: 'L-1', description: '' };
		const { documentId } = office.call('wastage.save', {
			...head,
			locale: 'en-GB',
			lines: [{ ...line, boxes: [{ unitId: '1', typed: '6' }] }],
		});
		office.call('wastage.submit', { documentId, intentId: `intent-${id}` });
		const first = all.find(({ itemId }) => itemId === goods.itemId);
		first?.stock.queue(minus(zero, read('6')));
		await office.clock.settle();
	}

	async #changeUnits(step: StepOf<'units'>): Promise<void> {
		const { itemId } = at(this.items, step.item).goods;
		for (const goods of this.world.goods) {
			if (goods.itemId === itemId) goods.units = unitsOf(goods.kind, step.caseHolds);
		}
		this.world.tell();
		await this.world.pull();
	}

	#addPlace({ goods, item }: Counted): void {
		const { lineNo } = this.world.office.call('stocktake.addLine', {
			stocktakeId: this.stocktakeId,
			itemId: goods.itemId,
			areaId: goods.areaId,
			behind: null,
			shelf: `S${String(this.#order)}`,
			by: 'Noor',
		});
		item.places.push(new Place(lineNo, goods.units));
	}

	#keep({ item: pick, keep }: StepOf<'keep'>): void {
		const { stocktakeId } = this;
		const { item } = at(this.items, pick);
		item.keep = keep;
		// Of one of its places, and so of all of them.
		const lineNos = [item.places[0]?.no ?? 0];
		this.world.office.call('stocktake.keep', { stocktakeId, lineNos, keep });
	}

	#recount(step: StepOf<'recount'>): void {
		const { office } = this.world;
		const { item, goods } = at(this.items, step.item);
		const order = this.#order;
		const lineNos = item.places.map(({ no }) => no);
		const intentId = `recount-${this.prefix}-${String(order)}`;
		const { stocktakeId } = office.call('stocktake.recount', {
			stocktakeId: this.stocktakeId,
			recounter: 'Cleo',
			lineNos,
			intentId,
		});
		const again = new Map(item.places.map(({ no, units }) => [no, new Place(no, units)]));
		for (const { place: pick, unit, typed } of step.entries) {
			const place = again.get(at(item.places, pick).no);
			if (place === undefined) continue;
			const entry = { place, unit, typed, by: 'Cleo', book: goods.stock.book() };
			this.#enter(office, entry, stocktakeId, 'ask');
		}
		office.call('stocktake.finishRecount', { stocktakeId });
		item.rounds.push({ round: order, places: again });
		// A finished recount is effective, whatever was chosen before.
		if ([...again.values()].some(({ boxes }) => boxes.length > 0)) item.stands = null;
	}

	#stand(of: Counted): void {
		const { stocktakeId } = this;
		const { office } = this.world;
		const { item } = of;
		const { attempts } = lineOf(review(office, stocktakeId), of);
		const [first] = attempts;
		if (first === undefined) return;
		const lineNos = [item.places.at(-1)?.no ?? 0];
		const input = { stocktakeId, lineNos, round: first.round, reason: 'Ben is right', by: '' };
		office.call('stocktake.stand', input);
		const isCounted = (places: Iterable<Place>): boolean =>
			[...places].some(({ boxes }) => boxes.length > 0);
		const round = item.rounds.find(({ places }) => isCounted(places.values()));
		item.stands = isCounted(item.places) ? 0 : (round?.round ?? 0);
	}

	/** The count goes to another PC, is counted at both, and comes back. */
	#otherPc(step: StepOf<'other-pc'>): void {
		this.#acts = null;
		const { office, cellar } = this.world;
		carry(office, cellar, this.stocktakeId, null);
		const before = this.places().map(({ place }) => ({ place, boxes: place.boxes }));
		const typedHere = this.#enterAll(office, step.here);
		const mine = new Map(before.map(({ place }) => [place, place.boxes]));
		for (const { place, boxes } of before) place.boxes = boxes;
		const typedThere = this.#enterAll(cellar, step.there);
		let both = false;
		for (const { place } of before) {
			const ours = mine.get(place) ?? [];
			const [here, there] = [typedHere.get(place), typedThere.get(place)];
			if (there === undefined || (here !== undefined && keyOf(ours) === keyOf(place.boxes))) {
				place.boxes = ours;
			} else if (here !== undefined) {
				both = true;
				const rule = this.together === 'ask' ? step.rule : this.together;
				place.boxes = settled(rule, ours, place.boxes, there);
			}
		}
		carry(cellar, office, this.stocktakeId, step.rule);
		if (both && this.together === 'ask') this.together = step.rule;
	}

	/** @returns who typed into which place, if the entry counts */
	#enterAll(kitchen: Kitchen, entries: StepOf<'other-pc'>['here']): Map<Place, Set<string>> {
		const typedBy = new Map<Place, Set<string>>();
		for (const { place: pick, unit, typed, by } of entries) {
			const { place, goods } = at(this.places(), pick);
			const others = place.boxes.some((box) => box.by !== by);
			// Only the office knows its outbox.
			const book = kitchen === this.world.office ? goods.stock.book() : goods.stock.copy;
			this.#enter(kitchen, { place, unit, typed, by, book });
			const isRead = typed === '' || boxOf(typed, at(place.units, unit)) !== null;
			if (!isRead || (others && (this.together === 'ask' || this.together === 'keep'))) continue;
			typedBy.set(place, new Set([...(typedBy.get(place) ?? []), by]));
		}
		return typedBy;
	}
}

type Boxes = Place['boxes'];

const keyOf = (boxes: Boxes): string =>
	JSON.stringify(boxes.map(({ unit, by, base }) => `${unit} ${by} ${written(base)}`).sort());

/** The effective one of two counts of a place; the other PC typed later. */
function settled(
	rule: Together,
	ours: Boxes,
	theirs: Boxes,
	typedThere: ReadonlySet<string>,
): Boxes {
	if (rule === 'replace') return theirs;
	if (rule === 'keep') return ours;
	// Each person's last count, at any PC.
	const isTheirs = ({ by }: Boxes[number]): boolean => typedThere.has(by);
	return [...ours.filter((box) => !isTheirs(box)), ...theirs.filter(isTheirs)];
}
