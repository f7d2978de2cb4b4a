// The evidence of a count as CSV. Unchanged evidence always gives the same text, and so the same SHA-256 fingerprint.
import { createHash } from 'node:crypto';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { csvOf } from '../../../shared/report/csv.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import { countEvidence } from '../store/count-evidence.ts';
import { cutOffTable } from '../store/count-cut-off.ts';
import { WHOLE_LINE, type StocktakeRow } from '../store/counts.ts';
import { unknownCodesOfCount } from '../store/unknown-codes.ts';
import { countDesk, notHere } from './count-desk.ts';
import { countedItem } from './line.ts';
import { postedParts } from './corrections.ts';
import { countReview } from './review.ts';

/** The order is part of the fingerprint: append new columns, never remove one. */
const columns = [
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

type Row = Partial<Record<(typeof columns)[number], string>>;

const fingerprintLine = 'SHA-256,';

export function evidenceCapability(context: CoreContext): Handlers<'evidence'> {
	const desk = countDesk(context);
	const review = countReview(desk);
	const { counts } = desk;
	const { durable } = context.store;
	const journal = countEvidence(durable);
	const cutOff = cutOffTable(durable);
	const unknownCodes = unknownCodesOfCount(durable);

	const rowsOf = (count: StocktakeRow): Row[] => {
		const id = count.stocktake_id;
		const lines = new Map(counts.lines(id).map((row) => [row.line_no, row]));
		const areas = new Map(counts.areas(id).map(({ area_id, name }) => [area_id, name]));
		const nameOf = (lineNo: number): Row => {
			const row = lines.get(lineNo);
			if (row === undefined) return { Line: String(lineNo) };
			const { code, name } = countedItem(row);
			return {
				Line: String(lineNo),
				'Stock area': row.area_id,
				Area: areas.get(row.area_id) ?? '',
				Code: code,
				Name: name,
			};
		};
		/** Per base unit, from when the count was opened. */
		const unitCost = (lineNo: number): string => {
			const row = lines.get(lineNo);
			return (row === undefined ? null : countedItem(row).unitCost) ?? '';
		};
		const unitName = (lineNo: number, unitId: string | null): string => {
			const row = lines.get(lineNo);
			const units = row === undefined ? [] : countedItem(row).units;
			return units.find((unit) => unit.unitId === unitId)?.name ?? unitId ?? '';
		};
		const rounds = [count, ...journal.rounds(id)];
		return [
			{
				Record: 'count',
				'When (UTC)': written(count.opened_at),
				Who: count.opened_by,
				What: count.state,
				Name: count.name,
				Note: JSON.stringify({
					count: id,
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
			},
			...review.lines(count).map((line): Row => ({
				Record: 'line',
				'When (UTC)': written(line.countedAt),
				Who: [...new Set(line.boxes.map(({ by }) => by))].join(' · '),
				What: line.state,
				Round: String(line.stands),
				...nameOf(line.lineNo),
				Unit: line.baseUnitName,
				Typed: line.boxes
					.filter(({ typed }) => typed !== '')
					.map(({ typed, unitId }) => `${typed} ${unitName(line.lineNo, unitId)}`)
					.join(' + '),
				Quantity: line.counted ?? '',
				Book: line.book ?? '',
				Difference: line.variance ?? '',
				'Unit cost': unitCost(line.lineNo),
				Value: line.adjustmentCost ?? '',
				Currency: count.currency,
				'To book': line.adjustment ?? '',
				Reason: line.reason,
				Note: [line.note, line.leftBy === '' ? '' : `left uncounted by ${line.leftBy}`]
					.filter((text) => text !== '')
					.join(' · '),
			})),
			...rounds.flatMap(({ stocktake_id, round }) =>
				journal.entries(stocktake_id).map((entry): Row => ({
					Record: 'entry',
					'When (UTC)': written(entry.at),
					Who: entry.by,
					Window: entry.connection,
					PC: entry.pc,
					What: entry.kind + aboutOf(entry.unit_id),
					Round: String(round),
					...nameOf(entry.line_no),
					Unit: unitName(entry.line_no, entry.unit_id),
					Typed: entry.typed,
					Quantity: entry.quantity ?? '',
					Before: entry.before ?? '',
					Book: entry.book ?? '',
					'Counted (UTC)': entry.counted_at === entry.at ? '' : written(entry.counted_at),
				})),
			),
			...rounds.flatMap(({ stocktake_id, round }) =>
				journal.events(stocktake_id).map((event): Row => ({
					Record: 'event',
					'When (UTC)': written(event.at),
					Who: event.by,
					Window: event.connection,
					PC: event.pc,
					What: event.what,
					Round: String(round),
					Note: event.detail,
				})),
			),
			...cutOff.of(id).map((row): Row => ({
				Record: 'cut-off',
				'When (UTC)': written(row.acknowledged_at),
				Who: row.acknowledged_by,
				What: row.kind,
				Code: row.number,
				Name: row.title,
				Value: row.value ?? '',
				Currency: row.value === null ? '' : count.currency,
				Note: `${row.business_date} ${row.state_word}`.trim(),
			})),
			...postedParts(context.outbox, count).map((part, index): Row => ({
				Record: 'posting',
				'When (UTC)': written(part.since),
				What: part.state,
				Round: String(index + 1),
				Name: wordsOf(part.body['description']),
				Quantity: String(linesIn(part)),
				Note: [part.serviceStatus ?? '', part.serviceSaid].join(' ').trim(),
				Reason: part.resolution,
			})),
			...unknownCodes.of(id).map((row): Row => ({
				Record: 'code',
				'When (UTC)': written(row.at),
				Who: row.by,
				What: `scanned ${String(row.times)} times`,
				...(row.line_no === null ? {} : { Line: String(row.line_no) }),
				Code: row.code,
				Typed: row.typed,
				Note: row.note,
			})),
		];
	};

	const evidenceOf = (count: StocktakeRow): Evidence => {
		const rows = rowsOf(count).map((row) => columns.map((column) => row[column] ?? ''));
		const body = csvOf({
			name: 'Evidence',
			columns: columns.map((label) => ({ kind: 'text', label })),
			rows,
		});
		const sha256 = fingerprint(body);
		return { columns: [...columns], rows, sha256, text: `${body}${fingerprintLine}${sha256}\r\n` };
	};

	return {
		'evidence.get': connected(context, ({ accountId }, { stocktakeId }): Reply<Evidence> => {
			const count = counts.get(accountId, stocktakeId);
			return count === null ? notHere() : succeed(evidenceOf(count));
		}),

		'evidence.check': connected(context, ({ accountId }, { stocktakeId, text }) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			const { body, stated } = partsOf(text);
			const sha256 = fingerprint(body);
			return succeed({
				whole: stated === null ? null : stated === sha256,
				sha256,
				same: sha256 === evidenceOf(count).sha256,
			});
		}),
	};
}

const fingerprint = (body: string): string =>
	createHash('sha256').update(body, 'utf8').digest('hex');

function partsOf(read: string): { body: string; stated: string | null } {
	// Reading a file as text strips the byte order mark.
	const text = read.startsWith('\uFEFF') ? read : `\uFEFF${read}`;
	const at = text.lastIndexOf(fingerprintLine);
	if (at === -1) return { body: text, stated: null };
	return { body: text.slice(0, at), stated: text.slice(at + fingerprintLine.length).trim() };
}

/** Identifies a part at the service when it has no document number. */
const wordsOf = (description: unknown): string =>
	typeof description === 'string' ? description : '';

const linesIn = ({ body: { items } }: QueuedStep): number =>
	Array.isArray(items) ? items.length : 0;

const written = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

const aboutOf = (unitId: string | null): string =>
	unitId === null ? ' of a note' : unitId === WHOLE_LINE ? ' of the line' : '';
