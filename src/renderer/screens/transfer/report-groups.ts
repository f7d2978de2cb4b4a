// Transfer report lines grouped by the other location, with sums.
import type { TransferReport, TransferReportLine } from '../../../shared/bridge/transfer.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { totalCost } from '../../../shared/domain/money.ts';
import { asShown, placesToShow, shownPlaces } from '../../../shared/domain/unit.ts';

interface ReportGroup {
	readonly key: string;
	readonly direction: 'out' | 'in';
	readonly otherName: string;
	/** ISO 4217 of `value`. */
	readonly currency: string;
	readonly lines: readonly TransferReportLine[];
	/** Sum of lines with a known cost; null if none. Quantities of different items are not summed. */
	readonly value: string | null;
	/** How many lines of unknown cost `value` leaves out. */
	readonly costsUnknown: number;
}

/** In line order: by direction and location. */
export function groupLines(lines: readonly TransferReportLine[]): readonly ReportGroup[] {
	const byPlace = Map.groupBy(lines, (line) => `${line.direction} ${line.otherLocationId}`);
	return [...byPlace].flatMap(([key, ofPlace]): ReportGroup[] => {
		const [first] = ofPlace;
		if (first === undefined) return [];
		const { direction, otherName, currency } = first;
		const { cost } = totalCost(ofPlace.map(({ value }) => value));
		return [
			{
				key,
				direction,
				otherName,
				currency,
				lines: ofPlace,
				value: cost,
				costsUnknown: ofPlace.reduce((all, { costsUnknown }) => all + costsUnknown, 0),
			},
		];
	});
}

/** Decimals of the quantities of a line. */
export const placesOf = ({ difference, units }: TransferReportLine): number | undefined =>
	placesToShow(difference, shownPlaces(units));

/** Whether two reports agree on the quantities as they are shown, regardless of age and order. */
export function sayTheSame(a: TransferReport, b: TransferReport): boolean {
	const facts = ({ lines }: TransferReport): string[] =>
		lines
			.map((line) => {
				const { direction, otherLocationId, itemId, sent, received } = line;
				const read = [sent, received].map((each) => asShown(each, placesOf(line)));
				return JSON.stringify([direction, otherLocationId, itemId, ...read]);
			})
			.sort();
	return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}

export const linesThatDiffer = (lines: readonly TransferReportLine[]): number =>
	lines.filter(({ difference }) => !isZero(difference)).length;
