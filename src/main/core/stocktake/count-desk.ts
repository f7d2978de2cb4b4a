// What all counting modules share: tables, the acting person, change events and refusals.
import { z } from 'zod';
import { countPlan, type CountPlan } from '../../../shared/bridge/count-plan.ts';
import type {
	CallArguments,
	Caller,
	CallName,
	CallOutput,
} from '../../../shared/bridge/contract.ts';
import { fail, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { SheetLine, StocktakeSummary } from '../../../shared/bridge/stocktake.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { countDecisions } from '../store/count-decisions.ts';
import type { LineRow } from '../store/count-lines.ts';
import { CountedTotals } from '../store/counted-totals.ts';
import {
	CountTable,
	type CountedRow,
	type CountEvent,
	type StocktakeRow,
} from '../store/counts.ts';
import type { Store } from '../store/open.ts';
import { unknownCodesOfCount } from '../store/unknown-codes.ts';
import { Books } from './books.ts';
import { Entries, type BookOf, type Hand } from './entering.ts';
import { sheetLine } from './line.ts';
import { keptOr } from '../store/kept-json.ts';

/** Up to this many changed lines are announced one by one; above, windows reload the sheet. */
const TOLD_ONE_BY_ONE = 40;

/** What a call names. */
interface Asked {
	readonly stocktakeId: string;
	readonly by?: string;
	/** Epoch ms, for entries that were on paper before they were typed. */
	readonly countedAt?: number | undefined;
}

interface AtCount {
	readonly account: ActiveAccount;
	readonly count: StocktakeRow;
}

/** How a call about a count is answered. */
export type OnCount<Name extends CallName> = (
	at: AtCount,
	input: CallArguments<Name>,
	caller: Caller,
) => Reply<CallOutput<Name>>;

/** How an act on an open count is answered. */
export type OnOpen<Name extends CallName> = (
	at: AtCount & { readonly hand: Hand },
	input: CallArguments<Name>,
) => Reply<CallOutput<Name>>;

export class CountDesk {
	readonly context: CoreContext;
	readonly counts: CountTable;
	readonly decisions;
	readonly totals;
	readonly unknownCodes;
	readonly entries: Entries;

	constructor(context: CoreContext) {
		this.context = context;
		const { durable } = context.store;
		this.counts = new CountTable(durable);
		this.decisions = countDecisions(durable);
		this.totals = new CountedTotals(durable);
		this.unknownCodes = unknownCodesOfCount(durable);
		this.entries = new Entries(this.counts, bookOf(context.store));
	}

	/** Refuses a call about a count that is not here. */
	onCount<Input extends Asked, Answer extends Reply<unknown> | Promise<Reply<unknown>>>(
		answer: (at: AtCount, input: Input, caller: Caller) => Answer,
	): (input: Input, caller: Caller) => Answer | Failure {
		return connected(this.context, (account, input: Input, caller) => {
			const count = this.counts.get(account.accountId, input.stocktakeId);
			return count === null ? notHere() : answer({ account, count }, input, caller);
		});
	}

	/** Refuses an act on a closed count too. */
	onOpen<Input extends Asked, Answer extends Reply<unknown>>(
		answer: (at: AtCount & { readonly hand: Hand }, input: Input) => Answer,
	): (input: Input, caller: Caller) => Answer | Failure {
		return this.onCount(({ account, count }, input: Input, caller) => {
			const hand = this.handOf(input.by ?? '', caller, input.countedAt);
			return closedFailure(count) ?? answer({ account, count, hand }, input);
		});
	}

	durably<Result>(work: () => Result): Result {
		return this.context.store.durable.transaction(work).immediate();
	}

	changed(stocktakeId: string, line: SheetLine | null): void {
		const { emit, appChanged } = this.context;
		emit('stocktake.changed', { stocktakeId, line });
		if (line !== null) return;
		emit('documents.changed', { area: 'stocktake' });
		appChanged();
	}

	changedLines(stocktakeId: string, lines: readonly SheetLine[]): void {
		if (lines.length > TOLD_ONE_BY_ONE) this.changed(stocktakeId, null);
		else for (const line of lines) this.changed(stocktakeId, line);
	}

	handOf(by: string, { connection }: Caller, countedAt?: number): Hand {
		const { ports, settings } = this.context;
		const at = ports.clock.now();
		return {
			by: by === '' ? settings().person : by,
			connection,
			pc: ports.pcName ?? '',
			at,
			countedAt: Math.min(countedAt ?? at, at),
		};
	}

	happened(
		stocktakeId: string,
		hand: Hand,
		what: CountEvent['what'],
		detail: Readonly<Record<string, unknown>> = {},
	): void {
		const event = { stocktake_id: stocktakeId, ...hand, what, detail: JSON.stringify(detail) };
		this.counts.happened(event);
	}

	touch(count: StocktakeRow, hand: Hand): void {
		if (count.approved_at === null) return;
		this.counts.approve(null, '', count.stocktake_id);
		this.happened(count.stocktake_id, hand, 'approval-void', { approvedBy: count.approved_by });
	}

	lineView(count: StocktakeRow, lineNo: number): SheetLine {
		const row = this.counts.lines.get(count.stocktake_id, lineNo);
		if (row === null) throw new Error(`Line ${String(lineNo)} is not on the count.`);
		return this.viewOf(count, row);
	}

	viewOf(count: StocktakeRow, row: LineRow): SheetLine {
		const { lines, journal } = this.counts;
		const { stocktake_id } = count;
		const several = lines.ofItem(stocktake_id, row.area_id, row.item_id) > 1;
		return sheetLine(count, row, journal.boxesOf(stocktake_id, row.line_no), several);
	}

	openCount(accountId: string, stocktakeId: string): { ok: true; count: StocktakeRow } | Failure {
		const count = this.counts.get(accountId, stocktakeId);
		if (count === null) return notHere();
		return closedFailure(count) ?? { ok: true, count };
	}

	summary(row: CountedRow): StocktakeSummary {
		return {
			stocktakeId: row.stocktake_id,
			name: row.name,
			locationId: row.location_id,
			businessDate: row.business_date,
			openedAt: row.opened_at,
			openedBy: row.opened_by,
			state: row.state,
			scope: planOf(row).scope,
			standing: row.state === 'submitted' ? this.#standing(row.stocktake_id) : 'draft',
			lines: row.lines,
			counted: row.counted,
			movedAt: row.moved_at,
			recount:
				row.recount_of === null
					? null
					: { of: row.recount_of, round: row.round, recounter: row.recounter },
			sentBack: row.state === 'open' ? this.#sentBack(row.stocktake_id) : null,
		};
	}

	#sentBack(stocktakeId: string): StocktakeSummary['sentBack'] {
		const event = this.counts.sentBack(stocktakeId);
		return event === null ? null : { at: event.at, by: event.by, reason: reasonOf(event) };
	}

	/** A submitted count without outbox steps stays on this PC: nothing differed, or posting is off. */
	#standing(stocktakeId: string): StocktakeSummary['standing'] {
		const lane = this.context.outbox.laneOf('stocktake', stocktakeId);
		if (lane === null || lane.actions.length === 0) return 'draft';
		return lane.standing === 'done' ? 'service' : lane.standing;
	}
}

