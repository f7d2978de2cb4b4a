// The rows of a count's evidence, one kind of record each.
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import type { CutOffRow } from '../store/count-cut-off.ts';
import { WHOLE_LINE, type EntryRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { CountEvent, StocktakeRow } from '../store/counts.ts';
import type { CountCodeRow } from '../store/unknown-codes.ts';
import { countedItem } from './line.ts';

/** The order is part of the fingerprint: append new columns, never remove one. */
export const evidenceColumns = [
	'Record',
	'When (UTC)',
	'Who',
	'Window',
	'What',
	'Round',
	'Line',
	'Stock area',
	'Code',
	'Name',
	'Unit',
	'Typed',
	'Quantity',
	'Before',
	'Book',
	'Difference',
	'Value',
	'Note',
	'PC',
	'Area',
	'Unit cost',
	'Currency',
	'To book',
	'Reason',
	'Counted (UTC)',
] as const;

export type EvidenceRow = Partial<Record<(typeof evidenceColumns)[number], string>>;

export class CountedLines {
	readonly #lines: ReadonlyMap<number, LineRow>;
	readonly #areas: ReadonlyMap<string, string>;

	constructor(lines: readonly LineRow[], areas: readonly { area_id: string; name: string }[]) {
		this.#lines = new Map(lines.map((row) => [row.line_no, row]));
		this.#areas = new Map(areas.map(({ area_id, name }) => [area_id, name]));
	}

	nameOf(lineNo: number): EvidenceRow {
		const row = this.#lines.get(lineNo);
		if (row === undefined) return { Line: String(lineNo) };
		const { code, name } = countedItem(row);
		return {
			Line: String(lineNo),
			'Stock area': row.area_id,
			Area: this.#areas.get(row.area_id) ?? '',
			Code: code,
			Name: name,
		};
	}

	/** Per base unit, from when the count was opened. */
	unitCost(lineNo: number): string {
		const row = this.#lines.get(lineNo);
		return (row === undefined ? null : countedItem(row).unitCost) ?? '';
	}

	unitName(lineNo: number, unitId: string | null): string {
		const row = this.#lines.get(lineNo);
		const units = row === undefined ? [] : countedItem(row).units;
		return units.find((unit) => unit.unitId === unitId)?.name ?? unitId ?? '';
	}
}

export const countRow = (count: StocktakeRow): EvidenceRow => ({
	Record: 'count',
	'When (UTC)': written(count.opened_at),
	Who: count.opened_by,
	What: count.state,
	Name: count.name,
	Note: JSON.stringify({
		count: count.stocktake_id,
		location: count.location_id,
		businessDate: count.business_date,
		timeZone: count.time_zone,
		currency: count.currency,
		bookAsOf: written(count.book_as_of),
		submittedAt: written(count.submitted_at),
		approvedAt: written(count.approved_at),
		approvedBy: count.approved_by,
		plan: count.plan,
	}),
});

export const lineRow = (
	count: StocktakeRow,
	line: ReviewLine,
	lines: CountedLines,
): EvidenceRow => ({
	Record: 'line',
	'When (UTC)': written(line.countedAt),
	Who: [...new Set(line.boxes.map(({ by }) => by))].join(' · '),
	What: line.state,
	Round: String(line.stands),
	...lines.nameOf(line.lineNo),
	Unit: line.baseUnitName,
	Typed: line.boxes
		.filter(({ typed }) => typed !== '')
		.map(({ typed, unitId }) => `${typed} ${lines.unitName(line.lineNo, unitId)}`)
		.join(' + '),
	Quantity: line.counted ?? '',
	Book: line.book ?? '',
	Difference: line.variance ?? '',
	'Unit cost': lines.unitCost(line.lineNo),
	Value: line.adjustmentCost ?? '',
	Currency: count.currency,
	'To book': line.adjustment ?? '',
	Reason: line.reason,
	Note: [line.note, line.leftBy === '' ? '' : `left uncounted by ${line.leftBy}`]
		.filter((text) => text !== '')
		.join(' · '),
});

export const entryRow = (entry: EntryRow, round: number, lines: CountedLines): EvidenceRow => ({
	Record: 'entry',
	'When (UTC)': written(entry.at),
	Who: entry.by,
	Window: entry.connection,
	PC: entry.pc,
	What: entry.kind + aboutOf(entry.unit_id),
	Round: String(round),
	...lines.nameOf(entry.line_no),
	Unit: lines.unitName(entry.line_no, entry.unit_id),
	Typed: entry.typed,
	Quantity: entry.quantity ?? '',
	Before: entry.before ?? '',
	Book: entry.book ?? '',
	'Counted (UTC)': entry.counted_at === entry.at ? '' : written(entry.counted_at),
});

export const eventRow = (event: CountEvent, round: number): EvidenceRow => ({
	Record: 'event',
	'When (UTC)': written(event.at),
	Who: event.by,
	Window: event.connection,
	PC: event.pc,
	What: event.what,
	Round: String(round),
	Note: event.detail,
});

export const cutOffRow = (row: CutOffRow, currency: string): EvidenceRow => ({
	Record: 'cut-off',
	'When (UTC)': written(row.acknowledged_at),
	Who: row.acknowledged_by,
	What: row.kind,
	Code: row.number,
	Name: row.title,
	Value: row.value ?? '',
	Currency: row.value === null ? '' : currency,
	Note: [
		`${row.business_date} ${row.state_word}`.trim(),
		row.value === null || row.costs_unknown === 0
			? ''
			: `lines of unknown cost: ${String(row.costs_unknown)}`,
	]
		.filter((text) => text !== '')
		.join(' · '),
});

export const postingRow = (part: QueuedStep, index: number): EvidenceRow => ({
	Record: 'posting',
	'When (UTC)': written(part.since),
	What: part.state,
	Round: String(index + 1),
	Name: wordsOf(part.body['description']),
	Quantity: String(linesIn(part)),
	Note: [part.serviceStatus ?? '', part.serviceSaid].join(' ').trim(),
	Reason: part.resolution,
});

export const codeRow = (row: CountCodeRow): EvidenceRow => ({
	Record: 'code',
	'When (UTC)': written(row.at),
	Who: row.by,
	What: `scanned ${String(row.times)} times`,
	...(row.line_no === null ? {} : { Line: String(row.line_no) }),
	Code: row.code,
	Typed: row.typed,
	Note: row.note,
});

/** Identifies a part at the service when it has no document number. */
const wordsOf = (description: unknown): string =>
	typeof description === 'string' ? description : '';

const linesIn = ({ body: { items } }: QueuedStep): number =>
	Array.isArray(items) ? items.length : 0;

const written = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

const aboutOf = (unitId: string | null): string =>
	unitId === null ? ' of a note' : unitId === WHOLE_LINE ? ' of the line' : '';
