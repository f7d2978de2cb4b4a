// A report: facts and tables to save as CSV or XLSX, or to print. All three come from one description, so paper and
// files agree.

/**
 * `decimal`: exact text, with exactly `places` places (money), or at least `leastPlaces` (the price of one unit).
 * `instant`: epoch ms. `box`: room on paper to write a quantity.
 */
export type ReportColumn =
	| { readonly kind: 'text' | 'day' | 'instant' | 'box'; readonly label: string }
	| {
			readonly kind: 'decimal';
			readonly label: string;
			readonly places?: number;
			readonly leastPlaces?: number;
	  };

export interface ReportBox {
	readonly unit: string;
	/** Empty if blank. */
	readonly written: string;
}

/** A number for `instant` or of a workbook, a ReportBox for `box`, else text. null is an empty cell: on paper a space to write in. */
export type ReportCell = string | number | ReportBox | null;

export interface ReportTable {
	readonly name: string;
	readonly columns: readonly ReportColumn[];
	readonly rows: readonly (readonly ReportCell[])[];
	/** A last line, as long as `columns`; any column may hold text. */
	readonly totals?: readonly ReportCell[];
	/** A paper form: the table starts a page, and each page repeats the heading and the fields to fill in by hand. */
	readonly form?: { readonly heading: string; readonly fields: readonly string[] };
}

export interface Report {
	readonly title: string;
	/** Without extension, see `fileNameOf`. */
	readonly fileName: string;
	readonly location: string;
	readonly day: string;
	readonly facts: readonly { readonly label: string; readonly value: string }[];
	readonly tables: readonly ReportTable[];
	/** IANA zone of the instants; defaults to this PC's. */
	readonly timeZone?: string;
	/** Content fingerprint, in the footer of every page. */
	readonly seal?: string;
	/** Labels of the signature lines: "Logged by". */
	readonly signatures?: readonly string[];
	/** Pictures under the tables, as `blob:` or `data:` URLs; on paper only. */
	readonly pictures?: readonly { readonly address: string; readonly caption: string }[];
	readonly wide?: boolean;
}

export interface ColumnOf<Row> {
	readonly column: ReportColumn;
	readonly cell: (row: Row) => ReportCell;
}

export function tableOf<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]) {
	return {
		columns: columns.map(({ column }) => column),
		rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
	};
}

/** What a file is about, as its name: `variances Harbour Kitchen Bar 2026-11-20`. */
export const fileNameOf = (...parts: readonly string[]): string =>
	parts
		.join(' ')
		// Not allowed in a name on Windows.
		.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();

/** A box as text in a file. */
export const boxText = ({ unit, written }: ReportBox): string =>
	[written, unit].filter((part) => part !== '').join(' ');

/** An instant (epoch ms) as `YYYY-MM-DD HH:MM`, which every spreadsheet reads as date and time. */
export function writtenInstant(instant: number, timeZone: string | undefined): string {
	const parts = new Map(
		instantShape(timeZone)
			.formatToParts(instant)
			.map(({ type, value }) => [type, value]),
	);
	const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
	return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

const shapes = new Map<string | undefined, Intl.DateTimeFormat>();

function instantShape(timeZone: string | undefined): Intl.DateTimeFormat {
	const known = shapes.get(timeZone);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat('en-GB', {
		calendar: 'gregory',
		numberingSystem: 'latn',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		...(timeZone === undefined ? {} : { timeZone }),
	});
	shapes.set(timeZone, made);
	return made;
}
