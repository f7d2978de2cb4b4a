// The posting of a submitted count: its parts, and corrections of refused lines so that the rest can be sent.
import type { Posting, PostingLine, PostingPart } from '../../../shared/bridge/posting.ts';
import { fail, succeed, type Problem, type Reply } from '../../../shared/bridge/reply.ts';
import { isZero, subtract } from '../../../shared/domain/decimal.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { parseEntry, type Entry } from '../../../shared/domain/quantity-entry.ts';
import { isBase } from '../../../shared/domain/unit.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import type { LineRow } from '../store/count-lines.ts';
import {
	correctionsOf,
	linesOfPart,
	postedParts,
	type ChangedLine,
	type Corrections,
} from './corrections.ts';
import { CountDesk, notHere } from './count-desk.ts';
import { countedItem, stockKey, stockOf } from './line.ts';
import { isDifferent, postedCost } from './posting.ts';
import { CountReview } from './review.ts';
import { refusedLines } from '../outbox/refused-lines.ts';

export function postingCapability(context: CoreContext): Handlers<'posting'> {
	const desk = new CountDesk(context);
	const { counts, totals } = desk;
	const { outbox } = context;
	const review = new CountReview(desk);

	return {
		'posting.get': desk.onCount(({ account, count }, { stocktakeId }) => {
			const steps = postedParts(outbox, count);
			const rows = rowsByStock(() => counts.lines.all(stocktakeId));
			const leftOut = leftOutOf(correctionsOf(counts, count, steps), rows);
			return succeed({
				parts: steps.map((step, index) => partView(step, index + 1, rows)),
				lines: linesIn(steps, leftOut.length),
				linesEach: account.profile.stocktake.batchLines,
				leftOut,
			});
		}),

		'posting.resume': desk.onCount(({ count }, input, caller) => {
			const { stocktakeId, actionId, revision, locale } = input;
			const step = postedParts(outbox, count).find((each) => each.actionId === actionId);
			if (step === undefined) return notHere();
			const lines = linesOfPart(step);
			const rows = rowsByStock(() => counts.lines.all(stocktakeId));
			const decisions = decide(lines, input.lines, locale, rows);
			if (!decisions.ok) return decisions;
			const hand = desk.handOf(input.by, caller);
			const goes = decisions.value.flatMap(({ now }) => now ?? []);
			const amended = outbox.amend({
				actionId,
				revision,
				by: hand.by,
				reason: reasonsOf(decisions.value),
				body: goes.length === 0 ? null : { ...step.body, items: goes },
				alsoRecord() {
					for (const { before, put, reason } of decisions.value) {
						if (reason === '') continue;
						const { itemId, storageAreaId: areaId } = before;
						desk.happened(stocktakeId, hand, put === null ? 'line-left-out' : 'line-put-right', {
							lineNo: rows(areaId, itemId)?.line_no ?? null,
							itemId,
							areaId,
							reason,
							before: before.countedQuantity ?? null,
							...put,
						});
						totals.correct(stocktakeId, { areaId, itemId }, put?.counted ?? null);
					}
				},
				label: () => postedCost(review.lines(count).filter(isDifferent)),
			});
			if (amended.ok) desk.changed(stocktakeId, null);
			return amended;
		}),
	};
}

function linesIn(steps: readonly QueuedStep[], leftOut: number): Posting['lines'] {
	const linesOf = (some: readonly QueuedStep[]): number =>
		some.reduce((sum, step) => sum + linesOfPart(step).length, 0);
	const all = linesOf(steps.filter(({ state }) => state !== 'discarded'));
	const posted = linesOf(steps.filter(({ state }) => state === 'confirmed'));
	return { all: all + leftOut, posted, leftOut };
}

function leftOutOf(corrections: Corrections, rows: RowsByStock): Posting['leftOut'] {
	return [...corrections.values()]
		.filter(({ kind }) => kind === 'left-out')
		.map(({ itemId, areaId, reason, by }) => {
			const row = rows(areaId, itemId);
			const name = row === undefined ? itemId : countedItem(row).name;
			return { lineNo: row?.line_no ?? null, name, reason, by };
		});
}

