// All lines' boxes of a waste or transfer sheet: unit columns, totals while typing, and the current ambiguous number.
import type { App } from '../../app.svelte.ts';
import type { Box, ItemView } from '../../../shared/bridge/values.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { boxMessage } from '../../messages/box-message.ts';
import type { Message } from '../../messages/message.ts';
import { Doubts } from './doubts.ts';
import type { GridColumn } from './grid-types.ts';
import type { GridState } from './grid.svelte.ts';
import { readingKeys, readingOfKey, takeReading } from './readings.ts';
import {
	equivalentIn,
	sumOf,
	typedIn,
	unitsOf,
	type Ambiguity,
	type BoxedLine,
	type LineSum,
	type TextOf,
} from './unit-boxes.ts';
import { columnLabel, columnsOf, type UnitColumn } from './unit-columns.ts';

/** A line of such a sheet. */
export interface SheetLine {
	readonly lineId: string;
	readonly item: ItemView;
}

interface BoxedSheet<Line> {
	readonly lines: () => readonly Line[];
	/** Its filled boxes. */
	readonly filled: (line: Line) => BoxedLine;
	/** The quantity due in base units; omitted if the stock on hand is the measure. */
	readonly usual?: (line: Line) => DecimalText | null;
	/** Lines by id; null while there are none. */
	readonly grid: () => GridState<Line> | null;
}

/** The box for a text, or the text's problem. */
type BoxReading =
	{ readonly ok: true; readonly box: Box } | { readonly ok: false; readonly message: Message };

export class BoxedLines<Line extends SheetLine> {
	/** Units of any item on the sheet. */
	readonly columns: readonly UnitColumn[] = $derived.by(() =>
		columnsOf(this.#sheet.lines().map(({ item }) => unitsOf(item))),
	);
	readonly inHand: Line | undefined = $derived.by(() => {
		const at = this.#sheet.grid()?.at?.key;
		return this.#sheet.lines().find(({ lineId }) => lineId === at);
	});
	/** Readings of the current line's ambiguous number; null if none. */
	readonly ambiguity: Ambiguity | null = $derived.by(() => {
		const sum = this.inHand && this.sumShown(this.inHand);
		return sum?.kind === 'unreadable' ? sum.ambiguity : null;
	});
	readonly #app: App;
	readonly #sheet: BoxedSheet<Line>;
	readonly #doubts = new Doubts();

	constructor(app: App, sheet: BoxedSheet<Line>) {
		this.#app = app;
		this.#sheet = sheet;
	}

	/** The grid's entry columns: narrower if there are many, so that a name has room beside them. */
	gridColumns(): readonly GridColumn<Line>[] {
		const width = this.columns.length > 2 ? '92px' : '108px';
		return this.columns.map((column) => ({
			key: column,
			label: columnLabel(this.#app.t, column),
			width,
			align: 'end',
			box: (line) =>
				unitsOf(line.item).has(column)
					? { typed: this.#typed(line)(column), blank: this.#blank(line, column) }
					: null,
		}));
	}

	/** A line's total while typing. */
	sumShown(line: Line): LineSum {
		const grid = this.#sheet.grid();
		const shown: TextOf = (column) => grid?.text(line.lineId, column) ?? '';
		// Only the current line re-renders with each key.
		return this.sum(line, grid?.at?.key === line.lineId ? shown : this.#typed(line));
	}

	/** A line's total with these texts. */
	sum(line: Line, text: TextOf): LineSum {
		return sumOf(this.#sheet.filled(line), text, this.#app.language.locale);
	}

	/** Reads a box's text on leaving. @param key the column's. */
	read(line: Line, key: string, typed: string): BoxReading {
		const unit = [...unitsOf(line.item)].find(([column]) => column === key)?.[1];
		if (unit === undefined) throw new Error(`There is no box ${key} to enter into`);
		const { locale } = this.#app.language;
		const entry = readBox(typed, locale, unit, line.item.units);
		const message = boxMessage(entry, unit, line.item);
		const question = message ?? this.#doubtAbout(line, key, typed);
		if (question !== null) return { ok: false, message: question };
		const { unitId } = unit;
		return entry.kind === 'quantity'
			? { ok: true, box: { unitId, typed, locale, quantity: entry.quantity } }
			: { ok: true, box: { unitId, typed: '', locale, quantity: null } };
	}

	#doubtAbout(line: Line, key: string, typed: string): Message | null {
		const text: TextOf = (column) => (column === key ? typed : this.#typed(line)(column));
		const sum = this.sum(line, text);
		return this.#doubts.about(`${line.lineId} ${key}`, typed, {
			total: sum.kind === 'total' ? sum.total : null,
			usual: this.#sheet.usual?.(line) ?? line.item.onHand,
		});
	}

	/** Types a reading into its box. */
	take({ lineId }: Line, ambiguity: Ambiguity, reading: number): void {
		const grid = this.#sheet.grid();
		if (grid === null) return;
		takeReading(grid, lineId, ambiguity, reading, this.#app.language.locale);
	}

	/** A key's effect on the ambiguous number: takes a reading. null if none. */
	commandOf(event: KeyboardEvent): (() => void) | null {
		const { inHand, ambiguity } = this;
		const reading = readingOfKey(event);
		if (reading === null || inHand === undefined || ambiguity === null) return null;
		return () => this.take(inHand, ambiguity, reading);
	}

	/** For the foot of the page: the keys that take a reading, while there are several. */
	get keys() {
		return this.ambiguity === null
			? []
			: [{ keys: ['Alt', readingKeys.join(' / ')], label: this.#app.t('entry.keyTake') }];
	}

	#typed(line: Line): TextOf {
		const filled = this.#sheet.filled(line);
		return (column) => typedIn(filled, column);
	}

	/** A blank box's unit, or the line's total in that unit. */
	#blank(line: Line, column: UnitColumn): string {
		const unit = unitsOf(line.item).get(column);
		const sum = this.sum(line, this.#typed(line));
		const same = unit && sum.kind === 'total' ? equivalentIn(unit, sum.total) : null;
		return same === null ? (unit?.name ?? '') : `= ${this.#app.format.quantity(same)}`;
	}
}
