// Where the focus goes on the sheet for receiving: to the line of an item or a code, and to the box that adds one.
import { tick } from 'svelte';
import type { RefusedLine } from '../../shared/bridge/outbox.ts';
import type { ItemView } from '../../shared/bridge/values.ts';
import type { GridState } from '../ui/grid/grid.svelte.ts';
import { columnOf, unitsOf } from '../ui/grid/unit-boxes.ts';
import { columnsOf } from '../ui/grid/unit-columns.ts';
import type { Place } from './receiving-entries.ts';
import { isBlank, type ReceivingLine } from './receiving-sheet.ts';

interface Sheet {
	readonly grid: () => GridState<ReceivingLine>;
	readonly lines: () => readonly ReceivingLine[];
	readonly page: () => HTMLElement | undefined;
	readonly onreached: (line: ReceivingLine) => void;
	/** Adds an item that is not on the document, and resolves with its line; null if a person is asked first. */
	readonly onunknown:
		((item: ItemView, unitId: string | null) => Promise<string | null>) | undefined;
}

export class ReceivingWalk {
	readonly #sheet: Sheet;

	constructor(sheet: Sheet) {
		this.#sheet = sheet;
	}

	get lines(): readonly ReceivingLine[] {
		return this.#sheet.lines();
	}

	/** Goes to the box of a unit, else to the first one. */
	to(line: ReceivingLine, unitId = ''): void {
		const grid = this.#sheet.grid();
		const [first] = columnsOf([unitsOf(line.item)]);
		grid.leave();
		grid.focusRow(line.lineId, columnOf(line.item, unitId) ?? first);
		this.#sheet.onreached(line);
	}

	/** The first blank line, unless the page has a place already; without lines, the box that adds one. */
	begin(): void {
		const { lines } = this;
		const first = lines.find(isBlank) ?? lines[0];
		if (first === undefined) this.toAdding();
		else if (this.#sheet.grid().at === null) this.to(first);
	}

	/** Goes to an entry that was undone or redone; if its line is gone, to the line now in its place. */
	toEntry({ key, column }: Place, before: readonly ReceivingLine[]): void {
		const { lines } = this;
		const line =
			lines.find(({ lineId }) => lineId === key) ??
			lines[before.findIndex(({ lineId }) => lineId === key)] ??
			lines.at(-1);
		if (line === undefined) this.toAdding();
		else this.#sheet.grid().focusRow(line.lineId, column);
	}

	/** To the line that the service refused. */
	toRefused({ lineId, itemId }: Pick<RefusedLine, 'lineId' | 'itemId'>): void {
		const { lines } = this;
		const line =
			lines.find((each) => each.lineId === lineId) ??
			lines.find((each) => each.item.itemId === itemId);
		if (line !== undefined) this.to(line, line.entry?.boxes[0]?.unitId);
	}

	/** @returns false if the item has no place on the sheet */
	toItem(item: ItemView, unitId: string): boolean | Promise<boolean> {
		const ofItem = this.lines.filter((line) => line.item.itemId === item.itemId);
		const line = ofItem.find(isBlank) ?? ofItem[0];
		if (line === undefined) return this.add(item, unitId);
		this.to(line, unitId);
		return true;
	}

	/** To the line that the supplier calls so. */
	toCode(code: string): boolean {
		const wanted = code.trim().toLowerCase();
		const line = this.#sheet
			.lines()
			.find(
				({ supplierCode = '' }) => supplierCode !== '' && supplierCode.toLowerCase() === wanted,
			);
		if (line !== undefined) this.to(line);
		return line !== undefined;
	}

	/** Adds an item that is not here, and goes to its boxes. */
	async add(item: ItemView, unitId: string | null): Promise<boolean> {
		const { grid, lines, onunknown } = this.#sheet;
		if (onunknown === undefined) return false;
		grid().leave();
		const lineId = await onunknown(item, unitId);
		const line = lines().find((each) => each.lineId === lineId);
		// A person decides how: that is no unknown code.
		if (line === undefined) return true;
		await tick();
		this.to(line, unitId ?? '');
		return true;
	}

	/** @returns false if nothing can be added */
	toAdding(): boolean {
		const box = this.#sheet.page()?.querySelector<HTMLElement>('.find input');
		box?.focus();
		return Boolean(box);
	}
}
