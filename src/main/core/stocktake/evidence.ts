// The evidence of a count as CSV. Unchanged evidence always gives the same text, and so the same SHA-256 fingerprint.
import { createHash } from 'node:crypto';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { csvOf } from '../../../shared/report/csv.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { cutOffTable } from '../store/count-cut-off.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { CountDesk } from './count-desk.ts';
import { postedParts } from './corrections.ts';
import {
	codeRow,
	CountedLines,
	countRow,
	cutOffRow,
	entryRow,
	eventRow,
	evidenceColumns,
	lineRow,
	postingRow,
	type EvidenceRow,
} from './evidence-rows.ts';
import { CountReview } from './review.ts';

const fingerprintLine = 'SHA-256,';

class CountEvidence {
	readonly handlers: Handlers<'evidence'>;
	readonly #context: CoreContext;
	readonly #desk;
	readonly #review;
	readonly #cutOff;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#desk = new CountDesk(context);
		this.#review = new CountReview(this.#desk);
		this.#cutOff = cutOffTable(context.store.durable);
		this.handlers = {
			'evidence.get': this.#desk.onCount(({ count }) => succeed(this.#evidenceOf(count))),
			'evidence.check': this.#desk.onCount(({ count }, { text }) => {
				const { body, stated } = partsOf(text);
				const sha256 = fingerprint(body);
				return succeed({
					whole: stated === null ? null : stated === sha256,
					same: sha256 === this.#evidenceOf(count).sha256,
				});
			}),
		};
	}

	#rowsOf(count: StocktakeRow): EvidenceRow[] {
		const id = count.stocktake_id;
		const { counts } = this.#desk;
		const lines = new CountedLines(counts.lines.all(id), counts.areas(id));
		const rounds = [count, ...this.#desk.decisions.everyRound(id)];
		return [
			countRow(count),
			...this.#review.lines(count).map((line) => lineRow(count, line, lines)),
			...rounds.flatMap(({ stocktake_id, round }) =>
				counts.journal.entries(stocktake_id).map((entry) => entryRow(entry, round, lines)),
			),
			...rounds.flatMap(({ stocktake_id, round }) =>
				counts.events(stocktake_id).map((event) => eventRow(event, round)),
			),
			...this.#cutOff.of(id).map((row) => cutOffRow(row, count.currency)),
			...postedParts(this.#context.outbox, count).map(postingRow),
			...this.#desk.unknownCodes.of(id).map(codeRow),
		];
	}

	#evidenceOf(count: StocktakeRow): Evidence {
		const rows = this.#rowsOf(count).map((row) =>
			evidenceColumns.map((column) => row[column] ?? ''),
		);
		const body = csvOf({
			name: 'Evidence',
			columns: evidenceColumns.map((label) => ({ kind: 'text', label })),
			rows,
		});
		const sha256 = fingerprint(body);
		return {
			columns: [...evidenceColumns],
			rows,
			sha256,
			text: `${body}${fingerprintLine}${sha256}\r\n`,
		};
	}
}

export const evidenceCapability = (context: CoreContext): Handlers<'evidence'> =>
	new CountEvidence(context).handlers;

const fingerprint = (body: string): string =>
	createHash('sha256').update(body, 'utf8').digest('hex');

function partsOf(read: string): { body: string; stated: string | null } {
	// Reading a file as text strips the byte order mark.
	const text = read.startsWith('\uFEFF') ? read : `\uFEFF${read}`;
	const at = text.lastIndexOf(fingerprintLine);
	if (at === -1) return { body: text, stated: null };
	return { body: text.slice(0, at), stated: text.slice(at + fingerprintLine.length).trim() };
}
