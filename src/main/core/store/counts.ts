// The count tables of stillroom.db: stocktake, areas, lines, boxes, and the journal of every entry.
import type { Together } from '../../../shared/bridge/count-plan.ts';
import type { Keep } from '../../../shared/domain/reconcile.ts';
import type { Act } from '../../../shared/domain/undo-history.ts';
import type { Sqlite } from './open.ts';

/** `recounted`: a finished recount. It belongs to its count and is never posted on its own. */
export const countStates = ['open', 'submitted', 'discarded', 'recounted'] as const;
type CountState = (typeof countStates)[number];

/** Replaces the locale if nobody typed: a blank line confirmed as zero (BCP 47 `und`, undetermined). */
export const NOT_TYPED = 'und';

/** Replaces the unit of an entry about the line itself: `typed` is REMOVED, or empty if it was put back. */
export const WHOLE_LINE = '';
export const REMOVED = 'removed';

export interface StocktakeRow {
	stocktake_id: string;
	intent_id: string;
	account_id: string;
	location_id: string;
	name: string;
	blind: number;
	state: CountState;
	currency: string;
	time_zone: string;
	business_date: string;
	opened_at: number;
	opened_by: string;
	book_as_of: number | null;
	submitted_at: number | null;
	closed_why: string;
	/** JSON: CountPlan. */
	plan: string;
	template_id: string | null;
	together: Together;
	approved_at: number | null;
	approved_by: string;
	moved_at: number | null;
	/** How to treat lines whose stock moved after counting; empty until chosen. */
	keep: Keep | '';
	/** JSON: the tolerances at submission; null while open. */
	tolerances: string | null;
	/** For a recount: the original count, the round, and who recounts. */
	recount_of: string | null;
	round: number;
	recounter: string;
}

export type NewStocktake = Omit<
	StocktakeRow,
	| 'submitted_at'
	| 'closed_why'
	| 'approved_at'
	| 'approved_by'
	| 'moved_at'
	| 'plan'
	| 'keep'
	| 'tolerances'
> & { plan: string };

export interface CountedRow extends StocktakeRow {
	lines: number;
	counted: number;
}

export interface LineRow {
	line_no: number;
	/** The service's stock area. */
	area_id: string;
	walk_area_id: string;
	position: number;
	shelf: string;
	item_id: string;
	/** JSON: the item when the count was opened. */
	item: string;
	book: string | null;
	/** JSON: LastCount; null if there was none. */
	last_count: string | null;
	note: string;
	left_by: string;
	/** Overrides the count's `keep` for this line; empty: no override. */
	keep: Keep | '';
	/** Which count of the line is used: 0 the first, else the round; null: the latest. */
	stands: number | null;
	reason: string;
	added: number;
	/** The last entry on the line that no box holds: a note or a cleared box; 0 if none. */
	revision: number;
}

export type NewLine = Omit<
	LineRow,
	'note' | 'left_by' | 'keep' | 'stands' | 'reason' | 'added' | 'revision'
>;

export interface BoxRow {
	line_no: number;
	unit_id: string;
	typed: string;
	locale: string;
	quantity: string;
	at: number;
	by: string;
	/** The item's book quantity at that time, in base units, and when it was read; null if unknown. */
	book: string | null;
	book_as_of: number | null;
	/** The entry that set it; 0 in boxes from another PC. */
	entry_id: number;
}

/** A journal entry: a box filled or cleared, a note (`unit_id` null), or a line removed (WHOLE_LINE). */
export interface EntryRow {
	stocktake_id: string;
	/** Increases within a count. */
	entry_id: number;
	line_no: number;
	unit_id: string | null;
	typed: string;
	locale: string;
	quantity: string | null;
	at: number;
	by: string;
	connection: string;
	pc: string;
	/** The entry_id of the act's first entry. */
	act: number;
	/** `kept-out`: history only, because another person's count was kept. */
	kind: Act['kind'] | 'kept-out';
	of_act: number | null;
	/** JSON of the boxes or the note before the entry. */
	before: string | null;
	/** When it was counted: earlier than `at` if it was on paper first; null for a note or a whole line. */
	counted_at: number | null;
	book: string | null;
	book_as_of: number | null;
}

