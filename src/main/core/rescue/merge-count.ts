// Merges a count from a file into the same count here. An entry is identified by who typed what, when and in which
// window, so repeated imports add nothing.
import type { Together } from '../../../shared/bridge/count-plan.ts';
import type { BothEntered } from '../../../shared/bridge/rescue.ts';
import { countedItem } from '../stocktake/line.ts';
import { WHOLE_LINE } from '../store/count-journal.ts';
import { pick, saysAll } from '../store/merge.ts';
import { inOrder, type WorkTables, type OpenCount, type Row } from '../store/work-tables.ts';

/** How to merge a line counted on both PCs; null: ask a person. */
export type MergeRule = Exclude<Together, 'ask'> | null;

export interface Merged {
	readonly came: boolean;
	/** Lines counted on both PCs since, with different results or by different people. */
	readonly both: readonly BothEntered[];
	/** There are such lines and no rule, so nothing may be saved. */
	readonly undecided: boolean;
}

/** Call it in a transaction, and roll back if undecided. */
export function mergeCount(
	file: OpenCount,
	here: OpenCount,
	unsent: WorkTables,
	chosen: MergeRule,
): Merged {
	const numbers = lineNumbers(rowsOf(file, 'stocktake_line'), rowsOf(here, 'stocktake_line'));
	const entries = newEntries(file, here, numbers);
	const hasAllOf = (one: OpenCount, other: OpenCount, more: readonly Row[]): boolean =>
		more.length === 0 && saysAllOf(one, other);
	if (hasAllOf(here, file, entries.file)) {
		const same = hasAllOf(file, here, entries.here);
		// An older file has nothing new and reopens nothing.
		if (same) unsent.changeCount(openAgain(here, file));
		const away = here.stocktake['state'] === 'discarded';
		return { came: same && away, both: [], undecided: false };
	}
	if (hasAllOf(file, here, entries.here)) {
		unsent.replaceCount({ ...file, stocktake: { ...file.stocktake, moved_at: null } });
		return { came: true, both: [], undecided: false };
	}
	const decided = bringDecisions(file, here, unsent, numbers);
	let came = bringLines(file, here, unsent, numbers) || decided;
	const rule = ruleOf(here) ?? ruleOf(file) ?? chosen;
	const both = mergeLines(file, here, { entries, numbers, unsent, rule });
	bringEntries(here, entries, unsent, numbers);
	unsent.renewLines(here.stocktake['stocktake_id']);
	came = bringRest(file, unsent, numbers) || came || entries.file.length > 0;
	const together = ruleOf(here) ?? ruleOf(file) ?? (both.length > 0 ? chosen : null) ?? 'ask';
	unsent.changeCount({
		...openAgain(here, file),
		together,
		// An approval of either version does not cover the merged count.
		...(entries.file.length === 0
			? {}
			: entries.here.length === 0
				? pick(file.stocktake, ['approved_at', 'approved_by'])
				: { approved_at: null, approved_by: '' }),
	});
	return { came, both, undecided: both.length > 0 && rule === null };
}

/** Merges the lines with new entries in the file. @returns those that need a rule: counted on both PCs, differently */
function mergeLines(
	file: OpenCount,
	here: OpenCount,
	{
		entries,
		numbers,
		unsent,
		rule,
	}: {
		entries: NewEntries;
		numbers: ReadonlyMap<unknown, number>;
		unsent: WorkTables;
		rule: MergeRule;
	},
): BothEntered[] {
	const { stocktake_id } = here.stocktake;
	const both: BothEntered[] = [];
	const [boxesThere, boxesHere] = [file, here].map((of) => byLine(rowsOf(of, 'count_box')));
	const [freshOf, ownOf] = [entries.file, entries.here].map(byLine);
	for (const line of rowsOf(file, 'stocktake_line')) {
		const fresh = freshOf?.get(line['line_no']) ?? [];
		const lineNo = numbers.get(line['line_no']);
		if (fresh.length === 0 || lineNo === undefined) continue;
		const own = ownOf?.get(lineNo) ?? [];
		const there = boxesThere?.get(line['line_no']) ?? [];
		const mine = boxesHere?.get(lineNo) ?? [];
		const take = (...names: string[]): void => {
			unsent.changeLine(pick({ ...line, line_no: lineNo }, ['stocktake_id', 'line_no', ...names]));
		};
		if (isLaterThere(null, fresh, own)) take('note');
		// A line removed on one PC stays if the other counted it.
		if (!own.some(fillsBox) && isLaterThere(WHOLE_LINE, fresh, own)) take('removed');
		const [typedThere, typedHere] = [fresh.filter(fillsBox), own.filter(fillsBox)];
		if (typedThere.length === 0) continue;
		if (typedHere.length === 0) {
			unsent.replaceBoxes(stocktake_id, lineNo, there);
			take('left_by', 'removed');
			continue;
		}
		if (sameCount(there, mine)) continue;
		both.push(asTold(line, lineNo, here, { there, mine }));
		if (rule === null) continue;
		const kept = settle(rule, { there, mine, typedThere, typedHere });
		unsent.replaceBoxes(stocktake_id, lineNo, kept);
		if (kept.length > 0) unsent.changeLine({ stocktake_id, line_no: lineNo, removed: 0 });
	}
	return both;
}

