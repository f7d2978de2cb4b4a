// The bookkeeper's undo and redo, from docs/stocktake.md alone: an action belongs to one person, can be undone only if
// nobody wrote over it, and a new entry clears the redo list.
import { isSame, type Place, type Together } from './oracle.ts';

type Boxes = Place['boxes'];

/** The boxes of one unit that an action changed; with summed counts only that person's. */
interface Change {
	readonly place: Place;
	readonly unit: string;
	readonly before: Boxes;
	readonly after: Boxes;
}

interface Act {
	readonly by: string;
	readonly changes: readonly Change[];
}

export class Acts {
	#done: Act[] = [];
	#undone: Act[] = [];

	/** @param enter types the text; returns false if refused */
	entered(place: Place, typed: { unit: string; by: string }, rule: Together, enter: () => boolean) {
		const { by, unit: entered } = typed;
		const before = new Map(place.units.map(({ id }) => [id, scoped(place, id, by, rule)]));
		const others = place.boxes.some((box) => box.by !== by);
		if (!enter()) return false;
		// An entry that lost to another person's count is history only.
		if (others && rule === 'keep') return true;
		const changes = place.units.flatMap(({ id: unit }): Change[] => {
			const [was, is] = [before.get(unit) ?? [], scoped(place, unit, by, rule)];
			return unit === entered || !areSame(was, is) ? [{ place, unit, before: was, after: is }] : [];
		});
		this.#undone = this.#undone.filter((act) => act.by !== by);
		this.#done.push({ by, changes });
		return true;
	}

	/** Undoes a person's last standing action, or redoes the last one with unchanged boxes. */
	turn(by: string, which: 'undo' | 'redo', rule: Together): void {
		const [from, to] = which === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
		const fits = ({ changes }: Act): boolean =>
			changes.every(({ place, unit, before, after }) =>
				areSame(scoped(place, unit, by, rule), which === 'undo' ? after : before),
			);
		const act = from.findLast((each) => each.by === by && fits(each));
		if (act === undefined) return;
		from.splice(from.indexOf(act), 1);
		to.push(act);
		for (const { place, unit, before, after } of act.changes) {
			const gone = scoped(place, unit, by, rule);
			const rest = place.boxes.filter((box) => !gone.includes(box));
			place.boxes = [...rest, ...(which === 'undo' ? before : after)];
		}
	}
}

const scoped = (place: Place, unit: string, by: string, rule: Together): Boxes =>
	place.boxes.filter((box) => box.unit === unit && (rule !== 'sum' || box.by === by));

const areSame = (some: Boxes, others: Boxes): boolean =>
	some.length === others.length &&
	some.every((a) => others.some((b) => a.by === b.by && isSame(a.base, b.base)));