export interface ActEntry {
	line_no: number;
	unit_id: string | null;
	typed: string;
	locale: string;
	quantity: string | null;
	before: string;
	counted_at: number | null;
	book: string | null;
	book_as_of: number | null;
}

interface AreaProgress {
	area_id: string;
	lines: number;
	counted: number;
	zero: number;
}

export interface LineInHand {
	readonly row: LineRow;
	readonly boxes: readonly BoxRow[];
}

interface AreaRow {
	area_id: string;
	name: string;
}

export interface CountEvent {
	stocktake_id: string;
	at: number;
	by: string;
	connection: string;
	pc: string;
	what:
		| 'opened'
		| 'line-moved'
		| 'line-added'
		| 'area-moved'
		| 'together-chosen'
		| 'left-blank'
		| 'code-noted'
		| 'code-assigned'
		| 'approved'
		| 'approval-void'
		| 'line-checked'
		| 'check-settled'
		| 'submitted'
		| 'line-left-out'
		| 'line-put-right'
		| 'keep-chosen'
		| 'stands-chosen'
		| 'zeros-explained'
		| 'recount-opened'
		| 'recount-finished'
		| 'cut-off-acknowledged';
	detail: string;
}

export const COUNTING = `(SELECT count(*) FROM count_line AS line WHERE line.stocktake_id = stocktake.stocktake_id) AS lines,
	(SELECT count(DISTINCT line_no) FROM count_box AS box WHERE box.stocktake_id = stocktake.stocktake_id)
		- (SELECT count(*) FROM stocktake_line AS line WHERE line.stocktake_id = stocktake.stocktake_id AND removed = 1
			AND EXISTS (SELECT 1 FROM count_box AS box WHERE box.stocktake_id = line.stocktake_id
				AND box.line_no = line.line_no)) AS counted`;

export const revisionOf = ({ revision }: LineRow, boxes: readonly BoxRow[]): number =>
	boxes.reduce((last, { entry_id }) => Math.max(last, entry_id), revision);

export type CountTables = ReturnType<typeof countTables>;