/** Whether the file has the last entry of a kind. @param unitId null for a note, `WHOLE_LINE` for a removal */
function isLaterThere(unitId: string | null, fresh: readonly Row[], own: readonly Row[]): boolean {
	const ofKind = (rows: readonly Row[]): Row[] => rows.filter(({ unit_id }) => unit_id === unitId);
	const [there, mine] = [ofKind(fresh), ofKind(own)];
	return there.length > 0 && (mine.length === 0 || !laterThan(mine, there));
}

/** Maps line numbers. Both PCs may have added a line under one number: it is the same only if item and area match. */
function lineNumbers(there: readonly Row[], here: readonly Row[]): Map<unknown, number> {
	const sameStock = (a: Row, b: Row): boolean =>
		a['item_id'] === b['item_id'] && a['area_id'] === b['area_id'];
	const samePlace = (a: Row, b: Row): boolean =>
		a['walk_area_id'] === b['walk_area_id'] && a['shelf'] === b['shelf'];
	const numbers = new Map<unknown, number>();
	const byNumber = new Map(here.map((line) => [line['line_no'], line]));
	const free = new Set(here);
	for (const line of there) {
		const same = byNumber.get(line['line_no']);
		if (same === undefined || !sameStock(same, line)) continue;
		numbers.set(line['line_no'], Number(same['line_no']));
		free.delete(same);
	}
	let highest = Math.max(0, ...[...there, ...here].map((line) => Number(line['line_no'])));
	for (const line of there) {
		if (numbers.has(line['line_no'])) continue;
		const others = [...free].filter((each) => sameStock(each, line));
		const same = others.find((each) => samePlace(each, line)) ?? others[0];
		if (same !== undefined) {
			numbers.set(line['line_no'], Number(same['line_no']));
			free.delete(same);
		} else if (!byNumber.has(line['line_no'])) {
			numbers.set(line['line_no'], Number(line['line_no']));
		} else numbers.set(line['line_no'], (highest += 1));
	}
	return numbers;
}

function bringLines(
	file: OpenCount,
	here: OpenCount,
	unsent: WorkTables,
	numbers: ReadonlyMap<unknown, number>,
): boolean {
	const known = rowsOf(
		unsent.count(String(here.stocktake['stocktake_id'])) ?? here,
		'stocktake_area',
	);
	let position = Math.max(-1, ...known.map((area) => Number(area['position'])));
	for (const area of rowsOf(file, 'stocktake_area')) {
		if (known.some((each) => each['area_id'] === area['area_id'])) continue;
		unsent.insertPart('stocktake_area', { ...area, position: (position += 1) });
	}
	const lines = rowsOf(here, 'stocktake_line');
	const numbersHere = new Set(lines.map((line) => line['line_no']));
	let last = Math.max(0, ...lines.map((line) => Number(line['position'])));
	let came = false;
	for (const line of rowsOf(file, 'stocktake_line')) {
		const number = numbers.get(line['line_no']);
		if (numbersHere.has(number)) continue;
		unsent.insertPart('stocktake_line', { ...line, line_no: number, position: (last += 1) });
		came = true;
	}
	return came;
}

/** Columns of a line or count that people decide, apart from quantities. */
const saidOfLine = ['walk_area_id', 'shelf', 'position', 'left_by', 'keep', 'stands', 'reason'];
const saidOfCount = ['name', 'keep', 'together', 'tolerances', 'plan'];

