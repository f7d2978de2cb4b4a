// Focus in a count sheet, and moving it.
import { holdKeysUntil } from '../../ui/held-keys.ts';
import type { GridState } from '../../ui/grid/grid.svelte.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';
import type { CountSheet } from './count-sheet.svelte.ts';
import type { SheetArea, SheetRow } from './sheet-lines.svelte.ts';

export class SheetWalk {
	readonly sheet: CountSheet;
	readonly grid: GridState<SheetRow>;
	/** The current line. */
	readonly row: SheetRow | undefined = $derived.by(() =>
		this.grid.at === null ? undefined : this.sheet.row(Number(this.grid.at.key)),
	);

	constructor(sheet: CountSheet, grid: GridState<SheetRow>) {
		this.sheet = sheet;
		this.grid = grid;
	}

	/** The current box; null on a read-only cell. */
	box(): { row: SheetRow; column: UnitColumn } | null {
		const { row } = this;
		const column = this.sheet.columns.find((candidate) => candidate === this.grid.at?.column);
		return row === undefined || column === undefined ? null : { row, column };
	}

	/** Focuses a line in any area: this box, else its first. */
	jump = (row: SheetRow, column?: string): void => {
		this.grid.leave();
		const area = this.sheet.areaOf(row);
		if (area !== undefined) this.sheet.area = area;
		this.grid.focusRow(row.key, column);
	};

	/** Leaves the current box: what is typed next belongs to another line. */
	stepOut(): void {
		const inGrid = document.activeElement?.closest('[role=grid]') ?? null;
		if (inGrid !== null) this.grid.stepOut();
	}

	/** Returns to the current line from outside the grid. */
	back = (): void => {
		const { at } = this.grid;
		if (at !== null) this.grid.focusRow(at.key, at.column);
	};

	/** Goes to an area's first uncounted line. */
	async enterArea({ areaId }: SheetArea): Promise<void> {
		const { sheet } = this;
		await sheet.whole;
		const rows = sheet.areas.find((one) => one.areaId === areaId)?.rows ?? [];
		const row = rows.find(({ line }) => line.state === 'uncounted') ?? rows[0];
		if (row !== undefined) this.jump(row);
	}

	/** Goes to the adjacent area, wrapping around. */
	enterNeighbour(by: 1 | -1): void {
		const { areas, area } = this.sheet;
		const at = areas.findIndex((one) => one === area);
		const next = areas[(at + by + areas.length) % areas.length];
		if (next !== undefined) void holdKeysUntil(this.enterArea(next));
	}

	/** From an area's last line to the next area; false if there is none. */
	enterNext(): boolean {
		const { areas, area } = this.sheet;
		const next = areas[areas.findIndex((one) => one === area) + 1];
		if (next !== undefined) void holdKeysUntil(this.enterArea(next));
		return next !== undefined;
	}

	/** Shows an area, leaving the focus on its tab. */
	showArea = (area: SheetArea): void => {
		this.grid.leave();
		this.sheet.area = area;
	};

	/** To the next uncounted line; false if all are counted. Keys pressed meanwhile belong to that line. */
	nextUncounted(): Promise<boolean> {
		return holdKeysUntil(this.#toUncounted());
	}

	async #toUncounted(): Promise<boolean> {
		// A line being saved is counted.
		await this.grid.settle();
		await this.sheet.whole;
		const row = this.sheet.nextUncounted(this.row);
		if (row !== undefined) this.jump(row);
		return row !== undefined;
	}
}
