// The columns of the sheet for receiving, and how wide it is.
import type { App } from '../app.svelte.ts';
import { receivings, type ReceivingDraft } from '../../shared/document/receiving.ts';
import type { BoxedLines } from '../ui/grid/boxed-lines.svelte.ts';
import type { GridColumn } from '../ui/grid/grid-types.ts';
import { priceColumnOf, weightColumnOf } from './price-column.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

type Column = GridColumn<ReceivingLine>;
type Cell = NonNullable<Column['cell']>;
type CellName = 'item' | 'before' | 'due' | 'total' | 'difference' | 'why' | 'then';

interface Shows {
	/** Something came or left before. */
	readonly isLater: boolean;
	/** Some line has a second measure. */
	readonly isWeighed: boolean;
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
	{ isLater, isWeighed, cells, asksWhy, offersThen }: Cells,
): readonly Column[] {
	const { t } = app;
	const { explains, invoice } = receivings[name];
	const figure = (key: string, label: string, width: string, cell: Cell): Column => {
		return { key, label, width, align: 'end', cell };
	};
	const before = t(`receiving.columnBefore-${name}`);
	const then: Column = {
		key: 'then',
		label: t('receiving.columnThen'),
		width: invoice ? '132px' : '148px',
		cell: cells.thenCell,
		stop: offersThen,
	};
	return [
		{ key: 'item', label: t('common.item'), rowHeader: true, cell: cells.itemCell },
		...(isLater ? [figure('before', before, '88px', cells.beforeCell)] : []),
		figure('due', t(`receiving.columnDue-${name}`), invoice ? '92px' : '108px', cells.dueCell),
		...boxes.gridColumns(),
		...(isWeighed ? [weightColumnOf(app)] : []),
		...(invoice ? [priceColumnOf(app)] : []),
		figure('total', t(`receiving.columnNow-${name}`), invoice ? '92px' : '108px', cells.totalCell),
		figure('difference', t('common.difference'), '84px', cells.differenceCell),
		{
			key: 'why',
			label: t(`receiving.columnWhy-${name}`),
			width: invoice ? '148px' : '184px',
			cell: cells.whyCell,
			stop: asksWhy,
		},
		...(explains ? [then] : []),
	];
}

/** Keeps the name's width with any number of boxes; a narrower window scrolls. */
export function widthOf(
	name: ReceivingDraft,
	boxes: BoxedLines<ReceivingLine>,
	{ isLater, isWeighed }: Shows,
): number {
	const { explains, invoice } = receivings[name];
	return (
		(explains ? 768 : 684) +
		(invoice ? 20 : 0) +
		(isWeighed ? 104 : 0) +
		boxes.columns.length * 92 +
		(isLater ? 88 : 0)
	);
}
