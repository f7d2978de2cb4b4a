// Typing a count in from paper: a line by its number, its boxes, and on to the next number. A second person may type
// lines again; then nothing is entered, and what differs is put side by side.
import type { App } from '../../app.svelte.ts';
import type { LineCheck } from '../../../shared/bridge/count-paper.ts';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { lineTotal, type CountBox } from '../../../shared/domain/count-line.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { boxMessage } from '../../messages/box-message.ts';
import { failureMessage, type Message } from '../../messages/message.ts';
import type { CountSheet, SheetRow } from './count-sheet.svelte.ts';
import { PaperTime } from './paper-time.svelte.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';

type TypingApp = Pick<App, 'call' | 'explain' | 't' | 'format' | 'language'>;

/** A line that was typed in or checked here, latest first. */
export interface TypedLine {
	readonly row: SheetRow;
	/** Base units; null where the line was left uncounted. */
	readonly total: DecimalText | null;
	readonly outcome: 'entered' | 'left' | 'agrees' | 'differs';
}

/** Lines remembered on the page; all of them are in the history of the count. */
const remembered = 200;

export class TypingIn {
	mode = $state<'enter' | 'check'>('enter');
	number = $state('');
	/** What is wrong with the number; it stays as it was typed. */
	numberProblem = $state<string | null>(null);
	row = $state.raw<SheetRow | null>(null);
	/** What the boxes of the line show. */
	texts = $state<Partial<Record<UnitColumn, string>>>({});
	problems = $state.raw<Partial<Record<UnitColumn, Message>>>({});
	/** Who counted the line before, where somebody must say what becomes of two counts. */
	counter = $state<string | null>(null);
	typed = $state.raw<readonly TypedLine[]>([]);
	checks = $state.raw<readonly LineCheck[]>([]);
	/** When the sheet was counted. */
	readonly paper: PaperTime;
	/** Why nothing can be typed in with that. */
	paperProblem = $state<ReturnType<PaperTime['problem']>>(null);
	readonly #app: TypingApp;
	readonly #sheet: CountSheet;

	constructor(app: TypingApp, sheet: CountSheet) {
		this.#app = app;
		this.#sheet = sheet;
		this.paper = new PaperTime(app, sheet.stocktakeId);
	}

	readonly differing = $derived.by(() =>
		this.checks.filter(({ outcome }) => outcome === 'differs'),
	);

	/** The line after the one typed last, as the paper has them. */
	readonly next = $derived.by((): SheetRow | null => {
		const rows = this.#sheet.areas.flatMap((area) => area.rows);
		const last = this.typed[0]?.row;
		return (last === undefined ? rows[0] : rows[rows.indexOf(last) + 1]) ?? null;
	});

	/** What the boxes come to; null while uncounted or while one of them cannot be read. */
	readonly total = $derived.by((): DecimalText | null => {
		const { row } = this;
		if (row === null) return null;
		if (this.mode === 'enter')
			return row.total((column) => this.texts[column] ?? '', this.#app.language.locale);
		const boxes = this.#boxes(row);
		return boxes === null ? null : lineTotal(boxes, row.line.units);
	});

	/** What to ask about what the boxes show; of who checks nothing, for it would tell what was typed first. */
	readonly guards = $derived.by((): readonly GuardView[] =>
		this.row === null || this.mode === 'check'
			? []
			: this.row.guards((column) => this.texts[column] ?? '', this.#app.language.locale),
	);

	async loadChecks(): Promise<void> {
		const { stocktakeId } = this.#sheet;
		const reply = await this.#app.call('countPaper.list', { stocktakeId });
		if (reply.ok) this.checks = reply.value.checks;
	}

	/** Finds the line of the number, or with none the next one. @returns false where there is no such line */
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
			// Who checks must not see what was typed first.
			[...row.units.keys()].map((column) => [
				column,
				this.mode === 'enter' ? row.typed(column) : '',
			]),
		);
		return true;
	}

	/** Goes back to the number; what stands in the boxes is given up. */
	leave(): void {
		this.row = null;
		this.number = '';
	}

	/** Enters or checks what the boxes show. @returns false where something has to be put right first */
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
			.map((column) => ({ row, column, typed: this.texts[column] ?? '' }))
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
				typed: this.texts[column] ?? '',
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

	#boxes(row: SheetRow): CountBox[] | null {
		const boxes: CountBox[] = [];
		for (const [column, unit] of row.units) {
			const typed = this.texts[column] ?? '';
			const { locale } = this.#app.language;
			const entry = readBox(typed, locale, unit, row.line.units);
			if (entry.kind === 'problem') return null;
			if (entry.kind === 'quantity')
				boxes.push({ unitId: unit.unitId, typed, locale, quantity: entry.quantity });
		}
		return boxes;
	}

	#readable(row: SheetRow): boolean {
		const { language } = this.#app;
		this.problems = Object.fromEntries(
			[...row.units].flatMap(([column, unit]) => {
				const typed = this.texts[column] ?? '';
				const entry = readBox(typed, language.locale, unit, row.line.units);
				const problem = boxMessage(entry, unit, row.line);
				return problem === null ? [] : [[column, problem]];
			}),
		);
		return Object.keys(this.problems).length === 0;
	}
}
