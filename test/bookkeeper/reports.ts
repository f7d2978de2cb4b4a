// Compares a count's paper and file reports with the bookkeeper.
import { readXlsx } from 'hucre/xlsx';
import type { ComparedCounts } from '../../src/shared/bridge/count-history.ts';
import type { Review } from '../../src/shared/bridge/count-review.ts';
import type { Evidence } from '../../src/shared/bridge/evidence.ts';
import { csvOf } from '../../src/shared/report/csv.ts';
import type { Report, ReportTable } from '../../src/shared/report/report.ts';
import type { Kitchen } from '../support/kitchen.ts';
import { Difference, bookedCost, review, says, type Counted, type Ended } from './compare.ts';
import { zero, type Fraction, type Item } from './oracle.ts';

/** Returns message keys: only figures are compared, which no language changes. */
const t = (key: string): string => key;
const format = {
	number: String,
	date: String,
	dateTime: String,
	list: String,
	money: String,
	moneyDifference: String,
	nameOrder: (a: string, b: string) => a.localeCompare(b),
};
const app = { t, format, locations: [] };

/** The screens are typed for a browser, so they are loaded by name. This is what we use of them. */
interface Screens {
	varianceReport(words: typeof app, review: Review): Report;
	evidenceReport(words: typeof app, review: Review, evidence: Evidence, on: 'file'): Report;
	comparedReport(
		words: typeof app,
		compared: ComparedCounts,
		items: ComparedCounts['items'],
	): Report;
	xlsxOf(report: Report, direction: 'ltr'): Promise<Uint8Array<ArrayBuffer>>;
}
const parts = await Promise.all(
	['variance-report', 'evidence-report', 'compared-report', '../../report/xlsx'].map(
		(name) =>
			import(
				new URL(`../../src/renderer/screens/stocktake/${name}.ts`, import.meta.url).href
			) as Promise<Partial<Screens>>,
	),
);
const screens = Object.assign({}, ...parts) as Screens;
const { varianceReport, evidenceReport, comparedReport, xlsxOf } = screens;

/** A line's cell on paper; a dash is empty. @param at positions of item and area in the row */
function cellOf(
	{ name, columns, rows }: ReportTable,
	{ goods }: Counted,
	at: { code: string; area: string },
	label: string,
): string | null {
	const place = (of: string): number => columns.findIndex((column) => column.label === of);
	const row = rows.find(
		(cells) => cells[place(at.code)] === goods.itemId && cells[place(at.area)] === goods.areaId,
	);
	const cell = row?.[place(label)];
	if (typeof cell !== 'string') throw new Difference(`${goods.itemId} has no ${label} in ${name}`);
	return cell === '' ? null : cell;
}

/** Variances, printed and saved, and the evidence workbook. */
export async function checkReports(
	office: Kitchen,
	{ stocktakeId, items, closed }: Ended,
	asFiles: boolean,
): Promise<void> {
	const seen = review(office, stocktakeId);
	const report = varianceReport(app, seen);
	const [lines] = report.tables;
	const evidence = office.call('evidence.get', { stocktakeId });
	const [proof] = evidenceReport(app, seen, evidence, 'file').tables;
	if (lines === undefined || proof === undefined) throw new Difference('a report has no lines');
	const cost = t('stocktake.column-adjustmentCost');
	const inLines = { code: t('common.code'), area: t('stocktake.column-area') };
	for (const of of items) {
		const figures = of.item.figures(closed.get(of.item) ?? zero);
		const printed = (label: string) => cellOf(lines, of, inLines, label);
		says('counted, printed', printed(t('common.counted')), figures.counted);
		says('the book, printed', printed(t('stocktake.column-book')), figures.book);
		says('the variance, printed', printed(t('stocktake.column-variance')), figures.variance);
		says('the money, printed', printed(cost), figures.cost);
	}
	const total = totalOf(lines, cost);
	says('the total, printed', total, bookedCost(items, closed));
	if (asFiles) await checkFiles(report);
	checkProof(proof, items, closed);
}

const totalOf = ({ columns, totals }: ReportTable, label: string): string | null => {
	const cell = totals?.[columns.findIndex((column) => column.label === label)];
	return typeof cell === 'string' && cell !== '' ? cell : null;
};

/** One evidence line per item and area; areas have no names here. */
function checkProof(
	{ columns, rows }: ReportTable,
	items: readonly Counted[],
	closed: ReadonlyMap<Item, Fraction>,
): void {
	const place = (name: string) =>
		columns.findIndex(({ label }) => label.startsWith(t(`evidence.column-${name}`)));
	for (const itemId of new Set(items.map(({ goods }) => goods.itemId))) {
		const of = (name: string): string[] =>
			rows
				.filter((row) => row[place('Code')] === itemId)
				.map((row) => row[place(name)])
				.flatMap((cell) => (typeof cell === 'string' && cell !== '' ? [cell] : []))
				.sort();
		const figures = items
			.filter(({ goods }) => goods.itemId === itemId)
			.map(({ item }) => item.figures(closed.get(item) ?? zero));
		for (const [name, books] of [
			['Quantity', figures.flatMap(({ counted }) => counted ?? [])],
			['ToBook', figures.flatMap(({ adjustment }) => adjustment ?? [])],
		] as const) {
			const shown = of(name);
			if (shown.length !== books.length) throw new Difference(`${name} in the evidence`);
			for (const each of books)
				if (!shown.some((cell) => isText(cell, each)))
					throw new Difference(`${name} of ${itemId} in the evidence: ${shown.join()}`);
		}
	}
}

const isText = (cell: string, books: Fraction): boolean => {
	try {
		says('', cell, books);
		return true;
	} catch {
		return false;
	}
};

/** The file equals the paper, cell by cell. */
async function checkFiles(report: Report): Promise<void> {
	const { sheets } = await readXlsx(await xlsxOf(report, 'ltr'));
	for (const [at, table] of report.tables.entries()) {
		const texts = [...table.rows, ...(table.totals === undefined ? [] : [table.totals])].map(
			(row) => row.map((cell) => (typeof cell === 'string' ? cell : '')),
		);
		const saved = (sheets[at]?.rows ?? []).slice(1);
		for (const [line, row] of texts.entries())
			for (const [column, text] of row.entries()) {
				const cell = saved[line]?.[column] ?? '';
				const isSame = typeof cell === 'number' ? Number(text) === cell : String(cell) === text;
				if (!isSame) throw new Difference(`${text} is ${String(cell)} in the workbook`);
			}
		const csv = csvOf(table).split('\r\n').slice(1, -1);
		const wanted = texts.map((row) => row.join(','));
		if (csv.join('\n') !== wanted.join('\n')) throw new Difference('the CSV has other cells');
	}
}

/** Two counts side by side, as printed. */
export function checkComparedReport(office: Kitchen, first: Ended, second: Ended): void {
	const asked = { firstId: first.stocktakeId, secondId: second.stocktakeId };
	const compared = office.call('countHistory.compare', asked);
	const [table] = comparedReport(app, compared, compared.items).tables;
	for (const [at, { itemId, difference }] of compared.items.entries()) {
		const row = table?.rows[at];
		if (row?.[0] !== itemId || row[5] !== (difference ?? ''))
			throw new Difference(`${itemId} differs otherwise on paper`);
	}
}
