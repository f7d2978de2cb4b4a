// Counting: open a count, fill its sheet box by box, review the variances, submit. All of it works without a network.
import { countPlan, type CountPlan } from '../../../shared/bridge/count-plan.ts';
import type { Problem, Reply } from '../../../shared/bridge/reply.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import type {
	ParkedCode,
	Review,
	Sheet,
	SheetLine,
	StocktakeSummary,
} from '../../../shared/bridge/stocktake.ts';
import { businessDate } from '../../../shared/domain/business-date.ts';
import { decimalText, isZero } from '../../../shared/domain/decimal.ts';
import { parseEntry, type Entry } from '../../../shared/domain/quantity-entry.ts';
import { movePlace, samePlace, walkingOrder } from '../../../shared/domain/walking-order.ts';
import type { Caller, CallOutput } from '../../../shared/bridge/contract.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { walkTable } from '../store/count-plans.ts';
import { countedTotals } from '../store/counted-totals.ts';
import {
	countTables,
	NOT_TYPED,
	type CountedRow,
	type CountEvent,
	type LineRow,
	type NewLine,
	type StocktakeRow,
} from '../store/counts.ts';
import { readUnits } from '../store/items.ts';
import { locations } from '../store/locations.ts';
import { parkedCodes, type ParkedRow } from '../store/parked-codes.ts';
import { pullTable } from '../store/pulls.ts';
import { choosing, type StockedPlace } from './choosing.ts';
import { presentCounters } from './counters.ts';
import { entering, type Hand, type NewEntry, type Undone } from './entering.ts';
import {
	baseBox,
	boxesByLine,
	countedItem,
	reviewLines as linesOfReview,
	severalLines,
	sheetLine,
	type CountedItem,
} from './line.ts';
import { postingOf, varianceTotals } from './posting.ts';

/** Counts shown in the list; older ones are in the export. */
const LISTED = 60;
/** Lines told one by one when an act changes several; above, the windows ask for the sheet again. */
const TOLD_ONE_BY_ONE = 40;