/** Parameters beside ORDER BY, GROUP BY, LIMIT or max() stand behind a SELECT, or SQLite recompiles each time. */
export function countTables(durable: Sqlite) {
	const insert = durable.prepare<[NewStocktake]>(
		`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency, time_zone,
			business_date, opened_at, opened_by, book_as_of, plan, template_id, together, recount_of, round, recounter)
		 VALUES (@stocktake_id, @intent_id, @account_id, @location_id, @name, @blind, @state, @currency, @time_zone,
			@business_date, @opened_at, @opened_by, @book_as_of, @plan, @template_id, @together, @recount_of,
			@round, @recounter)`,
	);
	const insertArea = durable.prepare<[string, number, string, string]>(
		'INSERT INTO stocktake_area (stocktake_id, position, area_id, name) VALUES (?, ?, ?, ?)',
	);
	const insertLine = durable.prepare<[NewLine & { stocktake_id: string; added: number }]>(
		`INSERT INTO stocktake_line (stocktake_id, line_no, area_id, walk_area_id, position, shelf, item_id, item, book,
			last_count, added)
		 VALUES (@stocktake_id, @line_no, @area_id, @walk_area_id, @position, @shelf, @item_id, @item, @book, @last_count,
			@added)`,
	);
	const byIntent = durable
		.prepare<[string], string>('SELECT stocktake_id FROM stocktake WHERE intent_id = ?')
		.pluck();
	const byId = durable.prepare<[string, string], StocktakeRow>(
		'SELECT * FROM stocktake WHERE stocktake_id = ? AND account_id = ?',
	);
	const counted = durable.prepare<[string, string], CountedRow>(
		`SELECT *, ${COUNTING} FROM stocktake WHERE stocktake_id = ? AND account_id = ?`,
	);
	const list = durable.prepare<[string, string, number], CountedRow>(
		`SELECT *, ${COUNTING} FROM stocktake WHERE account_id = (SELECT ?) AND location_id = (SELECT ?)
			AND (recount_of IS NULL OR state = 'open') ORDER BY rowid DESC LIMIT (SELECT ?)`,
	);
	const countOpen = durable
		.prepare<[string, string], number>(
			`SELECT count(*) FROM stocktake WHERE account_id = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const areas = durable.prepare<[string], AreaRow>(
		'SELECT area_id, name FROM stocktake_area WHERE stocktake_id = ? ORDER BY position',
	);
	const lineColumns = `line_no, area_id, walk_area_id, position, shelf, item_id, item, book, last_count, note, left_by,
		keep, stands, reason, added, revision`;
	const lines = durable.prepare<[string], LineRow>(
		`SELECT ${lineColumns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no`,
	);
	const window = durable.prepare<[string, number, number], LineRow>(
		`SELECT ${lineColumns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no
		 LIMIT (SELECT ?) OFFSET (SELECT ?)`,
	);
	const boxed =
		'SELECT 1 FROM count_box AS box WHERE box.stocktake_id = line.stocktake_id AND box.line_no = line.line_no';
	const placeOfLine = durable
		.prepare<[string, number], number>(
			`SELECT count(*) FROM count_line AS line, count_line AS wanted
			 WHERE wanted.stocktake_id = (SELECT ?) AND wanted.line_no = (SELECT ?) AND line.stocktake_id = wanted.stocktake_id
				AND (line.position, line.line_no) < (wanted.position, wanted.line_no)`,
		)
		.pluck();
	const firstUncounted = durable
		.prepare<[string], number>(
			`SELECT line_no FROM count_line AS line WHERE stocktake_id = (SELECT ?) AND NOT EXISTS (${boxed})
			 ORDER BY position, line_no LIMIT 1`,
		)
		.pluck();
	const progress = durable.prepare<[{ stocktake_id: string }], AreaProgress>(
		`SELECT walk_area_id AS area_id, count(*) AS lines, count(filled) AS counted,
			count(*) FILTER (WHERE filled = 0) AS zero
		 FROM count_line LEFT JOIN (SELECT line_no, max(quantity <> '0') AS filled FROM count_box
			WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY line_no) USING (line_no)
		 WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY walk_area_id`,
	);
	const unitSets = durable
		.prepare<[string], string>(
			`SELECT DISTINCT iif(json_valid(item), item ->> '$.units', '[]') FROM count_line
			 WHERE stocktake_id = (SELECT ?)`,
		)
		.pluck();
	const twins = durable.prepare<[string], { area_id: string; item_id: string }>(
		`SELECT area_id, item_id FROM count_line WHERE stocktake_id = (SELECT ?) GROUP BY area_id, item_id
		 HAVING count(*) > 1`,
	);
	const line = durable.prepare<[string, number], LineRow>(
		`SELECT ${lineColumns} FROM count_line WHERE stocktake_id = ? AND line_no = ?`,
	);
	const anyLine = durable.prepare<[string, number], LineRow>(
		`SELECT ${lineColumns} FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?`,
	);
	const linesOfItem = durable
		.prepare<[string, string, string], number>(
			'SELECT count(*) FROM count_line WHERE stocktake_id = ? AND area_id = ? AND item_id = ?',
		)
		.pluck();
	// SQLite would rather walk the whole count in order than sort a few lines, so the index is named.
	const linesAt = durable.prepare<[string, string, string], LineRow>(
		`SELECT ${lineColumns} FROM stocktake_line INDEXED BY stocktake_line_stock
		 WHERE removed = 0 AND stocktake_id = (SELECT ?) AND area_id = (SELECT ?) AND item_id = (SELECT ?)
		 ORDER BY position, line_no`,
	);
	const lineNos = durable
		.prepare<[string], number>('SELECT line_no FROM count_line WHERE stocktake_id = ?')
		.pluck();
	const lastLineNo = durable
		.prepare<[string], number>(
			'SELECT max(line_no) FROM stocktake_line WHERE stocktake_id = (SELECT ?)',
		)
		.pluck();
	const isRemoved = durable
		.prepare<[string, number], number>(
			'SELECT removed FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?',
		)
		.pluck();
	const setRemoved = durable.prepare<[number, string, number]>(
		'UPDATE stocktake_line SET removed = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const clearAreas = durable.prepare<[string]>('DELETE FROM stocktake_area WHERE stocktake_id = ?');
	const place = durable.prepare<[string, string, number, string, number]>(
		`UPDATE stocktake_line SET walk_area_id = ?, shelf = ?, position = ? WHERE stocktake_id = ? AND line_no = ?`,
	);
	const leave = durable.prepare<[string, string, number]>(
		'UPDATE stocktake_line SET left_by = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const boxColumns =
		'line_no, unit_id, typed, locale, quantity, at, by, book, book_as_of, entry_id';
	const boxes = durable.prepare<[string], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = (SELECT ?) ORDER BY at`,
	);
	const boxesOf = durable.prepare<[string, number], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = (SELECT ?) AND line_no = (SELECT ?) ORDER BY at`,
	);
	// Positional parameters: a third faster, and this runs with every entry.
	const putBox = durable.prepare<
		[
			string,
			number,
			string,
			string,
			string,
			string,
			number,
			string,
			string | null,
			number | null,
			number,
		]
	>(
		`INSERT INTO count_box (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by, book, book_as_of, entry_id)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET typed = excluded.typed, locale = excluded.locale, quantity = excluded.quantity,
			at = excluded.at, book = excluded.book, book_as_of = excluded.book_as_of, entry_id = excluded.entry_id`,
	);
	const clearOwn = durable.prepare<[string, number, string, string]>(
		'DELETE FROM count_box WHERE stocktake_id = ? AND line_no = ? AND unit_id = ? AND by = ?',
	);
	const journal = durable.prepare<(string | number | null)[]>(
		`INSERT INTO count_entry (stocktake_id, entry_id, line_no, unit_id, typed, locale, quantity, at, by, connection, pc,
			act, kind, of_act, before, counted_at, book, book_as_of)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const lastEntry = durable
		.prepare<[string], number | null>(
			'SELECT max(entry_id) FROM count_entry WHERE stocktake_id = (SELECT ?)',
		)
		.pluck();
	const setRevision = durable.prepare<[number, string, number]>(
		'UPDATE stocktake_line SET revision = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const acts = durable.prepare<[string, string], Act>(
		`SELECT act, kind, of_act AS of FROM count_entry
		 WHERE stocktake_id = (SELECT ?) AND by = (SELECT ?) AND entry_id = act AND kind <> 'kept-out' ORDER BY entry_id`,
	);
	const entriesOf = durable.prepare<[string, number], ActEntry>(
		`SELECT line_no, unit_id, typed, locale, quantity, before, counted_at, book, book_as_of FROM count_entry
		 WHERE stocktake_id = (SELECT ?) AND act = (SELECT ?) ORDER BY entry_id`,
	);
	const people = durable
		.prepare<[string], string>(
			`SELECT DISTINCT by FROM count_entry WHERE stocktake_id = (SELECT ?) AND unit_id <> '${WHOLE_LINE}'`,
		)
		.pluck();
	const chooseTogether = durable.prepare<[Together, string]>(
		'UPDATE stocktake SET together = ? WHERE stocktake_id = ?',
	);
	const approve = durable.prepare<[number | null, string, string]>(
		'UPDATE stocktake SET approved_at = ?, approved_by = ? WHERE stocktake_id = ?',
	);
	const happened = durable.prepare<[CountEvent]>(
		`INSERT INTO count_event (stocktake_id, at, by, connection, pc, what, detail)
		 VALUES (@stocktake_id, @at, @by, @connection, @pc, @what, @detail)`,
	);
	const events = durable.prepare<[string], CountEvent>(
		'SELECT * FROM count_event WHERE stocktake_id = (SELECT ?) ORDER BY event_id',
	);
	const lastEntryAt = durable
		.prepare<[string], number>(
			'SELECT at FROM count_entry WHERE stocktake_id = (SELECT ?) ORDER BY entry_id DESC LIMIT 1',
		)
		.pluck();
	const setNote = durable.prepare<[string, string, number]>(
		'UPDATE stocktake_line SET note = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const close = durable.prepare<[CountState, number | null, string, string]>(
		`UPDATE stocktake SET state = ?, submitted_at = ?, closed_why = ? WHERE stocktake_id = ? AND state = 'open'`,
	);
	const reopen = durable.prepare<[string, string]>(
		`UPDATE stocktake SET state = 'open', submitted_at = NULL, tolerances = NULL
		 WHERE account_id = ? AND stocktake_id = ? AND state = 'submitted'`,
	);
	return {
		insert(row: NewStocktake, itsAreas: readonly AreaRow[], itsLines: readonly NewLine[]): void {
			insert.run(row);
			itsAreas.forEach((area, position) =>
				insertArea.run(row.stocktake_id, position, area.area_id, area.name),
			);
			for (const each of itsLines)
				insertLine.run({ ...each, stocktake_id: row.stocktake_id, added: 0 });
		},
		addLine: (stocktakeId: string, added: NewLine): void => {
			insertLine.run({ ...added, stocktake_id: stocktakeId, added: 1 });
		},
		/** Includes removed lines: numbers are never reused. */
		lastLineNo: (stocktakeId: string): number => lastLineNo.get(stocktakeId) ?? 0,
		removed: (stocktakeId: string, lineNo: number): boolean | null => {
			const removed = isRemoved.get(stocktakeId, lineNo);
			return removed === undefined ? null : removed === 1;
		},
		setRemoved: (stocktakeId: string, lineNo: number, removed: boolean): void => {
			setRemoved.run(removed ? 1 : 0, stocktakeId, lineNo);
		},
		orderAreas(stocktakeId: string, order: readonly AreaRow[]): void {
			clearAreas.run(stocktakeId);
			order.forEach(({ area_id, name }, at) => insertArea.run(stocktakeId, at, area_id, name));
		},
		addArea: (stocktakeId: string, { area_id, name }: AreaRow, position: number): void => {
			insertArea.run(stocktakeId, position, area_id, name);
		},
		byIntent: (intentId: string): string | null => byIntent.get(intentId) ?? null,
		get: (accountId: string, stocktakeId: string): StocktakeRow | null =>
			byId.get(stocktakeId, accountId) ?? null,
		counted: (accountId: string, stocktakeId: string): CountedRow | null =>
			counted.get(stocktakeId, accountId) ?? null,
		list: (accountId: string, locationId: string, limit: number): CountedRow[] =>
			list.all(accountId, locationId, limit),
		countOpen: (accountId: string, locationId: string): number =>
			countOpen.get(accountId, locationId) ?? 0,
		areas: (stocktakeId: string): AreaRow[] => areas.all(stocktakeId),
		lines: (stocktakeId: string): LineRow[] => lines.all(stocktakeId),
		window: (stocktakeId: string, from: number, limit: number): LineRow[] =>
			window.all(stocktakeId, limit, from),
		/** Lines before this one on the walk; 0 if it is not on the count. */
		placeOf: (stocktakeId: string, lineNo: number): number =>
			placeOfLine.get(stocktakeId, lineNo) ?? 0,
		firstUncounted: (stocktakeId: string): number | null => firstUncounted.get(stocktakeId) ?? null,
		progress: (stocktakeId: string): AreaProgress[] => progress.all({ stocktake_id: stocktakeId }),
		unitSets: (stocktakeId: string): string[] => unitSets.all(stocktakeId),
		twins: (stocktakeId: string) => twins.all(stocktakeId),
		line: (stocktakeId: string, lineNo: number): LineRow | null =>
			line.get(stocktakeId, lineNo) ?? null,
		anyLine: (stocktakeId: string, lineNo: number): LineRow | null =>
			anyLine.get(stocktakeId, lineNo) ?? null,
		boxes: (stocktakeId: string): BoxRow[] => boxes.all(stocktakeId),
		boxesOf: (stocktakeId: string, lineNo: number): BoxRow[] => boxesOf.all(stocktakeId, lineNo),
		linesOfItem: (stocktakeId: string, areaId: string, itemId: string): number =>
			linesOfItem.get(stocktakeId, areaId, itemId) ?? 0,
		linesAt: (stocktakeId: string, areaId: string, itemId: string): LineRow[] =>
			linesAt.all(stocktakeId, areaId, itemId),
		lineNos: (stocktakeId: string): number[] => lineNos.all(stocktakeId),
		place(stocktakeId: string, { line_no, walk_area_id, shelf, position }: LineRow): void {
			place.run(walk_area_id, shelf, position, stocktakeId, line_no);
		},
		leave: (stocktakeId: string, lineNo: number, by: string): void => {
			leave.run(by, stocktakeId, lineNo);
		},
		/** Sets people's counts for a unit of a line, and removes those of `goneOf`. */
		putBoxes(
			at: { stocktake_id: string; line_no: number; unit_id: string; entry_id: number },
			rows: readonly Omit<BoxRow, 'line_no' | 'unit_id' | 'entry_id'>[],
			goneOf: readonly string[],
		): void {
			const { stocktake_id, line_no, unit_id, entry_id } = at;
			for (const by of goneOf) clearOwn.run(stocktake_id, line_no, unit_id, by);
			for (const { typed, locale, quantity, at: when, by, book, book_as_of } of rows)
				putBox.run(
					stocktake_id,
					line_no,
					unit_id,
					typed,
					locale,
					quantity,
					when,
					by,
					book,
					book_as_of,
					entry_id,
				);
		},
		note: (stocktakeId: string, lineNo: number, note: string): void => {
			setNote.run(note, stocktakeId, lineNo);
		},
		/** @throws if the count never had this line */
		lineInHand(stocktakeId: string, lineNo: number): LineInHand {
			const row = anyLine.get(stocktakeId, lineNo);
			if (row === undefined) throw new Error(`Line ${String(lineNo)} is not on the count.`);
			return { row, boxes: boxesOf.all(stocktakeId, lineNo) };
		},
		/** Also above the line's revision, because a repaired file may lack entries. */
		nextEntry: (stocktakeId: string, { row, boxes }: LineInHand): number =>
			Math.max(lastEntry.get(stocktakeId) ?? 0, revisionOf(row, boxes)) + 1,
		journal(entry: EntryRow): void {
			journal.run(
				entry.stocktake_id,
				entry.entry_id,
				entry.line_no,
				entry.unit_id,
				entry.typed,
				entry.locale,
				entry.quantity,
				entry.at,
				entry.by,
				entry.connection,
				entry.pc,
				entry.act,
				entry.kind,
				entry.of_act,
				entry.before,
				entry.counted_at,
				entry.book,
				entry.book_as_of,
			);
		},
		/** @param entryId the last entry on the line, if none of its boxes has it */
		setRevision: (stocktakeId: string, lineNo: number, entryId: number): void => {
			setRevision.run(entryId, stocktakeId, lineNo);
		},
		acts: (stocktakeId: string, by: string): Act[] => acts.all(stocktakeId, by),
		entriesOf: (stocktakeId: string, act: number): ActEntry[] => entriesOf.all(stocktakeId, act),
		people: (stocktakeId: string): string[] => people.all(stocktakeId),
		chooseTogether: (stocktakeId: string, together: Together): void => {
			chooseTogether.run(together, stocktakeId);
		},
		/** @param at null withdraws the approval */
		approve: (stocktakeId: string, at: number | null, by: string): void => {
			approve.run(at, by, stocktakeId);
		},
		happened: (event: CountEvent): void => {
			happened.run(event);
		},
		events: (stocktakeId: string): CountEvent[] => events.all(stocktakeId),
		lastEntryAt: (stocktakeId: string): number | null => lastEntryAt.get(stocktakeId) ?? null,
		close: (
			stocktakeId: string,
			state: Exclude<CountState, 'open'>,
			at: number | null,
			why: string,
		): boolean => close.run(state, at, why, stocktakeId).changes > 0,
		/** Reopens a submitted count: its totals no longer count as the last count. */
		reopen: (accountId: string, stocktakeId: string): boolean =>
			reopen.run(accountId, stocktakeId).changes > 0,
	};
}
