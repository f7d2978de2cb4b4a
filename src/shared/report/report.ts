// A report: facts and tables on their way out of the program, to be saved as CSV or XLSX, or printed. One description
// serves all three, so that the paper and the file say the same.

/**
 * What a column holds: `text`; `decimal`, exact decimal text, with `places` always shown that many places (money);
 * `day`, a business date `YYYY-MM-DD`; `instant`, epoch ms; `box`, on paper room to write a quantity in.
 */
export type ReportColumn =
	| { readonly kind: 'text' | 'day' | 'instant' | 'box'; readonly label: string }
	| { readonly kind: 'decimal'; readonly label: string; readonly places?: number };

/** A quantity to write in, or written in already, and its unit. */
export interface ReportBox {
	readonly unit: string;
	/** Empty where nothing is written yet. */
	readonly written: string;
}

/**
 * Text for `text`, `decimal` and `day`, a number for `instant`, a ReportBox for `box`; null is an empty cell, on paper a
 * space to write in, but in a column of boxes no box.
 */
export type ReportCell = string | number | ReportBox | null;

export interface ReportTable {
	/** Names the sheet of a workbook and stands over the table on paper. */
	readonly name: string;
	readonly columns: readonly ReportColumn[];
	/** Each as long as `columns`. */
	readonly rows: readonly (readonly ReportCell[])[];
	/** A last line, as long as `columns`; a text may stand in any column of it. */
	readonly totals?: readonly ReportCell[];
	/** Paper to write on: the table begins a page, and says on each what it is and what is to be filled in by hand. */
	readonly form?: { readonly heading: string; readonly fields: readonly string[] };
}

export interface Report {
	readonly title: string;
	/** Without its ending, such as `waste-2026-11-20`. */
	readonly fileName: string;
	/** What stands at the head of every page: the location and the date. */
	readonly place: string;
	readonly day: string;
	readonly facts: readonly { readonly label: string; readonly value: string }[];
	readonly tables: readonly ReportTable[];
	/** IANA zone in which instants are written; without one, the zone of this PC. */
	readonly timeZone?: string;
	/** The fingerprint of what stands in it, at the foot of every page. */
	readonly seal?: string;
	/** Who signs the paper, such as "Logged by". */
	readonly signatures?: readonly string[];
	/** Pictures under the tables, as `blob:` or `data:` addresses; on paper only. */
	readonly pictures?: readonly { readonly address: string; readonly caption: string }[];
	/** Printed across the page. */
	readonly wide?: boolean;
}

/** A box as it stands in a file. */
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
