// A count sheet for paper or file: lines in walking order with a box per unit, numbered for typing in.
import type { App } from '../../app.svelte.ts';
import type { Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import {
	fileNameOf,
	type Report,
	type ReportBox,
	type ReportCell,
	type ReportColumn,
	type ReportTable,
} from '../../../shared/report/report.ts';
import {
	columnLabel,
	columnsOf,
	unitsByColumn,
	type UnitColumn,
} from '../../ui/grid/unit-columns.ts';

/**
 * `blank`: empty boxes, with lines for unlisted items; `blind`: with the counts so far; `expected`: also with the book
 * quantity.
 */
export const paperKinds = ['blank', 'blind', 'expected'] as const;
export type PaperKind = (typeof paperKinds)[number];

export interface PaperWish {
	readonly kind: PaperKind;
	/** One area; null for all. */
	readonly areaId: string | null;
	/** Leaves out counted lines. */
	readonly uncountedOnly: boolean;
}

type ReportApp = Pick<App, 't' | 'format' | 'locations'>;

/** Lines at the end of each area for unlisted items. */
const linesToWriteIn = 3;
/** More boxes than this need a landscape page. */
const mostUpright = 3;

export const linesOnPaper = (sheet: Sheet, wish: PaperWish): number =>
	areasOnPaper(sheet, wish).reduce((sum, { lines }) => sum + lines.length, 0);

/** For the printer: each area starts a page, headed by its name and counter. */
export function countSheetOnPaper(app: ReportApp, sheet: Sheet, wish: PaperWish): Report {
	const { t, format } = app;
	const { summary, lastSavedAt, bookAsOf } = sheet;
	const areas = areasOnPaper(sheet, wish);
	return {
		...headOf(app, sheet),
		facts: [
			{ label: t('common.day'), value: format.date(summary.businessDate) },
			{ label: t('countPaper.opened'), value: openedOf(app, sheet) },
			{ label: t('countPaper.shows'), value: t(`countPaper.fact-${wish.kind}`) },
			...(wish.kind === 'blank' || lastSavedAt === null
				? []
				: [{ label: t('countPaper.entriesUntil'), value: format.dateTime(lastSavedAt) }]),
			...(wish.kind === 'expected' && bookAsOf !== null
				? [{ label: t('countPaper.bookAsOf'), value: format.dateTime(bookAsOf) }]
				: []),
		],
		tables: areas.map(({ name, lines }): ReportTable => {
			const columns = unitColumnsOf(lines);
			const withShelf = lines.some(({ shelf }) => shelf !== '');
			const boxes = columns.map((): ReportBox => ({ unit: '', written: '' }));
			return {
				name,
				form: {
					heading: name,
					fields: [t('countPaper.countedBy'), t('countPaper.countedOn'), t('countPaper.checkedBy')],
				},
				columns: [
					{ kind: 'decimal', label: t('countPaper.number') },
					...(withShelf ? [{ kind: 'text' as const, label: t('stocktake.shelf') }] : []),
					{ kind: 'text', label: t('common.item') },
					{ kind: 'text', label: t('common.code') },
					...columns.map((column): ReportColumn => ({
						kind: 'box',
						label: columnLabel(t, column),
					})),
					...expectedColumn(t, wish),
					{ kind: 'text', label: t('common.note') },
				],
				rows: [
					...lines.map((line): ReportCell[] => [
						String(line.lineNo),
						...(withShelf ? [line.shelf] : []),
						line.name,
						line.code,
						...columns.map((column) => boxOf(line, column, wish)),
						...(wish.kind === 'expected' ? [expectedOf(t, line)] : []),
						line.note === '' ? null : line.note,
					]),
					...(wish.kind === 'blank'
						? Array.from({ length: linesToWriteIn }, (): ReportCell[] => [
								'',
								...(withShelf ? [''] : []),
								null,
								null,
								...boxes,
								null,
							])
						: []),
				],
			};
		}),
		wide: areas.some(({ lines }) => unitColumnsOf(lines).length > mostUpright),
	};
}

/** For a spreadsheet: all areas in one table, quantity and unit in adjacent columns. */
export function countSheetAsFile(app: ReportApp, sheet: Sheet, wish: PaperWish): Report {
	const { t } = app;
	const columns = unitColumnsOf(sheet.lines);
	return {
		...headOf(app, sheet),
		facts: [],
		tables: [
			{
				name: t('countPaper.title'),
				columns: [
					{ kind: 'decimal', label: t('countPaper.number') },
					{ kind: 'text', label: t('stocktake.column-area') },
					{ kind: 'text', label: t('stocktake.shelf') },
					{ kind: 'text', label: t('common.item') },
					{ kind: 'text', label: t('common.code') },
					...columns.flatMap((column): ReportColumn[] => {
						const label = columnLabel(t, column);
						return [
							{ kind: 'decimal', label },
							{ kind: 'text', label: t('countPaper.unitOf', { column: label }) },
						];
					}),
					...expectedColumn(t, wish),
					{ kind: 'text', label: t('common.state') },
					{ kind: 'text', label: t('common.note') },
				],
				rows: areasOnPaper(sheet, wish).flatMap(({ name, lines }) =>
					lines.map((line): ReportCell[] => [
						String(line.lineNo),
						name,
						line.shelf,
						line.name,
						line.code,
						...columns.flatMap((column): ReportCell[] => {
							const unit = unitsByColumn(line.units).get(column);
							const box = line.boxes.find(({ unitId }) => unitId === unit?.unitId);
							return [wish.kind === 'blank' ? null : (box?.quantity ?? null), unit?.name ?? ''];
						}),
						...(wish.kind === 'expected' ? [line.expected ?? ''] : []),
						wish.kind === 'blank' ? '' : t(`countPaper.state-${line.state}`),
						line.note,
					]),
				),
			},
		],
	};
}

function areasOnPaper(sheet: Sheet, { areaId, uncountedOnly }: PaperWish) {
	return sheet.areas
		.filter((area) => areaId === null || area.areaId === areaId)
		.map((area) => ({
			name: area.name,
			lines: sheet.lines.filter(
				(line) => line.areaId === area.areaId && (!uncountedOnly || line.state === 'uncounted'),
			),
		}))
		.filter(({ lines }) => lines.length > 0);
}

const unitColumnsOf = (lines: readonly SheetLine[]): readonly UnitColumn[] =>
	columnsOf(lines.map(({ units }) => unitsByColumn(units)));

/** null if the item lacks the unit. Boxes of several people are joined, as they are summed. */
function boxOf(line: SheetLine, column: UnitColumn, { kind }: PaperWish): ReportBox | null {
	const unit = unitsByColumn(line.units).get(column);
	if (unit === undefined) return null;
	const boxes = line.boxes.filter(({ unitId }) => unitId === unit.unitId);
	const written = boxes.map(({ typed }) => typed).filter((typed) => typed !== '');
	return { unit: unit.name, written: kind === 'blank' ? '' : written.join(' + ') };
}

const expectedColumn = (t: App['t'], { kind }: PaperWish): ReportColumn[] =>
	kind === 'expected' ? [{ kind: 'decimal', label: t('common.expected') }] : [];

/** Never empty: that would be room to write in. */
const expectedOf = (t: App['t'], { expected }: SheetLine): string =>
	expected ?? t('common.notKnown');

function openedOf({ format }: ReportApp, { summary }: Sheet): string {
	const at = format.dateTime(summary.openedAt);
	return summary.openedBy === '' ? at : `${at}, ${summary.openedBy}`;
}

function headOf({ t, format, locations }: ReportApp, { summary }: Sheet) {
	const location = locations.find(({ locationId }) => locationId === summary.locationId);
	return {
		title: t('countPaper.titleOf', { name: summary.name }),
		fileName: fileNameOf('count sheet', location?.name ?? '', summary.name, summary.businessDate),
		location: location?.name ?? '',
		day: format.date(summary.businessDate),
		...(location === undefined ? {} : { timeZone: location.timeZone }),
	};
}
