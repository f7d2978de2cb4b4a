// What a key does to boxes of a count sheet beside typing in them: filling, another unit, undo and redo.
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import type { SheetRow } from './count-sheet.svelte.ts';
import type { SheetWalk } from './sheet-walk.svelte.ts';

/** Copies into the box in hand what stands in the next filled one above. */
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

/** Writes what the box in hand shows into it and every uncounted line from here to the end of the shelf: one act. */
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
	const rows = walk.boxOpen() && !blank.includes(at.row) ? [at.row, ...blank] : blank;
	if (rows.length === 0) {
		notices.show(t('stocktake.noBlankBelow'), 'sea');
		return;
	}
	grid.restore();
	const outcome = await sheet.fill(rows.map((row) => ({ row, column: at.column, typed })));
	if (outcome.ok) notices.show(t('stocktake.filledDown', { count: rows.length }));
	else notices.show(say(outcome.message), 'rust');
}

/** The number stays, the unit changes: what was probably meant. */
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
	if (!outcome.ok) notices.show(say(outcome.message), 'rust');
	else if (grid.at?.key === row.key) grid.focusRow(row.key, to);
}

/** Takes the last act back, or puts the last one back, and goes to where it was. */
export async function turn(
	{ t, notices }: App,
	walk: SheetWalk,
	which: 'undo' | 'redo',
): Promise<void> {
	const { grid, sheet } = walk;
	const from = { cell: grid.at, element: document.activeElement };
	await sheet.whole;
	const turned = await sheet.turn(which);
	if (turned === null) {
		notices.show(t(`stocktake.nothingTo-${which}`), 'sea');
	} else if (turned.ok) {
		// Whoever went on or types by then stays there: the next digit would land in another line.
		const stayed = grid.at === from.cell && document.activeElement === from.element;
		if (turned.row !== null && stayed && !walk.boxOpen()) walk.jump(turned.row, turned.column);
	} else {
		notices.show(turned.message, 'rust');
	}
}
