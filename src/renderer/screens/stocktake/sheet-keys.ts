// What the keys of a count sheet do, beside the grid's own.
import { isKey, keyNames, type KeyName } from '../../keys/keys.ts';
import { readingOfKey } from '../../ui/grid/readings.ts';
import { hasOpenText, type Which } from '../../ui/grid/turn.ts';
import { fillDown, fillFromAbove, takeMeant, turn } from './sheet-acts.ts';
import type { SheetPage } from './sheet-page.svelte.ts';

type Command = (() => void) | null;
type Finder = HTMLElement | undefined;

/** null where the key does nothing now. */
export function commandOf(event: KeyboardEvent, page: SheetPage, finder: Finder): Command {
	const name = keyNames.find((each) => isKey(event, each));
	return (name === undefined ? null : commands[name]?.(page, finder)) ?? readingTaken(event, page);
}

const commands: Partial<Record<KeyName, (page: SheetPage, finder: Finder) => Command>> = {
	finish: (page) => () => void page.review(),
	find: (_page, finder) => () => finder?.querySelector('input')?.focus(),
	nextUncounted: (page) => () => void page.nextUncounted(),
	fillFromAbove: (page) => () => void fillFromAbove(page.app, page.walk),
	fillDown: (page) => () => void fillDown(page.app, page.walk),
	note: ({ walk, takeNote }) => (walk.row === undefined ? null : takeNote),
	undo: (page) => turned(page, 'undo'),
	redo: (page) => turned(page, 'redo'),
	nextArea: (page) => () => page.walk.enterNeighbour(1),
	previousArea: (page) => () => page.walk.enterNeighbour(-1),
	lineDown: (page) => stepped(page, 1),
	lineUp: (page) => stepped(page, -1),
	lineElsewhere: ({ walk: { row }, places }) =>
		row === undefined ? null : () => places.askToMove(row),
	// Esc closes the finder's list first.
	back: ({ walk }, finder) =>
		finder?.contains(document.activeElement) === true ? walk.back : null,
};

/** The sheet's own undo, while no box has unfinished text. */
function turned({ app, walk }: SheetPage, which: Which): Command {
	const nothingOpen =
		document.activeElement?.closest('[role=grid]') !== null && !hasOpenText(walk.grid);
	return nothingOpen ? () => void turn(app, walk, which) : null;
}

const stepped = ({ walk: { row }, places }: SheetPage, by: 1 | -1): Command =>
	row === undefined ? null : () => void places.step(row, by);

/** Accepts a reading of the number in hand, else the unit that a slip probably meant. */
function readingTaken(event: KeyboardEvent, page: SheetPage): Command {
	const { app, walk, asked, slipped } = page;
	const { row } = walk;
	const reading = readingOfKey(event);
	if (reading === null) return null;
	if (asked !== null) return row === undefined ? null : () => page.take(row, asked, reading);
	const meant = slipped?.meant ?? null;
	if (reading !== 0 || slipped === null || meant === null) return null;
	return () => void takeMeant(app, walk, slipped.row, meant);
}