interface Decision {
	before: ChangedLine;
	now: ChangedLine | null;
	/** The corrected count as typed and in base units; null if the line is unchanged or left out. */
	put: { typed: string; counted: string } | null;
	reason: string;
}

function decide(
	lines: readonly ChangedLine[],
	asked: readonly { itemId: string; areaId: string; typed: string | null; reason: string }[],
	locale: string,
	rows: RowsByStock,
): Reply<Decision[]> {
	const problems: Problem[] = [];
	const byStock = new Map(
		asked.map((each, index) => {
			if (each.reason === '') problems.push({ path: `lines.${index}.reason`, message: 'missing' });
			return [stockKey(each.areaId, each.itemId), { ...each, index }];
		}),
	);
	const decisions = lines.map((before): Decision => {
		const wanted = byStock.get(stockKey(before.storageAreaId, before.itemId));
		if (wanted === undefined) return { before, now: before, put: null, reason: '' };
		const { typed, reason, index } = wanted;
		if (typed === null) return { before, now: null, put: null, reason };
		const read = readCount(typed, locale, rows(before.storageAreaId, before.itemId));
		if (read.kind !== 'quantity') {
			const problem = read.kind === 'blank' ? { message: 'missing' } : { message: read.code };
			problems.push({
				path: `lines.${index}.typed`,
				...problem,
				...(read.kind === 'problem' && read.code === 'ambiguous'
					? { readings: [...read.readings] }
					: {}),
			});
			return { before, now: null, put: null, reason };
		}
		const put = { typed, counted: read.quantity };
		return { before, now: putRight(before, read.quantity), put, reason };
	});
	return problems.length === 0
		? succeed(decisions)
		: fail('incomplete', 'These lines cannot go as they stand.', problems);
}

function readCount(typed: string, locale: string, row: LineRow | undefined): Entry {
	const units = row === undefined ? [] : countedItem(row).units;
	const base = units.find(isBase);
	return base === undefined ? parseEntry(typed, locale) : readBox(typed, locale, base, units);
}

/** The book at posting time stays, so only the adjustment changes. Null if the corrected count matches the book. */
function putRight(line: ChangedLine, counted: string): ChangedLine | null {
	const book = subtract(line.countedQuantity ?? '0', line.quantity);
	const quantity = subtract(counted, book);
	return isZero(quantity) ? null : { ...line, quantity, countedQuantity: counted };
}

const reasonsOf = (decisions: readonly Decision[]): string =>
	[...new Set(decisions.map(({ reason }) => reason).filter((reason) => reason !== ''))].join(' · ');

function partView(step: QueuedStep, number: number, rows: RowsByStock): PostingPart {
	const lines = linesOfPart(step);
	const said = step.mayBeAmended ? refusedLines(step.serviceSaid) : new Map<number, string>();
	return {
		actionId: step.actionId,
		revision: step.revision,
		number,
		state: step.state,
		serviceStatus: step.serviceStatus,
		serviceSaid: step.serviceSaid,
		canBeAmended: step.mayBeAmended,
		refused: step.mayBeAmended
			? lines.map((line, index) => lineView(line, said.get(index) ?? '', rows))
			: [],
	};
}

function lineView(line: ChangedLine, said: string, rows: RowsByStock): PostingLine {
	const { itemId, storageAreaId: areaId } = line;
	const row = rows(areaId, itemId);
	const item = row && countedItem(row);
	return {
		itemId,
		areaId,
		code: item?.code ?? '',
		name: item?.name ?? itemId,
		counted: line.countedQuantity ?? '0',
		change: line.quantity,
		units: item?.units ?? [],
		baseUnitName: item?.baseUnitName ?? '',
		said,
	};
}

type RowsByStock = (areaId: string, itemId: string) => LineRow | undefined;

/** Lazy, because most postings never need it. */
function rowsByStock(read: () => LineRow[]): RowsByStock {
	let found: Map<string, LineRow> | undefined;
	return (areaId, itemId) => {
		// Reversed, so that the first line of an item overwrites later ones.
		found ??= new Map(
			read()
				.toReversed()
				.map((row) => [stockOf(row), row]),
		);
		return found.get(stockKey(areaId, itemId));
	};
}