/** Which row was decided later; ties are broken the same way on both PCs. */
function isLater(there: Row, here: Row, said: readonly string[]): boolean {
	const [a, b] = [there, here].map(({ changed }) => Number(changed ?? 0));
	const [one, other] = [there, here].map((row) => JSON.stringify(pick(row, said)));
	return a === b ? (one ?? '') > (other ?? '') : (a ?? 0) > (b ?? 0);
}

function bringDecisions(
	file: OpenCount,
	here: OpenCount,
	unsent: WorkTables,
	numbers: ReadonlyMap<unknown, number>,
): boolean {
	let came = false;
	const known = new Map(rowsOf(here, 'stocktake_line').map((line) => [line['line_no'], line]));
	for (const line of rowsOf(file, 'stocktake_line')) {
		const mine = known.get(numbers.get(line['line_no']));
		if (mine === undefined || !isLater(line, mine, saidOfLine)) continue;
		const { stocktake_id, line_no } = mine;
		unsent.changeLine({ ...pick(line, [...saidOfLine, 'changed']), stocktake_id, line_no });
		came = true;
	}
	const { stocktake } = file;
	if (isLater(stocktake, here.stocktake, saidOfCount)) {
		unsent.changeCount(pick(stocktake, ['stocktake_id', ...saidOfCount, 'changed']));
		came = true;
	}
	// The PC with more area moves decides the order of areas.
	const moves = ({ parts }: OpenCount): number =>
		(parts['count_event'] ?? []).filter(({ what }) => what === 'area-moved').length;
	if (moves(file) > moves(here)) {
		const inFile = rowsOf(file, 'stocktake_area');
		const more = rowsOf(here, 'stocktake_area').filter(
			({ area_id }) => !inFile.some((each) => each['area_id'] === area_id),
		);
		unsent.replaceAreas(
			here.stocktake['stocktake_id'],
			[...inFile, ...more].map((area, position) => ({ ...area, position })),
		);
		came = true;
	}
	return came;
}

interface NewEntries {
	readonly file: Row[];
	readonly here: Row[];
	readonly known: Map<unknown, unknown>;
}

function newEntries(
	file: OpenCount,
	here: OpenCount,
	numbers: ReadonlyMap<unknown, number>,
): NewEntries {
	const keyOf = (entry: Row, lineNo: unknown): string =>
		JSON.stringify([
			lineNo,
			...['unit_id', 'typed', 'quantity', 'at', 'by', 'connection', 'kind'].map(
				(name) => entry[name],
			),
		]);
	const unmatched = Map.groupBy(rowsOf(here, 'count_entry'), (entry) =>
		keyOf(entry, entry['line_no']),
	);
	const known = new Map<unknown, unknown>();
	const fresh: Row[] = [];
	for (const entry of inOrder(rowsOf(file, 'count_entry'))) {
		const same = unmatched.get(keyOf(entry, numbers.get(entry['line_no'])))?.shift();
		if (same === undefined) fresh.push(entry);
		else known.set(entry['entry_id'], same['entry_id']);
	}
	return { file: fresh, here: [...unmatched.values()].flat(), known };
}

/** Appends the entries; acts are named by their first entry, so both get new numbers. */
function bringEntries(
	{ stocktake: { stocktake_id } }: OpenCount,
	{ file, known }: NewEntries,
	unsent: WorkTables,
	numbers: ReadonlyMap<unknown, number>,
): void {
	const ids = new Map(known);
	let last = unsent.lastEntry(stocktake_id);
	for (const entry of file) {
		ids.set(entry['entry_id'], (last += 1));
		unsent.insertPart('count_entry', {
			...entry,
			entry_id: last,
			line_no: numbers.get(entry['line_no']),
			act: ids.get(entry['act']) ?? last,
			of_act: ids.get(entry['of_act']) ?? null,
		});
	}
}

/** An entry that lost to another person's count is history only. */
const fillsBox = ({ unit_id, kind }: Row): boolean =>
	unit_id !== null && unit_id !== WHOLE_LINE && kind !== 'kept-out';

interface TwoCounts {
	readonly there: readonly Row[];
	readonly mine: readonly Row[];
	readonly typedThere: readonly Row[];
	readonly typedHere: readonly Row[];
}

