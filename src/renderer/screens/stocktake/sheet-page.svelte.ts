// What a person does on a count sheet: entering, notes, moving on, and going to the review.
import { tick, untrack } from 'svelte';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import { soundOf } from '../../scan/scanner.svelte.ts';
import { pathOf } from '../../shell/route.svelte.ts';
import type { GridColumn, GridEntry } from '../../ui/grid/grid-types.ts';
import { GridState } from '../../ui/grid/grid.svelte.ts';
import { takeReading } from '../../ui/grid/readings.ts';
import type { Ambiguity } from '../../ui/grid/unit-boxes.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';
import { CountSheet, type Outcome } from './count-sheet.svelte.ts';
import { CountersHere } from './counters-here.svelte.ts';
import { LineDrag } from './line-drag.ts';
import { LinePlaces } from './line-places.svelte.ts';
import type { SheetArea, SheetRow } from './sheet-lines.svelte.ts';
import { SheetScans } from './sheet-scans.svelte.ts';
import { SheetWalk } from './sheet-walk.svelte.ts';

/** Create it with the component: it has the same lifetime. */
export class SheetPage {
	readonly app: App;
	readonly sheet: CountSheet;
	readonly grid: GridState<SheetRow>;
	readonly walk: SheetWalk;
	readonly counters: CountersHere;
	readonly places: LinePlaces;
	readonly scans: SheetScans;
	readonly drag: LineDrag;
	/** The line with an open note. */
	noting = $state.raw<SheetRow | null>(null);
	/** An entry on a line someone else counted, while we ask what to do. */
	collided = $state.raw<{ row: SheetRow; column: UnitColumn; person: string } | null>(null);
	askingTogether = $state(false);
	/** The focused column before editing a note. */
	#notedFrom: string | undefined;
	/** The last line entered: its question can be answered from the next line. */
	#entered = $state.raw<SheetRow>();
	/** Input is being saved before the review. */
	#reviewing = false;
	/** The sheet was left, or closed by someone else: its boxes no longer show results. */
	#gone = false;

