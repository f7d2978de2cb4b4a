// Keyboard actions on count boxes beside typing: fill, change unit, undo and redo.
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import { hasOpenText, tellFilled, turn as turnGrid, type Which } from '../../ui/grid/turn.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';
import type { SheetWalk } from './sheet-walk.svelte.ts';

/** Copies the next filled box above into the current one. */
export async function fillFromAbove({ t, notices }: App, walk: SheetWalk): Promise<void> {
	const { grid, sheet } = walk;
	await sheet.whole;
	const at = walk.box();
	const typed = at === null ? null : sheet.filledAbove(at.row, at.column);
	if (at === null || typed === null) {
		notices.show(t('stocktake.nothingAbove'), 'sea');
		return;
	}
	grid.type(at.row.key, at.column, typed);
	grid.leave();
}

/** Fills the current box and every uncounted line to the end of the shelf with its text, as one action. */
export async function fillDown({ t, say, notices }: App, walk: SheetWalk): Promise<void> {
	const { grid, sheet } = walk;
	await sheet.whole;
	const at = walk.box();
	const typed = at === null ? '' : grid.text(at.row.key, at.column);
	if (at === null || typed === '') {
		notices.show(t('stocktake.nothingToFill'), 'sea');
		return;
	}
	const blank = sheet.blankBelow(at.row, at.column);
	const rows = hasOpenText(grid) && !blank.includes(at.row) ? [at.row, ...blank] : blank;
	if (rows.length === 0) {
		notices.show(t('stocktake.noBlankBelow'), 'sea');
		return;
	}
	grid.restore();
	const outcome = await sheet.fill(rows.map((row) => ({ row, column: at.column, typed })));
	if (!outcome.ok) {
		notices.show(say(outcome.message), 'rust');
		return;
	}
	// A text refused before is replaced.
	for (const { key } of rows) grid.commits.forget({ key, column: at.column });
	tellFilled(notices, t('stocktake.filledDown', { count: rows.length }));
}

/** Keeps the number and changes the unit to the probable one. */
export async function takeMeant(
	{ say, notices }: App,
	{ grid, sheet }: SheetWalk,
	row: SheetRow,
	meant: NonNullable<GuardView['meant']>,
): Promise<void> {
	const to = [...row.units].find(([, unit]) => unit.unitId === meant.unitId)?.[0];
	const from = [...row.units.keys()].find((column) => grid.text(row.key, column) !== '');
	if (to === undefined || from === undefined) return;
	const typed = grid.text(row.key, from);
	grid.restore();
	const outcome = await sheet.fill([
		{ row, column: from, typed: '' },
		{ row, column: to, typed },
	]);
	if (!outcome.ok) {
		notices.show(say(outcome.message), 'rust');
		return;
	}
	for (const column of [from, to]) grid.commits.forget({ key: row.key, column });
	if (grid.at?.key === row.key) grid.focusRow(row.key, to);
}

/** Undoes or redoes, and goes to the place. */
export const turn = (app: App, { grid, sheet, jump }: SheetWalk, which: Which): Promise<void> =>
	turnGrid(app, grid, which, async () => {
		await sheet.whole;
		const turned = await sheet.turn(which);
		if (turned === null || !turned.ok) return turned;
		const { row, column } = turned;
		return { ok: true, go: () => row && jump(row, column) };
	});