function settle(rule: NonNullable<MergeRule>, counts: TwoCounts): readonly Row[] {
	const { there, mine, typedThere, typedHere } = counts;
	switch (rule) {
		case 'replace':
			return laterThan(typedHere, typedThere) ? mine : there;
		case 'keep':
			return firstBefore(typedHere, typedThere) ? mine : there;
		case 'sum':
			return people([...there, ...mine]).flatMap((person) => {
				const of = (rows: readonly Row[]): Row[] => rows.filter(({ by }) => by === person);
				const [newThere, newHere] = [of(typedThere), of(typedHere)];
				// A person's newer count replaces their own older one, whichever PC it was typed on.
				const takeThere =
					newThere.length > 0 && (newHere.length === 0 || laterThan(newThere, newHere));
				return of(takeThere ? there : mine);
			});
	}
}

const people = (rows: readonly Row[]): unknown[] => [...new Set(rows.map(({ by }) => by))];

/** Two PCs share no order, so the clock decides; on a tie the window does, the same on both PCs. */
const moments = (rows: readonly Row[]): string[] =>
	rows.map(({ at, connection }) => `${String(at).padStart(16, '0')} ${String(connection)}`).sort();
const laterThan = (a: readonly Row[], b: readonly Row[]): boolean =>
	(moments(a).at(-1) ?? '') > (moments(b).at(-1) ?? '');
const firstBefore = (a: readonly Row[], b: readonly Row[]): boolean =>
	(moments(a)[0] ?? '') < (moments(b)[0] ?? '');

/** Whether the same people counted the same on both PCs. Two people with 10 each may have counted 20 together. */
function sameCount(a: readonly Row[], b: readonly Row[]): boolean {
	const quantities = (rows: readonly Row[]): string =>
		JSON.stringify(rows.map(({ unit_id, quantity, by }) => [unit_id, quantity, by]).sort());
	return quantities(a) === quantities(b);
}

function asTold(
	line: Row,
	lineNo: number,
	{ stocktake }: OpenCount,
	{ there, mine }: { there: readonly Row[]; mine: readonly Row[] },
): BothEntered {
	const { name, units } = countedItem({ item: String(line['item']) });
	const told = (rows: readonly Row[]) =>
		rows.map((box) => ({
			typed: String(box['typed']),
			unit: units.find(({ unitId }) => unitId === box['unit_id'])?.name ?? '',
			by: String(box['by']),
		}));
	return {
		count: String(stocktake['name']),
		lineNo,
		item: name,
		here: told(mine),
		there: told(there),
	};
}

const openAgain = (here: OpenCount, file: OpenCount): Row => ({
	stocktake_id: here.stocktake['stocktake_id'],
	state: [here, file].some(({ stocktake }) => stocktake['state'] === 'recounted')
		? 'recounted'
		: 'open',
	moved_at: null,
	closed_why: '',
});

const withRulesOfTheirOwn = ['stocktake_area', 'stocktake_line', 'count_box', 'count_entry'];

/** Whether one count contains everything of the other, apart from lines and entries. */
const saysAllOf = (one: OpenCount, other: OpenCount): boolean =>
	Object.entries(other.parts).every(
		([table, rows]) =>
			withRulesOfTheirOwn.includes(table) || rows.every(saysAll(table, rowsOf(one, table))),
	);

function bringRest(
	file: OpenCount,
	unsent: WorkTables,
	numbers: ReadonlyMap<unknown, number>,
): boolean {
	let came = false;
	for (const [table, rows] of Object.entries(file.parts)) {
		if (withRulesOfTheirOwn.includes(table)) continue;
		for (const row of rows) {
			const mine =
				'line_no' in row ? { ...row, line_no: numbers.get(row['line_no']) ?? row['line_no'] } : row;
			came = unsent.bring(table, mine) || came;
		}
	}
	return came;
}

const rowsOf = (count: OpenCount, table: string): readonly Row[] => count.parts[table] ?? [];
const byLine = (rows: readonly Row[]): Map<unknown, Row[]> =>
	Map.groupBy(rows, ({ line_no }) => line_no);

function ruleOf({ stocktake }: OpenCount): MergeRule {
	const { together } = stocktake;
	return together === 'sum' || together === 'replace' || together === 'keep' ? together : null;
}
