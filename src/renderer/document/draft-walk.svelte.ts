// Focus in a draft's sheet, and moving it: to a line, to the adding box, to a problem.
import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { GridState } from '../ui/grid/grid.svelte.ts';
import { holdKeysUntil } from '../ui/held-keys.ts';
import { baseColumnOf, type DraftLine } from './draft-lines.ts';
import type { Place, SavedDraft, WrittenDraft } from './written-draft.svelte.ts';

type Cell = NonNullable<Place>;

export class DraftWalk {
	readonly draft: WrittenDraft;
	/** The page, once it is drawn. */
	page = $state.raw<HTMLElement>();
	#grid = $state.raw<GridState<DraftLine> | null>(null);
	readonly #makeGrid: () => GridState<DraftLine>;
	/** Texts of amounts, until they are read. */
	readonly #amounts = new SvelteMap<string, string>();

	constructor(draft: WrittenDraft, makeGrid: () => GridState<DraftLine>) {
		this.draft = draft;
		this.#makeGrid = makeGrid;
		if (draft.documentId !== null) this.#grid = makeGrid();
	}

	/** null until the draft has an id, under which refused texts are kept: a new draft gets one with its first line. */
	get grid(): GridState<DraftLine> | null {
		return this.#grid;
	}

	/** Saves what a page before this one could not save. */
	async resume(): Promise<void> {
		await this.draft.resume();
		if (this.draft.lines.length > 0) this.#grid ??= this.#makeGrid();
	}

	/** Adds lines as one action, and focuses the first blank one. */
	add(added: Parameters<WrittenDraft['add']>[0]): Promise<void> {
		if (this.draft.isGone) return Promise.resolve();
		return holdKeysUntil(this.#add(...this.draft.add(added)));
	}

	async #add(...[made, saved]: ReturnType<WrittenDraft['add']>): Promise<void> {
		if (this.#grid === null) {
			await saved;
			this.#grid = this.#makeGrid();
		}
		const first = made.find(({ boxes }) => boxes.length === 0) ?? made[0];
		if (first !== undefined) await this.toLine(first);
	}

	/** Shows the saved draft and drops unsaved input. */
	take(saved: SavedDraft): void {
		this.#grid = null;
		this.#amounts.clear();
		this.draft.take(saved);
		this.#grid = this.#makeGrid();
	}

	/** The focused line, if any. */
	line(): DraftLine | null {
		return document.activeElement?.closest('[role=grid]') ? this.lineShown() : null;
	}

	/** The line that is shown as current, also while the focus is beside the lines. */
	lineShown(): DraftLine | null {
		return this.draft.lines.find(({ lineId }) => lineId === this.grid?.at?.key) ?? null;
	}

	/** Focuses the line's base unit box. */
	async toLine({ lineId, item }: DraftLine): Promise<void> {
		await this.to({ lineId, column: baseColumnOf(item) ?? '' });
	}

	/** Focuses a cell; with an empty column, the one nearest to the previous focus. */
	async to({ lineId, column }: Cell): Promise<void> {
		await holdKeysUntil(tick());
		this.grid?.leave();
		this.grid?.focusRow(lineId, column === '' ? undefined : column);
	}

	/** Focuses the box that adds a line. */
	toAdding(): void {
		this.page?.querySelector<HTMLElement>('.add input')?.focus();
	}

	/** Enter after the quantity: to the next line, or to adding one. */
	async goOn({ lineId }: DraftLine): Promise<void> {
		const { lines } = this.draft;
		const next = lines[lines.findIndex((line) => line.lineId === lineId) + 1];
		if (next === undefined) this.toAdding();
		else await this.toLine(next);
	}

	/** Removes a line and focuses the one that takes its place. */
	async remove(line: DraftLine): Promise<void> {
		const { lines } = this.draft;
		const at = lines.indexOf(line);
		const next = lines[at + 1] ?? lines[at - 1];
		void this.draft.remove(line);
		if (next === undefined) this.toAdding();
		else await this.to({ lineId: next.lineId, column: 'remove' });
	}

	amountAt(at: Cell): string | null {
		return this.#amounts.get(idOf(at)) ?? null;
	}

	keepAmount(at: Cell, text: string | null): void {
		if (text === null) this.#amounts.delete(idOf(at));
		else this.#amounts.set(idOf(at), text);
	}

	/** Cells with refused text. */
	refused(): readonly Cell[] {
		const { grid } = this;
		if (grid === null) return [];
		return this.draft.lines.flatMap(({ lineId }) =>
			grid.columns
				.map(({ key }) => ({ lineId, column: key }))
				.filter(
					(at) => this.amountAt(at) !== null || grid.outcome(lineId, at.column)?.state === 'failed',
				),
		);
	}

	/** Goes to the next or previous problem: document fields, then cells, in page order. */
	toProblem(step: 1 | -1): void {
		const places = [...this.#fieldsInTheWay(), ...this.#cellsInTheWay()];
		const here = places.findIndex((place) =>
			place instanceof HTMLElement ? place === document.activeElement : this.#standsAt(place),
		);
		const place = places[(here + step + places.length) % places.length] ?? places[0];
		if (place instanceof HTMLElement) place.focus();
		else if (place !== undefined) void this.to(place);
	}

	#fieldsInTheWay(): readonly HTMLElement[] {
		return [...(this.page?.querySelectorAll<HTMLElement>('.fields [aria-invalid="true"]') ?? [])];
	}

	#cellsInTheWay(): readonly Cell[] {
		const refused = this.refused();
		return this.draft.lines.flatMap((line) => {
			const { lineId } = line;
			const texts = refused.filter((each) => each.lineId === lineId).map(({ column }) => column);
			const said = this.draft.problemsOf(line).map(({ path }) => this.columnOf(line, path));
			return [...new Set([...texts, ...said])].map((column) => ({ lineId, column }));
		});
	}

	#standsAt({ lineId, column }: Cell): boolean {
		const at = this.grid?.at;
		return at?.key === lineId && at.column === column && this.line() !== null;
	}

	/** The column to fix a problem in. */
	columnOf({ item }: DraftLine, path: string): string {
		const field = path.slice(path.lastIndexOf('.') + 1);
		return this.grid?.columns.some(({ key }) => key === field) === true
			? field
			: (baseColumnOf(item) ?? 'remove');
	}
}

const idOf = ({ lineId, column }: Cell): string => `${lineId} ${column}`;
