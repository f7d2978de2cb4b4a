// The sheet of one count being filled: areas, saved lines, and totals while typing. Unsaved input belongs to the grid.
// An entry touches one line, however many there are.
import { untrack } from 'svelte';
import type { App } from '../../app.svelte.ts';
import { succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { CountPlan, Together } from '../../../shared/bridge/count-plan.ts';
import type { Sheet, SheetLine, StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { sum, type DecimalText } from '../../../shared/domain/decimal.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { rowsWithWords, wholeWords } from '../../../shared/domain/words.ts';
import { boxMessage } from '../../messages/box-message.ts';
import { failureMessage, type Message } from '../../messages/message.ts';
import type { Which } from '../../ui/grid/turn.ts';
import { columnsOf, unitsByColumn, type UnitColumn } from '../../ui/grid/unit-columns.ts';
import type { NewPlace } from './arranging.ts';
import { CountDoubts } from './count-doubts.ts';
import { SheetArea, SheetRow, type Viewer } from './sheet-lines.svelte.ts';

/** First lines loaded: a screen and a few pages more. */
const firstLines = 250;
/** Lines per later request: few enough not to delay a key typed meanwhile. */
const nextLines = 500;

/** The sheet's part of the app; tests pass their own bridge. */
export type SheetApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language' | 'settings'>;

/** Result of leaving a box. */
export type Outcome =
	| {
			ok: true;
			/** Person with the effective earlier count, if this one is history only. */
			kept: string | null;
	  }
	| {
			ok: false;
			message: Message;
			/** Person who counted the line before, if someone must decide about two counts. */
			counter: string | null;
	  };

/** An undone or redone action: its place, if still on the count, and the result. */
type Turned =
	| { ok: true; row: SheetRow | null; column: UnitColumn | undefined }
	| { ok: false; message: string };

/** A box to fill, with others, as one action. */
interface Filling {
	readonly row: SheetRow;
	readonly column: UnitColumn;
	readonly typed: string;
}

export class CountSheet implements Viewer {
	areas = $state.raw<readonly SheetArea[]>([]);
	area = $state.raw<SheetArea | null>(null);
	columns = $state.raw<readonly UnitColumn[]>([]);
	summary = $state.raw<StocktakeSummary | null>(null);
	plan = $state.raw<CountPlan | null>(null);
	together = $state.raw<Together>('ask');
	/** Unrecognised barcodes not settled. */
	unknownCodes = $state(0);
	blind = $state(false);
	bookAsOf = $state<number | null>(null);
	lastSavedAt = $state<number | null>(null);
	/** Why the sheet could not be shown. */
	failure = $state.raw<Failure | null>(null);
	readonly stocktakeId: string;
	/** Who recounts, if not the person at this window. */
	by = $state('');
	readonly #app: SheetApp;
	readonly #doubts = new CountDoubts();
	/** Resolves when all lines are loaded; new with every `load`. */
	whole: Promise<void> = Promise.resolve();
	#loading: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;
	#left = false;
	/** Every row loaded so far, shown or about to be. */
	readonly #known = new Map<number, SheetRow>();
	/** Changed lines reported before they were loaded. */
	readonly #told = new Map<number, SheetLine>();
	#rows = $state.raw<ReadonlyMap<number, SheetRow>>(new Map());
	readonly #byItem = $derived(
		Map.groupBy(this.#rows.values(), (row) => untrack(() => row.line.itemId)),
	);

	constructor(app: SheetApp, stocktakeId: string) {
		this.#app = app;
		this.stocktakeId = stocktakeId;
	}

	get person(): string {
		return this.by === '' ? this.#app.settings.person : this.by;
	}

	/** Where it counts, whichever location is in use; null until it is loaded. */
	get locationId(): string | null {
		return this.summary?.locationId ?? null;
	}

	get summed(): boolean {
		return this.together === 'sum';
	}

	/**
	 * Shows the lines around one, or (null) around the next one to count, then loads the others.
	 * @returns the number of that line; null if there is none
	 */
	open(lineNo: number | null): Promise<number | null> {
		// Changes during a load are requested after it, so their answer is never overtaken.
		const opened = this.#open(lineNo);
		this.#loading = opened.then(() => undefined);
		return opened;
	}

	async #open(lineNo: number | null): Promise<number | null> {
		const { stocktakeId } = this;
		const window = { from: lineNo ?? 'next', lines: firstLines } as const;
		const reply = await this.#app.call('stocktake.sheet', { stocktakeId, window });
		if (!reply.ok) {
			this.failure = reply;
			return null;
		}
		const { lines, summary, next } = reply.value;
		this.#show(reply.value, lines.map(this.#rowOf));
		if (lines.length < summary.lines && !this.#left) void this.load();
		return lineNo ?? next;
	}

	/** Reloads everything. A request during a load gets the result of the next one. */
	load = (): Promise<void> => {
		this.#next ??= this.#loading.then(() => {
			this.#next = null;
			this.#loading = this.#loadAll();
			return this.#loading;
		});
		this.whole = this.#next;
		return this.whole;
	};

	/** The page is gone: loads nothing more. */
	leave(): void {
		this.#left = true;
	}

	async #loadAll(): Promise<void> {
		const { stocktakeId } = this;
		const window = { from: 'start', lines: nextLines } as const;
		const reply = await this.#app.call('stocktake.sheet', { stocktakeId, window });
		if (!reply.ok) {
			this.failure = reply;
			return;
		}
		const { lines, summary } = reply.value;
		const rows = lines.map(this.#rowOf);
		while (rows.length < summary.lines) {
			if (this.#left) return;
			const from = rows.length;
			const more = await this.#app.call('stocktake.lines', { stocktakeId, from, limit: nextLines });
			if (!more.ok) {
				this.failure = more;
				return;
			}
			rows.push(...more.value.lines.map(this.#rowOf));
			if (more.value.lines.length === 0) break;
		}
		this.#show(reply.value, rows);
	}

	/** Another window entered a line, or (null) changed the whole count. */
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

	/** Saves a box that was left with a changed text. Unreadable text is not sent. */
	async enter(row: SheetRow, column: UnitColumn, typed: string): Promise<Outcome> {
		const unit = unitOf(row, column);
		const { locale } = this.#app.language;
		const entry = readBox(typed, locale, unit, row.line.units);
		const message = boxMessage(entry, unit, row.line);
		const question = message ?? this.#doubts.aboutRow(row, column, typed, locale);
		if (question !== null) return { ok: false, message: question, counter: null };

		const reply = await this.#app.call('stocktake.enter', {
			stocktakeId: this.stocktakeId,
			lineNo: row.line.lineNo,
			unitId: unit.unitId,
			typed,
			locale,
			by: this.by,
		});
		if (!reply.ok) return this.#refusal(reply);
		this.#take(reply.value.line, reply.value.savedAt);
		return { ok: true, kept: reply.value.kept };
	}

	/**
	 * Fills several boxes as one undoable action.
	 * @param countedAt when they were counted on paper; null for now
	 */
	async fill(fillings: readonly Filling[], countedAt: number | null = null): Promise<Outcome> {
		const reply = await this.#app.call('stocktake.enterMany', {
			stocktakeId: this.stocktakeId,
			entries: fillings.map(({ row, column, typed }) => ({
				lineNo: row.line.lineNo,
				unitId: unitOf(row, column).unitId,
				typed,
			})),
			...(countedAt === null ? {} : { countedAt }),
			locale: this.#app.language.locale,
			by: this.by,
		});
		if (!reply.ok) return this.#refusal(reply);
		for (const line of reply.value.lines) this.#take(line, reply.value.savedAt);
		return { ok: true, kept: null };
	}

	/** Undoes or redoes; null if there is nothing to do. */
	async turn(which: Which): Promise<Turned | null> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call(`stocktake.${which}`, { stocktakeId, by });
		if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
		const { lines, cell, savedAt } = reply.value;
		for (const line of lines) this.#take(line, savedAt);
		// A line that came back or went.
		if (cell?.unitId === null) await this.load();
		if (cell === null) return null;
		const row = this.#rows.get(cell.lineNo);
		if (row === undefined) return { ok: true, row: null, column: undefined };
		const column = [...row.units].find(([, unit]) => unit.unitId === cell.unitId)?.[0];
		return { ok: true, row, column };
	}

	/** Decides for the whole count what happens when two people count a line. */
	async choose(together: Exclude<Together, 'ask'>): Promise<boolean> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call('stocktake.together', { stocktakeId, together, by });
		// Another window may have decided first: the sheet brings the current rule.
		await this.load();
		return reply.ok;
	}

	async note(row: SheetRow, note: string): Promise<Outcome> {
		const { stocktakeId, by } = this;
		const { lineNo } = row.line;
		const reply = await this.#app.call('stocktake.note', { stocktakeId, lineNo, note, by });
		if (!reply.ok) return this.#refusal(reply);
		this.#take(reply.value.line, reply.value.savedAt);
		return { ok: true, kept: null };
	}

	/** Moves a line after another, or to the start of an area (null). Returns why it was refused. */
	async move(row: SheetRow, to: NewPlace): Promise<string | null> {
		const { stocktakeId, by } = this;
		const { lineNo } = row.line;
		const reply = await this.#app.call('stocktake.move', { stocktakeId, lineNo, ...to, by });
		if (!reply.ok) return this.#app.explain(reply);
		await this.load();
		return null;
	}

	/** Adds a line for an item after another line; undefined if it could not be loaded. */
	async addLine(itemId: string, to: NewPlace): Promise<Reply<SheetRow | undefined>> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call('stocktake.addLine', { stocktakeId, itemId, ...to, by });
		if (!reply.ok) return reply;
		await this.load();
		return succeed(this.#rows.get(reply.value.lineNo));
	}

	/** Removes an added line; `counted` means that removing it needs confirmation. */
	async removeLine(
		row: SheetRow,
		evenIfCounted: boolean,
	): Promise<{ done: true } | { done: false; counted: boolean; message: string }> {
		const { stocktakeId, by } = this;
		const { lineNo } = row.line;
		const input = { stocktakeId, lineNo, evenIfCounted, by };
		const reply = await this.#app.call('stocktake.removeLine', input);
		if (!reply.ok) {
			const counted = reply.details?.some(({ path }) => path === 'counted') ?? false;
			return { done: false, counted, message: this.#app.explain(reply) };
		}
		await this.load();
		return { done: true };
	}

	/** Moves an area after another, or (null) to the start. Returns why it was refused. */
	async moveArea(area: SheetArea, behind: SheetArea | null): Promise<string | null> {
		const { stocktakeId, by } = this;
		const input = { stocktakeId, areaId: area.areaId, behind: behind?.areaId ?? null, by };
		const reply = await this.#app.call('stocktake.moveArea', input);
		if (!reply.ok) return this.#app.explain(reply);
		await this.load();
		return null;
	}

	/** Lines with every word in name, code or category: whole words first, then the current area's. */
	find(text: string, limit: number): SheetRow[] {
		if (text.trim() === '') return [];
		const whole = wholeWords(text);
		return rowsWithWords(text, this.#inReach(), ({ searched }) => searched)
			.toSorted((one, other) => whole(other.searched) - whole(one.searched))
			.slice(0, limit);
	}

	/** Lines of an item, the current area's first. */
	linesOfItem(itemId: string): SheetRow[] {
		const rows = this.#byItem.get(itemId) ?? [];
		const here = this.area?.areaId;
		return rows.toSorted((a, b) => Number(b.line.areaId === here) - Number(a.line.areaId === here));
	}

	/** An item's total over all its counted places; null if it has only one place. */
	itemTotal({
		line: { itemId },
	}: SheetRow): { places: number; counted: number; total: DecimalText } | null {
		const rows = this.#byItem.get(itemId) ?? [];
		if (rows.length < 2) return null;
		const totals = rows.flatMap(({ line }) => line.total ?? []);
		return { places: rows.length, counted: totals.length, total: sum(totals) };
	}

	/** The next filled box above in the area and column: the source for filling down. */
	filledAbove(row: SheetRow, column: UnitColumn): string | null {
		const rows = this.areaOf(row)?.rows ?? [];
		const above = rows.slice(0, rows.indexOf(row)).toReversed();
		return above.map((each) => each.typed(column)).find((typed) => typed !== '') ?? null;
	}

	/** Uncounted lines with that box, from this one to the end of its shelf. */
	blankBelow(row: SheetRow, column: UnitColumn): SheetRow[] {
		const rows = this.areaOf(row)?.rows ?? [];
		const from = rows.slice(rows.indexOf(row));
		const end = from.findIndex(({ line }) => line.shelf !== row.line.shelf);
		return from
			.slice(0, end === -1 ? undefined : end)
			.filter((each) => each.units.has(column) && each.line.state === 'uncounted');
	}

	/** The next uncounted line, wrapping around; undefined if all are counted. */
	nextUncounted(after: SheetRow | undefined): SheetRow | undefined {
		const rows = [...this.#rows.values()];
		const from = after === undefined ? 0 : rows.indexOf(after) + 1;
		return [...rows.slice(from), ...rows.slice(0, from)].find(
			(row) => row.line.state === 'uncounted' && row !== after,
		);
	}

	#refusal(failure: Failure): Outcome {
		const counter = failure.details?.find(({ path }) => path === 'counter')?.message ?? null;
		const same = failure.details?.some(({ path }) => path === 'recounter') === true;
		return {
			ok: false,
			counter,
			message:
				counter === null
					? same
						? { key: 'countReview.recountedHere' }
						: failureMessage(failure)
					: counter === ''
						? { key: 'stocktake.countedBeforeUnnamed' }
						: { key: 'stocktake.countedBefore', values: { person: counter } },
		};
	}

	/** Reuses an existing row: a new one would lose what is typed in its open box. */
	readonly #rowOf = (line: SheetLine): SheetRow => {
		const known = this.#known.get(line.lineNo);
		if (known === undefined) {
			const told = this.#told.get(line.lineNo);
			const row = new SheetRow(told && told.revision > line.revision ? told : line, this);
			this.#told.delete(line.lineNo);
			this.#known.set(line.lineNo, row);
			return row;
		}
		// An entry may have come while the line was loading.
		if (line.revision >= known.line.revision) known.line = line;
		return known;
	};

	#show(sheet: Sheet, rows: readonly SheetRow[]): void {
		const inHand = this.area?.areaId;
		this.#rows = new Map(rows.map((row) => [row.line.lineNo, row]));
		const byArea = Map.groupBy(rows, ({ line }) => line.areaId);
		this.areas = sheet.areas.map((area) => new SheetArea(area, byArea.get(area.areaId) ?? []));
		const first = rows.find(({ line }) => line.state === 'uncounted') ?? rows[0];
		this.area =
			this.areas.find(({ areaId }) => areaId === inHand) ??
			(first === undefined ? undefined : this.areaOf(first)) ??
			this.areas[0] ??
			null;
		this.columns = columnsOf(sheet.unitSets.map(unitsByColumn));
		this.summary = sheet.summary;
		this.plan = sheet.plan;
		this.together = sheet.together;
		this.unknownCodes = sheet.unknownCodes;
		this.blind = sheet.blind;
		this.bookAsOf = sheet.bookAsOf;
		this.lastSavedAt = sheet.lastSavedAt;
		this.failure = null;
	}

	#take(line: SheetLine, savedAt: number | null): void {
		const row = this.#known.get(line.lineNo);
		if (row === undefined) {
			this.#told.set(line.lineNo, line);
			return;
		}
		// Events and answers can overtake each other, and the same line comes by both: keep the newer one.
		if (line.revision > row.line.revision) {
			this.areaOf(row)?.moved(row.line.state, line.state);
			row.line = line;
		}
		const at = savedAt ?? line.countedAt;
		if (at !== null) this.lastSavedAt = Math.max(at, this.lastSavedAt ?? 0);
	}

	/** Every row, the current area's first. */
	#inReach(): SheetRow[] {
		const { area } = this;
		const rest = this.areas.filter((other) => other !== area).flatMap(({ rows }) => rows);
		return [...(area?.rows ?? []), ...rest];
	}
}

function unitOf(row: SheetRow, column: UnitColumn): ItemUnitView {
	const unit = row.units.get(column);
	if (unit === undefined) throw new RangeError(`line ${row.key} has no box ${column}`);
	return unit;
}
