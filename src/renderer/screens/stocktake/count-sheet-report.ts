// A count sheet for paper or file: lines in walking order with a box per unit, numbered for typing in.
import type { App } from '../../app.svelte.ts';
import type { Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import { sum } from '../../../shared/domain/decimal.ts';
import {
	fileNameOf,
	tableOf,
	type ColumnOf,
	type Report,
	type ReportBox,
} from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';
import { placeOf } from '../../report/place-of.ts';
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
	const head = headOf(app, sheet);
	const timeOf = (instant: number): string => format.dateTime(instant, head.timeZone);
	return {
		...head,
		facts: [
			{ label: t('common.day'), value: format.date(summary.businessDate) },
			{ label: t('countPaper.opened'), value: openedOf(sheet, timeOf) },
			{ label: t('countPaper.shows'), value: t(`countPaper.fact-${wish.kind}`) },
			...(wish.kind === 'blank' || lastSavedAt === null
				? []
				: [{ label: t('countPaper.entriesUntil'), value: timeOf(lastSavedAt) }]),
			...(wish.kind === 'expected' && bookAsOf !== null
				? [{ label: t('countPaper.bookAsOf'), value: timeOf(bookAsOf) }]
				: []),
		],
		tables: areas.map(({ name, lines }) => ({
			name,
			form: {
				heading: name,
				fields: [t('countPaper.countedBy'), t('countPaper.countedOn'), t('countPaper.checkedBy')],
			},
			...tableOf(paperColumns(t, lines, wish), [
				...lines,
				...(wish.kind === 'blank' ? Array<null>(linesToWriteIn).fill(null) : []),
			]),
		})),
		wide: areas.some(({ lines }) => unitColumnsOf(lines).length > mostUpright),
	};
}

/** The columns of an area. A line that is null is room to write in. */
function paperColumns(
	t: App['t'],
	lines: readonly SheetLine[],
	wish: PaperWish,
): ColumnOf<SheetLine | null>[] {
	const { text, decimal } = columnsFor<SheetLine | null>();
	return [
		decimal(t('countPaper.number'), (line) => (line === null ? '' : String(line.lineNo))),
		...(lines.some(({ shelf }) => shelf !== '')
			? [text(t('stocktake.shelf'), (line) => line?.shelf ?? '')]
			: []),
		text(t('common.item'), (line) => line?.name ?? null),
		text(t('common.code'), (line) => line?.code ?? null),
		...unitColumnsOf(lines).map((column): ColumnOf<SheetLine | null> => ({
			column: { kind: 'box', label: columnLabel(t, column) },
			cell: (line) => (line === null ? { unit: '', written: '' } : boxOf(line, column, wish)),
		})),
		...(wish.kind === 'expected'
			? // Never empty: that would be room to write in.
				[decimal(t('common.expected'), (line) => line?.expected ?? t('common.notKnown'))]
			: []),
		text(t('common.note'), (line) => line?.note || null),
	];
}

/** For a spreadsheet: all areas in one table, quantity and unit in adjacent columns. */
export function countSheetAsFile(app: ReportApp, sheet: Sheet, wish: PaperWish): Report {
	const { t } = app;
	const blank = wish.kind === 'blank';
	const { text, decimal } = columnsFor<{ area: string; line: SheetLine }>();
	const columns = [
		decimal(t('countPaper.number'), ({ line }) => String(line.lineNo)),
		text(t('stocktake.column-area'), ({ area }) => area),
		text(t('stocktake.shelf'), ({ line }) => line.shelf),
		text(t('common.item'), ({ line }) => line.name),
		text(t('common.code'), ({ line }) => line.code),
		...unitColumnsOf(sheet.lines).flatMap((column) => {
			const label = columnLabel(t, column);
			const unitOf = ({ units }: SheetLine) => unitsByColumn(units).get(column);
			const quantityOf = (line: SheetLine): string | null => {
				const its = line.boxes.filter(({ unitId }) => unitId === unitOf(line)?.unitId);
				const filled = its.flatMap(({ quantity }) => quantity ?? []);
				return filled.length === 0 ? null : sum(filled);
			};
			return [
				decimal(label, ({ line }) => (blank ? null : quantityOf(line))),
				text(t('countPaper.unitOf', { column: label }), ({ line }) => unitOf(line)?.name ?? ''),
			];
		}),
		...(wish.kind === 'expected'
			? [decimal(t('common.expected'), ({ line }) => line.expected ?? '')]
			: []),
		text(t('common.state'), ({ line }) => (blank ? '' : t(`countPaper.state-${line.state}`))),
		text(t('common.note'), ({ line }) => line.note),
	];
	const rows = areasOnPaper(sheet, wish).flatMap(({ name, lines }) =>
		lines.map((line) => ({ area: name, line })),
	);
	return {
		...headOf(app, sheet),
		facts: [],
		tables: [{ name: t('countPaper.title'), ...tableOf(columns, rows) }],
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

function openedOf({ summary }: Sheet, timeOf: (instant: number) => string): string {
	const at = timeOf(summary.openedAt);
	return summary.openedBy === '' ? at : `${at}, ${summary.openedBy}`;
}

function headOf(app: ReportApp, { summary }: Sheet) {
	const { name, zone } = placeOf(app, summary.locationId);
	return {
		title: app.t('countPaper.titleOf', { name: summary.name }),
		fileName: fileNameOf('count sheet', name, summary.name, summary.businessDate),
		location: name,
		day: app.format.date(summary.businessDate),
		...zone,
	};
}
