// The sheet of one count while it is being filled: its areas, its lines, what is typed and not yet saved, and the
// questions that what was typed leaves open. A keystroke touches one line, however many there are.
import type { App } from '../../app.svelte.ts';
import { entryWords } from '../../messages/entry-words.ts';
import type { Failure } from '../../../shared/bridge/reply.ts';
import type { Sheet, SheetLine, StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { lineTotal, variance } from '../../../shared/domain/count-line.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { formatQuantity, parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { columnsOf, unitsByColumn, type UnitColumn } from './unit-columns.ts';

/** What the sheet needs of the app; a test gives it a bridge of its own. */
export type SheetApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language'>;

/** What became of a box when it was left. */
export type Outcome = { ok: true } | { ok: false; message: string };

/** What was typed in a box and cannot be taken as it is. */
export interface Question {
	readonly unitId: string;
	readonly typed: string;
	readonly message: string;
	/** What an ambiguous number could mean, likeliest first; else none. */
	readonly readings: readonly DecimalText[];
}

/** A box as it was before an entry, for undo. */
interface Before {
	readonly row: SheetRow;
	readonly unitId: string;
	readonly typed: string;
}

export class SheetRow {
	/** As it is saved. */
	line: SheetLine;
	/** Texts by unit that differ from what is saved: being typed, being saved, or refused. */
	typing = $state.raw<ReadonlyMap<string, string>>(new Map());
	questions = $state.raw<readonly Question[]>([]);
	readonly units: ReadonlyMap<UnitColumn, ItemUnitView>;
	/** What search looks through. */
	readonly haystack: string;
	readonly #locale: () => string;

	constructor(line: SheetLine, locale: () => string) {
		this.line = $state.raw(line);
		this.#locale = locale;
		this.units = unitsByColumn(line.units);
		this.haystack = `${line.name} ${line.code} ${line.category}`.toLocaleLowerCase();
	}

	/** The total in base units with what is being typed; null while uncounted or while it cannot be read. */
	readonly total: DecimalText | null = $derived.by(() => {
		if (this.typing.size === 0) return this.line.total;
		const boxes = this.line.boxes.filter(({ unitId }) => !this.typing.has(unitId));
		for (const unit of this.line.units) {
			const typed = this.typing.get(unit.unitId);
			if (typed === undefined) continue;
			const entry = parseEntry(typed, this.#locale(), { places: unit.places });
			// A sum without the box that cannot be read would be a wrong sum.
			if (entry.kind === 'problem') return null;
			const quantity = entry.kind === 'quantity' ? entry.quantity : null;
			boxes.push({ unitId: unit.unitId, typed, quantity });
		}
		return lineTotal(boxes, this.line.units);
	});

	/** Base units, live; null where nothing was counted or nothing was expected. */
	readonly variance: DecimalText | null = $derived(
		this.total === null || this.line.expected === null
			? null
			: variance(this.total, this.line.expected),
	);

	/** Nobody has to look at it again: it is counted and nothing typed in it is open. */
	get done(): boolean {
		return this.line.state !== 'uncounted' && this.questions.length === 0;
	}

	typed(unitId: string): string {
		return (
			this.typing.get(unitId) ?? this.line.boxes.find((box) => box.unitId === unitId)?.typed ?? ''
		);
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

	/** A key went into a box: the echo follows, nothing is written. */
	echo(row: SheetRow, unitId: string, typed: string): void {
		row.typing = new Map(row.typing).set(unitId, typed);
	}

	/** The person took back what was typed: the box is as saved again. */
	restore(row: SheetRow, unitId: string): void {
		forget(row, unitId);
	}

	/**
	 * A box was left with another text: writes it. What cannot be read is not sent; it stays in the box as it was
	 * typed, with a question on its row.
	 */
	async enter(row: SheetRow, unitId: string, typed: string): Promise<Outcome> {
		const before = row.line.boxes.find((box) => box.unitId === unitId)?.typed ?? '';
		const outcome = await this.#write(row, unitId, typed);
		if (outcome.ok) this.#undo.push({ row, unitId, typed: before });
		return outcome;
	}

	/** Settles an ambiguous box: one of its readings is written, as the locale writes it. */
	async choose(row: SheetRow, question: Question, reading: DecimalText): Promise<Outcome> {
		const { locale } = this.#app.language;
		const typed = formatQuantity(reading, locale, { minus: 'plain', grouping: false });
		return this.enter(row, question.unitId, typed);
	}

	/** Puts back what stood in the box entered last; null when there is nothing to take back. */
	async undo(): Promise<{ row: SheetRow; unitId: string; outcome: Outcome } | null> {
		const before = this.#undo.pop();
		if (before === undefined) return null;
		const { row, unitId, typed } = before;
		return { row, unitId, outcome: await this.#write(row, unitId, typed) };
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

	/** The first line after this one that somebody has to look at, going round; undefined when all are done. */
	nextOpen(after: SheetRow | undefined): SheetRow | undefined {
		const rows = [...this.#rows.values()];
		const from = after === undefined ? 0 : rows.indexOf(after) + 1;
		return [...rows.slice(from), ...rows.slice(0, from)].find((row) => !row.done && row !== after);
	}

	async #write(row: SheetRow, unitId: string, typed: string): Promise<Outcome> {
		const unit = row.line.units.find((candidate) => candidate.unitId === unitId);
		if (unit === undefined) throw new RangeError(`line ${row.line.lineNo} has no unit ${unitId}`);
		const { t, format, language } = this.#app;
		const { locale } = language;
		const { lineNo } = row.line;
		this.echo(row, unitId, typed);

		const entry = parseEntry(typed, locale, { places: unit.places });
		const message = entryWords(entry, unit.places, t, format);
		if (message !== null) {
			const readings = entry.kind === 'problem' && entry.code === 'ambiguous' ? entry.readings : [];
			ask(row, { unitId, typed, message, readings });
			return { ok: false, message };
		}
		const { stocktakeId } = this;
		const reply = await this.#app.call('stocktake.enter', {
			stocktakeId,
			lineNo,
			unitId,
			typed,
			locale,
		});
		// While it was on its way the person may have typed on: then this answer says nothing of what is in the box.
		const current = row.typing.get(unitId) === typed;
		if (!reply.ok) {
			const explained = this.#app.explain(reply);
			if (current) ask(row, { unitId, typed, message: explained, readings: [] });
			return { ok: false, message: explained };
		}
		if (current) forget(row, unitId);
		this.#take(reply.value.line, reply.value.savedAt);
		return { ok: true };
	}

	#show(sheet: Sheet): void {
		const locale = () => this.#app.language.locale;
		const inHand = this.area?.areaId;
		const rows = sheet.lines.map((line) => {
			// A row that is on the screen stays, with what is being typed in it.
			const known = this.#rows.get(line.lineNo);
			if (known === undefined) return new SheetRow(line, locale);
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

function ask(row: SheetRow, question: Question): void {
	row.questions = [...row.questions.filter(({ unitId }) => unitId !== question.unitId), question];
}

function forget(row: SheetRow, unitId: string): void {
	const typing = new Map(row.typing);
	typing.delete(unitId);
	row.typing = typing;
	if (row.questions.length > 0)
		row.questions = row.questions.filter((question) => question.unitId !== unitId);
}