function bookOf(store: Store): BookOf {
	const book = new Books(store);
	return ({ account_id, location_id }, { area_id, item_id }, { at, countedAt }) => {
		const place = [account_id, location_id, area_id, item_id] as const;
		const { quantity, asOf } =
			countedAt < at ? book.before(countedAt, ...place) : book.at(...place);
		return { book: quantity, book_as_of: asOf };
	};
}

/** If the stored plan is damaged, the count covers all lines. */
export const planOf = ({ plan, blind }: StocktakeRow): CountPlan =>
	keptOr(countPlan, plan, null) ?? countPlan.parse({ scope: { kind: 'full' }, blind: blind === 1 });

/** Why a count was sent back or discarded; empty for another event. */
export const reasonOf = ({ detail }: CountEvent): string =>
	keptOr(z.object({ reason: z.string() }), detail, null)?.reason ?? '';

export const countedHere = (): Failure =>
	fail('refused', 'Somebody who did not count these lines has to recount them.', [
		{ path: 'recounter', message: 'counted-here' },
	]);

export const notHere = (): Failure => fail('not-found', 'This count is not here.');
export const submitted = (): Failure =>
	fail('already-submitted', 'This count was submitted already.');
export const discarded = (): Failure => fail('not-possible-now', 'This count was discarded.');

const closedFailure = ({ state }: StocktakeRow): Failure | null =>
	state === 'open' ? null : state === 'discarded' ? discarded() : submitted();