export function stocktakeCapability(context: CoreContext): Handlers<'stocktake'> {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const counts = countTables(store.durable);
	const parked = parkedCodes(store.durable);
	const totals = countedTotals(store.durable);
	const walks = walkTable(store.durable);
	const places = locations(store.cache);
	const pulls = pullTable(store.cache);
	const plans = choosing(store);
	const entries = entering(counts);
	const present = presentCounters(clock);

	const durably = <Result>(work: () => Result): Result =>
		store.durable.transaction(work).immediate();

	const changed = (stocktakeId: string, line: SheetLine | null): void => {
		context.emit('stocktake.changed', { stocktakeId, line });
		if (line !== null) return;
		context.emit('documents.changed', { area: 'stocktake' });
		context.appChanged();
	};

	const changedLines = (stocktakeId: string, lines: readonly SheetLine[]): void => {
		if (lines.length > TOLD_ONE_BY_ONE) changed(stocktakeId, null);
		else for (const line of lines) changed(stocktakeId, line);
	};

	const handOf = (by: string, { connection }: Caller): Hand => ({
		by: by === '' ? context.settings().person : by,
		connection,
		at: clock.now(),
	});

	const happened = (
		stocktakeId: string,
		hand: Hand,
		what: CountEvent['what'],
		detail: Readonly<Record<string, unknown>> = {},
	): void => {
		counts.happened({ stocktake_id: stocktakeId, ...hand, what, detail: JSON.stringify(detail) });
	};

	/** What was approved was another count than what stands there now. */
	const touch = (count: StocktakeRow, hand: Hand): void => {
		if (count.approved_at === null) return;
		counts.approve(count.stocktake_id, null, '');
		happened(count.stocktake_id, hand, 'approval-void', { approvedBy: count.approved_by });
	};

	const summary = (row: CountedRow): StocktakeSummary => ({
		stocktakeId: row.stocktake_id,
		name: row.name,
		locationId: row.location_id,
		businessDate: row.business_date,
		openedAt: row.opened_at,
		openedBy: row.opened_by,
		state: row.state,
		standing: row.state === 'submitted' ? standingOf(row.stocktake_id) : 'draft',
		lines: row.lines,
		counted: row.counted,
		submittedAt: row.submitted_at,
	});

	/** A submitted count that has nothing in the outbox is on this PC only: nothing differed, or nothing is posted. */
	const standingOf = (stocktakeId: string): StocktakeSummary['standing'] => {
		const lane = outbox.laneOf('stocktake', stocktakeId);
		if (lane === null || lane.actions.length === 0) return 'draft';
		return lane.standing === 'done' ? 'service' : lane.standing;
	};

	const lineView = (count: StocktakeRow, lineNo: number): SheetLine => {
		const { stocktake_id } = count;
		const row = counts.line(stocktake_id, lineNo);
		if (row === null) throw new Error(`Line ${String(lineNo)} is not on the count.`);
		const several = counts.linesOfItem(stocktake_id, row.area_id, row.item_id) > 1;
		return sheetLine(count, row, counts.boxesOf(stocktake_id, lineNo), several);
	};

	const reviewLines = (count: StocktakeRow): Review['lines'] =>
		linesOfReview(
			count,
			counts.lines(count.stocktake_id),
			boxesByLine(counts.boxes(count.stocktake_id)),
		);

	const review = ({ accountId, profile }: ActiveAccount, stocktakeId: string): Review | null => {
		const count = counts.counted(accountId, stocktakeId);
		if (count === null) return null;
		const lines = reviewLines(count);
		const inState = (state: SheetLine['state']): number =>
			lines.filter((line) => line.state === state).length;
		return {
			summary: summary(count),
			plan: planOf(count),
			approved: approvalOf(count),
			parked: parked.of(stocktakeId).map(parkedView),
			currency: count.currency,
			bookAsOf: count.book_as_of,
			posting: profile.stocktake.posting,
			lines,
			totals: {
				quantity: inState('quantity'),
				zero: inState('zero'),
				uncounted: inState('uncounted'),
				...varianceTotals(lines),
			},
		};
	};

	const reviewed = (account: ActiveAccount, stocktakeId: string): Reply<Review> => {
		const seen = review(account, stocktakeId);
		return seen === null ? notHere() : succeed(seen);
	};

	/** The count that something is done to, or why nothing can be. */
	const openCount = (
		accountId: string,
		stocktakeId: string,
	): { ok: true; count: StocktakeRow } | Failure => {
		const count = counts.get(accountId, stocktakeId);
		if (count === null) return notHere();
		return closedFailure(count) ?? { ok: true, count };
	};

	/** What was typed as an entry, or why it is none. */
	const readEntry = (
		stocktakeId: string,
		{ lineNo, unitId, typed }: { lineNo: number; unitId: string; typed: string },
		locale: string,
	): { ok: true; entry: NewEntry } | Failure => {
		const row = counts.line(stocktakeId, lineNo);
		const unit = row && countedItem(row).units.find((each) => each.unitId === unitId);
		if (!unit) return notHere();
		const read = parseEntry(typed, locale, { places: unit.places });
		if (read.kind === 'problem') return notAQuantity(read);
		const quantity = read.kind === 'blank' ? null : read.quantity;
		return { ok: true, entry: { lineNo, unitId, typed, locale, quantity } };
	};

	/** Somebody else counted one of these lines, and nobody said yet what becomes of that. */
	const collision = (
		{ together, ...count }: StocktakeRow,
		lineNos: readonly number[],
		{ by }: Hand,
	): Failure | null => {
		if (together !== 'ask') return null;
		for (const lineNo of lineNos) {
			const [other] = entries.othersOn({ together, ...count }, lineNo, by);
			if (other === undefined) continue;
			return fail('changed-meanwhile', 'Somebody else counted this line.', [
				{ path: 'counter', message: other },
			]);
		}
		return null;
	};

	/** @returns whose count of the line is kept; null when the entry counts. */
	const enterOne = (count: StocktakeRow, entry: NewEntry, hand: Hand): string | null => {
		const [other] = count.together === 'keep' ? entries.othersOn(count, entry.lineNo, hand.by) : [];
		if (other === undefined) {
			touch(count, hand);
			entries.enter(count, [entry], hand);
			return null;
		}
		entries.keepOut(count, entry, hand);
		return other;
	};

	const enterZero = (count: StocktakeRow, lineNos: Iterable<number>, hand: Hand): void => {
		const zeros = [...new Set(lineNos)].flatMap((lineNo): NewEntry[] => {
			const row = counts.line(count.stocktake_id, lineNo);
			const unit = row && baseBox(countedItem(row).units);
			// Whoever counted it meanwhile saw more than who confirmed it as blank.
			if (!unit || counts.boxesOf(count.stocktake_id, lineNo).length > 0) return [];
			return [{ lineNo, unitId: unit.unitId, typed: '0', locale: NOT_TYPED, quantity: '0' }];
		});
		if (zeros.length === 0) return;
		touch(count, hand);
		entries.enter(count, zeros, hand);
	};

	const undone = (
		count: StocktakeRow,
		kind: 'undo' | 'redo',
		hand: Hand,
	): Reply<CallOutput<'stocktake.undo'>> => {
		const done: Undone | null = durably(() => {
			const turned = entries.turnBack(count, kind, hand);
			if (turned !== null) touch(count, hand);
			return turned;
		});
		if (done === null) return succeed({ lines: [], cell: null, savedAt: null });
		const lines = done.lineNos.map((lineNo) => lineView(count, lineNo));
		changedLines(count.stocktake_id, lines);
		return succeed({ lines, cell: done.cell, savedAt: hand.at });
	};

	/** The number of lines in front of which a line is put that stands behind another one, or heads an area. */
	const placeIn = (
		rows: readonly LineRow[],
		{ areaId, behind }: { areaId: string; behind: number | null },
	): number => {
		if (behind !== null) {
			const at = rows.findIndex(({ line_no }) => line_no === behind);
			if (at !== -1) return at + 1;
		}
		const head = rows.findIndex(({ walk_area_id }) => walk_area_id === areaId);
		return head === -1 ? rows.length : head;
	};

	const renumber = (stocktakeId: string, rows: readonly LineRow[]): void => {
		for (const [index, row] of rows.entries()) {
			if (row.position !== index + 1) counts.place(stocktakeId, { ...row, position: index + 1 });
		}
	};

	/** An area that the count did not have is in it from now on. */
	const takeInArea = ({ stocktake_id, account_id, location_id }: StocktakeRow, areaId: string) => {
		const known = counts.areas(stocktake_id);
		const area = places.areas(account_id, location_id).find((each) => each.areaId === areaId);
		if (area === undefined || known.some(({ area_id }) => area_id === areaId)) return;
		counts.addArea(stocktake_id, { area_id: areaId, name: area.name }, known.length);
	};

	const rowPlace = (row: LineRow) => ({
		areaId: row.walk_area_id,
		shelf: row.shelf,
		itemId: row.item_id,
		stockAreaId: row.area_id,
	});

	/** Keeps for the next count where a line stands now. `from`: where it stood; null for a line that is new. */
	const keepWalk = (
		{ account_id, location_id }: StocktakeRow,
		row: LineRow,
		from: LineRow | null,
		behind: LineRow | null,
	): void => {
		const arranged = walks.get(account_id, location_id);
		const listed = plans
			.listed(account_id, location_id)
			.map(({ areaId, shelf, itemId, stockAreaId }) => ({ areaId, shelf, itemId, stockAreaId }));
		const all = walkingOrder(arranged, listed);
		const find = (wanted: LineRow | null) =>
			wanted === null ? null : (all.find((place) => samePlace(place, rowPlace(wanted))) ?? null);
		const place = find(from) ?? rowPlace(row);
		const to = { areaId: row.walk_area_id, shelf: row.shelf, behind: find(behind) };
		walks.put(account_id, location_id, movePlace(all, place, to));
	};

	return {
		'stocktake.list': connected(context, ({ accountId }, { locationId }) =>
			succeed({ stocktakes: counts.list(accountId, locationId, LISTED).map(summary) }),
		),

		'stocktake.open': connected(context, (account, input, caller) => {
			const { accountId } = account;
			const { locationId, intentId, plan } = input;
			const twin = counts.byIntent(intentId);
			if (twin !== null) return succeed({ stocktakeId: twin });

			const hand = handOf('', caller);
			const { currency, timeZone, dayStartHour } = places.get(accountId, locationId);
			const today = businessDate(hand.at, timeZone, dayStartHour);
			const lines = plans.lines(account, locationId, plan, today);
			if (lines.length === 0) {
				return fail('not-possible-now', 'The plan finds nothing to count here.');
			}
			const walked = new Set(lines.map(({ areaId }) => areaId));
			const areas = plans.areas(accountId, locationId).filter(({ areaId }) => walked.has(areaId));
			const stocktakeId = ports.newId();
			durably(() => {
				counts.insert(
					{
						stocktake_id: stocktakeId,
						intent_id: intentId,
						account_id: accountId,
						location_id: locationId,
						name: input.name.trim(),
						blind: plan.blind ? 1 : 0,
						state: 'open',
						currency,
						time_zone: timeZone,
						business_date: today,
						opened_at: hand.at,
						opened_by: hand.by,
						book_as_of: pulls.asOf(accountId, 'stock', locationId),
						plan: JSON.stringify(plan),
						plan_id: input.planId,
						together: plan.together,
					},
					areas.map(({ areaId, name }) => ({ area_id: areaId, name })),
					lines.map((place, index) => newLine(accountId, locationId, place, index + 1)),
				);
				happened(stocktakeId, hand, 'opened', { lines: lines.length });
			});
			changed(stocktakeId, null);
			return succeed({ stocktakeId });
		}),

		'stocktake.sheet': connected(context, ({ accountId }, { stocktakeId }): Reply<Sheet> => {
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			const boxes = boxesByLine(counts.boxes(stocktakeId));
			const rows = counts.lines(stocktakeId);
			const several = severalLines(rows);
			const lines = rows.map((row) =>
				sheetLine(count, row, boxes.get(row.line_no) ?? [], several(row)),
			);
			return succeed({
				summary: summary(count),
				plan: planOf(count),
				together: count.together,
				approved: approvalOf(count),
				parked: parked.of(stocktakeId).filter(({ line_no }) => line_no === null).length,
				currency: count.currency,
				blind: count.blind === 1,
				bookAsOf: count.book_as_of,
				lastSavedAt: counts.lastEntryAt(stocktakeId),
				areas: counts.areas(stocktakeId).map(({ area_id, name }) => {
					const inArea = lines.filter(({ areaId }) => areaId === area_id);
					const counted = inArea.filter(({ state }) => state !== 'uncounted').length;
					return { areaId: area_id, name, lines: inArea.length, counted };
				}),
				lines,
			});
		}),

		'stocktake.enter': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, locale } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			const read = readEntry(stocktakeId, input, locale);
			if (!read.ok) return read;
			const hand = handOf(input.by, caller);
			const refused = collision(count, [input.lineNo], hand);
			if (refused !== null) return refused;
			const { kept, line } = durably(() => ({
				kept: enterOne(count, read.entry, hand),
				line: lineView(count, input.lineNo),
			}));
			changed(stocktakeId, line);
			return succeed({ line, savedAt: hand.at, kept });
		}),

		'stocktake.enterMany': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, locale } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			const wanted: NewEntry[] = [];
			for (const each of input.entries) {
				const read = readEntry(stocktakeId, each, locale);
				if (!read.ok) return read;
				wanted.push(read.entry);
			}
			const hand = handOf(input.by, caller);
			const lineNos = [...new Set(wanted.map(({ lineNo }) => lineNo))];
			const refused = collision(count, lineNos, hand);
			if (refused !== null) return refused;
			durably(() => {
				const keeps = ({ lineNo }: NewEntry): boolean =>
					count.together === 'keep' && entries.othersOn(count, lineNo, hand.by).length > 0;
				for (const entry of wanted.filter(keeps)) entries.keepOut(count, entry, hand);
				touch(count, hand);
				entries.enter(
					count,
					wanted.filter((entry) => !keeps(entry)),
					hand,
				);
			});
			const lines = lineNos.map((lineNo) => lineView(count, lineNo));
			changedLines(stocktakeId, lines);
			return succeed({ lines, savedAt: hand.at });
		}),

		'stocktake.undo': connected(context, ({ accountId }, { stocktakeId, by }, caller) => {
			const open = openCount(accountId, stocktakeId);
			return open.ok ? undone(open.count, 'undo', handOf(by, caller)) : open;
		}),

		'stocktake.redo': connected(context, ({ accountId }, { stocktakeId, by }, caller) => {
			const open = openCount(accountId, stocktakeId);
			return open.ok ? undone(open.count, 'redo', handOf(by, caller)) : open;
		}),

		'stocktake.note': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, note } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			if (counts.line(stocktakeId, lineNo) === null) return notHere();
			const hand = handOf(input.by, caller);
			const line = durably(() => {
				touch(open.count, hand);
				entries.note(open.count, lineNo, note, hand);
				return lineView(open.count, lineNo);
			});
			changed(stocktakeId, line);
			return succeed({ line, savedAt: hand.at });
		}),

		'stocktake.together': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, together } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			// Two windows may ask at once: the first answer stands for both.
			if (open.count.together === 'ask') {
				durably(() => {
					counts.chooseTogether(stocktakeId, together);
					happened(stocktakeId, handOf(input.by, caller), 'together-chosen', { together });
				});
				changed(stocktakeId, null);
			}
			return succeed({});
		}),

		'stocktake.here': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, window, areaId, leaving, by } = input;
			if (counts.get(accountId, stocktakeId) === null) return notHere();
			const { by: person } = handOf(by, caller);
			const counters = present.here(stocktakeId, { window, person, areaId }, leaving);
			context.emit('stocktake.counters', { stocktakeId, counters });
			return succeed({ counters });
		}),

		'stocktake.move': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, lineNo, areaId, behind } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const rows = counts.lines(stocktakeId);
			const from = rows.find(({ line_no }) => line_no === lineNo);
			if (from === undefined || behind === lineNo) return notHere();
			const hand = handOf(input.by, caller);
			const row: LineRow = { ...from, walk_area_id: areaId, shelf: input.shelf.trim() };
			const rest = rows.filter((each) => each !== from);
			const walked = rest.toSpliced(placeIn(rest, input), 0, row);
			durably(() => {
				takeInArea(open.count, areaId);
				counts.place(stocktakeId, row);
				renumber(stocktakeId, walked);
				keepWalk(open.count, row, from, rest.find(({ line_no }) => line_no === behind) ?? null);
				happened(stocktakeId, hand, 'line-moved', { lineNo, areaId, shelf: row.shelf, behind });
			});
			changed(stocktakeId, null);
			return succeed({});
		}),

		'stocktake.addLine': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, itemId, areaId, behind } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { location_id: locationId } = open.count;
			const shelf = input.shelf.trim();
			const stocked = plans
				.listed(accountId, locationId)
				.filter((place) => place.itemId === itemId);
			const here = stocked.find((place) => place.stockAreaId === areaId) ?? stocked[0];
			const place =
				here === undefined
					? plans.unlisted(accountId, locationId, itemId, areaId, shelf)
					: { ...here, areaId, shelf };
			if (place === null) return notHere();
			const hand = handOf(input.by, caller);
			const rows = counts.lines(stocktakeId);
			const lineNo = Math.max(0, ...rows.map(({ line_no }) => line_no)) + 1;
			const added = newLine(accountId, locationId, place, lineNo);
			// Lines of one item in one area have one book: that of when the count was opened.
			const twin = rows.find((row) => row.item_id === itemId && row.area_id === place.stockAreaId);
			const row: LineRow = {
				...added,
				...(twin === undefined ? {} : { book: twin.book, last_count: twin.last_count }),
				note: '',
				left_by: '',
				revision: 0,
			};
			durably(() => {
				takeInArea(open.count, areaId);
				counts.addLine(stocktakeId, row);
				renumber(stocktakeId, rows.toSpliced(placeIn(rows, input), 0, row));
				keepWalk(open.count, row, null, rows.find(({ line_no }) => line_no === behind) ?? null);
				happened(stocktakeId, hand, 'line-added', { lineNo, itemId, areaId, shelf });
			});
			changed(stocktakeId, null);
			return succeed({ lineNo });
		}),

		'stocktake.park': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, code, areaId } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { by, at } = handOf(input.by, caller);
			const row = durably(() => parked.park(stocktakeId, code, areaId ?? '', at, by));
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed(parkedView(row));
		}),

		'stocktake.parked': connected(context, ({ accountId }, { stocktakeId }) =>
			counts.get(accountId, stocktakeId) === null
				? notHere()
				: succeed({ parked: parked.of(stocktakeId).map(parkedView) }),
		),

		'stocktake.noteParked': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, parkedId, typed, note } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			if (parked.get(stocktakeId, parkedId) === null) return notHere();
			const hand = handOf(input.by, caller);
			durably(() => {
				parked.note(stocktakeId, parkedId, typed, note);
				happened(stocktakeId, hand, 'code-noted', { parkedId, typed, note });
			});
			const row = parked.get(stocktakeId, parkedId);
			return row === null ? notHere() : succeed(parkedView(row));
		}),

		'stocktake.assignParked': connected(context, ({ accountId }, input, caller) => {
			const { stocktakeId, parkedId, lineNo, typed, locale } = input;
			const open = openCount(accountId, stocktakeId);
			if (!open.ok) return open;
			const { count } = open;
			if (parked.get(stocktakeId, parkedId) === null) return notHere();
			const read = readEntry(stocktakeId, input, locale);
			if (!read.ok) return read;
			const hand = handOf(input.by, caller);
			const refused = collision(count, [lineNo], hand);
			if (refused !== null) return refused;
			const kept = durably(() => {
				parked.assign(stocktakeId, parkedId, lineNo, typed);
				happened(stocktakeId, hand, 'code-assigned', { parkedId, lineNo, typed });
				return enterOne(count, read.entry, hand);
			});
			context.emit('stocktake.changed', { stocktakeId, line: null });
			return succeed({ line: lineView(count, lineNo), savedAt: hand.at, kept });
		}),

		'stocktake.review': connected(context, (account, { stocktakeId }) =>
			reviewed(account, stocktakeId),
		),

		'stocktake.confirmZero': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				enterZero(open.count, lineNos, hand);
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.leaveBlank': connected(context, (account, input, caller) => {
			const { stocktakeId, lineNos } = input;
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(input.by, caller);
			durably(() => {
				for (const lineNo of lineNos) {
					// Empty means nobody, so somebody without a name is written as a dash.
					counts.leave(stocktakeId, lineNo, hand.by === '' ? '–' : hand.by);
				}
				happened(stocktakeId, hand, 'left-blank', { lineNos });
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.approve': connected(context, (account, { stocktakeId, by }, caller) => {
			const open = openCount(account.accountId, stocktakeId);
			if (!open.ok) return open;
			const hand = handOf(by, caller);
			const plan = planOf(open.count);
			const against = approverProblem(plan, hand.by, counts.people(stocktakeId));
			if (against !== null) {
				return fail('refused', 'This person cannot approve this count.', [
					{ path: 'approver', message: against },
				]);
			}
			const undecided = undecidedOf(plan, reviewLines(open.count));
			if (undecided !== null) return undecided;
			durably(() => {
				counts.approve(stocktakeId, hand.at, hand.by);
				happened(stocktakeId, hand, 'approved');
			});
			changed(stocktakeId, null);
			return reviewed(account, stocktakeId);
		}),

		'stocktake.submit': connected(context, ({ accountId, profile }, input, caller) => {
			const { stocktakeId } = input;
			const count = counts.counted(accountId, stocktakeId);
			if (count === null) return notHere();
			// A second click finds the work of the first done.
			if (count.state === 'submitted') return succeed(summary(count));
			if (count.state === 'discarded') return discarded();
			if (count.counted === 0) {
				return fail('incomplete', 'Nothing was counted yet.', [
					{ path: 'lines', message: 'nothing-counted' },
				]);
			}
			const plan = planOf(count);
			if (plan.approval !== 'none' && count.approved_at === null) {
				return fail('incomplete', 'Nobody approved this count yet.', [
					{ path: 'approval', message: 'needed' },
				]);
			}
			const undecided = undecidedOf(plan, reviewLines(count));
			if (undecided !== null) return undecided;
			const hand = handOf(input.by, caller);
			durably(() => {
				if (plan.blanks === 'zero') {
					// The approval stands: it was given knowing that blanks are zero.
					const blank = reviewLines(count).filter(({ state }) => state === 'uncounted');
					enterZero(
						{ ...count, approved_at: null },
						blank.flatMap(({ lineNos }) => lineNos),
						hand,
					);
				}
				counts.close(stocktakeId, 'submitted', hand.at, '');
				const lines = reviewLines(count);
				keepTotals(count, lines, hand.at);
				happened(stocktakeId, hand, 'submitted');
				const posting = postingOf(count, lines, hand.at, profile);
				if (posting !== null) outbox.enqueue(posting.lane, posting.actions);
			});
			outbox.wake();
			changed(stocktakeId, null);
			return succeed(summary({ ...count, state: 'submitted', submitted_at: hand.at }));
		}),

		'stocktake.discard': connected(context, ({ accountId }, { stocktakeId, reason }) => {
			const count = counts.get(accountId, stocktakeId);
			if (count === null) return notHere();
			if (count.state === 'submitted') return submitted();
			durably(() => counts.close(stocktakeId, 'discarded', null, reason));
			changed(stocktakeId, null);
			return succeed({});
		}),
	};

	function newLine(
		accountId: string,
		locationId: string,
		place: StockedPlace,
		lineNo: number,
	): NewLine {
		const { item, stockAreaId, itemId } = place;
		const last = totals.last(accountId, locationId, stockAreaId, itemId);
		return {
			line_no: lineNo,
			position: lineNo,
			area_id: stockAreaId,
			walk_area_id: place.areaId,
			shelf: place.shelf,
			item_id: itemId,
			item: JSON.stringify({
				code: item.code,
				name: item.name,
				category: item.category,
				baseUnitName: item.baseUnitName,
				units: readUnits(item.units),
				unitCost: item.unitCost,
			} satisfies CountedItem),
			book: place.book === null ? null : decimalText(place.book),
			last_count: last === null ? null : JSON.stringify(last),
		};
	}

	function keepTotals(count: StocktakeRow, lines: Review['lines'], submittedAt: number): void {
		for (const { areaId, itemId, counted, boxes } of lines) {
			if (counted === null) continue;
			const some = boxes.filter(({ quantity }) => quantity !== null && !isZero(quantity));
			totals.put({
				account_id: count.account_id,
				location_id: count.location_id,
				area_id: areaId,
				item_id: itemId,
				submitted_at: submittedAt,
				stocktake_id: count.stocktake_id,
				business_date: count.business_date,
				quantity: counted,
				unit_ids: JSON.stringify([...new Set(some.map(({ unitId }) => unitId))]),
			});
		}
	}
}

