// The sheet of one count while it is being filled: its areas, its lines as they are saved, and what each comes
// to as it is typed. What is typed and not yet saved is the grid's. An entry touches one line, however many there are.
import { untrack } from 'svelte';
import type { App } from '../../app.svelte.ts';
import type { Failure } from '../../../shared/bridge/reply.ts';
import type { CountPlan, Together } from '../../../shared/bridge/count-plan.ts';
import type {
	CountedBox,
	GuardView,
	Sheet,
	SheetLine,
	StocktakeSummary,
} from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { guards, lineTotal, type CountBox } from '../../../shared/domain/count-line.ts';
import { sum, type DecimalText } from '../../../shared/domain/decimal.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { boxMessage } from '../../messages/box-message.ts';
import { failureMessage, type Message } from '../../messages/message.ts';
import type { Ambiguity, TextOf } from '../../ui/grid/unit-boxes.ts';
import { columnsOf, unitsByColumn, type UnitColumn } from '../../ui/grid/unit-columns.ts';

/** Lines that come first: what a screen shows, and a few pages more. */
const firstLines = 250;
/** Lines fetched together behind that: few enough that a key typed meanwhile is not kept waiting. */
const nextLines = 500;

/** What the sheet needs of the app; a test gives it a bridge of its own. */
export type SheetApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language' | 'settings'>;

/** What became of a box when it was left. */
export type Outcome =
	| {
			ok: true;
			/** Whose earlier count of the line stands, where this one is history alone. */
			kept: string | null;
	  }
	| {
			ok: false;
			message: Message;
			/** Who counted the line before, where somebody must say what becomes of two counts. */
			counter: string | null;
	  };

/** An act that was taken back or put back: where it was, if that is still on the count, and what it came to. */
type Turned =
	| { ok: true; row: SheetRow | null; column: UnitColumn | undefined }
	| { ok: false; message: string };

/** A box to fill, with others, as one act. */
interface Filling {
	readonly row: SheetRow;
	readonly column: UnitColumn;
	readonly typed: string;
}

/** Through whose eyes a line is seen. */
interface Viewer {
	readonly person: string;
	/** Each person has boxes of their own, and the line is the sum of them. */
	readonly summed: boolean;
}

export class SheetRow {
	/** As it is saved. */
	line: SheetLine;
	readonly key: string;
	readonly units: ReadonlyMap<UnitColumn, ItemUnitView>;
	/** What search looks through. */
	readonly haystack: string;
	readonly #viewer: Viewer;

	constructor(line: SheetLine, viewer: Viewer) {
		this.line = $state.raw(line);
		this.#viewer = viewer;
		this.key = String(line.lineNo);
		this.units = unitsByColumn(line.units);
		this.haystack = `${line.name} ${line.code} ${line.category}`.toLocaleLowerCase();
	}

	/** The boxes that this person fills. */
	#own(): readonly CountedBox[] {
		const { person, summed } = this.#viewer;
		return summed ? this.line.boxes.filter(({ by }) => by === person) : this.line.boxes;
	}

	/** What others counted beside this person, where their counts are summed. */
	others(): readonly CountedBox[] {
		const { person, summed } = this.#viewer;
		return summed ? this.line.boxes.filter(({ by }) => by !== person) : [];
	}

	/** The text of a box as it is saved. */
	typed(column: UnitColumn): string {
		const unitId = this.units.get(column)?.unitId;
		return this.#own().find((box) => box.unitId === unitId)?.typed ?? '';
	}

	/** What to ask about what the boxes show, saved or not. */
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
	/** Those that have come: all of them a moment after the sheet was opened. */
	readonly rows: readonly SheetRow[];
	/** How many it has, come or not. */
	readonly lines: number;
	counted = $state(0);
	zero = $state(0);

	constructor(area: Sheet['areas'][number], rows: readonly SheetRow[]) {
		this.areaId = area.areaId;
		this.name = area.name;
		this.rows = rows;
		this.lines = Math.max(area.lines, rows.length);
		// What its own rows say is newer than what was said before they came.
		const all = rows.length >= area.lines;
		const inState = (zero: boolean): number =>
			rows.filter(({ line }) => line.state === 'zero' || (!zero && line.state === 'quantity'))
				.length;
		this.counted = all ? inState(false) : area.counted;
		this.zero = all ? inState(true) : area.zero;
	}

	/** A line of this area went from one state to another. */
	moved(from: SheetLine['state'], to: SheetLine['state']): void {
		this.counted += Number(to !== 'uncounted') - Number(from !== 'uncounted');
		this.zero += Number(to === 'zero') - Number(from === 'zero');
	}
}

