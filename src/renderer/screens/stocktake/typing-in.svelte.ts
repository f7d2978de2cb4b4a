// Typing in a paper count: line number, boxes, next number. When a second person types a line again, nothing is
// entered, and differences are shown side by side.
import type { App } from '../../app.svelte.ts';
import type { LineCheck } from '../../../shared/bridge/count-paper.ts';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { boxMessage } from '../../messages/box-message.ts';
import { failureMessage, type Message } from '../../messages/message.ts';
import { CountDoubts } from './count-doubts.ts';
import type { CountSheet } from './count-sheet.svelte.ts';
import { SheetRow } from './sheet-lines.svelte.ts';
import { PaperTime } from './paper-time.svelte.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';

type TypingApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language'>;

/** Lines typed in or checked here, latest first. */
export interface TypedLine {
	readonly row: SheetRow;
	/** Base units; null if left uncounted. */
	readonly total: DecimalText | null;
	readonly outcome: 'entered' | 'left' | 'agrees' | 'differs';
}

/** Lines kept on the page; the count's history has them all. */
const remembered = 200;

export class TypingIn {
	mode = $state<'enter' | 'check'>('enter');
	number = $state('');
	/** Error of the number, which stays as typed. */
	numberProblem = $state<string | null>(null);
	row = $state.raw<SheetRow | null>(null);
	/** Texts of the line's boxes. */
	texts = $state<Partial<Record<UnitColumn, string>>>({});
	problems = $state.raw<Partial<Record<UnitColumn, Message>>>({});
	/** Who counted the line before, if someone must decide about two counts. */
	counter = $state<string | null>(null);
	typed = $state.raw<readonly TypedLine[]>([]);
	checks = $state.raw<readonly LineCheck[]>([]);
	/** When the sheet was counted. */
	readonly paper: PaperTime;
	/** Why nothing can be typed in with that time. */
	paperProblem = $state<ReturnType<PaperTime['problem']>>(null);
	readonly #app: TypingApp;
	readonly #sheet: CountSheet;
	readonly #doubts = new CountDoubts();

	constructor(app: TypingApp, sheet: CountSheet) {
		this.#app = app;
		this.#sheet = sheet;
		this.paper = new PaperTime(app, sheet.stocktakeId);
	}

	readonly differing = $derived.by(() =>
		this.checks.filter(({ outcome }) => outcome === 'differs'),
	);

	/** The line after the last one typed, in paper order. */
	readonly next = $derived.by((): SheetRow | null => {
		const rows = this.#sheet.areas.flatMap((area) => area.rows);
		const last = this.typed[0]?.row;
		return (last === undefined ? rows[0] : rows[rows.indexOf(last) + 1]) ?? null;
	});

	readonly #text = (column: UnitColumn): string => this.texts[column] ?? '';

