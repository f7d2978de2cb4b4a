// The evidence of a count as CSV. Unchanged evidence always gives the same text, and so the same SHA-256 fingerprint.
import { createHash } from 'node:crypto';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { csvOf } from '../../../shared/report/csv.ts';
import { connected, type Answer } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { countEvidence } from '../store/count-evidence.ts';
import { cutOffTable } from '../store/count-cut-off.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { unknownCodesOfCount } from '../store/unknown-codes.ts';
import { CountDesk, notHere } from './count-desk.ts';
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
	readonly #context: CoreContext;
	readonly #desk;
	readonly #review;
	readonly #journal;
	readonly #cutOff;
	readonly #unknownCodes;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#desk = new CountDesk(context);
		this.#review = new CountReview(this.#desk);
		const { durable } = context.store;
		this.#journal = countEvidence(durable);
		this.#cutOff = cutOffTable(durable);
		this.#unknownCodes = unknownCodesOfCount(durable);
	}

	readonly get: Answer<'evidence.get'> = ({ accountId }, { stocktakeId }) => {
		const count = this.#desk.counts.get(accountId, stocktakeId);
		return count === null ? notHere() : succeed(this.#evidenceOf(count));
	};

	readonly check: Answer<'evidence.check'> = ({ accountId }, { stocktakeId, text }) => {
		const count = this.#desk.counts.get(accountId, stocktakeId);
		if (count === null) return notHere();
		const { body, stated } = partsOf(text);
		const sha256 = fingerprint(body);
		return succeed({
			whole: stated === null ? null : stated === sha256,
			sha256,
			same: sha256 === this.#evidenceOf(count).sha256,
		});
	};

	#rowsOf(count: StocktakeRow): EvidenceRow[] {
		const id = count.stocktake_id;
		const lines = new CountedLines(this.#desk.counts.lines.all(id), this.#desk.counts.areas(id));
		const rounds = [count, ...this.#journal.rounds(id)];
		return [
			countRow(count),
			...this.#review.lines(count).map((line) => lineRow(count, line, lines)),
			...rounds.flatMap(({ stocktake_id, round }) =>
				this.#journal.entries(stocktake_id).map((entry) => entryRow(entry, round, lines)),
			),
			...rounds.flatMap(({ stocktake_id, round }) =>
				this.#journal.events(stocktake_id).map((event) => eventRow(event, round)),
			),
			...this.#cutOff.of(id).map((row) => cutOffRow(row, count.currency)),
			...postedParts(this.#context.outbox, count).map(postingRow),
			...this.#unknownCodes.of(id).map(codeRow),
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

export function evidenceCapability(context: CoreContext): Handlers<'evidence'> {
	const evidence = new CountEvidence(context);
	return {
		'evidence.get': connected(context, evidence.get),
		'evidence.check': connected(context, evidence.check),
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