	/** The number in the current line that can be read in two ways. */
	readonly asked: Ambiguity | null = $derived.by(() => {
		const row = this.walk.row;
		return row === undefined ? null : row.ambiguity(this.#textOf(row), this.#locale);
	});

	/** The line with a probable unit slip: the current one, else the last one entered. */
	readonly slipped: { row: SheetRow; meant: GuardView['meant'] } | null = $derived.by(() => {
		for (const row of [this.walk.row, this.#entered]) {
			const meant = row === undefined ? undefined : this.#slipOf(row);
			if (row !== undefined && meant !== undefined) return { row, meant };
		}
		return null;
	});

	constructor(app: App, stocktakeId: string, columns: () => readonly GridColumn<SheetRow>[]) {
		this.app = app;
		const sheet = new CountSheet(app, stocktakeId);
		this.sheet = sheet;
		this.grid = new GridState<SheetRow>({
			document: `stocktake ${stocktakeId}`,
			// Depends on the sheet's order only: an entry must not walk all lines.
			entries: () => {
				const { area } = sheet;
				return untrack(() => entriesOf(area));
			},
			columns,
			commit: async (row, key, typed) => {
				const column = sheet.columns.find((candidate) => candidate === key);
				return column === undefined ? { ok: true } : this.#enter(row, column, typed);
			},
			pastEnd: () => sheet.plan?.guided === true && this.walk.enterNext(),
		});
		this.walk = new SheetWalk(sheet, this.grid);
		this.counters = new CountersHere(app, sheet);
		this.places = new LinePlaces(app, this.walk);
		this.scans = new SheetScans(app, this.walk, (item) => this.places.askToAdd(item));
		this.drag = new LineDrag({
			lineAt: (row) => {
				const entry = this.grid.entries[row];
				return entry?.kind === 'line' ? entry.line : undefined;
			},
			area: () => sheet.area,
			drop: (row, to) => void this.places.moveTo(row, to),
		});
		$effect(() => () => {
			this.#gone = true;
			sheet.leave();
		});
		$effect(() =>
			app.bridge.on('stocktake.changed', (changed) => {
				if (changed.stocktakeId === stocktakeId) sheet.changed(changed.line);
			}),
		);
		$effect(() => app.bridge.onReconnect(() => void sheet.load()));
		$effect(() => {
			if (sheet.summary !== null && sheet.summary.state !== 'open')
				this.app.route.redirect(this.#review);
		});
	}

	get #locale(): string {
		return this.app.language.locale;
	}

	get isRecount(): boolean {
		return (this.sheet.summary?.recount ?? null) !== null;
	}

	/** Opens the count at the cell kept by a reload, at a line, or at the next one to count. */
	async open(wantedLine: string | undefined): Promise<void> {
		const { app, sheet } = this;
		const kept = this.grid.keptPlace();
		const line = kept?.key ?? wantedLine;
		const at = await sheet.open(line === undefined ? null : Number(line));
		// Opening the recount named its counter, who is not the person at this window.
		const recounter = sheet.summary?.recount?.recounter ?? '';
		if (recounter !== '' && recounter !== app.settings.person) sheet.by = recounter;
		await tick();
		const { area } = sheet;
		const row =
			(at === null ? undefined : sheet.row(at)) ??
			area?.rows.find(({ line }) => line.state === 'uncounted') ??
			area?.rows[0];
		if (row !== undefined) this.walk.jump(row);
		if (kept !== null) this.grid.resume(kept);
	}

	#textOf(row: SheetRow): (column: UnitColumn) => string {
		return (column) => this.grid.text(row.key, column);
	}

	#slipOf(row: SheetRow): GuardView['meant'] | undefined {
		const asked = row.guards(this.#textOf(row), this.#locale);
		return asked.find(({ code }) => code === 'pack-slip')?.meant ?? undefined;
	}

	take(row: SheetRow, ambiguity: Ambiguity, at: number): void {
		takeReading(this.grid, row.key, ambiguity, at, this.#locale);
	}

	async #enter(row: SheetRow, column: UnitColumn, typed: string): Promise<Outcome> {
		const { t, say, notices, settings } = this.app;
		this.#entered = row;
		const outcome = await this.sheet.enter(row, column, typed);
		const { name } = row.line;
		if (this.#gone && !outcome.ok) {
			const problem = say(outcome.message);
			notices.show(t('sheet.notSavedBehind', { typed, name, problem }), 'rust');
			return outcome;
		}
		// A person who went on does not look at this box.
		if (!outcome.ok && settings.scanner.sound && !this.#isIn(row, column)) soundOf('unknown');
		if (!outcome.ok && outcome.counter !== null) {
			const person = outcome.counter === '' ? t('stocktake.somebody') : outcome.counter;
			this.collided = { row, column, person };
			this.askingTogether = true;
		}
		if (outcome.ok && outcome.kept !== null) {
			notices.show(t('stocktake.keptOut', { person: outcome.kept, name }), 'amber');
		}
		return outcome;
	}

	#isIn(row: SheetRow, column: UnitColumn): boolean {
		const { at } = this.grid;
		return at?.key === row.key && at.column === column;
	}

	/** Goes to the review, unless a box holds refused text, which leaving would lose. */
	async review(): Promise<void> {
		const { t, route, notices } = this.app;
		if (this.#reviewing) return;
		this.#reviewing = true;
		const from = route.path;
		await this.grid.settle();
		await tick();
		// Do not interrupt a person who has gone elsewhere.
		if (route.path !== from) {
			this.#reviewing = false;
			return;
		}
		if (this.grid.focusProblem(1)) notices.show(t('common.notTaken'), 'amber');
		else if (!this.isRecount || (await this.#finishRecount()))
			this.app.route.go(this.#review, { replace: this.isRecount, from });
		this.#reviewing = false;
	}

	/** A recount is reviewed with its original count. */
	get #review(): string {
		const reviewed = this.sheet.summary?.recount?.of ?? this.sheet.stocktakeId;
		return pathOf('counts', reviewed, 'review');
	}

	async #finishRecount(): Promise<boolean> {
		const { t, notices, call, failed } = this.app;
		const { stocktakeId, by } = this.sheet;
		if (failed(await call('stocktake.finishRecount', { stocktakeId, by }))) return false;
		notices.show(t('countReview.finished'));
		return true;
	}

	takeNote = (): void => {
		const { row } = this.walk;
		if (row === undefined) return;
		this.#notedFrom = this.grid.at?.column;
		this.grid.leave();
		this.noting = row;
	};

	async keepNote(row: SheetRow, note: string | null): Promise<void> {
		const { t, say, notices } = this.app;
		this.noting = null;
		this.grid.focusRow(row.key, this.#notedFrom);
		if (note === null) return;
		const outcome = await this.sheet.note(row, note);
		if (!outcome.ok)
			notices.show(t('stocktake.noteFailed', { problem: say(outcome.message) }), 'rust');
	}

	/** Decides about two counts, and retries the entry. */
	chooseTogether = async (together: 'sum' | 'replace' | 'keep'): Promise<boolean> => {
		const chosen = await this.sheet.choose(together);
		if (chosen && this.collided !== null) {
			const { row, column } = this.collided;
			this.grid.retry({ key: row.key, column });
			this.grid.focusRow(row.key, column);
		}
		return chosen;
	};

	moveArea = async (area: SheetArea, behind: SheetArea | null): Promise<void> => {
		const { t, format, notices } = this.app;
		const { sheet } = this;
		this.grid.leave();
		const refused = await sheet.moveArea(area, behind);
		if (refused !== null) {
			notices.show(t('sheet.areaNotMoved', { problem: refused }), 'rust');
			return;
		}
		const place = sheet.areas.findIndex(({ areaId }) => areaId === area.areaId) + 1;
		const [count, here] = [format.number(sheet.areas.length), format.number(place)];
		notices.show(t('sheet.areaMoved', { area: area.name, place: here, count }));
	};

	async nextUncounted(): Promise<void> {
		const { t, notices } = this.app;
		if (!(await this.walk.nextUncounted())) notices.show(t('stocktake.everythingCounted'));
	}
}

function entriesOf(area: SheetArea | null): readonly GridEntry<SheetRow>[] {
	const entries: GridEntry<SheetRow>[] = [];
	let shelf = '';
	for (const row of area?.rows ?? []) {
		if (row.line.shelf !== shelf) {
			shelf = row.line.shelf;
			entries.push({ kind: 'section', key: `shelf before ${row.key}`, label: shelf });
		}
		entries.push({ kind: 'line', key: row.key, line: row });
	}
	return entries;
}