	/** Total of the boxes; null while uncounted or unreadable. */
	readonly total = $derived.by((): DecimalText | null => {
		const { row } = this;
		if (row === null) return null;
		// A checker's boxes do not add to those of the first entry.
		const typedIn =
			this.mode === 'enter' ? row : new SheetRow({ ...row.line, boxes: [] }, this.#sheet);
		return typedIn.total(this.#text, this.#app.language.locale);
	});

	/** Guard questions; none while checking, because they would reveal the first entry. */
	readonly guards = $derived.by((): readonly GuardView[] =>
		this.row === null || this.mode === 'check'
			? []
			: this.row.guards(this.#text, this.#app.language.locale),
	);

	async loadChecks(): Promise<void> {
		const { stocktakeId } = this.#sheet;
		const reply = await this.#app.call('countPaper.list', { stocktakeId });
		if (reply.ok) this.checks = reply.value.checks;
	}

	/** Finds a line by number, or the next one. @returns false if there is none */
	find(): boolean {
		const { t, format, language } = this.#app;
		const row = this.number.trim() === '' ? this.next : this.#rowOf(language.locale);
		if (row === null) {
			const highest = this.#sheet.areas
				.flatMap((area) => area.rows)
				.reduce((most, { line }) => Math.max(most, line.lineNo), 0);
			this.numberProblem = t('countPaper.noSuchLine', {
				number: this.number,
				highest: format.number(highest),
			});
			return false;
		}
		this.numberProblem = null;
		this.number = String(row.line.lineNo);
		this.row = row;
		this.problems = {};
		this.texts = Object.fromEntries(
			// A checker must not see the first entry.
			[...row.units.keys()].map((column) => [
				column,
				this.mode === 'enter' ? row.typed(column) : '',
			]),
		);
		return true;
	}

	/** Goes to the line of a scanned item. @returns the place of its box, from 1; null if it is not on the count */
	async findScanned(barcode: string): Promise<number | null> {
		const { locationId } = this.#sheet;
		const reply = await this.#app.call('item.byBarcode', { barcode, locationId });
		const [row] = reply.ok ? this.#sheet.linesOfItem(reply.value.item.itemId) : [];
		if (!reply.ok || row === undefined) return null;
		this.number = String(row.line.lineNo);
		if (!this.find()) return null;
		const { unitId } = reply.value;
		return (
			1 +
			Math.max(
				[...row.units.values()].findIndex((unit) => unit.unitId === unitId),
				0,
			)
		);
	}

	/** Returns to the number, discarding the boxes. */
	leave(): void {
		this.row = null;
		this.number = '';
	}

	/** Enters or checks the boxes. @returns false if something must be fixed first */
	async take(): Promise<boolean> {
		const { row } = this;
		this.paperProblem = this.paper.problem();
		if (row === null || !this.#readable(row) || this.paperProblem !== null) return false;
		return this.mode === 'enter' ? this.#enter(row) : this.#check(row);
	}

	async settle(lineNo: number, stands: 'first' | 'second'): Promise<string | null> {
		const { stocktakeId, by } = this.#sheet;
		const reply = await this.#app.call('countPaper.settle', { stocktakeId, lineNo, stands, by });
		if (!reply.ok) return this.#app.explain(reply);
		this.checks = reply.value.checks;
		return null;
	}

	async #enter(row: SheetRow): Promise<boolean> {
		const fillings = [...row.units.keys()]
			.map((column) => ({ row, column, typed: this.#text(column) }))
			.filter(({ column, typed }) => typed.trim() !== row.typed(column).trim());
		if (fillings.length > 0) {
			const outcome = await this.#sheet.fill(fillings, this.paper.countedAt);
			if (!outcome.ok) {
				this.counter = outcome.counter;
				const [first] = fillings;
				if (first !== undefined) this.problems = { [first.column]: outcome.message };
				return false;
			}
		}
		const { state, total } = row.line;
		this.#done({ row, total, outcome: state === 'uncounted' ? 'left' : 'entered' });
		return true;
	}

	async #check(row: SheetRow): Promise<boolean> {
		const { stocktakeId, by } = this.#sheet;
		const { countedAt } = this.paper;
		const reply = await this.#app.call('countPaper.check', {
			stocktakeId,
			lineNo: row.line.lineNo,
			boxes: [...row.units].map(([column, { unitId }]) => ({
				unitId,
				typed: this.#text(column),
			})),
			...(countedAt === null ? {} : { countedAt }),
			locale: this.#app.language.locale,
			by,
		});
		if (!reply.ok) {
			const [column] = row.units.keys();
			if (column !== undefined) this.problems = { [column]: failureMessage(reply) };
			return false;
		}
		const { check } = reply.value;
		this.checks = [...this.checks.filter(({ lineNo }) => lineNo !== check.lineNo), check];
		this.#done({
			row,
			total: check.second,
			outcome: check.outcome === 'agrees' ? 'agrees' : 'differs',
		});
		return true;
	}

	#done(line: TypedLine): void {
		this.typed = [line, ...this.typed.filter(({ row }) => row !== line.row)].slice(0, remembered);
		this.leave();
	}

	#rowOf(locale: string): SheetRow | null {
		const entry = parseEntry(this.number, locale, { places: 0 });
		return entry.kind === 'quantity' ? (this.#sheet.row(Number(entry.quantity)) ?? null) : null;
	}

	#readable(row: SheetRow): boolean {
		const { language } = this.#app;
		this.problems = Object.fromEntries(
			[...row.units].flatMap(([column, unit]) => {
				const typed = this.#text(column);
				const entry = readBox(typed, language.locale, unit, row.line.units);
				const problem =
					boxMessage(entry, unit, row.line) ??
					this.#doubts.aboutRow(row, column, typed, language.locale);
				return problem === null ? [] : [[column, problem]];
			}),
		);
		return Object.keys(this.problems).length === 0;
	}
}
