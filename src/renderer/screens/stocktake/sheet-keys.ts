// The keys of a count sheet beside the grid's own.
import { readingOfKey } from '../../ui/grid/readings.ts';
import { fillDown, fillFromAbove, takeMeant, turn } from './sheet-acts.ts';
import type { SheetPage } from './sheet-page.svelte.ts';

type Command = (() => void) | null;

/** Uses the key's position, because an Arabic keyboard types another letter there. */
export function commandOf(
	event: KeyboardEvent,
	page: SheetPage,
	finder: HTMLElement | undefined,
): Command {
	const control = event.ctrlKey || event.metaKey;
	if (control && event.shiftKey && !event.altKey) return withShift(event, page);
	if (control && !event.altKey && !event.shiftKey) return withControl(event, page, finder);
	if (event.altKey && !control) return withAlt(event, page);
	if (event.key === 'F9') return () => void page.nextUncounted();
	// Esc closes the finder's list first.
	if (event.key === 'Escape' && finder?.contains(document.activeElement) === true)
		return page.walk.back;
	return null;
}

/** The current box has no unfinished text, so Ctrl Z belongs to the sheet. */
function nothingOpen({ walk }: SheetPage): boolean {
	return document.activeElement?.closest('[role=grid]') !== null && !walk.boxOpen();
}

function withShift(event: KeyboardEvent, page: SheetPage): Command {
	const { app, walk } = page;
	if (event.code === 'KeyZ' && nothingOpen(page)) return () => void turn(app, walk, 'redo');
	if (event.code === 'KeyD') return () => void fillDown(app, walk);
	return null;
}

function withControl(
	event: KeyboardEvent,
	page: SheetPage,
	finder: HTMLElement | undefined,
): Command {
	const { app, walk } = page;
	if (event.code === 'KeyM' && walk.row !== undefined) return page.takeNote;
	if (event.code === 'KeyD') return () => void fillFromAbove(app, walk);
	if (event.code === 'KeyZ' && nothingOpen(page)) return () => void turn(app, walk, 'undo');
	if (event.code === 'KeyY' && nothingOpen(page)) return () => void turn(app, walk, 'redo');
	if (event.code === 'KeyF') return () => finder?.querySelector('input')?.focus();
	if (event.key === 'Enter') return () => void page.review();
	return null;
}

function withAlt(event: KeyboardEvent, page: SheetPage): Command {
	const { app, walk, places, asked, slipped } = page;
	const { row } = walk;
	if (event.key === 'PageDown') return () => walk.enterNeighbour(1);
	if (event.key === 'PageUp') return () => walk.enterNeighbour(-1);
	if (row !== undefined) {
		if (event.key === 'ArrowDown') return () => void places.step(row, 1);
		if (event.key === 'ArrowUp') return () => void places.step(row, -1);
		if (event.code === 'KeyM') return () => places.askToMove(row);
	}
	if (event.code === 'KeyA' && asked === null && slipped !== null) {
		const { row, meant } = slipped;
		return () => void (meant === null ? undefined : takeMeant(app, walk, row, meant));
	}
	const reading = readingOfKey(event);
	if (reading === null || asked === null || row === undefined) return null;
	return () => page.take(row, asked, reading);
}
