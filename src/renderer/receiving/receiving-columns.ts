// The columns of the sheet for receiving, and how wide it is.
import type { App } from '../app.svelte.ts';
import { receivings, type ReceivingDraft } from '../../shared/document/receiving.ts';
import type { BoxedLines } from '../ui/grid/boxed-lines.svelte.ts';
import type { GridColumn } from '../ui/grid/grid-types.ts';
import { expectedPrice, priceColumnOf, weightColumnOf } from './price-column.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

type Column = GridColumn<ReceivingLine>;
type Cell = NonNullable<Column['cell']>;
type CellName = 'item' | 'before' | 'due' | 'total' | 'difference' | 'why' | 'then';

interface Shows {
	/** Something came or left before. */
	readonly isLater: boolean;
	/** Some line has a second measure. */
	readonly isWeighed: boolean;
	/** Characters of the longest expected price. */
	readonly priceLength: number;
}

interface Cells extends Shows {
	readonly cells: Readonly<Record<`${CellName}Cell`, Cell>>;
	readonly asksWhy: (line: ReceivingLine) => boolean;
	readonly offersThen: (line: ReceivingLine) => boolean;
}

export function columnsOf(
	app: Pick<App, 't' | 'format'>,
	name: ReceivingDraft,
	boxes: BoxedLines<ReceivingLine>,
	{ isLater, isWeighed, priceLength, cells, asksWhy, offersThen }: Cells,
): readonly Column[] {
	const { t } = app;
	const { explains, invoice } = receivings[name];
	const many = boxes.columns.length + Number(isWeighed) + Number(isLater) > 2;
	const widths = many ? narrow : wide;
	const figure = (key: 'before' | 'due' | 'total' | 'difference', label: string): Column => {
		return { key, label, width: widths[key], align: 'end', cell: cells[`${key}Cell`] };
	};
	const then: Column = {
		key: 'then',
		label: t('receiving.columnThen'),
		width: invoice ? next.beside : next.alone,
		cell: cells.thenCell,
		stop: offersThen,
	};
	const columns: readonly Column[] = [
		{ key: 'item', label: t('common.item'), rowHeader: true, cell: cells.itemCell },
		...(isLater ? [figure('before', t(`receiving.columnBefore-${name}`))] : []),
		figure('due', t(`receiving.columnDue-${name}`)),
		...boxes.gridColumns(),
		...(isWeighed ? [weightColumnOf(app, widths.billed)] : []),
		...(invoice ? [priceColumnOf(app, roomFor(priceLength, widths.billed))] : []),
		figure('total', t(`receiving.columnNow-${name}`)),
		figure('difference', t('common.difference')),
		{
			key: 'why',
			label: t(`receiving.columnWhy-${name}`),
			width: invoice ? reason.beside : reason.alone,
			cell: cells.whyCell,
			stop: asksWhy,
		},
		...(explains ? [then] : []),
	];
	// A crowded sheet gives this room to the names, and shows earlier receipts below the expected quantity.
	return isCrowded(columns) ? columns.filter(({ key }) => key !== 'before') : columns;
}

/** The usual words fit, also in touch density; beside the columns of an invoice long ones take two lines. */
const reason = { alone: '184px', beside: '152px' };
const next = { alone: '168px', beside: '148px' };
const wide = {
	before: '88px',
	due: '92px',
	billed: '104px',
	total: '92px',
	difference: '84px',
};
const narrow = {
	before: '72px',
	due: '84px',
	billed: '84px',
	total: '84px',
	difference: '80px',
};

/** In characters. */
export const longestPrice = (
	app: Pick<App, 't' | 'format'>,
	lines: readonly ReceivingLine[],
): number => Math.max(0, ...lines.map((line) => expectedPrice(app, line).length));

/** A price with its unit is shown whole. */
const roomFor = (characters: number, usual: string): string =>
	`${String(Math.max(Number.parseInt(usual, 10), characters * CHARACTER + EDGES))}px`;
const CHARACTER = 6.4;
const EDGES = 24;

/** A name, and the edges of the sheet. */
const roomOfName = 108;

/** Below it the sheet scrolls sideways. */
export const widthOf = (columns: readonly Column[]): number =>
	columns.reduce((sum, { width }) => sum + Number.parseInt(width ?? '0', 10), roomOfName);

/** On the smallest screen, beside the rail, a code has no room beside the name. */
export const isCrowded = (columns: readonly Column[]): boolean => widthOf(columns) > 1028;