export class CountSheet implements Viewer {
	areas = $state.raw<readonly SheetArea[]>([]);
	area = $state.raw<SheetArea | null>(null);
	columns = $state.raw<readonly UnitColumn[]>([]);
	summary = $state.raw<StocktakeSummary | null>(null);
	plan = $state.raw<CountPlan | null>(null);
	together = $state.raw<Together>('ask');
	/** Codes that nobody knew and that are not settled. */
	parked = $state(0);
	blind = $state(false);
	bookAsOf = $state<number | null>(null);
	lastSavedAt = $state<number | null>(null);
	/** Why the sheet could not be shown. */
	failure = $state.raw<Failure | null>(null);
	readonly stocktakeId: string;
	/** Who counts in this window, where it is not the person of this PC. */
	by = $state('');
	readonly #app: SheetApp;
	/** Fulfilled once all lines are there; again with every `load`. */
	whole: Promise<void> = Promise.resolve();
	#loading: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;
	/** Every row that ever came, shown or about to be. */
	readonly #known = new Map<number, SheetRow>();
	/** Lines that were told of before they came. */
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

	get summed(): boolean {
		return this.together === 'sum';
	}

	/** Shows the lines around one, or around the first that is not counted, and fetches the others behind that. */
	open(lineNo: number | null): Promise<void> {
		// What changes meanwhile is asked for behind it, and an answer to that is never overtaken by this one.
		this.#loading = this.#open(lineNo);
		return this.#loading;
	}

