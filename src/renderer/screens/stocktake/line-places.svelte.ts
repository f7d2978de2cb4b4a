// Moving, adding and removing lines of a count sheet. ArrangeLines.svelte renders the dialogs.
import { tick } from 'svelte';
import type { App } from '../../app.svelte.ts';
import { holdKeysUntil } from '../../ui/held-keys.ts';
import { stepOf, type ItemToPlace, type NewPlace } from './arranging.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';
import type { SheetWalk } from './sheet-walk.svelte.ts';

/** Create it with the component: it focuses a new line once no dialog is open. */
export class LinePlaces {
	/** A line being moved, or (null row) an item being added. */
	placing = $state.raw<{ row: SheetRow | null; item: ItemToPlace | null } | null>(null);
	placingOpen = $state(false);
	/** A counted line to remove, while we ask. */
	removing = $state.raw<SheetRow | null>(null);
	askingToRemove = $state(false);
	/** Where to go once dialogs are closed: closing returns the focus first. */
	#arrival = $state.raw<SheetRow | null>(null);
	/** A line is being added: keys wait until it has the focus; false if none is. */
	#arriving: PromiseWithResolvers<boolean> | null = null;
	readonly #app: App;
	readonly #walk: SheetWalk;

	constructor(app: App, walk: SheetWalk) {
		this.#app = app;
		this.#walk = walk;
		$effect(() => {
			const row = this.#arrival;
			if (row === null || this.placingOpen || this.askingToRemove) return;
			this.#arrival = null;
			void tick().then(() => {
				walk.jump(row);
				this.#arriving?.resolve(true);
			});
		});
		$effect(() => () => this.#arriving?.resolve(false));
	}

	askToMove(row: SheetRow): void {
		const { itemId, name, code } = row.line;
		this.#ask(row, { value: itemId, label: name, note: code });
	}

	/** Asks where to add a line, and for which item if unknown. */
	askToAdd(item: ItemToPlace | null): void {
		this.#ask(null, item);
	}

	#ask(row: SheetRow | null, item: ItemToPlace | null): void {
		this.#walk.grid.leave();
		this.placing = { row, item };
		this.placingOpen = true;
	}

	/** Does what the dialog asked. @returns why it was refused */
	placed = async (itemId: string, to: NewPlace): Promise<string | null> => {
		const moved = this.placing?.row ?? null;
		if (moved !== null) {
			const refused = await this.#move(moved, to);
			if (refused === null) this.#arrival = moved;
			return refused;
		}
		const arriving = Promise.withResolvers<boolean>();
		this.#arriving = arriving;
		void holdKeysUntil(arriving.promise);
		const added = await this.#walk.sheet.addLine(itemId, to);
		const row = added.ok ? added.value : undefined;
		if (row === undefined) arriving.resolve(false);
		else this.#arrival = row;
		return added.ok ? null : this.#app.explain(added);
	};

	/** Moves a line one step in the walking order. */
	async step(row: SheetRow, by: 1 | -1): Promise<void> {
		const { sheet } = this.#walk;
		await sheet.whole;
		await this.moveTo(row, stepOf(sheet.areas, row, by));
	}

	/** Moves a line; null leaves it in place. */
	async moveTo(row: SheetRow, place: NewPlace | null): Promise<void> {
		if (place === null) return;
		const refused = await this.#move(row, place);
		if (refused !== null) this.#app.notices.show(refused, 'rust');
	}

	async #move(row: SheetRow, place: NewPlace): Promise<string | null> {
		const { grid, sheet, jump } = this.#walk;
		grid.leave();
		const column = grid.at?.column;
		const refused = await sheet.move(row, place);
		if (refused !== null) return refused;
		await tick();
		jump(row, column);
		return null;
	}

	/** Removes an added line; asks first if it is counted. */
	async remove(row: SheetRow, evenIfCounted = false): Promise<boolean> {
		const { t, notices } = this.#app;
		const { grid, sheet } = this.#walk;
		grid.leave();
		const { name } = row.line;
		const rows = sheet.areaOf(row)?.rows ?? [];
		const at = rows.indexOf(row);
		const next = rows[at + 1] ?? rows[at - 1];
		const removed = await sheet.removeLine(row, evenIfCounted);
		if (removed.done) {
			notices.show(t('sheet.removed', { name }));
			this.#arrival = next ?? null;
		} else if (removed.counted) {
			this.removing = row;
			this.askingToRemove = true;
		} else {
			notices.show(t('sheet.notRemoved', { name, problem: removed.message }), 'rust');
		}
		return removed.done;
	}

	get locationId(): string | null {
		return this.#walk.sheet.locationId;
	}

	/** The default place of a new or moved line: the current one. */
	here(): NewPlace {
		const { row, sheet } = this.#walk;
		return {
			areaId: row?.line.areaId ?? sheet.area?.areaId ?? '',
			shelf: row?.line.shelf ?? '',
			behind: row?.line.lineNo ?? null,
		};
	}

	shelvesOf = (areaId: string): readonly string[] => {
		const rows = this.#walk.sheet.areas.find((area) => area.areaId === areaId)?.rows ?? [];
		return [...new Set(rows.map(({ line }) => line.shelf))].filter((shelf) => shelf !== '');
	};
}
