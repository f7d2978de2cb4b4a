// What a count sheet says of itself: its title, the facts under it, where one is, and how far the area is.
import type { SheetApp, CountSheet } from './count-sheet.svelte.ts';
import type { SheetArea, SheetRow } from './sheet-lines.svelte.ts';

type Words = Pick<SheetApp, 't' | 'format'>;

export function titleOf({ t, format }: Words, { summary }: CountSheet): string {
	const { name = '', recount = null } = summary ?? {};
	return recount === null
		? name
		: t('countReview.sheetTitle', { round: format.number(recount.round), name });
}

/** Who counts, since when, against which book, and what was saved last. */
export function factsOf({ t, format }: Words, sheet: CountSheet): string {
	const { summary, bookAsOf, lastSavedAt, blind } = sheet;
	if (summary === null) return '';
	return [
		...(sheet.by === '' ? [] : [t('stocktake.countingAs', { person: sheet.by })]),
		t('stocktake.started', { time: format.dateTime(summary.openedAt) }),
		summary.recount === null
			? t(blind ? 'stocktake.blindFact' : 'stocktake.shownFact')
			: t('countReview.recountFact'),
		bookAsOf === null
			? t('stocktake.bookUnknown')
			: t('stocktake.bookFact', { time: format.moment(bookAsOf) }),
		...(lastSavedAt === null
			? []
			: [t('stocktake.savedFact', { time: format.moment(lastSavedAt) })]),
	].join(' · ');
}

/** Where one is in a guided count; null in another one, or with no line in hand. */
export function guideOf({ t }: Words, sheet: CountSheet, row: SheetRow | undefined): string | null {
	if (sheet.plan?.guided !== true || row === undefined) return null;
	const { line } = row;
	const area = sheet.areaOf(row)?.name ?? '';
	const left = sheet.areas.reduce((sum, each) => sum + each.lines - each.counted, 0);
	if (left === 0 && sheet.summary?.recount === null) {
		return t('sheet.guideDone', { key: `${t('common.keyCtrl')} ${t('common.keyEnter')}` });
	}
	return t('stocktake.guide', {
		left,
		where: line.shelf === '' ? area : `${area}, ${line.shelf}`,
		name: line.name,
	});
}

/** Rounded down: 100 % is all of them. */
export const progressOf = (
	{ counted, lines }: Pick<SheetArea, 'counted' | 'lines'>,
	{ percent }: Pick<Words['format'], 'percent'>,
): string => percent(Math.floor((counted * 100) / Math.max(lines, 1)) / 100);

/** How far an area is counted. */
export function standingOf({ t, format }: Words, area: SheetArea | null): string {
	if (area === null) return '';
	return t('stocktake.footArea', {
		percent: progressOf(area, format),
		lines: t('common.lines', { count: area.lines }),
		counted: format.number(area.counted),
		zero: format.number(area.zero),
	});
}
