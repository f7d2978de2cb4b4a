// Closing a count: blanks, submit, undo, refusal, correction.
import { refusalOf, type Kitchen } from '../support/kitchen.ts';
import { refused } from '../support/verdicts.ts';
import { send, type World } from './books-kept.ts';
import {
	Difference,
	bookedCost,
	checkRecords,
	compareReview,
	laneCost,
	review,
	says,
	type Counted,
	type Ended,
} from './compare.ts';
import type { CountHistory } from './history.ts';
import { boxOf, isNone, minus, zero, type Fraction, type Item } from './oracle.ts';

export interface OpenCount {
	readonly world: World;
	readonly stocktakeId: string;
	readonly items: readonly Counted[];
	/** Unique in its intents. */
	readonly prefix: string;
	tick(): number;
}

export async function finish(count: CountHistory, at: OpenCount): Promise<Ended[]> {
	const { world, stocktakeId, items } = at;
	const { office } = world;
	const submit = (id: string) =>
		office.call('stocktake.submit', { stocktakeId, intentId: `submit-${id}-${at.prefix}` });
	// Earlier work is not what the service refuses.
	if (count.corrected !== undefined) await send(world);
	const nothing = items.every(({ item }) => item.places.every(({ boxes }) => boxes.length === 0));
	if (nothing) return [];
	decideBlanks(count, at, () => submit('early'));
	const open = office.call('cutOff.get', { stocktakeId }).documents;
	const keys = open.map(({ key }) => key);
	if (keys.length > 0) office.call('cutOff.acknowledge', { stocktakeId, keys, by: 'Noor' });
	submit('first');
	if (count.takenBack) await takeBack(office, stocktakeId, () => submit('second'));
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
	// Check the queue offline, so that nothing is sent while the stock is read.
	await office.clock.settle();
	world.tell();
	return [{ stocktakeId, items, closed }];
}

/** What happens to uncounted places. */
function decideBlanks(count: CountHistory, at: OpenCount, submit: () => unknown): void {
	const { stocktakeId, items } = at;
	const { office } = at.world;
	const blank = items.flatMap((of) => of.item.blank().map((place) => ({ ...of, place })));
	const isZeroed = count.blanks === 'zero' || (count.blanks === 'ask' && count.zeroBlanks);
	if (blank.length > 0 && count.blanks === 'ask') {
		if (refusalOf(submit) === null)
			throw new Difference('a count with a blank place was submitted');
		const lineNos = blank.map(({ place }) => place.no);
		const decide = count.zeroBlanks ? 'stocktake.confirmZero' : 'stocktake.leaveBlank';
		office.call(decide, { stocktakeId, lineNos, by: '' });
	}
	if (isZeroed) {
		const order = at.tick();
		for (const { goods, place, item } of blank) {
			const own = item.places.find(({ no }) => no === place.no);
			const box = { unit: '1', by: 'Noor', base: zero, book: goods.stock.book(), order };
			own?.boxes.push(box);
		}
	}
}

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
	office.call('outbox.cancel', { actionId: step.actionId, revision: step.revision });
	const shown = review(office, stocktakeId).tolerances;
	Object.assign(office.settings, { counting });
	if (shown.all.quantity !== '1') throw new Difference('an old tolerance is shown');
	await office.clock.settle();
	office.clock.sleep(60_000);
	again();
}

/** The service refuses the posting; someone corrects its first line or leaves it out. */
async function correct(
	typed: string | null,
	at: OpenCount & {
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
	const part = office.call('posting.get', { stocktakeId }).parts[0];
	if (part?.state !== 'attention') throw new Difference('the posting was not refused');
	const resume = (
		lines: { itemId: string; areaId: string; typed: string | null; reason: string }[],
	) =>
		office.call('posting.resume', {
			stocktakeId,
			actionId: part.actionId,
			revision: part.revision,
			lines,
			locale: 'en-GB',
			by: 'Noor',
		});
	const line = { itemId: goods.itemId, areaId: goods.areaId, typed, reason: 'Counted once more' };
	const base = goods.units.find(({ id }) => id === '1');
	const taken = typed === null ? zero : base === undefined ? null : boxOf(typed, base);
	const isRefused = refusalOf(() => resume([line])) !== null;
	if (isRefused !== (taken === null))
		throw new Difference(`${String(typed)} is ${isRefused ? 'refused' : 'taken'}`);
	if (taken === null) {
		resume([]);
		return;
	}
	item.corrected = typed === null ? 'out' : taken;
	const after = item.figures(at.closed.get(item) ?? zero).adjustment ?? zero;
	goods.stock.queue(minus(after, before));
	await office.clock.settle();
}