/** Counts from before there were plans went through all lines as they stood. */
const planOf = ({ plan, blind }: StocktakeRow): CountPlan =>
	countPlan.parse(
		plan === null ? { scope: { kind: 'full' }, blind: blind === 1 } : JSON.parse(plan),
	);

const approvalOf = ({ approved_at, approved_by }: StocktakeRow): Review['approved'] =>
	approved_at === null ? null : { at: approved_at, by: approved_by };

/** Names are compared as people read them. */
const sameName = (a: string, b: string): boolean =>
	a.trim().localeCompare(b.trim(), undefined, { sensitivity: 'accent' }) === 0;

function approverProblem(
	{ approval, approver }: CountPlan,
	person: string,
	counted: readonly string[],
): 'no-name' | 'not-the-approver' | 'counted-here' | null {
	if (person.trim() === '') return 'no-name';
	if (approver !== '' && !sameName(approver, person)) return 'not-the-approver';
	const counts = counted.some((each) => sameName(each, person));
	return approval === 'another' && counts ? 'counted-here' : null;
}

/** Where the plan asks for a decision on every blank line, and one is without. */
function undecidedOf({ blanks }: CountPlan, lines: Review['lines']): Failure | null {
	if (blanks !== 'ask') return null;
	const undecided = lines.filter(({ state, leftBy }) => state === 'uncounted' && leftBy === '');
	if (undecided.length === 0) return null;
	return fail('incomplete', 'Lines without a count wait for a decision.', [
		{ path: 'blanks', message: String(undecided.length) },
	]);
}

const parkedView = (row: ParkedRow): ParkedCode => ({
	parkedId: row.parked_id,
	code: row.code,
	areaId: row.area_id === '' ? null : row.area_id,
	times: row.times,
	typed: row.typed,
	note: row.note,
	lineNo: row.line_no,
	at: row.at,
	by: row.by,
});

const notHere = (): Failure => fail('not-found', 'This count is not here.');
const submitted = (): Failure => fail('already-submitted', 'This count was submitted already.');
const discarded = (): Failure => fail('not-possible-now', 'This count was discarded.');

const closedFailure = ({ state }: StocktakeRow): Failure | null =>
	state === 'open' ? null : state === 'submitted' ? submitted() : discarded();

function notAQuantity(entry: Extract<Entry, { kind: 'problem' }>): Failure {
	const problem: Problem = { path: 'typed', message: entry.code };
	return fail('not-a-quantity', 'This is not a quantity.', [
		entry.code === 'ambiguous' ? { ...problem, readings: [...entry.readings] } : problem,
	]);
}
