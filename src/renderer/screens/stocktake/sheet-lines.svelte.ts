// One line of a count sheet with its boxes, and one area with its progress.
import type { CountedBox, GuardView, Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { guards, lineTotal, type CountBox } from '../../../shared/domain/count-line.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { shownPlaces } from '../../../shared/domain/unit.ts';
import type { Ambiguity, TextOf } from '../../ui/grid/unit-boxes.ts';
import { unitsByColumn, type UnitColumn } from '../../ui/grid/unit-columns.ts';

/** The person viewing a line. */
export interface Viewer {
	readonly person: string;
	/** Each person has their own boxes, and the line is their sum. */
	readonly summed: boolean;
}

export class SheetRow {
	/** As saved. */
	line: SheetLine;
	readonly key: string;
	readonly units: ReadonlyMap<UnitColumn, ItemUnitView>;
	/** Decimals of its totals on screen. */
	readonly places: number | undefined;
	readonly #viewer: Viewer;
	#searched: string | null = null;

	constructor(line: SheetLine, viewer: Viewer) {
		this.line = $state.raw(line);
		this.#viewer = viewer;
		this.key = String(line.lineNo);
		this.units = unitsByColumn(line.units);
		this.places = shownPlaces(line.units);
	}

	/** Search text, built on first use. */
	get searched(): string {
		const { name, code, category } = this.line;
		return (this.#searched ??= searchText([name, code, category]));
	}

	/** The boxes this person fills. */
	#own(): readonly CountedBox[] {
		const { person, summed } = this.#viewer;
		return summed ? this.line.boxes.filter(({ by }) => by === person) : this.line.boxes;
	}

	/** Other people's counts, when counts are summed. */
	others(): readonly CountedBox[] {
		const { person, summed } = this.#viewer;
		return summed ? this.line.boxes.filter(({ by }) => by !== person) : [];
	}

	/** The saved text of a box. */
	typed(column: UnitColumn): string {
		const unitId = this.units.get(column)?.unitId;
		return this.#own().find((box) => box.unitId === unitId)?.typed ?? '';
	}

	/** Questions about the boxes as shown, saved or not. */
	guards(textOf: TextOf, locale: string): readonly GuardView[] {
		if ([...this.units.keys()].every((column) => textOf(column) === this.typed(column)))
			return this.line.guards;
		const boxes = this.#shown(textOf, locale);
		const { units, expected, last } = this.line;
		return boxes === null
			? []
			: guards({ boxes, units, expected, last }).map((guard) => ({
					...guard,
					meant: guard.meant === null ? null : { ...guard.meant },
				}));
	}

	/** The total in base units of what the boxes show; null while uncounted, or while one of them cannot be read. */
	total(textOf: TextOf, locale: string): DecimalText | null {
		const boxes = this.#shown(textOf, locale);
		return boxes === null ? null : lineTotal(boxes, this.line.units);
	}

	/** The boxes of all people as they are shown; null while one of them cannot be read. */
	#shown(textOf: TextOf, locale: string): CountBox[] | null {
		const boxes: CountBox[] = [...this.others()];
		const own = this.#own();
		for (const [column, unit] of this.units) {
			const saved = own.find((box) => box.unitId === unit.unitId);
			const typed = textOf(column);
			if (typed === (saved?.typed ?? '')) {
				if (saved !== undefined) boxes.push(saved);
				continue;
			}
			const entry = readBox(typed, locale, unit, this.line.units);
			// A sum without the box that cannot be read would be a wrong sum.
			if (entry.kind === 'problem') return null;
			if (entry.kind === 'quantity')
				boxes.push({ unitId: unit.unitId, typed, locale, quantity: entry.quantity });
		}
		return boxes;
	}

	/** The first of its boxes that shows an ambiguous number. */
	ambiguity(textOf: TextOf, locale: string): Ambiguity | null {
		for (const [column, unit] of this.units) {
			const typed = textOf(column);
			if (typed === this.typed(column)) continue;
			const entry = readBox(typed, locale, unit, this.line.units);
			if (entry.kind === 'problem' && entry.code === 'ambiguous')
				return { column, readings: entry.readings };
		}
		return null;
	}
}

export class SheetArea {
	readonly areaId: string;
	readonly name: string;
	/** Rows loaded so far: all, shortly after opening. */
	readonly rows: readonly SheetRow[];
	/** Total number, loaded or not. */
	readonly lines: number;
	counted = $state(0);
	zero = $state(0);

	constructor(area: Sheet['areas'][number], rows: readonly SheetRow[]) {
		this.areaId = area.areaId;
		this.name = area.name;
		this.rows = rows;
		this.lines = Math.max(area.lines, rows.length);
		// The area's own rows are newer than the summary sent before them.
		const all = rows.length >= area.lines;
		const inState = (zero: boolean): number =>
			rows.filter(({ line }) => line.state === 'zero' || (!zero && line.state === 'quantity'))
				.length;
		this.counted = all ? inState(false) : area.counted;
		this.zero = all ? inState(true) : area.zero;
	}

	/** A line of this area changed state. */
	moved(from: SheetLine['state'], to: SheetLine['state']): void {
		this.counted += Number(to !== 'uncounted') - Number(from !== 'uncounted');
		this.zero += Number(to === 'zero') - Number(from === 'zero');
	}
}
