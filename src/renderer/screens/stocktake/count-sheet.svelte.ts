// The sheet of one count while it is being filled: its areas, its lines as they are saved, and what each comes
// to as it is typed. What is typed and not yet saved is the grid's. An entry touches one line, however many there are.
import type { App } from '../../app.svelte.ts';
import { entryWords } from '../../messages/entry-words.ts';
import type { Failure } from '../../../shared/bridge/reply.ts';
import type { Sheet, SheetLine, StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { lineTotal, type CountBox } from '../../../shared/domain/count-line.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { columnsOf, unitsByColumn, type UnitColumn } from './unit-columns.ts';

/** What the sheet needs of the app; a test gives it a bridge of its own. */
export type SheetApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language'>;

/** What became of a box when it was left. */
export type Outcome = { ok: true } | { ok: false; message: string };

/** The text that a box of a column shows at this moment. */
export type TextOf = (column: UnitColumn) => string;

/** A box whose text can be read in more than one way. */
export interface Ambiguity {
	readonly column: UnitColumn;
	/** What it could mean, likeliest first. */
	readonly readings: readonly DecimalText[];
}

/** A box as it was before an entry, for undo. */
interface Before {
	readonly row: SheetRow;
	readonly column: UnitColumn;
	readonly typed: string;
}

export class SheetRow {
	/** As it is saved. */
	line: SheetLine;
	readonly key: string;
	readonly units: ReadonlyMap<UnitColumn, ItemUnitView>;
	/** What search looks through. */
	readonly haystack: string;

	constructor(line: SheetLine) {
		this.line = $state.raw(line);
		this.key = String(line.lineNo);
		this.units = unitsByColumn(line.units);
		this.haystack = `${line.name} ${line.code} ${line.category}`.toLocaleLowerCase();
	}

	/** The text of a box as it is saved. */
	typed(column: UnitColumn): string {
		const unitId = this.units.get(column)?.unitId;
		return this.line.boxes.find((box) => box.unitId === unitId)?.typed ?? '';
	}

	/** The total in base units of what the boxes show; null while uncounted, or while one of them cannot be read. */
	total(textOf: TextOf, locale: string): DecimalText | null {
		const boxes: CountBox[] = [];
		for (const [column, unit] of this.units) {
			const saved = this.line.boxes.find((box) => box.unitId === unit.unitId);
			const typed = textOf(column);
			if (typed === (saved?.typed ?? '')) {
				if (saved !== undefined) boxes.push(saved);
				continue;
			}
			const entry = parseEntry(typed, locale, { places: unit.places });
			// A sum without the box that cannot be read would be a wrong sum.
			if (entry.kind === 'problem') return null;
			if (entry.kind === 'quantity')
				boxes.push({ unitId: unit.unitId, typed, quantity: entry.quantity });
		}
		return lineTotal(boxes, this.line.units);
	}

	/** The first of its boxes that shows an ambiguous number. */
	ambiguity(textOf: TextOf, locale: string): Ambiguity | null {
		for (const [column, unit] of this.units) {
			const typed = textOf(column);
			if (typed === this.typed(column)) continue;
			const entry = parseEntry(typed, locale, { places: unit.places });
			if (entry.kind === 'problem' && entry.code === 'ambiguous')
				return { column, readings: entry.readings };
		}
		return null;
	}
}

export class SheetArea {
	readonly areaId: string;
	readonly name: string;
	readonly rows: readonly SheetRow[];
	counted = $state(0);
	zero = $state(0);

	constructor(areaId: string, name: string, rows: readonly SheetRow[]) {
		this.areaId = areaId;
		this.name = name;
		this.rows = rows;
		this.counted = rows.filter(({ line }) => line.state !== 'uncounted').length;
		this.zero = rows.filter(({ line }) => line.state === 'zero').length;
	}

	/** A line of this area went from one state to another. */
	moved(from: SheetLine['state'], to: SheetLine['state']): void {
		this.counted += Number(to !== 'uncounted') - Number(from !== 'uncounted');
		this.zero += Number(to === 'zero') - Number(from === 'zero');
	}
}

export class CountSheet {
	areas = $state.raw<readonly SheetArea[]>([]);
	area = $state.raw<SheetArea | null>(null);
	columns = $state.raw<readonly UnitColumn[]>([]);
	summary = $state.raw<StocktakeSummary | null>(null);
	blind = $state(false);
	bookAsOf = $state<number | null>(null);
	lastSavedAt = $state<number | null>(null);
	/** Why the sheet could not be shown. */
	failure = $state.raw<Failure | null>(null);
	readonly stocktakeId: string;
	readonly #app: SheetApp;
	#rows = new Map<number, SheetRow>();
	#undo: Before[] = [];

	constructor(app: SheetApp, stocktakeId: string) {
		this.#app = app;
		this.stocktakeId = stocktakeId;
	}

	load = async (): Promise<void> => {
		const reply = await this.#app.call('stocktake.sheet', { stocktakeId: this.stocktakeId });
		if (reply.ok) this.#show(reply.value);
		else this.failure = reply;
	};

	/** Another window entered a line, or with null changed the whole count. */
	changed(line: SheetLine | null): void {
		if (line === null) void this.load();
		else this.#take(line, null);
	}

	row(lineNo: number): SheetRow | undefined {
		return this.#rows.get(lineNo);
	}

	areaOf(row: SheetRow): SheetArea | undefined {
		return this.areas.find(({ areaId }) => areaId === row.line.areaId);
	}

	/** A box was left with another text: writes it. What cannot be read is not sent. */
	async enter(row: SheetRow, column: UnitColumn, typed: string): Promise<Outcome> {
		const before = row.typed(column);
		const outcome = await this.#write(row, column, typed);
		if (outcome.ok) this.#undo.push({ row, column, typed: before });
		return outcome;
	}

	/** Puts back what stood in the box entered last; null when there is nothing to take back. */
	async undo(): Promise<{ row: SheetRow; column: UnitColumn; outcome: Outcome } | null> {
		const before = this.#undo.pop();
		if (before === undefined) return null;
		const { row, column, typed } = before;
		return { row, column, outcome: await this.#write(row, column, typed) };
	}

	async note(row: SheetRow, note: string): Promise<Outcome> {
		const { stocktakeId } = this;
		const { lineNo } = row.line;
		const reply = await this.#app.call('stocktake.note', { stocktakeId, lineNo, note });
		if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
		this.#take(reply.value.line, reply.value.savedAt);
		return { ok: true };
	}

	/** Lines with every word of the text in their name, code or category, those of the area in hand first. */
	find(text: string, limit: number): SheetRow[] {
		const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		const found: SheetRow[] = [];
		for (const row of this.#inReach()) {
			if (words.every((word) => row.haystack.includes(word))) found.push(row);
			if (found.length === limit) break;
		}
		return found;
	}

	/** The line of an item, in the area in hand if it is there. */
	lineOfItem(itemId: string): SheetRow | undefined {
		return this.#inReach().find(({ line }) => line.itemId === itemId);
	}

	/** The first uncounted line after this one, going round; undefined when all are counted. */
	nextUncounted(after: SheetRow | undefined): SheetRow | undefined {
		const rows = [...this.#rows.values()];
		const from = after === undefined ? 0 : rows.indexOf(after) + 1;
		return [...rows.slice(from), ...rows.slice(0, from)].find(
			(row) => row.line.state === 'uncounted' && row !== after,
		);
	}

	async #write(row: SheetRow, column: UnitColumn, typed: string): Promise<Outcome> {
		const unit = row.units.get(column);
		if (unit === undefined) throw new RangeError(`line ${row.key} has no box ${column}`);
		const { t, format, language } = this.#app;
		const { locale } = language;
		const entry = parseEntry(typed, locale, { places: unit.places });
		const message = entryWords(entry, unit.places, t, format);
		if (message !== null) return { ok: false, message };

		const reply = await this.#app.call('stocktake.enter', {
			stocktakeId: this.stocktakeId,
			lineNo: row.line.lineNo,
			unitId: unit.unitId,
			typed,
			locale,
		});
		if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
		this.#take(reply.value.line, reply.value.savedAt);
		return { ok: true };
	}

	#show(sheet: Sheet): void {
		const inHand = this.area?.areaId;
		const rows = sheet.lines.map((line) => {
			// A row that is on the screen stays the same row, or its open box would lose what is typed.
			const known = this.#rows.get(line.lineNo);
			if (known === undefined) return new SheetRow(line);
			known.line = line;
			return known;
		});
		this.#rows = new Map(rows.map((row) => [row.line.lineNo, row]));
		this.areas = sheet.areas.map(
			({ areaId, name }) =>
				new SheetArea(
					areaId,
					name,
					rows.filter(({ line }) => line.areaId === areaId),
				),
		);
		this.area =
			this.areas.find(({ areaId }) => areaId === inHand) ??
			this.areas.find(({ counted, rows: all }) => counted < all.length) ??
			this.areas[0] ??
			null;
		this.columns = columnsOf(rows.map(({ units }) => units));
		this.summary = sheet.summary;
		this.blind = sheet.blind;
		this.bookAsOf = sheet.bookAsOf;
		this.lastSavedAt = sheet.lastSavedAt;
		this.failure = null;
	}

	#take(line: SheetLine, savedAt: number | null): void {
		const row = this.#rows.get(line.lineNo);
		if (row === undefined) return;
		// Events and answers come by different ways: an older line may be the later one to arrive.
		if ((line.countedAt ?? Infinity) < (row.line.countedAt ?? 0)) return;
		this.areaOf(row)?.moved(row.line.state, line.state);
		row.line = line;
		const at = savedAt ?? line.countedAt;
		if (at !== null) this.lastSavedAt = Math.max(at, this.lastSavedAt ?? 0);
	}

	/** Every row, those of the area in hand first. */
	#inReach(): SheetRow[] {
		const { area } = this;
		const rest = this.areas.filter((other) => other !== area).flatMap(({ rows }) => rows);
		return [...(area?.rows ?? []), ...rest];
	}
}