	async #open(lineNo: number | null): Promise<void> {
		const { stocktakeId } = this;
		const window = { from: lineNo ?? 'uncounted', lines: firstLines } as const;
		const reply = await this.#app.call('stocktake.sheet', { stocktakeId, window });
		if (!reply.ok) {
			this.failure = reply;
			return;
		}
		const { lines, summary } = reply.value;
		this.#show(reply.value, lines.map(this.#rowOf));
		if (lines.length < summary.lines) void this.load();
	}

	/** Fetches all of it anew. Whoever asks while it is on its way gets what comes after. */
	load = (): Promise<void> => {
		this.#next ??= this.#loading.then(() => {
			this.#next = null;
			this.#loading = this.#loadAll();
			return this.#loading;
		});
		this.whole = this.#next;
		return this.whole;
	};

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
		const unit = unitOf(row, column);
		const { locale } = this.#app.language;
		const entry = readBox(typed, locale, unit, row.line.units);
		const message = boxMessage(entry, unit, row.line);
		if (message !== null) return { ok: false, message, counter: null };

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
	 * Fills several boxes as one act, taken back together.
	 * @param countedAt where they stood on paper before; null: now
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

	/** Takes back the last act, or puts the last one back; null when there is nothing to do. */
	async turn(which: 'undo' | 'redo'): Promise<Turned | null> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call(`stocktake.${which}`, { stocktakeId, by });
		if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
		const { lines, cell, savedAt } = reply.value;
		for (const line of lines) this.#take(line, savedAt);
		// A line that came back, or went.
		if (cell?.unitId === null) await this.load();
		if (cell === null) return null;
		const row = this.#rows.get(cell.lineNo);
		if (row === undefined) return { ok: true, row: null, column: undefined };
		const column = [...row.units].find(([, unit]) => unit.unitId === cell.unitId)?.[0];
		return { ok: true, row, column };
	}

	/** Says, once for the whole count, what becomes of lines that two people count. */
	async choose(together: Exclude<Together, 'ask'>): Promise<boolean> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call('stocktake.together', { stocktakeId, together, by });
		// Another window may have answered first: what stands now comes with the sheet.
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

	/** Moves a line behind another one, or to the head of an area (null), and gives back why that was refused. */
	async move(
		row: SheetRow,
		to: { areaId: string; shelf: string; behind: number | null },
	): Promise<string | null> {
		const { stocktakeId, by } = this;
		const { lineNo } = row.line;
		const reply = await this.#app.call('stocktake.move', { stocktakeId, lineNo, ...to, by });
		if (!reply.ok) return this.#app.explain(reply);
		await this.load();
		return null;
	}

	/** Adds a line for an item behind another line; undefined when it was refused. */
	async addLine(
		itemId: string,
		to: { areaId: string; shelf: string; behind: number | null },
	): Promise<SheetRow | undefined> {
		const { stocktakeId, by } = this;
		const reply = await this.#app.call('stocktake.addLine', { stocktakeId, itemId, ...to, by });
		if (!reply.ok) return undefined;
		await this.load();
		return this.#rows.get(reply.value.lineNo);
	}

	/** Takes an added line off the count; `counted` where it must be said that it goes all the same. */
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

	/** Puts an area behind another one, or (null) at the head, and gives back why that was refused. */
	async moveArea(area: SheetArea, behind: SheetArea | null): Promise<string | null> {
		const { stocktakeId, by } = this;
		const input = { stocktakeId, areaId: area.areaId, behind: behind?.areaId ?? null, by };
		const reply = await this.#app.call('stocktake.moveArea', input);
		if (!reply.ok) return this.#app.explain(reply);
		await this.load();
		return null;
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

	/** The lines of an item, those of the area in hand first. */
	linesOfItem(itemId: string): SheetRow[] {
		const rows = this.#byItem.get(itemId) ?? [];
		const here = this.area?.areaId;
		return rows.toSorted((a, b) => Number(b.line.areaId === here) - Number(a.line.areaId === here));
	}

	/** What an item comes to over all places where it was counted; null where it stands in one place alone. */
	itemTotal({
		line: { itemId },
	}: SheetRow): { places: number; counted: number; total: DecimalText } | null {
		const rows = this.#byItem.get(itemId) ?? [];
		if (rows.length < 2) return null;
		const totals = rows.flatMap(({ line }) => line.total ?? []);
		return { places: rows.length, counted: totals.length, total: sum(totals) };
	}

	/** The next line with that box upwards in the area whose box is filled: what filling down copies. */
	filledAbove(row: SheetRow, column: UnitColumn): string | null {
		const rows = this.areaOf(row)?.rows ?? [];
		const above = rows.slice(0, rows.indexOf(row)).toReversed();
		return above.map((each) => each.typed(column)).find((typed) => typed !== '') ?? null;
	}

	/** The uncounted lines with that box from this one to the end of its shelf. */
	blankBelow(row: SheetRow, column: UnitColumn): SheetRow[] {
		const rows = this.areaOf(row)?.rows ?? [];
		const from = rows.slice(rows.indexOf(row));
		const end = from.findIndex(({ line }) => line.shelf !== row.line.shelf);
		return from
			.slice(0, end === -1 ? undefined : end)
			.filter((each) => each.units.has(column) && each.line.state === 'uncounted');
	}

	/** The first uncounted line after this one, going round; undefined when all are counted. */
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

	/** The row of a line that has come: the one there is already, or its open box would lose what is typed. */
	readonly #rowOf = (line: SheetLine): SheetRow => {
		const known = this.#known.get(line.lineNo);
		if (known === undefined) {
			const told = this.#told.get(line.lineNo);
			const row = new SheetRow(told && told.revision > line.revision ? told : line, this);
			this.#told.delete(line.lineNo);
			this.#known.set(line.lineNo, row);
			return row;
		}
		// An entry may have come while the line was on its way.
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
		this.parked = sheet.parked;
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
		// Events and answers come by different ways: an older line may be the later one to arrive, and the same one comes
		// by both.
		if (line.revision > row.line.revision) {
			this.areaOf(row)?.moved(row.line.state, line.state);
			row.line = line;
		}
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

function unitOf(row: SheetRow, column: UnitColumn): ItemUnitView {
	const unit = row.units.get(column);
	if (unit === undefined) throw new RangeError(`line ${row.key} has no box ${column}`);
	return unit;
}
